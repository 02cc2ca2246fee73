"use strict";
// Draws an open table: boards, cards, discs, dice, stacks with their counts, holders. All in mm, y up in the picture
// and down on the page. It adds to table.js, and like that knows nothing of the link and of rules.
//
// More options than in table.js: `frame` is the part to show, [left, top, width, height] in mm of the page; `scale` is
// px per mm, so that small cards show only their index, large; `minLetter` is the height in mm of the smallest letter
// that can be read; `chosen` are the keys of pieces with a light edge.
var GS = window.GS = window.GS || {};
(function () {
  var svg = GS.svg, SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  var FULL_CARD_WIDTH = 90, EDGE = 12; // px of width from which a card shows its whole picture; mm of ground around the table
  var PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

  function ink(colour) { return GS.isLight(colour) ? "#1f2a38" : "#fffaf0"; }

  function darken(colour) { return "#" + [1, 3, 5].map(function (index) { return ("0" + Math.round(parseInt(colour.slice(index, index + 2), 16) * 0.62).toString(16)).slice(-2); }).join(""); }

  // Text in lines, as large as it fits.
  function print(parent, words, width, height, colour) {
    var size = words.length < 3 ? Math.min(height * 0.62, width * 0.62) : Math.min(height * 0.26, width * 0.19), lines = [], maxLetters, line = "";
    if (words.length > 2) {
      for (; ; size *= 0.88) {
        maxLetters = Math.max(2, Math.floor(width * 0.88 / size / 0.54));
        lines = [];
        line = "";
        words.split(" ").forEach(function (word) {
          if (line && (line + " " + word).length > maxLetters) { lines.push(line); line = word; } else { line = line ? line + " " + word : word; }
        });
        lines.push(line);
        if (lines.length * size * 1.2 < height * 0.9 && lines.every(function (text) { return text.length <= maxLetters; })) { break; }
        if (size < 1) { break; }
      }
    } else { lines = [words]; }
    lines.forEach(function (text, index) {
      svg("text", { x: 0, y: (index - (lines.length - 1) / 2) * size * 1.2 + size * 0.35, "font-size": size, "text-anchor": "middle", fill: colour, "font-weight": "bold", "class": "number" }, parent, text);
    });
  }

  // The pose on a path of points [ms, x, y, angle] at a time in ms; `setPose` moves a piece there.
  GS.findPose = function (keys, ms) {
    var index = 0, a, b, share;
    while (index < keys.length - 1 && keys[index + 1][0] <= ms) { index += 1; }
    a = keys[index];
    b = keys[Math.min(index + 1, keys.length - 1)];
    share = b[0] > a[0] ? Math.max(0, Math.min(1, (ms - a[0]) / (b[0] - a[0]))) : 0;
    return [1, 2, 3].map(function (part) { return a[part] + (b[part] - a[part]) * share; });
  };
  GS.setPose = function (box, pose, tableHeight) {
    box.setAttribute("transform", "translate(" + pose[0] + " " + (tableHeight - pose[1]) + ") rotate(" + -pose[2] * 180 / Math.PI + ")");
  };

  // A piece around the origin, upright, with what players wrote on it. `small` cards show only their index.
  GS.piece = function (parent, look, width, height, src, small) {
    shape(parent, look, width, height, src, small);
    if (look.written) { print(parent, look.written, width * 0.9, height * 0.9, look.file ? "#1f2a38" : ink(look.paint || "#c89a60")); }
  };

  function shape(parent, look, width, height, src, small) {
    var paint = look.paint || "#c89a60", round = (look.shape === "disc" || look.shape === "pawn") && !look.corners, box = { x: -width / 2, y: -height / 2, width: width, height: height };
    var radius = look.shape === "board" ? 2 : look.shape === "card" ? Math.min(width, height) * 0.07 : Math.min(width, height) * 0.16;
    if (look.file && src(look.file) && !(small && look.rank)) {
      if (!round || look.part) { svg("rect", { x: box.x, y: box.y, width: width, height: height, rx: radius, fill: look.shape === "card" ? "#fffaf0" : "none" }, parent); }
      picture(parent, look, box, src);
      return;
    }
    if (look.corners) {
      svg("polygon", { points: look.corners.map(function (corner) { return corner[0] + "," + -corner[1]; }).join(" "), fill: paint, stroke: darken(paint), "stroke-width": 0.8 }, parent);
      return;
    }
    if (round) { disc(parent, look, Math.min(width, height) / 2, paint); return; }
    svg("rect", { x: box.x, y: box.y, width: width, height: height, rx: radius, fill: look.rank ? "#fffaf0" : paint, stroke: darken(paint), "stroke-width": Math.min(width, height) / 40 }, parent);
    if (look.rank) { index(parent, look, width, height); return; }
    if (look.shape === "board" && look.snaps) { points(parent, look.snaps); return; }
    if (look.shape === "die" && PIPS[look.text]) { pips(parent, look, width, ink(paint)); return; }
    if (look.down) { svg("rect", { x: box.x + width * 0.09, y: box.y + width * 0.09, width: width * 0.82, height: height - width * 0.18, rx: radius, fill: "none", stroke: darken(paint), "stroke-width": width / 30 }, parent); }
    if (look.text) { print(parent, look.text, width, height, ink(paint)); }
  }

  // A picture, or a part of a picture with several.
  function picture(parent, look, box, src) {
    var attributes = { href: src(look.file), x: box.x, y: box.y, width: box.width, height: box.height, preserveAspectRatio: "none" }, part = look.part, inner;
    if (!part) { svg("image", attributes, parent); return; }
    inner = svg("svg", { x: box.x, y: box.y, width: box.width, height: box.height, viewBox: "0 0 " + box.width + " " + box.height }, parent);
    svg("image", { href: attributes.href, x: -part[0] / part[2] * box.width, y: -part[1] / part[3] * box.height, width: box.width / part[2], height: box.height / part[3], preserveAspectRatio: "none" }, inner);
  }

  function index(parent, look, width, height) {
    var colour = look.red ? "#b8322a" : "#1f2a38", size = width * (look.rank.length > 1 ? 0.46 : 0.56);
    svg("text", { x: -width * 0.42, y: -height / 2 + size * 0.86, "font-size": size, fill: colour, "font-weight": "bold", "class": "number" }, parent, look.rank);
    svg("text", { x: width * 0.16, y: height * 0.42, "font-size": width * 0.72, fill: colour, "text-anchor": "middle", "class": "number" }, parent, SUITS[look.suit]);
  }

  function disc(parent, look, radius, paint) {
    svg("circle", { r: radius, fill: darken(paint) }, parent);
    svg("circle", { r: radius * 0.92, cy: -radius * 0.06, fill: paint }, parent);
    if (look.shape === "pawn") { svg("circle", { r: radius * 0.55, cy: -radius * 0.1, fill: darken(paint) }, parent); svg("circle", { r: radius * 0.48, cy: -radius * 0.16, fill: paint }, parent); return; }
    svg("circle", { r: radius * 0.7, fill: "none", stroke: darken(paint), "stroke-width": radius * 0.08 }, parent);
    if (look.down) { svg("text", { y: radius * 0.36, "font-size": radius, "text-anchor": "middle", fill: ink(paint), "class": "number" }, parent, "♛"); }
    else if (look.text && look.text.length < 4) { print(parent, look.text, radius * 1.4, radius * 1.4, ink(paint)); }
  }

  function pips(parent, look, width, colour) {
    PIPS[look.text].forEach(function (pip) { svg("circle", { cx: pip[0] * width * 0.27, cy: pip[1] * width * 0.27, r: width * 0.1, fill: colour }, parent); });
  }

  // Snap points in a grid are squares, dark at the lower left; others are dots.
  function points(parent, all) {
    var xs = listValues(all, 0), ys = listValues(all, 1);
    if (xs.length < 2 || ys.length < 2 || xs.length * ys.length !== all.length) {
      all.forEach(function (point) { svg("circle", { cx: point[0], cy: -point[1], r: 2, fill: "#ecd9b4" }, parent); });
      return;
    }
    var step = [xs[1] - xs[0], ys[1] - ys[0]];
    all.forEach(function (point) {
      var odd = (xs.indexOf(point[0]) + ys.indexOf(point[1])) % 2 === 0;
      svg("rect", { x: point[0] - step[0] / 2, y: -point[1] - step[1] / 2, width: step[0], height: step[1], fill: odd ? "#7a5434" : "#e2cfa8" }, parent);
    });
  }

  function listValues(all, part) {
    return all.map(function (point) { return point[part]; }).sort(function (a, b) { return a - b; }).filter(function (value, index, list) { return !index || value !== list[index - 1]; });
  }

  // The whole picture: [left, top, width, height] in mm of the page.
  GS.openFrame = function (table) { return [-EDGE, -EDGE, table.wide + 2 * EDGE, table.high + 2 * EDGE]; };

  GS.drawers.open = function (drawn, table, seats, options, src) {
    var frame = options.frame || GS.openFrame(table), ground = table.ground || "bare", light = ground === "paper", minLetter = options.minLetter || Math.max(9, Math.min(16, table.high / 34));
    drawn.setAttribute("viewBox", frame.join(" "));
    drawn.setAttribute("class", drawn.getAttribute("class") + " on-" + ground);
    svg("rect", { x: 0, y: 0, width: table.wide, height: table.high, "class": "mat of-" + ground }, drawn);
    var boards = svg("g", {}, drawn), areas = svg("g", {}, drawn), pieces = svg("g", {}, drawn);
    table.areas.forEach(function (region) { area(areas, region, table, seats, light, minLetter); });
    table.things.forEach(function (piece) {
      var look = table.looks[piece.look];
      thing(look.shape === "board" ? boards : pieces, piece, look, table, options, src, minLetter);
    });
    table.walls.forEach(function (wall) { svg("line", { x1: wall[0], y1: table.high - wall[1], x2: wall[2], y2: table.high - wall[3], stroke: "#2f1d10", "stroke-width": table.thick }, drawn); });
  };

  // A holder. Its name is below it, or above it at the edge of the table; it is left out if it could not be read.
  function area(parent, region, table, seats, light, size) {
    var box = region.box, colour = region.seat === null || !seats[region.seat] ? light ? "#5d4a2a" : "#f4ead5" : seats[region.seat].colour, over = box[1] < size * 1.4;
    var group = svg("g", { "data-area": region.key, "data-spot": "area " + region.key }, parent);
    svg("rect", { x: box[0], y: table.high - box[1] - box[3], width: box[2], height: box[3], rx: 4, fill: colour, "fill-opacity": 0.09, stroke: colour, "stroke-opacity": 0.65, "stroke-width": 1.6, "class": "area" }, group);
    if (region.name.length * size * 0.5 > Math.max(box[2] * 1.5, size * 4)) { return; }
    svg("text", { x: box[0] + box[2] / 2, y: table.high - box[1] + (over ? -box[3] - size * 0.3 : size * 1.1), "font-size": size, "text-anchor": "middle", fill: light ? "#3b2a1b" : "#f4ead5", stroke: light ? "none" : "#2f1d10", "stroke-width": size / 6, "paint-order": "stroke", "stroke-linejoin": "round" }, group, region.name);
  }

  function thing(parent, piece, look, table, options, src, minLetter) {
    var turn = "translate(" + piece.at[0] + " " + (table.high - piece.at[1]) + ") rotate(" + -(piece.angle || 0) * 180 / Math.PI + ")";
    var group = svg("g", { transform: turn, "data-key": piece.key }, parent), width = piece.size[0], height = piece.size[1], small = options.scale && width * options.scale < FULL_CARD_WIDTH;
    var flat = look.shape === "board", round = !flat && (look.shape === "disc" || look.shape === "pawn") && !look.corners;
    if (!flat && !piece.bag) { svg(round ? "circle" : "rect", round ? { cx: 1.2, cy: 2, r: Math.min(width, height) / 2, fill: "#000", "fill-opacity": 0.35 } : { x: -width / 2 + 1.2, y: -height / 2 + 2, width: width, height: height, rx: Math.min(width, height) * 0.07, fill: "#000", "fill-opacity": 0.35 }, group); }
    if (piece.bag) { GS.bag(group, Math.min(width, height)); }
    else {
      for (var layer = Math.min(4, Math.ceil((piece.n || 1) / 8)); layer > 0 && piece.n > 1; layer--) {
        svg(round ? "circle" : "rect", round ? { cx: layer * 1.1, cy: layer * 1.5, r: Math.min(width, height) / 2, fill: "#cdbb94", stroke: "#7d5432", "stroke-width": 0.4 } : { x: -width / 2 + layer * 1.1, y: -height / 2 + layer * 1.5, width: width, height: height, rx: Math.min(width, height) * 0.07, fill: "#efe3c6", stroke: "#9c8658", "stroke-width": 0.5 }, group);
      }
      GS.piece(group, look, width, height, src, small);
    }
    if (options.chosen && options.chosen.indexOf(piece.key) >= 0) { svg(round ? "circle" : "rect", round ? { r: Math.min(width, height) / 2 + 2, "class": "picked" } : { x: -width / 2 - 2, y: -height / 2 - 2, width: width + 4, height: height + 4, rx: 5, "class": "picked" }, group); }
    if (piece.title) { renderTitle(group, piece, Math.max(width, height), minLetter); }
    if (piece.n > 1 || piece.bag) { count(group, piece.n, width, height, piece.angle || 0, Math.max(minLetter, Math.min(20, width * 0.3))); }
  }

  GS.bag = function (parent, size) {
    svg("circle", { cy: size * 0.08, r: size * 0.42, fill: "#6e5a47" }, parent);
    svg("rect", { x: -size * 0.14, y: -size * 0.44, width: size * 0.28, height: size * 0.2, rx: size * 0.06, fill: "#6e5a47" }, parent);
    svg("rect", { x: -size * 0.18, y: -size * 0.28, width: size * 0.36, height: size * 0.06, rx: size * 0.03, fill: "#c89a60" }, parent);
  };

  // The name that players gave a stack, below it and upright.
  function renderTitle(parent, piece, size, minLetter) {
    var inner = svg("g", { transform: "rotate(" + (piece.angle || 0) * 180 / Math.PI + ")" }, parent);
    svg("text", { y: size / 2 + minLetter * 1.2, "font-size": minLetter, "text-anchor": "middle", fill: "#fffaf0", stroke: "#1f2a38", "stroke-width": minLetter / 5, "paint-order": "stroke" }, inner, piece.title);
  }

  // The number of pieces in a stack, upright even if the stack is turned.
  function count(parent, pieceCount, width, height, angle, size) {
    var words = String(pieceCount), half = size * (0.42 + 0.32 * words.length);
    var group = svg("g", { transform: "translate(" + width * 0.32 + " " + height * 0.36 + ") rotate(" + angle * 180 / Math.PI + ")" }, parent);
    svg("rect", { x: -half, y: -size * 0.62, width: half * 2, height: size * 1.24, rx: size * 0.5, fill: "#1f2a38", stroke: "#c8963e", "stroke-width": 1 }, group);
    svg("text", { y: size * 0.36, "font-size": size, "text-anchor": "middle", fill: "#fffaf0", "font-weight": "bold" }, group, words);
  }
})();
