"use strict";
// Ruler, sight line and circle on the small table, from a tap to a tap; as at the window they are no pieces and in no
// record, and lie on this phone alone. All in mm, y up. A thing that is chosen by its name is tapped in its middle.
var GS = window.GS = window.GS || {};
(function () {
  var BLAST = 28.2, MOST = 5000; // mm: the radius of the blast of a tile (GS-19), and of the largest circle
  var t = GS.t, svg = GS.svg;
  var on = false, kind = "", start = null, end = null, begun = false, radius = BLAST;

  function far(one, other) { return Math.sqrt(Math.pow(one[0] - other[0], 2) + Math.pow(one[1] - other[1], 2)); }
  function tenth(value) { return Math.round(value * 10) / 10; }
  function mm(value) { return t("{n} mm", { n: tenth(value).toLocaleString(document.documentElement.lang) }); }

  // The corners of a thing, counter-clockwise; none if it is round.
  function outline(one, look) {
    var x = one.size[0] / 2, y = one.size[1] / 2, c = Math.cos(one.angle || 0), s = Math.sin(one.angle || 0);
    var round = !look.corners && (look.shape === "disc" || look.shape === "pawn");
    var corners = look.corners || (round ? [] : [[-x, -y], [x, -y], [x, y], [-x, y]]);
    return corners.map(function (at) { return [one.at[0] + at[0] * c - at[1] * s, one.at[1] + at[0] * s + at[1] * c]; });
  }

  function sides(corners) { return corners.map(function (at, index) { return [at, corners[(index + 1) % corners.length]]; }); }

  // How far a point is from the edge of a thing; 0 inside.
  function away(one, look, at) {
    var all = sides(outline(one, look));
    if (!all.length) { return Math.max(0, far(at, one.at) - Math.max(one.size[0], one.size[1]) / 2); }
    if (all.every(function (two) { return (two[1][0] - two[0][0]) * (at[1] - two[0][1]) >= (two[1][1] - two[0][1]) * (at[0] - two[0][0]); })) { return 0; }
    return Math.min.apply(null, all.map(function (two) {
      var x = two[1][0] - two[0][0], y = two[1][1] - two[0][1], share = ((at[0] - two[0][0]) * x + (at[1] - two[0][1]) * y) / (x * x + y * y || 1);
      share = Math.max(0, Math.min(1, share));
      return far(at, [two[0][0] + share * x, two[0][1] + share * y]);
    }));
  }

  // After how many mm a straight line meets a thing; infinity if it does not.
  function hit(one, look) {
    var length = far(start, end), way = [(end[0] - start[0]) / length, (end[1] - start[1]) / length], all = sides(outline(one, look)), found = [], across = one.at[0] - start[0], up = one.at[1] - start[1];
    var half = Math.max(one.size[0], one.size[1]) / 2, aside = up * way[0] - across * way[1];
    if (!all.length && Math.abs(aside) <= half) { found.push(across * way[0] + up * way[1] - Math.sqrt(half * half - aside * aside)); }
    all.forEach(function (two) {
      var x = two[1][0] - two[0][0], y = two[1][1] - two[0][1], turned = way[0] * y - way[1] * x, to = [two[0][0] - start[0], two[0][1] - start[1]], share = (to[0] * way[1] - to[1] * way[0]) / turned;
      if (Math.abs(turned) > 1e-12 && share >= 0 && share <= 1) { found.push((to[0] * y - to[1] * x) / turned); }
    });
    found = found.filter(function (one) { return one >= 0 && one <= length; });
    return found.length ? Math.min.apply(null, found) : Infinity;
  }

  function pieces(table) { return table.things.filter(function (one) { return table.looks[one.look].shape !== "board"; }); }

  // What the line meets first; what it begins on is not met.
  function met(table) {
    var best = { far: Infinity, what: null };
    pieces(table).forEach(function (one) {
      var look = table.looks[one.look], there = away(one, look, start) > 0 ? hit(one, look) : Infinity;
      if (there < best.far) { best = { far: there, what: one }; }
    });
    return best;
  }

  function within(table) {
    return pieces(table).reduce(function (sum, one) { return sum + (away(one, table.looks[one.look], end) < radius ? one.n || 1 : 0); }, 0);
  }

  function words(table, name) {
    var first;
    if (kind === "circle" && end) { return t("Things within {far}: {n}", { n: within(table), far: mm(radius) }); }
    if (!end) { return kind === "circle" ? t("Tap where its middle is.") : begun ? t("Tap where it ends.") : t("Tap where it begins."); }
    if (kind === "ruler") { return t("{far} from end to end", { far: mm(far(start, end)) }); }
    first = met(table);
    return first.what ? t("{what} is in the way after {far}", { what: name(first.what), far: mm(first.far) }) : t("Nothing in the way for {far}", { far: mm(far(start, end)) });
  }

  GS.measure = {
    on: function () { return on; },
    begin: function () { on = true; },
    leave: function () { on = false; kind = ""; start = end = null; begun = false; radius = BLAST; },

    // The first tap is where it begins, the next one where it ends, and the one after that begins anew.
    tap: function (at) {
      var point = [tenth(at.x), tenth(at.y)];
      if (kind === "circle") { end = point; }
      else if (begun) { end = point; begun = false; }
      else if (kind) { start = point; end = null; begun = true; }
    },

    paint: function (drawn, table, scale) {
      var box, y = function (at) { return table.high - at[1]; };
      if (!on || !(start || end)) { return; }
      box = svg("g", { "class": "aim measure" }, drawn);
      if (kind === "circle") { svg("circle", { cx: end[0], cy: y(end), r: radius }, box); svg("circle", { cx: end[0], cy: y(end), r: 2 / scale }, box); return; }
      svg("circle", { cx: start[0], cy: y(start), r: 5 / scale }, box);
      if (!end) { return; }
      svg("line", { x1: start[0], y1: y(start), x2: end[0], y2: y(end), "stroke-dasharray": kind === "sight" ? "6 4" : "none" }, box);
      svg("circle", { cx: end[0], cy: y(end), r: 5 / scale }, box);
    },

    // Which tool; of the one that is taken up, what it tells and what can be done with it.
    buttons: function (box, table, name, changed) {
      var said = kind ? words(table, name) : t("Measure with what?"), to = function (key, label, press, main) { GS.play.button(box, label, function () { press(); changed(); }, main, key); };
      box.appendChild(GS.make("p", said, { "class": "named", "data-key": "measured" }));
      GS.say("chosen", said);
      [["ruler", t("Ruler")], ["sight", t("Sight line")], ["circle", t("Circle")]].forEach(function (one) {
        if (one[0] !== kind) { to("tool-" + one[0], one[1], function () { kind = one[0]; start = end = null; begun = false; }); }
      });
      if (kind === "circle") { size(box, changed); }
      to("tool-away", t("Put it away"), function () { GS.measure.leave(); GS.say("chosen", ""); });
    }
  };

  function size(box, changed) {
    var label = box.appendChild(GS.make("label", t("radius in mm") + " ")), input = label.appendChild(GS.make("input", "", { type: "number", inputmode: "decimal", min: 1, max: MOST, step: "any", "data-key": "radius" }));
    input.value = radius;
    input.onchange = function () { radius = Math.max(1, Math.min(MOST, tenth(parseFloat(input.value) || BLAST))); changed(); };
  }
})();
