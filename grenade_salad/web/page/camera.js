"use strict";
// How the battlefield is looked at: the camera follows the fight by itself, or somebody's hand holds it. A look is
// { x, y, k }: the middle in mm of the table, and px of the page in a mm; so it outlasts a phone that is turned.
var GS = window.GS = window.GS || {};
(function () {
  var LEAST = 24, MOST = 44, NEAREST = 96; // px a soldier is wide: at least and at most by itself, and by hand
  var MUCH_NEARER = 1.35; // how many times larger soldiers could be before the camera comes nearer for that alone
  var GLIDE = 250; // ms on the way to another look
  var still = window.matchMedia("(prefers-reduced-motion: reduce)");
  var from = null, began = 0, ticking = false;

  var eye = GS.eye = {
    now: null,
    goal: null,
    held: false, // somebody looks by hand, until `follow`
    changed: function () { /* called with every new look */ },

    // The camera follows: `field` is the table with its soldiers, `size` what it is shown in, in px, `about` the places
    // that matter now, the first most, and `room` how many mm are seen around each of them.
    show: function (field, size, turned, about, room) {
      if (eye.held && eye.now) { return; }
      var subject = subjectOf(field, size, turned, about, room), old = eye.goal && shownLook(eye.goal, field, turned);
      var fresh = old && does(old, framed(subject), subject) ? old : framed(subject), look = shownLook(fresh, field, turned);
      if (!eye.goal || look.k !== eye.goal.k || look.x !== eye.goal.x || look.y !== eye.goal.y) { go(look); }
    },

    // What is seen: [left, top, width, height] in mm of the drawing.
    frame: function (field, size, turned) {
      var middle = GS.shown(field, turned, eye.now), wide = size.width / eye.now.k, high = size.height / eye.now.k;
      return [middle.x - wide / 2, middle.y - high / 2, wide, high];
    },

    // Look so, by hand: at once, or on the way there. The middle stays on the table.
    look: function (look, field, slowly) {
      eye.held = true;
      look.x = Math.max(0, Math.min(field.wide, look.x));
      look.y = Math.max(0, Math.min(field.high, look.y));
      if (slowly) { go(look); } else { cut(look); }
    },

    // The scale that is wanted, as far as that makes sense.
    scaled: function (k, field, size, turned) {
      return Math.max(wholeScale(subjectOf(field, size, turned, [])) * 0.7, Math.min(NEAREST / field.cube, k));
    },

    whole: function (field, size, turned) {
      eye.look({ x: field.wide / 2, y: field.high / 2, k: wholeScale(subjectOf(field, size, turned, [])) }, field, true);
    },

    // Whether soldiers are too small to be told apart.
    far: function (field) { return eye.now.k * field.cube < LEAST * 0.999; },

    // Go so near to a place that they are not.
    nearer: function (place, field) { eye.look({ x: place.x, y: place.y, k: LEAST / field.cube * 1.25 }, field, true); },

    follow: function () { eye.held = false; },

    // The glide ends where it is: a finger is on the table.
    stop: function () { if (ticking) { eye.goal = eye.now; ticking = false; } },

    forget: function () { eye.now = eye.goal = null; eye.held = ticking = false; },

    gliding: function () { return ticking; }
  };

  // on the way

  function cut(look) {
    eye.now = eye.goal = look;
    ticking = false;
    eye.changed();
  }

  function go(look) {
    if (!eye.now || still.matches || document.hidden) { cut(look); return; }
    from = eye.now;
    eye.goal = look;
    began = Date.now();
    if (!ticking) { ticking = true; window.requestAnimationFrame(tick); }
  }

  function tick() {
    if (!ticking) { return; }
    var way = Math.min(1, (Date.now() - began) / GLIDE), soft = way * way * (3 - 2 * way), goal = eye.goal;
    if (way === 1) { cut(goal); return; }
    eye.now = { x: from.x + (goal.x - from.x) * soft, y: from.y + (goal.y - from.y) * soft, k: from.k * Math.pow(goal.k / from.k, soft) };
    eye.changed();
    window.requestAnimationFrame(tick);
  }

  // by itself; all that follows is in mm of the drawing, with y down the page

  function subjectOf(field, size, turned, about, room) {
    var place = function (one) { return GS.shown(field, turned, one); };
    return {
      living: field.soldiers.map(place), about: about.map(place), room: room || 0, cube: field.cube, tile: field.tile, px: [size.width, size.height],
      table: turned ? [field.high, field.wide] : [field.wide, field.high]
    };
  }

  // Between a look on the table and one in the drawing: the same way there and back.
  function shownLook(look, field, turned) {
    var middle = GS.shown(field, turned, look);
    return { x: middle.x, y: middle.y, k: look.k };
  }

  function wholeScale(subject) { return Math.min(subject.px[0] / subject.table[0], subject.px[1] / subject.table[1]); }

  function leastScale(subject) { return Math.max(wholeScale(subject), LEAST / subject.cube); }

  // All soldiers, if they can be seen so large that they can be told apart; else what it is about, and as many soldiers
  // as can be seen with it.
  function framed(subject) {
    var spots = subject.living.concat(subject.about), least = leastScale(subject);
    var most = Math.max(wholeScale(subject), MOST / subject.cube), near = boxOf(spots, subject.cube, subject.table);
    if (!subject.living.length) { return { x: subject.table[0] / 2, y: subject.table[1] / 2, k: wholeScale(subject) }; }
    if (fit(subject, near) >= least) {
      var wider = boxOf(spots, subject.tile * 0.6, subject.table);
      return at(middleOf(wider), Math.max(least, Math.min(fit(subject, wider), most)));
    }
    return at(best(subject, thatFit(subject, least), least), least);
  }

  function at(place, k) { return { x: place.x, y: place.y, k: k }; }

  // Whether a look shows as much as the wanted one, and not from much farther.
  function does(look, wanted, subject) {
    if (look.k < wanted.k / MUCH_NEARER || look.k < leastScale(subject) * 0.999) { return false; }
    var lost = subject.about.filter(function (one) { return seen(wanted, subject, one) && !seen(look, subject, one); });
    return !lost.length && count(look, subject) >= count(wanted, subject);
  }

  function seen(look, subject, place) {
    var room = subject.room * 0.99;
    return Math.abs(place.x - look.x) <= subject.px[0] / look.k / 2 - room && Math.abs(place.y - look.y) <= subject.px[1] / look.k / 2 - room;
  }

  function count(look, subject) { return subject.living.filter(function (one) { return seen(look, subject, one); }).length; }

  function boxOf(spots, room, table) {
    var xs = spots.map(function (one) { return one.x; }), ys = spots.map(function (one) { return one.y; });
    return [
      Math.max(0, Math.min.apply(null, xs) - room), Math.max(0, Math.min.apply(null, ys) - room),
      Math.min(table[0], Math.max.apply(null, xs) + room), Math.min(table[1], Math.max.apply(null, ys) + room)
    ];
  }

  function middleOf(box) { return { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2 }; }

  function fit(subject, box) {
    return Math.min(subject.px[0] / Math.max(1e-6, box[2] - box[0]), subject.px[1] / Math.max(1e-6, box[3] - box[1]));
  }

  // What it is about, as much of it as can be seen at once, the first first.
  function thatFit(subject, least) {
    var found = [];
    subject.about.forEach(function (one) {
      if (fit(subject, boxOf(found.concat([one]), subject.room, subject.table)) >= least) { found.push(one); }
    });
    return found;
  }

  // The middle from which most soldiers are seen together with what it is about.
  function best(subject, about, least) {
    var sides = [["x", 0], ["y", 1]].map(function (side) {
      return limits(subject.px[side[1]] / least / 2 - subject.room, subject.table[side[1]], about.map(function (one) { return one[side[0]]; }));
    });
    var allowed = function (place) {
      return { x: Math.min(Math.max(place.x, sides[0][0]), sides[0][1]), y: Math.min(Math.max(place.y, sides[1][0]), sides[1][1]), k: least };
    };
    var found = null, most = -1;
    about.concat(subject.living).map(allowed).forEach(function (look) {
      var many = count(look, subject);
      if (many > most) { most = many; found = look; }
    });
    var there = subject.living.filter(function (one) { return seen(found, subject, one); }).concat(about);
    var refined = allowed(middleOf(boxOf(there, 0, subject.table)));
    return count(refined, subject) >= most ? refined : found;
  }

  // Where the middle of the look may be along a side of the table, so that what it is about is seen.
  function limits(half, side, about) {
    var edge = Math.min(half, side / 2), low = edge, high = side - edge;
    if (about.length) {
      var to = [Math.max.apply(null, about) - half, Math.min.apply(null, about) + half].map(function (one) { return Math.min(Math.max(one, low), high); });
      low = to[0];
      high = to[1];
    }
    return [low, Math.max(low, high)];
  }
})();
