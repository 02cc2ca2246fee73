"use strict";
// The camera of the battlefield: it follows the fight until a player takes control. A look is { x, y, k }: the middle
// of the view in mm of the table, and px of the page per mm. So it stays the same when the phone is turned.
var GS = window.GS = window.GS || {};
(function () {
  var MIN_SIZE = 24, MAX_SIZE = 44, MAX_SIZE_BY_HAND = 96; // px of a soldier's width: minimum and maximum while it follows, maximum by hand
  var MUCH_NEARER = 1.35; // factor by which soldiers could be larger before the camera moves closer for that alone
  var GLIDE = 250; // ms to move to another look
  var still = window.matchMedia("(prefers-reduced-motion: reduce)");
  var from = null, began = 0, ticking = false;

  var camera = GS.camera = {
    current: null,
    goal: null,
    isHeld: false, // the player controls it, until `follow`
    changed: function () { /* called with every new look */ },

    // Follow the match. `field` is the table with its soldiers, `size` the size of its picture in px, `about` the
    // places that matter now, the most important first, and `margin` the mm that are visible around each of them.
    show: function (field, size, turned, about, margin) {
      if (camera.isHeld && camera.current) { return; }
      var subject = makeSubject(field, size, turned, about, margin), old = camera.goal && convertLook(camera.goal, field, turned);
      var fresh = old && isAsGood(old, chooseLook(subject), subject) ? old : chooseLook(subject), look = convertLook(fresh, field, turned);
      if (!camera.goal || look.k !== camera.goal.k || look.x !== camera.goal.x || look.y !== camera.goal.y) { go(look); }
    },

    // The visible part: [left, top, width, height] in mm of the drawing.
    frame: function (field, size, turned) {
      var middle = GS.toDrawing(field, turned, camera.current), width = size.width / camera.current.k, height = size.height / camera.current.k;
      return [middle.x - width / 2, middle.y - height / 2, width, height];
    },

    // Set the look by hand, at once or slowly. The middle stays on the table.
    look: function (look, field, slowly) {
      camera.isHeld = true;
      look.x = Math.max(0, Math.min(field.wide, look.x));
      look.y = Math.max(0, Math.min(field.high, look.y));
      if (slowly) { go(look); } else { cut(look); }
    },

    // The scale nearest to `k` that is permitted.
    scaled: function (k, field, size, turned) {
      return Math.max(findWholeScale(makeSubject(field, size, turned, [])) * 0.7, Math.min(MAX_SIZE_BY_HAND / field.cube, k));
    },

    whole: function (field, size, turned) {
      camera.look({ x: field.wide / 2, y: field.high / 2, k: findWholeScale(makeSubject(field, size, turned, [])) }, field, true);
    },

    // True if soldiers are too small to be told apart.
    isFar: function (field) { return camera.current.k * field.cube < MIN_SIZE * 0.999; },

    // Move so close to a place that soldiers can be told apart.
    nearer: function (place, field) { camera.look({ x: place.x, y: place.y, k: MIN_SIZE / field.cube * 1.25 }, field, true); },

    follow: function () { camera.isHeld = false; },

    // Stop on the way: a finger is on the table.
    stop: function () { if (ticking) { camera.goal = camera.current; ticking = false; } },

    forget: function () { camera.current = camera.goal = null; camera.isHeld = ticking = false; },

    gliding: function () { return ticking; }
  };

  // Moving to another look.

  function cut(look) {
    camera.current = camera.goal = look;
    ticking = false;
    camera.changed();
  }

  function go(look) {
    if (!camera.current || still.matches || document.hidden) { cut(look); return; }
    from = camera.current;
    camera.goal = look;
    began = Date.now();
    if (!ticking) { ticking = true; window.requestAnimationFrame(tick); }
  }

  function tick() {
    if (!ticking) { return; }
    var share = Math.min(1, (Date.now() - began) / GLIDE), eased = share * share * (3 - 2 * share), goal = camera.goal;
    if (share === 1) { cut(goal); return; }
    camera.current = { x: from.x + (goal.x - from.x) * eased, y: from.y + (goal.y - from.y) * eased, k: from.k * Math.pow(goal.k / from.k, eased) };
    camera.changed();
    window.requestAnimationFrame(tick);
  }

  // Choosing a look. From here on all is in mm of the drawing, with y down the page.

  function makeSubject(field, size, turned, about, margin) {
    var place = function (position) { return GS.toDrawing(field, turned, position); };
    return {
      living: field.soldiers.map(place), about: about.map(place), margin: margin || 0, cube: field.cube, tile: field.tile, px: [size.width, size.height],
      table: turned ? [field.high, field.wide] : [field.wide, field.high]
    };
  }

  // Convert a look between the table and the drawing: the same in both directions.
  function convertLook(look, field, turned) {
    var middle = GS.toDrawing(field, turned, look);
    return { x: middle.x, y: middle.y, k: look.k };
  }

  function findWholeScale(subject) { return Math.min(subject.px[0] / subject.table[0], subject.px[1] / subject.table[1]); }

  function findMinScale(subject) { return Math.max(findWholeScale(subject), MIN_SIZE / subject.cube); }

  // Show all soldiers if they are then large enough to be told apart; else the places that matter, and as many soldiers
  // as possible with them.
  function chooseLook(subject) {
    var spots = subject.living.concat(subject.about), minScale = findMinScale(subject);
    var maxScale = Math.max(findWholeScale(subject), MAX_SIZE / subject.cube), near = findBox(spots, subject.cube, subject.table);
    if (!subject.living.length) { return { x: subject.table[0] / 2, y: subject.table[1] / 2, k: findWholeScale(subject) }; }
    if (findScale(subject, near) >= minScale) {
      var wider = findBox(spots, subject.tile * 0.6, subject.table);
      return makeLook(findMiddle(wider), Math.max(minScale, Math.min(findScale(subject, wider), maxScale)));
    }
    return makeLook(findBestPlace(subject, selectFitting(subject, minScale), minScale), minScale);
  }

  function makeLook(place, k) { return { x: place.x, y: place.y, k: k }; }

  // True if a look shows as much as the wanted one, and from about as close.
  function isAsGood(look, wanted, subject) {
    if (look.k < wanted.k / MUCH_NEARER || look.k < findMinScale(subject) * 0.999) { return false; }
    var lost = subject.about.filter(function (position) { return isVisible(wanted, subject, position) && !isVisible(look, subject, position); });
    return !lost.length && countVisible(look, subject) >= countVisible(wanted, subject);
  }

  function isVisible(look, subject, place) {
    var margin = subject.margin * 0.99;
    return Math.abs(place.x - look.x) <= subject.px[0] / look.k / 2 - margin && Math.abs(place.y - look.y) <= subject.px[1] / look.k / 2 - margin;
  }

  function countVisible(look, subject) { return subject.living.filter(function (position) { return isVisible(look, subject, position); }).length; }

  function findBox(spots, margin, table) {
    var xs = spots.map(function (position) { return position.x; }), ys = spots.map(function (position) { return position.y; });
    return [
      Math.max(0, Math.min.apply(null, xs) - margin), Math.max(0, Math.min.apply(null, ys) - margin),
      Math.min(table[0], Math.max.apply(null, xs) + margin), Math.min(table[1], Math.max.apply(null, ys) + margin)
    ];
  }

  function findMiddle(box) { return { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2 }; }

  function findScale(subject, box) {
    return Math.min(subject.px[0] / Math.max(1e-6, box[2] - box[0]), subject.px[1] / Math.max(1e-6, box[3] - box[1]));
  }

  // The places that matter, as many as can be visible at once, the most important first.
  function selectFitting(subject, minScale) {
    var result = [];
    subject.about.forEach(function (position) {
      if (findScale(subject, findBox(result.concat([position]), subject.margin, subject.table)) >= minScale) { result.push(position); }
    });
    return result;
  }

  // The middle from which most soldiers are visible together with the places that matter.
  function findBestPlace(subject, about, minScale) {
    var sides = [["x", 0], ["y", 1]].map(function (side) {
      return limits(subject.px[side[1]] / minScale / 2 - subject.margin, subject.table[side[1]], about.map(function (position) { return position[side[0]]; }));
    });
    var allowed = function (place) {
      return { x: Math.min(Math.max(place.x, sides[0][0]), sides[0][1]), y: Math.min(Math.max(place.y, sides[1][0]), sides[1][1]), k: minScale };
    };
    var bestLook = null, maxCount = -1;
    about.concat(subject.living).map(allowed).forEach(function (look) {
      var visibleCount = countVisible(look, subject);
      if (visibleCount > maxCount) { maxCount = visibleCount; bestLook = look; }
    });
    var positions = subject.living.filter(function (position) { return isVisible(bestLook, subject, position); }).concat(about);
    var refined = allowed(findMiddle(findBox(positions, 0, subject.table)));
    return countVisible(refined, subject) >= maxCount ? refined : bestLook;
  }

  // The limits of the middle along a side of the table, so that the places that matter are visible.
  function limits(half, side, about) {
    var edge = Math.min(half, side / 2), minimum = edge, maximum = side - edge;
    if (about.length) {
      var to = [Math.max.apply(null, about) - half, Math.min.apply(null, about) + half].map(function (value) { return Math.min(Math.max(value, minimum), maximum); });
      minimum = to[0];
      maximum = to[1];
    }
    return [minimum, Math.max(minimum, maximum)];
  }
})();
