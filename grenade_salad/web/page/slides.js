"use strict";
// What lies elsewhere on the open table than before slides there, and a die turns over on its way. What was flicked,
// pushed or rolled goes as it went, hit by hit: the table sends its way before the picture in which it has ended. It ends
// where the picture has it: nothing waits, and who wants no motion gets none.
var GS = window.GS = window.GS || {};
(function () {
  var LEAST = 0.5, QUICK = 0.3, EACH = 700, MOST = 1.6; // mm that are no way; seconds of the shortest; mm of one more second; seconds of the longest
  var ways = {}, films = {}, picture = null, table = null, running = false;

  function still() { return window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches; }

  function keyed(things) {
    var found = {};
    things.forEach(function (one) { found[one.key] = one; });
    return found;
  }

  function far(one, other) { return Math.sqrt(Math.pow(one[0] - other[0], 2) + Math.pow(one[1] - other[1], 2)); }

  GS.slides = {
    // The ways of what moves now, before the picture has it.
    film: function (message) {
      films = {};
      if (still()) { return; }
      message.beats.forEach(function (beat) { films[beat.key] = { keys: beat.keys, begun: performance.now(), ends: beat.keys[beat.keys.length - 1], shown: false }; });
      if (picture) { step(); }
    },

    // From one picture to the next (of an `other` moment): both are what everybody sees. What has a film goes on in it, and from its end to
    // where it is laid then, as in a pocket.
    took: function (before, after, other) {
      if (!before || !after || before.kind !== "open" || after.kind !== "open" || still()) { ways = {}; films = {}; return; }
      var old = keyed(before.things), now = performance.now();
      after.things.forEach(function (one) {
        var was = old[one.key], film = films[one.key], from = film ? { at: film.ends.slice(1, 3), angle: film.ends[3] } : was;
        if (typeof one.key !== "number" || !was || far(one.at, was.at) < LEAST) { return; }
        if (film) { film.shown = true; if (far(one.at, from.at) < LEAST * 2) { return; } }
        ways[one.key] = {
          from: from, to: one, begun: film ? Math.max(now, film.begun + film.ends[0]) : now, seconds: Math.min(MOST, QUICK + far(one.at, from.at) / EACH),
          turns: !film && after.looks[one.look].shape === "die" ? 1 + Math.round(far(one.at, was.at) / 80) : 0
        };
      });
      if (other) { Object.keys(films).forEach(function (key) { if (!films[key].shown) { delete films[key]; } }); }
    },

    // A picture was drawn: what is on its way is there, in it.
    on: function (drawn, of) {
      picture = drawn;
      table = of;
      step();
    }
  };

  function step() {
    var now = performance.now(), moving = false;
    Object.keys(ways).forEach(function (key) {
      var way = ways[key], share = Math.max(0, Math.min(1, (now - way.begun) / way.seconds / 1000)), gone = 1 - (1 - share) * (1 - share); // as friction stops it
      var box = picture.querySelector("[data-key='" + key + "']"), from = way.from, to = way.to, turn = (to.angle || 0) - (from.angle || 0);
      turn -= 2 * Math.PI * (Math.round(turn / 2 / Math.PI) + way.turns);
      if (share >= 1) { gone = 1; delete ways[key]; } else { moving = true; }
      if (box && now >= way.begun) { GS.drive(box, [from.at[0] + (to.at[0] - from.at[0]) * gone, from.at[1] + (to.at[1] - from.at[1]) * gone, (to.angle || 0) - turn * (1 - gone)], table.high); }
    });
    Object.keys(films).forEach(function (key) {
      var film = films[key], ms = now - film.begun, over = ms >= film.ends[0], box = picture.querySelector("[data-key='" + key + "']");
      if (over && film.shown) { delete films[key]; }
      if (!over) { moving = true; }
      if (box && !(over && ways[key])) { GS.drive(box, GS.along(film.keys, ms), table.high); }
    });
    if (moving && !running) {
      running = true;
      requestAnimationFrame(function () { running = false; step(); });
    }
  }
})();
