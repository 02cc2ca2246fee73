"use strict";
// Moves pieces of the open table from where they were to where the new picture has them; dice turn over on the way. A
// flicked, pushed or rolled piece moves along its recorded path, which the table sends before the picture in which it
// has ended. Nothing waits for it, and it is left out for reduced motion.
var GS = window.GS = window.GS || {};
(function () {
  var MIN_DISTANCE = 0.5, MIN_SECONDS = 0.3, MM_PER_SECOND = 700, MAX_SECONDS = 1.6; // mm that are worth moving; minimum of seconds; speed; maximum of seconds
  var slides = {}, films = {}, picture = null, table = null, isScheduled = false;

  function wantsStillness() { return window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches; }

  function indexByKey(things) {
    var result = {};
    things.forEach(function (thing) { result[thing.key] = thing; });
    return result;
  }

  function distance(from, to) { return Math.sqrt(Math.pow(from[0] - to[0], 2) + Math.pow(from[1] - to[1], 2)); }

  GS.slides = {
    // Start the recorded paths of pieces, before the picture with their end.
    film: function (message) {
      films = {};
      if (wantsStillness()) { return; }
      message.beats.forEach(function (beat) { films[beat.key] = { keys: beat.keys, begun: performance.now(), ends: beat.keys[beat.keys.length - 1], shown: false }; });
      if (picture) { step(); }
    },

    // Compare two pictures of everybody's view, the new one of another moment or not. A piece with a recorded path
    // follows it to its end, and then moves to where the picture has it, such as into a pocket.
    took: function (oldPicture, newPicture, isNewMoment) {
      if (!oldPicture || !newPicture || oldPicture.kind !== "open" || newPicture.kind !== "open" || wantsStillness()) { slides = {}; films = {}; return; }
      var old = indexByKey(oldPicture.things), time = performance.now();
      newPicture.things.forEach(function (thing) {
        var oldThing = old[thing.key], film = films[thing.key], from = film ? { at: film.ends.slice(1, 3), angle: film.ends[3] } : oldThing;
        if (typeof thing.key !== "number" || !oldThing || distance(thing.at, oldThing.at) < MIN_DISTANCE) { return; }
        if (film) { film.shown = true; if (distance(thing.at, from.at) < MIN_DISTANCE * 2) { return; } }
        slides[thing.key] = {
          from: from, to: thing, begun: film ? Math.max(time, film.begun + film.ends[0]) : time, seconds: Math.min(MAX_SECONDS, MIN_SECONDS + distance(thing.at, from.at) / MM_PER_SECOND),
          turns: !film && newPicture.looks[thing.look].shape === "die" ? 1 + Math.round(distance(thing.at, oldThing.at) / 80) : 0
        };
      });
      if (isNewMoment) { Object.keys(films).forEach(function (key) { if (!films[key].shown) { delete films[key]; } }); }
    },

    // A picture was drawn: put the moving pieces where they are on their way.
    on: function (drawn, of) {
      picture = drawn;
      table = of;
      step();
    }
  };

  function step() {
    var time = performance.now(), moving = false;
    Object.keys(slides).forEach(function (key) {
      var slide = slides[key], share = Math.max(0, Math.min(1, (time - slide.begun) / slide.seconds / 1000)), eased = 1 - (1 - share) * (1 - share); // slowed down by friction
      var box = picture.querySelector("[data-key='" + key + "']"), from = slide.from, to = slide.to, turn = (to.angle || 0) - (from.angle || 0);
      turn -= 2 * Math.PI * (Math.round(turn / 2 / Math.PI) + slide.turns);
      if (share >= 1) { eased = 1; delete slides[key]; } else { moving = true; }
      if (box && time >= slide.begun) { GS.setPose(box, [from.at[0] + (to.at[0] - from.at[0]) * eased, from.at[1] + (to.at[1] - from.at[1]) * eased, (to.angle || 0) - turn * (1 - eased)], table.high); }
    });
    Object.keys(films).forEach(function (key) {
      var film = films[key], ms = time - film.begun, over = ms >= film.ends[0], box = picture.querySelector("[data-key='" + key + "']");
      if (over && film.shown) { delete films[key]; }
      if (!over) { moving = true; }
      if (box && !(over && slides[key])) { GS.setPose(box, GS.findPose(film.keys, ms), table.high); }
    });
    if (moving && !isScheduled) {
      isScheduled = true;
      requestAnimationFrame(function () { isScheduled = false; step(); });
    }
  }
})();
