"use strict";
// Flicks, pushes and turns on the open table: lengths and angles alone. tabletop_actions.js knows their meaning.
// Lengths are in mm with y up, angles in radians, times in ms.
var GS = window.GS = window.GS || {};
(function () {
  var FULL = 120, MIN_PULL = 6, STILL = 8, LATE = 80; // px of a pull for the full speed; minimum in mm, and in px; ms before the end that are ignored
  var EVERY = 25, LONGEST = 3000, HELD = 40; // ms between two points of a push; maximum of the whole push; pause that counts as a stop
  var FINE = Math.PI / 720, HARDER = 0.05, HALF = 0.5, NOTCHES = 10;
  var BESIDE = 2; // mm between pieces side by side
  var SLIDES = ["disc", "cube", "pawn", "die"];

  function canSlide(thing, look) { return SLIDES.indexOf(look.shape) >= 0 && !thing.held && !(thing.n > 1) && typeof thing.key === "number"; }
  function distance(from, to) { return Math.sqrt(Math.pow(from[0] - to[0], 2) + Math.pow(from[1] - to[1], 2)); }
  function radius(thing) { return Math.min(thing.size[0], thing.size[1]) / 2; }

  GS.flick = {
    slides: canSlide,

    // The first aim, still without strength: at the middle of the table.
    aim: function (thing, table) { return { angle: Math.atan2(table.high / 2 - thing.at[1], table.wide / 2 - thing.at[0]), share: 0 }; },

    // The aim of a pull in px; null if it is too short for a shot.
    pulled: function (from, to, scale) {
      var pull = distance(from, to);
      return pull < Math.max(STILL, MIN_PULL * scale) ? null : { angle: Math.atan2(to[1] - from[1], from[0] - to[0]), share: Math.min(1, pull / FULL) };
    },

    // The finger's position a moment before it was lifted, since lifting it spoils the aim. `points` are [time, [x,
    // y]].
    settled: function (points, time) {
      var early = points.filter(function (sample) { return sample[0] <= time - LATE; });
      return (early[early.length - 1] || points[points.length - 1])[1];
    },

    // Aim at a point of the table, or at the next piece to the left that can be hit.
    at: function (aim, thing, point) { return { angle: Math.atan2(point.y - thing.at[1], point.x - thing.at[0]), share: aim.share || HALF }; },
    next: function (aim, thing, table) {
      var best = null, minTurn = 7;
      table.things.forEach(function (target) {
        var angle = Math.atan2(target.at[1] - thing.at[1], target.at[0] - thing.at[0]), turn = ((angle - aim.angle - 1e-4) % (2 * Math.PI) + 2 * Math.PI) % (2 * Math.PI);
        if (target.key !== thing.key && canSlide(target, table.looks[target.look]) && !target.locked && turn < minTurn) { minTurn = turn; best = angle; }
      });
      return { angle: best === null ? aim.angle : best, share: aim.share || HALF };
    },
    turn: function (aim, steps) { return { angle: aim.angle + steps * FINE, share: aim.share || HALF }; },
    harder: function (aim, steps) { return { angle: aim.angle, share: Math.max(HARDER, Math.min(1, Math.round((aim.share + steps * HARDER) * 100) / 100)) }; },

    // The first piece that it meets when it slides straight, with the distance; null is an edge.
    met: function (thing, angle, table) {
      var direction = [Math.cos(angle), Math.sin(angle)], nearest = { distance: Infinity, thing: null };
      [[thing.at[0], direction[0], table.wide], [thing.at[1], direction[1], table.high]].forEach(function (side) {
        if (Math.abs(side[1]) > 1e-9) { nearest.distance = Math.min(nearest.distance, ((side[1] > 0 ? side[2] : 0) - side[0]) / side[1]); }
      });
      table.things.forEach(function (target) {
        if (target.key === thing.key || !canSlide(target, table.looks[target.look])) { return; }
        var across = target.at[0] - thing.at[0], up = target.at[1] - thing.at[1], along = across * direction[0] + up * direction[1], aside = Math.abs(up * direction[0] - across * direction[1]);
        var reach = radius(thing) + radius(target), hit = along - Math.sqrt(Math.max(0, reach * reach - aside * aside));
        if (along > 0 && aside < reach && hit < nearest.distance) { nearest = { distance: Math.max(0, hit), thing: target }; }
      });
      return nearest;
    },

    // Draw an arrow as wide as the piece up to the first thing that it meets, and the pull with its notches.
    draw: function (drawn, thing, aim, table, scale) {
      var old = drawn.querySelector(".aim"), box, direction, end, half = radius(thing), across, pull, notch;
      if (old) { old.parentNode.removeChild(old); }
      if (!aim.share) { return; }
      box = GS.svg("g", { "class": "aim", transform: "translate(" + thing.at[0] + " " + (table.high - thing.at[1]) + ")" }, drawn);
      direction = [Math.cos(aim.angle), -Math.sin(aim.angle)];
      across = [-direction[1] * half, direction[0] * half];
      end = GS.flick.met(thing, aim.angle, table).distance;
      [1, -1].forEach(function (side) {
        GS.svg("line", { x1: across[0] * side, y1: across[1] * side, x2: direction[0] * end + across[0] * side, y2: direction[1] * end + across[1] * side }, box);
      });
      GS.svg("circle", { cx: direction[0] * end, cy: direction[1] * end, r: half }, box);
      var head = Math.min(end, Math.max(half * 2, 40 * aim.share / scale + half)), wing = half * 0.7;
      GS.svg("polygon", { points: [[head, 0], [head - wing, wing], [head - wing, -wing]].map(function (corner) { return (direction[0] * corner[0] - direction[1] * corner[1]) + "," + (direction[1] * corner[0] + direction[0] * corner[1]); }).join(" ") }, box);
      pull = FULL * aim.share / scale;
      GS.svg("line", { x1: 0, y1: 0, x2: -direction[0] * pull, y2: -direction[1] * pull, "class": "pull" }, box);
      for (notch = 1; notch <= NOTCHES * aim.share + 0.001; notch++) {
        var notchDistance = FULL * notch / NOTCHES / scale, halfWidth = 4 / scale;
        GS.svg("line", { x1: -direction[0] * notchDistance - direction[1] * halfWidth, y1: -direction[1] * notchDistance + direction[0] * halfWidth, x2: -direction[0] * notchDistance + direction[1] * halfWidth, y2: -direction[1] * notchDistance - direction[0] * halfWidth, "class": "pull" }, box);
      }
    },

    // Begin a path of points [ms, x, y]. The piece keeps its distance from the finger, so a push may begin anywhere.
    path: function (point, time) { return { began: time, from: point, points: [], last: null }; },
    pushed: function (path, thing, point, time, table, always) {
      var ms = Math.min(LONGEST, Math.round(time - path.began)), last = path.points[path.points.length - 1];
      if (last && (ms <= last[0] || !always && ms < last[0] + EVERY)) { return; }
      path.points.push([last ? ms : 0, tenth(thing.at[0] + point.x - path.from.x, table.wide), tenth(thing.at[1] + point.y - path.from.y, table.high)]);
    },
    full: function (path) { var last = path.points[path.points.length - 1]; return Boolean(last) && last[0] >= LONGEST; },

    // True if the finger paused before it was lifted; otherwise the pushed piece slides on.
    stopped: function (path, time) { var last = path.points[path.points.length - 1]; return !last || time - path.began - last[0] > HELD; },

    way: function (drawn, thing, path, table) {
      var old = drawn.querySelector(".aim"), last = path.points[path.points.length - 1], box;
      if (old) { old.parentNode.removeChild(old); }
      box = GS.svg("g", { "class": "aim" }, drawn);
      GS.svg("polyline", { points: path.points.map(function (sample) { return sample[1] + "," + (table.high - sample[2]); }).join(" ") }, box);
      if (last) { GS.svg("circle", { cx: last[1], cy: table.high - last[2], r: radius(thing) }, box); }
    },

    // The nearest point where a shot may begin; null without such points, or if it is too far away.
    start: function (starts, place, maxDistance) {
      var nearest = null;
      starts.forEach(function (zone) {
        var across = place.x - zone[0], up = place.y - zone[1], zoneDistance = Math.sqrt(across * across + up * up), angle = Math.atan2(up, across), reach = zoneDistance >= zone[2] && zoneDistance <= zone[3] ? zoneDistance : (zone[2] + zone[3]) / 2;
        var first = zone[4] * Math.PI / 180, part = ((angle - first) % (2 * Math.PI) + 2 * Math.PI) % (2 * Math.PI), point = [zone[0] + reach * Math.cos(angle), zone[1] + reach * Math.sin(angle)];
        if (part <= (zone[5] - zone[4]) * Math.PI / 180 && distance(point, [place.x, place.y]) < maxDistance) { maxDistance = distance(point, [place.x, place.y]); nearest = point; }
      });
      return nearest && [Math.round(nearest[0] * 10) / 10, Math.round(nearest[1] * 10) / 10];
    },
    // The distance in mm of a point from a piece; 0 inside.
    outside: function (thing, point) {
      var x = point.x - thing.at[0], y = point.y - thing.at[1], turn = thing.angle || 0, across = Math.abs(x * Math.cos(turn) + y * Math.sin(turn)), along = Math.abs(y * Math.cos(turn) - x * Math.sin(turn));
      return Math.max(0, across - thing.size[0] / 2, along - thing.size[1] / 2);
    },

    // Poses of several pieces: turned about their middle, or side by side around a point.
    middle: function (things) { return [mean(things, 0), mean(things, 1)]; },
    turned: function (things, angle) {
      var x = mean(things, 0), y = mean(things, 1), c = Math.cos(angle), s = Math.sin(angle);
      return things.map(function (thing) {
        var across = thing.at[0] - x, up = thing.at[1] - y;
        return [round(x + across * c - up * s, 10), round(y + across * s + up * c, 10), round((thing.angle || 0) + angle, 1e4)];
      });
    },
    beside: function (things, to) {
      var width = widest(things, 0) + BESIDE, height = widest(things, 1) + BESIDE, reach = Math.floor(Math.sqrt(things.length)), spots = [], x, y;
      for (x = -reach; x <= reach; x++) { for (y = -reach; y <= reach; y++) { spots.push([x * width, y * height]); } }
      spots.sort(function (spot, otherSpot) { return distance(spot, [0, 0]) - distance(otherSpot, [0, 0]); });
      return things.map(function (thing, index) { return [round(to[0] + spots[index][0], 10), round(to[1] + spots[index][1], 10), thing.angle || 0]; });
    },
    begins: function (starts, thing) {
      var near = GS.flick.start(starts, { x: thing.at[0], y: thing.at[1] }, 1);
      return Boolean(near);
    }
  };

  function round(value, parts) { return Math.round(value * parts) / parts; }
  function mean(things, part) { return things.reduce(function (sum, thing) { return sum + thing.at[part]; }, 0) / things.length; }
  function widest(things, part) { return Math.max.apply(null, things.map(function (thing) { return thing.size[part]; })); }
  function tenth(value, maximum) { return Math.round(Math.max(0, Math.min(maximum, value)) * 10) / 10; }
})();
