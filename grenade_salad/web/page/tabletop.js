"use strict";
// Draws an open table: boards, cards, discs, dice, stacks with their counts, holders; all in mm, y up in the picture and
// down on the page. It adds to what table.js draws, and like that knows nothing of sockets and of rules.
//
// Options besides those of table.js: `frame` is [left, top, width, height] to show, in mm of the page; `scale` how many
// px a mm has, so that small cards show what is in their corner, large; `least` how many mm high a letter must be to be
// read; `chosen` are the keys of what has a light edge.
var GS = window.GS = window.GS || {};
(function () {
  var svg = GS.svg, SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  var LARGE = 90, EDGE = 12; // px of width from which a card shows all of its picture; mm of ground around the table
  var PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

  function ink(colour) { return GS.light(colour) ? "#1f2a38" : "#fffaf0"; }

  function dark(colour) { return "#" + [1, 3, 5].map(function (at) { return ("0" + Math.round(parseInt(colour.slice(at, at + 2), 16) * 0.62).toString(16)).slice(-2); }).join(""); }

  // Words as large as they go, in lines.
  function print(parent, words, wide, high, colour) {
    var size = words.length < 3 ? Math.min(high * 0.62, wide * 0.62) : Math.min(high * 0.26, wide * 0.19), lines = [], most, line = "";
    if (words.length > 2) {
      for (; ; size *= 0.88) {
        most = Math.max(2, Math.floor(wide * 0.88 / size / 0.54));
        lines = [];
        line = "";
        words.split(" ").forEach(function (word) {
          if (line && (line + " " + word).length > most) { lines.push(line); line = word; } else { line = line ? line + " " + word : word; }
        });
        lines.push(line);
        if (lines.length * size * 1.2 < high * 0.9 && lines.every(function (one) { return one.length <= most; })) { break; }
        if (size < 1) { break; }
      }
    } else { lines = [words]; }
    lines.forEach(function (one, at) {
      svg("text", { x: 0, y: (at - (lines.length - 1) / 2) * size * 1.2 + size * 0.35, "font-size": size, "text-anchor": "middle", fill: colour, "font-weight": "bold", "class": "number" }, parent, one);
    });
  }

  // Where something is on a way of points [ms, x, y, angle], so many ms after it began; and there it stands.
  GS.along = function (keys, ms) {
    var at = 0, a, b, share;
    while (at < keys.length - 1 && keys[at + 1][0] <= ms) { at += 1; }
    a = keys[at];
    b = keys[Math.min(at + 1, keys.length - 1)];
    share = b[0] > a[0] ? Math.max(0, Math.min(1, (ms - a[0]) / (b[0] - a[0]))) : 0;
    return [1, 2, 3].map(function (part) { return a[part] + (b[part] - a[part]) * share; });
  };
  GS.drive = function (box, pose, high) {
    box.setAttribute("transform", "translate(" + pose[0] + " " + (high - pose[1]) + ") rotate(" + -pose[2] * 180 / Math.PI + ")");
  };

  // A piece of that look round the origin, upright, with what somebody wrote on it. `small` cards show their index alone.
  GS.piece = function (parent, look, wide, high, src, small) {
    shape(parent, look, wide, high, src, small);
    if (look.written) { print(parent, look.written, wide * 0.9, high * 0.9, look.file ? "#1f2a38" : ink(look.paint || "#c89a60")); }
  };

  function shape(parent, look, wide, high, src, small) {
    var paint = look.paint || "#c89a60", round = (look.shape === "disc" || look.shape === "pawn") && !look.corners, box = { x: -wide / 2, y: -high / 2, width: wide, height: high };
    var radius = look.shape === "board" ? 2 : look.shape === "card" ? Math.min(wide, high) * 0.07 : Math.min(wide, high) * 0.16;
    if (look.file && src(look.file) && !(small && look.rank)) {
      if (!round || look.part) { svg("rect", { x: box.x, y: box.y, width: wide, height: high, rx: radius, fill: look.shape === "card" ? "#fffaf0" : "none" }, parent); }
      picture(parent, look, box, src);
      return;
    }
    if (look.corners) {
      svg("polygon", { points: look.corners.map(function (one) { return one[0] + "," + -one[1]; }).join(" "), fill: paint, stroke: dark(paint), "stroke-width": 0.8 }, parent);
      return;
    }
    if (round) { disc(parent, look, Math.min(wide, high) / 2, paint); return; }
    svg("rect", { x: box.x, y: box.y, width: wide, height: high, rx: radius, fill: look.rank ? "#fffaf0" : paint, stroke: dark(paint), "stroke-width": Math.min(wide, high) / 40 }, parent);
    if (look.rank) { index(parent, look, wide, high); return; }
    if (look.shape === "board" && look.snaps) { points(parent, look.snaps); return; }
    if (look.shape === "die" && PIPS[look.text]) { pips(parent, look, wide, ink(paint)); return; }
    if (look.down) { svg("rect", { x: box.x + wide * 0.09, y: box.y + wide * 0.09, width: wide * 0.82, height: high - wide * 0.18, rx: radius, fill: "none", stroke: dark(paint), "stroke-width": wide / 30 }, parent); }
    if (look.text) { print(parent, look.text, wide, high, ink(paint)); }
  }

  // A picture, or a part of a sheet of them.
  function picture(parent, look, box, src) {
    var at = { href: src(look.file), x: box.x, y: box.y, width: box.width, height: box.height, preserveAspectRatio: "none" }, part = look.part, inner;
    if (!part) { svg("image", at, parent); return; }
    inner = svg("svg", { x: box.x, y: box.y, width: box.width, height: box.height, viewBox: "0 0 " + box.width + " " + box.height }, parent);
    svg("image", { href: at.href, x: -part[0] / part[2] * box.width, y: -part[1] / part[3] * box.height, width: box.width / part[2], height: box.height / part[3], preserveAspectRatio: "none" }, inner);
  }

  function index(parent, look, wide, high) {
    var colour = look.red ? "#b8322a" : "#1f2a38", size = wide * (look.rank.length > 1 ? 0.46 : 0.56);
    svg("text", { x: -wide * 0.42, y: -high / 2 + size * 0.86, "font-size": size, fill: colour, "font-weight": "bold", "class": "number" }, parent, look.rank);
    svg("text", { x: wide * 0.16, y: high * 0.42, "font-size": wide * 0.72, fill: colour, "text-anchor": "middle", "class": "number" }, parent, SUITS[look.suit]);
  }

  function disc(parent, look, radius, paint) {
    svg("circle", { r: radius, fill: dark(paint) }, parent);
    svg("circle", { r: radius * 0.92, cy: -radius * 0.06, fill: paint }, parent);
    if (look.shape === "pawn") { svg("circle", { r: radius * 0.55, cy: -radius * 0.1, fill: dark(paint) }, parent); svg("circle", { r: radius * 0.48, cy: -radius * 0.16, fill: paint }, parent); return; }
    svg("circle", { r: radius * 0.7, fill: "none", stroke: dark(paint), "stroke-width": radius * 0.08 }, parent);
    if (look.down) { svg("text", { y: radius * 0.36, "font-size": radius, "text-anchor": "middle", fill: ink(paint), "class": "number" }, parent, "♛"); }
    else if (look.text && look.text.length < 4) { print(parent, look.text, radius * 1.4, radius * 1.4, ink(paint)); }
  }

  function pips(parent, look, wide, colour) {
    PIPS[look.text].forEach(function (one) { svg("circle", { cx: one[0] * wide * 0.27, cy: one[1] * wide * 0.27, r: wide * 0.1, fill: colour }, parent); });
  }

  // Snap points in a grid are squares, dark at the lower left; others are dots.
  function points(parent, all) {
    var xs = sorted(all, 0), ys = sorted(all, 1);
    if (xs.length < 2 || ys.length < 2 || xs.length * ys.length !== all.length) {
      all.forEach(function (one) { svg("circle", { cx: one[0], cy: -one[1], r: 2, fill: "#ecd9b4" }, parent); });
      return;
    }
    var step = [xs[1] - xs[0], ys[1] - ys[0]];
    all.forEach(function (one) {
      var odd = (xs.indexOf(one[0]) + ys.indexOf(one[1])) % 2 === 0;
      svg("rect", { x: one[0] - step[0] / 2, y: -one[1] - step[1] / 2, width: step[0], height: step[1], fill: odd ? "#7a5434" : "#e2cfa8" }, parent);
    });
  }

  function sorted(all, part) {
    return all.map(function (one) { return one[part]; }).sort(function (a, b) { return a - b; }).filter(function (one, at, list) { return !at || one !== list[at - 1]; });
  }

  // All that the picture shows: [left, top, width, height] in mm of the page.
  GS.openFrame = function (table) { return [-EDGE, -EDGE, table.wide + 2 * EDGE, table.high + 2 * EDGE]; };

  GS.drawers.open = function (drawn, table, seats, how, src) {
    var frame = how.frame || GS.openFrame(table), ground = table.ground || "bare", light = ground === "paper", least = how.least || Math.max(9, Math.min(16, table.high / 34));
    drawn.setAttribute("viewBox", frame.join(" "));
    drawn.setAttribute("class", drawn.getAttribute("class") + " on-" + ground);
    svg("rect", { x: 0, y: 0, width: table.wide, height: table.high, "class": "mat of-" + ground }, drawn);
    var boards = svg("g", {}, drawn), areas = svg("g", {}, drawn), pieces = svg("g", {}, drawn);
    table.areas.forEach(function (one) { area(areas, one, table, seats, light, least); });
    table.things.forEach(function (one) {
      var look = table.looks[one.look];
      thing(look.shape === "board" ? boards : pieces, one, look, table, how, src, least);
    });
    table.walls.forEach(function (one) { svg("line", { x1: one[0], y1: table.high - one[1], x2: one[2], y2: table.high - one[3], stroke: "#2f1d10", "stroke-width": table.thick }, drawn); });
  };

  // Its name stands below it, or above where the table ends; it is left out where it cannot be read.
  function area(parent, one, table, seats, light, size) {
    var box = one.box, colour = one.seat === null || !seats[one.seat] ? light ? "#5d4a2a" : "#f4ead5" : seats[one.seat].colour, over = box[1] < size * 1.4;
    var made = svg("g", { "data-area": one.key, "data-spot": "area " + one.key }, parent);
    svg("rect", { x: box[0], y: table.high - box[1] - box[3], width: box[2], height: box[3], rx: 4, fill: colour, "fill-opacity": 0.09, stroke: colour, "stroke-opacity": 0.65, "stroke-width": 1.6, "class": "area" }, made);
    if (one.name.length * size * 0.5 > Math.max(box[2] * 1.5, size * 4)) { return; }
    svg("text", { x: box[0] + box[2] / 2, y: table.high - box[1] + (over ? -box[3] - size * 0.3 : size * 1.1), "font-size": size, "text-anchor": "middle", fill: light ? "#3b2a1b" : "#f4ead5", stroke: light ? "none" : "#2f1d10", "stroke-width": size / 6, "paint-order": "stroke", "stroke-linejoin": "round" }, made, one.name);
  }

  function thing(parent, one, look, table, how, src, least) {
    var turn = "translate(" + one.at[0] + " " + (table.high - one.at[1]) + ") rotate(" + -(one.angle || 0) * 180 / Math.PI + ")";
    var made = svg("g", { transform: turn, "data-key": one.key }, parent), wide = one.size[0], high = one.size[1], small = how.scale && wide * how.scale < LARGE;
    var flat = look.shape === "board", round = !flat && (look.shape === "disc" || look.shape === "pawn") && !look.corners;
    if (!flat && !one.bag) { svg(round ? "circle" : "rect", round ? { cx: 1.2, cy: 2, r: Math.min(wide, high) / 2, fill: "#000", "fill-opacity": 0.35 } : { x: -wide / 2 + 1.2, y: -high / 2 + 2, width: wide, height: high, rx: Math.min(wide, high) * 0.07, fill: "#000", "fill-opacity": 0.35 }, made); }
    if (one.bag) { GS.bag(made, Math.min(wide, high)); }
    else {
      for (var layer = Math.min(4, Math.ceil((one.n || 1) / 8)); layer > 0 && one.n > 1; layer--) {
        svg(round ? "circle" : "rect", round ? { cx: layer * 1.1, cy: layer * 1.5, r: Math.min(wide, high) / 2, fill: "#cdbb94", stroke: "#7d5432", "stroke-width": 0.4 } : { x: -wide / 2 + layer * 1.1, y: -high / 2 + layer * 1.5, width: wide, height: high, rx: Math.min(wide, high) * 0.07, fill: "#efe3c6", stroke: "#9c8658", "stroke-width": 0.5 }, made);
      }
      GS.piece(made, look, wide, high, src, small);
    }
    if (how.chosen && how.chosen.indexOf(one.key) >= 0) { svg(round ? "circle" : "rect", round ? { r: Math.min(wide, high) / 2 + 2, "class": "picked" } : { x: -wide / 2 - 2, y: -high / 2 - 2, width: wide + 4, height: high + 4, rx: 5, "class": "picked" }, made); }
    if (one.title) { titled(made, one, Math.max(wide, high), least); }
    if (one.n > 1 || one.bag) { count(made, one.n, wide, high, one.angle || 0, Math.max(least, Math.min(20, wide * 0.3))); }
  }

  GS.bag = function (parent, size) {
    svg("circle", { cy: size * 0.08, r: size * 0.42, fill: "#6e5a47" }, parent);
    svg("rect", { x: -size * 0.14, y: -size * 0.44, width: size * 0.28, height: size * 0.2, rx: size * 0.06, fill: "#6e5a47" }, parent);
    svg("rect", { x: -size * 0.18, y: -size * 0.28, width: size * 0.36, height: size * 0.06, rx: size * 0.03, fill: "#c89a60" }, parent);
  };

  // What somebody calls a stack, below it and upright.
  function titled(made, one, size, least) {
    var inner = svg("g", { transform: "rotate(" + (one.angle || 0) * 180 / Math.PI + ")" }, made);
    svg("text", { y: size / 2 + least * 1.2, "font-size": least, "text-anchor": "middle", fill: "#fffaf0", stroke: "#1f2a38", "stroke-width": least / 5, "paint-order": "stroke" }, inner, one.title);
  }

  // How many there are, upright whatever lies turned.
  function count(parent, many, wide, high, angle, size) {
    var words = String(many), half = size * (0.42 + 0.32 * words.length);
    var made = svg("g", { transform: "translate(" + wide * 0.32 + " " + high * 0.36 + ") rotate(" + angle * 180 / Math.PI + ")" }, parent);
    svg("rect", { x: -half, y: -size * 0.62, width: half * 2, height: size * 1.24, rx: size * 0.5, fill: "#1f2a38", stroke: "#c8963e", "stroke-width": 1 }, made);
    svg("text", { y: size * 0.36, "font-size": size, "text-anchor": "middle", fill: "#fffaf0", "font-weight": "bold" }, made, words);
  }
})();
