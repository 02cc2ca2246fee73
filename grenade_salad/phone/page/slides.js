"use strict";
// What lies elsewhere on the open table than before slides there, and a die turns over on its way. It ends where the
// picture has it, which is drawn already: nothing waits, and who wants no motion gets none.
var GS = window.GS = window.GS || {};
(function () {
  var LEAST = 0.5, QUICK = 0.3, EACH = 700, MOST = 1.6; // mm that are no way; seconds of the shortest; mm of one more second; seconds of the longest
  var ways = {}, picture = null, table = null, running = false;

  function still() { return window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches; }

  function keyed(things) {
    var found = {};
    things.forEach(function (one) { found[one.key] = one; });
    return found;
  }

  GS.slides = {
    // From one picture to the next: both are what everybody sees.
    took: function (before, after) {
      if (!before || !after || before.kind !== "open" || after.kind !== "open" || still()) { ways = {}; return; }
      var old = keyed(before.things), now = performance.now();
      after.things.forEach(function (one) {
        var was = old[one.key], far = was && Math.sqrt(Math.pow(one.at[0] - was.at[0], 2) + Math.pow(one.at[1] - was.at[1], 2));
        if (typeof one.key !== "number" || !was || far < LEAST) { return; }
        ways[one.key] = { from: was, to: one, begun: now, seconds: Math.min(MOST, QUICK + far / EACH), turns: after.looks[one.look].shape === "die" ? 1 + Math.round(far / 80) : 0 };
      });
    },

    // A picture was drawn: what is on its way is there, in it.
    on: function (drawn, of) {
      picture = drawn;
      table = of;
      if (Object.keys(ways).length) { step(); }
    }
  };

  function step() {
    var now = performance.now();
    Object.keys(ways).forEach(function (key) {
      var way = ways[key], share = Math.min(1, (now - way.begun) / way.seconds / 1000), gone = 1 - (1 - share) * (1 - share); // as friction stops it
      var box = picture.querySelector("[data-key='" + key + "']"), from = way.from, to = way.to, turn = (to.angle || 0) - (from.angle || 0);
      turn -= 2 * Math.PI * (Math.round(turn / 2 / Math.PI) + way.turns);
      if (share >= 1) { gone = 1; delete ways[key]; }
      if (!box) { return; }
      box.setAttribute("transform", "translate(" + (from.at[0] + (to.at[0] - from.at[0]) * gone) + " " + (table.high - from.at[1] - (to.at[1] - from.at[1]) * gone) + ") rotate(" + -((to.angle || 0) - turn * (1 - gone)) * 180 / Math.PI + ")");
    });
    if (Object.keys(ways).length && !running) {
      running = true;
      requestAnimationFrame(function () { running = false; step(); });
    }
  }
})();
