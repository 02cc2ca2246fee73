"use strict";
// Ruler, sight line and circle on the small table, set by taps. As in the window, they are no pieces, are not recorded,
// and stay on this phone. All in mm, y up. A piece that is chosen by name is tapped in its middle.
var GS = window.GS = window.GS || {};
(function () {
  var BLAST = 28.2, MAX_RADIUS = 5000; // mm: radius of the blast of a tile (GS-19), and of the largest circle
  var t = GS.t, svg = GS.svg;
  var on = false, kind = "", start = null, end = null, hasBegun = false, radius = BLAST;

  function distance(from, to) { return Math.sqrt(Math.pow(from[0] - to[0], 2) + Math.pow(from[1] - to[1], 2)); }
  function roundToTenth(value) { return Math.round(value * 10) / 10; }
  function formatLength(value) { return t("{n} mm", { n: roundToTenth(value).toLocaleString(document.documentElement.lang) }); }

  // The corners of a thing, counter-clockwise; none if it is round.
  function outline(thing, look) {
    var x = thing.size[0] / 2, y = thing.size[1] / 2, c = Math.cos(thing.angle || 0), s = Math.sin(thing.angle || 0);
    var round = !look.corners && (look.shape === "disc" || look.shape === "pawn");
    var corners = look.corners || (round ? [] : [[-x, -y], [x, -y], [x, y], [-x, y]]);
    return corners.map(function (corner) { return [thing.at[0] + corner[0] * c - corner[1] * s, thing.at[1] + corner[0] * s + corner[1] * c]; });
  }

  function sides(corners) { return corners.map(function (corner, index) { return [corner, corners[(index + 1) % corners.length]]; }); }

  // The distance of a point from the edge of a thing; 0 inside.
  function distanceOutside(thing, look, point) {
    var all = sides(outline(thing, look));
    if (!all.length) { return Math.max(0, distance(point, thing.at) - Math.max(thing.size[0], thing.size[1]) / 2); }
    if (all.every(function (side) { return (side[1][0] - side[0][0]) * (point[1] - side[0][1]) >= (side[1][1] - side[0][1]) * (point[0] - side[0][0]); })) { return 0; }
    return Math.min.apply(null, all.map(function (side) {
      var x = side[1][0] - side[0][0], y = side[1][1] - side[0][1], share = ((point[0] - side[0][0]) * x + (point[1] - side[0][1]) * y) / (x * x + y * y || 1);
      share = Math.max(0, Math.min(1, share));
      return distance(point, [side[0][0] + share * x, side[0][1] + share * y]);
    }));
  }

  // The distance at which the line meets a thing; infinity if it does not.
  function findHit(thing, look) {
    var length = distance(start, end), direction = [(end[0] - start[0]) / length, (end[1] - start[1]) / length], all = sides(outline(thing, look)), distances = [], across = thing.at[0] - start[0], up = thing.at[1] - start[1];
    var half = Math.max(thing.size[0], thing.size[1]) / 2, aside = up * direction[0] - across * direction[1];
    if (!all.length && Math.abs(aside) <= half) { distances.push(across * direction[0] + up * direction[1] - Math.sqrt(half * half - aside * aside)); }
    all.forEach(function (side) {
      var x = side[1][0] - side[0][0], y = side[1][1] - side[0][1], turned = direction[0] * y - direction[1] * x, to = [side[0][0] - start[0], side[0][1] - start[1]], share = (to[0] * direction[1] - to[1] * direction[0]) / turned;
      if (Math.abs(turned) > 1e-12 && share >= 0 && share <= 1) { distances.push((to[0] * y - to[1] * x) / turned); }
    });
    distances = distances.filter(function (candidate) { return candidate >= 0 && candidate <= length; });
    return distances.length ? Math.min.apply(null, distances) : Infinity;
  }

  function pieces(table) { return table.things.filter(function (thing) { return table.looks[thing.look].shape !== "board"; }); }

  // The first thing that the line meets, except the one that it begins on.
  function findFirst(table) {
    var best = { distance: Infinity, thing: null };
    pieces(table).forEach(function (thing) {
      var look = table.looks[thing.look], hitDistance = distanceOutside(thing, look, start) > 0 ? findHit(thing, look) : Infinity;
      if (hitDistance < best.distance) { best = { distance: hitDistance, thing: thing }; }
    });
    return best;
  }

  function countWithin(table) {
    return pieces(table).reduce(function (sum, thing) { return sum + (distanceOutside(thing, table.looks[thing.look], end) < radius ? thing.n || 1 : 0); }, 0);
  }

  function describe(table, name) {
    var first;
    if (kind === "circle" && end) { return t("Things within {far}: {n}", { n: countWithin(table), far: formatLength(radius) }); }
    if (!end) { return kind === "circle" ? t("Tap where its middle is.") : hasBegun ? t("Tap where it ends.") : t("Tap where it begins."); }
    if (kind === "ruler") { return t("{far} from end to end", { far: formatLength(distance(start, end)) }); }
    first = findFirst(table);
    return first.thing ? t("{what} is in the way after {far}", { what: name(first.thing), far: formatLength(first.distance) }) : t("Nothing in the way for {far}", { far: formatLength(distance(start, end)) });
  }

  GS.measure = {
    on: function () { return on; },
    begin: function () { on = true; },
    leave: function () { on = false; kind = ""; start = end = null; hasBegun = false; radius = BLAST; },

    // The first tap sets the beginning, the next one the end, and another one a new beginning.
    tap: function (position) {
      var point = [roundToTenth(position.x), roundToTenth(position.y)];
      if (kind === "circle") { end = point; }
      else if (hasBegun) { end = point; hasBegun = false; }
      else if (kind) { start = point; end = null; hasBegun = true; }
    },

    paint: function (drawn, table, scale) {
      var box, y = function (point) { return table.high - point[1]; };
      if (!on || !(start || end)) { return; }
      box = svg("g", { "class": "aim measure" }, drawn);
      if (kind === "circle") { svg("circle", { cx: end[0], cy: y(end), r: radius }, box); svg("circle", { cx: end[0], cy: y(end), r: 2 / scale }, box); return; }
      svg("circle", { cx: start[0], cy: y(start), r: 5 / scale }, box);
      if (!end) { return; }
      svg("line", { x1: start[0], y1: y(start), x2: end[0], y2: y(end), "stroke-dasharray": kind === "sight" ? "6 4" : "none" }, box);
      svg("circle", { cx: end[0], cy: y(end), r: 5 / scale }, box);
    },

    // Buttons for the tools; for the one in use, its result and what can be done with it.
    buttons: function (box, table, name, changed) {
      var text = kind ? describe(table, name) : t("Measure with what?"), to = function (key, label, press, main) { GS.play.button(box, label, function () { press(); changed(); }, main, key); };
      box.appendChild(GS.make("p", text, { "class": "named", "data-key": "measured" }));
      GS.say("chosen", text);
      [["ruler", t("Ruler")], ["sight", t("Sight line")], ["circle", t("Circle")]].forEach(function (tool) {
        if (tool[0] !== kind) { to("tool-" + tool[0], tool[1], function () { kind = tool[0]; start = end = null; hasBegun = false; }); }
      });
      if (kind === "circle") { size(box, changed); }
      to("tool-away", t("Put it away"), function () { GS.measure.leave(); GS.say("chosen", ""); });
    }
  };

  function size(box, changed) {
    var label = box.appendChild(GS.make("label", t("radius in mm") + " ")), input = label.appendChild(GS.make("input", "", { type: "number", inputmode: "decimal", min: 1, max: MAX_RADIUS, step: "any", "data-key": "radius" }));
    input.value = radius;
    input.onchange = function () { radius = Math.max(1, Math.min(MAX_RADIUS, roundToTenth(parseFloat(input.value) || BLAST))); changed(); };
  }
})();
