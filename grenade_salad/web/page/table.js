"use strict";
// Draws a table from the picture in a sheet. It knows nothing of the link to the table: phones, television pages and
// the share page use it. GS.draw(box, picture, seats, options) replaces what is in the box.
//
// `seats` have a name and a colour. Options: `src(path)` returns the address of a picture file (cards/…, dice/…),
// `label` describes the drawing to screen readers, `frame` is the part of a field to show: [left, top, width, height]
// in mm. `own` is the seat whose soldiers have a light edge, `numbers` is true if soldiers have their numbers on them,
// `turned` if the field is turned a quarter to the right, as on an upright phone. `ratio` is the width by the height of
// the box, for a ring and for piles; `names` is false if those have no names. `letter` is the height in mm of the
// numbers of soldiers that a question is about. Animations find their places by "data-spot". `rich` is true if a field has
// the cloth and the light of the window, and soldiers have the marks of their seats: pictures that a phone spares.
var GS = window.GS = window.GS || {};
(function () {
  var SPACE = "http://www.w3.org/2000/svg";
  var CARD = [66, 92];
  var THREADS = 180; // mm of cloth in its picture
  var clothCount = 0;

  var svg = GS.svg = function (tag, attributes, parent, words) {
    var element = document.createElementNS(SPACE, tag);
    Object.keys(attributes).forEach(function (name) { element.setAttribute(name, attributes[name]); });
    if (words !== undefined) { element.textContent = words; }
    if (parent) { parent.appendChild(element); }
    return element;
  };

  // True if dark letters are easier to read on a colour like #F0E442 than light ones.
  GS.isLight = function (colour) {
    var parts = [1, 3, 5].map(function (index) { return parseInt(colour.slice(index, index + 2), 16); });
    return parts[0] * 0.3 + parts[1] * 0.59 + parts[2] * 0.11 > 128;
  };

  // Functions that draw each kind of picture; tabletop.js adds one.
  GS.drawers = { field: field, ring: ring, piles: piles };

  GS.draw = function (box, picture, seats, options) {
    var settings = options || {}, drawers = GS.drawers;
    box.textContent = "";
    if (!picture || !drawers[picture.kind]) { return null; }
    var drawn = svg("svg", { "class": "drawn " + picture.kind, preserveAspectRatio: "xMidYMid meet", role: "img", "aria-label": settings.label || "" }, box);
    drawers[picture.kind](drawn, picture, seats, settings, settings.src || function (path) { return "/" + path; });
    return drawn;
  };

  // A field of soldiers, in mm; y is up on the table and down on the page.

  // `mark` is the address of the picture on its top, or "".
  GS.cube = function (parent, size, x, y, angle, fill, edge, more, mark) {
    var turn = "translate(" + x + " " + y + ") rotate(" + -angle * 180 / Math.PI + ")";
    var cube = svg("g", { transform: turn }, parent), ink = "#1f2a38";
    // A square around a place that is to the right and down on the page, however the cube is turned.
    function square(width, right, down, more) {
      var left = right * Math.cos(angle) - down * Math.sin(angle) - width / 2, top = right * Math.sin(angle) + down * Math.cos(angle) - width / 2;
      var attributes = { x: left, y: top, width: width, height: width, rx: size / 10 };
      Object.keys(more).forEach(function (name) { attributes[name] = more[name]; });
      svg("rect", attributes, cube);
    }
    square(size, size * 0.14, size * 0.34, { fill: "#160e06", "fill-opacity": 0.5 });
    square(size, size * 0.06, size * 0.18, { fill: darken(fill), stroke: ink, "stroke-width": size / 9 });
    if (edge !== "#000000") { square(size * 1.24, 0, 0, { fill: ink }); }
    square(size, 0, 0, { "class": "paint", fill: fill, stroke: edge === "#000000" ? ink : edge, "stroke-width": size / 9 });
    if (mark) { svg("image", { href: mark, x: size * -0.32, y: size * -0.32, width: size * 0.64, height: size * 0.64, "class": "mark" }, cube); }
    Object.keys(more || {}).forEach(function (name) { cube.setAttribute(name, more[name]); });
    return cube;
  };

  // The picture of a seat's mark; there are two for each of nine colours.
  GS.mark = function (seat) { return "marks/" + seat % 18 + ".svg"; };

  function darken(colour) {
    return "#" + [1, 3, 5].map(function (index) { return ("0" + Math.round(parseInt(colour.slice(index, index + 2), 16) * 0.66).toString(16)).slice(-2); }).join("");
  }

  // The rotation of a field on the page, as attributes of what is drawn on it.
  GS.turn = function (table, turned) { return turned ? { transform: "translate(" + table.high + " 0) rotate(90)" } : {}; };

  // The position of a place of the field in the drawing, in mm from its upper left corner.
  GS.toDrawing = function (table, turned, place) {
    return turned ? { x: place.y, y: place.x } : { x: place.x, y: table.high - place.y };
  };

  // The part that shows all soldiers, [left, top, width, height] in mm, with the ratio of width to height of the
  // screen.
  GS.frame = function (table, near, ratio, turned) {
    var all = table.soldiers.map(function (soldier) { return GS.toDrawing(table, turned, soldier); }), edge = table.tile * 0.6;
    var whole = turned ? [0, 0, table.high, table.wide] : [0, 0, table.wide, table.high];
    if (!near || !all.length) { return fitted(whole, ratio); }
    var xs = all.map(function (place) { return place.x; }), ys = all.map(function (place) { return place.y; });
    var left = Math.max(0, Math.min.apply(null, xs) - edge), top = Math.max(0, Math.min.apply(null, ys) - edge);
    var right = Math.min(whole[2], Math.max.apply(null, xs) + edge), bottom = Math.min(whole[3], Math.max.apply(null, ys) + edge);
    return fitted([left, top, right - left, bottom - top], ratio);
  };

  function fitted(frame, ratio) {
    var width = Math.max(frame[2], frame[3] * ratio), height = width / ratio;
    return [frame[0] + (frame[2] - width) / 2, frame[1] + (frame[3] - height) / 2, width, height];
  }

  // A wooden block: its shadow, its sides and its top. All are inside its base, so that soldiers behind it are not
  // covered.
  function block(mat, piece, table) {
    var side = 2.6, across = side * Math.abs(Math.sin(piece.angle)), up = side * Math.abs(Math.cos(piece.angle));
    [[1.5, 3.5, 0, 0, "#000000", 0.35], [0, 0, 0, 0, "#4a2e1a", 1], [0, -side / 2, across, up, "#7a5232", 1]].forEach(function (layer) {
      var width = piece.wide - layer[2], height = piece.high - layer[3];
      var place = "translate(" + (piece.x + layer[0]) + " " + (table.high - piece.y + layer[1]) + ") rotate(" + -piece.angle * 180 / Math.PI + ")";
      svg("rect", { x: -width / 2, y: -height / 2, width: width, height: height, rx: 1, transform: place, fill: layer[4], "fill-opacity": layer[5], "class": "block" }, mat);
    });
  }

  // The mat on its wooden table: linen with a weave, and the light of a lamp that is a little darker at the edges.
  function cloth(mat, table) {
    var name = "cloth-" + ++clothCount, defs = svg("defs", {}, mat), box = { x: 0, y: 0, width: table.wide, height: table.high };
    var weave = svg("pattern", { id: name + "-weave", width: 6, height: 6, patternUnits: "userSpaceOnUse" }, defs);
    svg("path", { d: "M0 .9h3M3 3.9h3M.9 3v3M3.9 0v3", stroke: "#fff0cc", "stroke-opacity": 0.3 }, weave);
    svg("path", { d: "M0 2.4h3M3 5.4h3M2.4 3v3M5.4 0v3", stroke: "#4a2e12", "stroke-opacity": 0.16 }, weave);
    var light = svg("radialGradient", { id: name + "-light", cx: 0.42, cy: 0.36, r: 0.78 }, defs);
    [[0, "#fff0cc", 0.22], [0.35, "#fff0cc", 0.04], [0.55, "#160e06", 0.06], [1, "#160e06", 0.42]].forEach(function (stop) {
      svg("stop", { offset: stop[0], "stop-color": stop[1], "stop-opacity": stop[2] }, light);
    });
    svg("rect", { x: -6, y: -6, width: table.wide + 12, height: table.high + 12, rx: 3, "class": "rim" }, mat);
    [["mat"], ["weave", "weave"], ["light", "light"]].forEach(function (layer) {
      var rect = svg("rect", box, mat);
      rect.setAttribute("class", layer[0]);
      if (layer[1]) { rect.setAttribute("fill", "url(#" + name + "-" + layer[1] + ")"); }
    });
  }

  // The mat as the window has it: linen with a hem, under the lamp.
  function richCloth(mat, table, src) {
    var name = "cloth-" + ++clothCount, inset = 3, box = { x: 0, y: 0, width: table.wide, height: table.high };
    var weave = svg("pattern", { id: name, width: THREADS, height: THREADS, patternUnits: "userSpaceOnUse" }, svg("defs", {}, mat));
    svg("image", { href: src("textures/linen.png"), width: THREADS, height: THREADS }, weave);
    svg("rect", { x: -9, y: -7, width: table.wide + 20, height: table.high + 20, rx: 4, fill: "#000", "fill-opacity": 0.45, "class": "light" }, mat);
    svg("rect", { x: -6, y: -6, width: table.wide + 12, height: table.high + 12, rx: 3, "class": "rim" }, mat);
    svg("rect", box, mat).setAttribute("class", "mat");
    box.fill = "url(#" + name + ")";
    box["class"] = "weave";
    svg("rect", box, mat);
    svg("image", { href: src("textures/lamp.png"), width: table.wide, height: table.high, preserveAspectRatio: "none", opacity: 0.33, "class": "light" }, mat);
    svg("rect", { x: inset, y: inset, width: table.wide - 2 * inset, height: table.high - 2 * inset, "class": "hem" }, mat);
  }

  function field(drawn, table, seats, options, src) {
    drawn.setAttribute("viewBox", (options.frame || [0, 0, table.wide, table.high]).join(" "));
    var mat = svg("g", GS.turn(table, options.turned), drawn);
    if (options.rich) { richCloth(mat, table, src); } else { cloth(mat, table); }
    (table.blocks || []).forEach(function (piece) { block(mat, piece, table); });
    table.soldiers.forEach(function (soldier) {
      var colour = seats[soldier.seat].colour, mine = soldier.seat === options.own;
      GS.cube(mat, table.cube, soldier.x, table.high - soldier.y, soldier.angle, colour, mine ? "#ffffff" : "#000000", { "data-soldier": soldier.id }, options.rich ? src(GS.mark(soldier.seat)) : "");
      if (options.numbers) {
        var upright = options.turned ? "rotate(-90 " + soldier.x + " " + (table.high - soldier.y) + ")" : "rotate(0)";
        svg("text", { x: soldier.x, y: table.high - soldier.y + table.cube * 0.22, transform: upright, "font-size": table.cube * 0.6, fill: GS.isLight(colour) ? "#000" : "#fff", "text-anchor": "middle", "aria-hidden": "true" }, mat, soldier.id);
      }
    });
    if (options.letter) { pointOut(mat, table, options.frame || [0, 0, table.wide, table.high], options); }
  }

  // Draw a ring around the soldiers that a question is about, and their number on a tag if it does not fit on the cube.
  function pointOut(mat, table, frame, options) {
    var tags = [], asked = table.soldiers.filter(function (soldier) { return (table.asked || []).indexOf(soldier.id) >= 0; });
    asked.forEach(function (soldier) {
      svg("circle", { cx: soldier.x, cy: table.high - soldier.y, r: table.cube * 0.85, "class": "asked-about", "stroke-width": table.cube / 6 }, mat);
      if (!options.numbers) { tags.push(placeTag(soldier, tags, table, frame, options.letter)); }
    });
    tags.forEach(function (tag) {
      var x = tag.x - tag.from[0], y = tag.y - tag.from[1], share = table.cube * 0.85 / (Math.sqrt(x * x + y * y) || 1);
      svg("line", { x1: tag.from[0] + x * share, y1: tag.from[1] + y * share, x2: tag.x, y2: tag.y, "class": "asked-about", "stroke-width": table.cube / 6 }, mat);
    });
    tags.forEach(function (tag) {
      svg("rect", { x: tag.x - tag.width / 2, y: tag.y - tag.height / 2, width: tag.width, height: tag.height, rx: tag.height / 4, "class": "tag", "stroke-width": table.cube / 6 }, mat);
      svg("text", { x: tag.x, y: tag.y + options.letter * 0.35, "font-size": options.letter, "text-anchor": "middle", "class": "tag-number", "data-tag": tag.id, "aria-hidden": "true" }, mat, tag.id);
    });
  }

  // Place a tag beside the cube where it covers as little as possible of soldiers and other tags, and as close as
  // possible.
  function placeTag(soldier, tags, table, frame, letter) {
    var tag = { id: soldier.id, width: letter * (0.6 * String(soldier.id).length + 0.5), height: letter * 1.15, from: [soldier.x, table.high - soldier.y] };
    var boxes = table.soldiers.map(function (obstacle) { return { x: obstacle.x, y: table.high - obstacle.y, width: table.cube * 1.2, height: table.cube * 1.2 }; }).concat(tags);
    var best = Infinity, x = tag.from[0], y = tag.from[1];
    for (var ring = 0; ring < 4; ring++) {
      for (var step = 0; step < 16; step++) {
        var angle = step * Math.PI / 8, distance = table.cube * 0.9 + ring * letter * 0.6;
        tag.x = clamp(x + Math.cos(angle) * (distance + tag.width / 2), frame[0] + tag.width / 2, frame[0] + frame[2] - tag.width / 2);
        tag.y = clamp(y - Math.sin(angle) * (distance + tag.height / 2), frame[1] + tag.height / 2, frame[1] + frame[3] - tag.height / 2);
        var cost = ring * letter * letter / 20 + boxes.reduce(function (sum, box) { return sum + overlap(tag, box); }, 0);
        if (cost < best - 1e-9) { best = cost; tag.best = [tag.x, tag.y]; }
      }
    }
    tag.x = tag.best[0];
    tag.y = tag.best[1];
    return tag;
  }

  function clamp(value, minimum, maximum) { return Math.max(minimum, Math.min(maximum, value)); }

  // The area that two boxes share; they have a middle and a size.
  function overlap(box, otherBox) {
    var width = (box.width + otherBox.width) / 2 - Math.abs(box.x - otherBox.x), height = (box.height + otherBox.height) / 2 - Math.abs(box.y - otherBox.y);
    return width > 0 && height > 0 ? width * height : 0;
  }

  // A ring of cards with dice on them.

  function card(parent, file, x, y, turn, more) {
    var place = "translate(" + x + " " + y + ") rotate(" + turn + ")";
    var group = svg("g", { transform: place }, parent);
    svg("rect", { x: -CARD[0] / 2 + 1, y: -CARD[1] / 2 + 2, width: CARD[0], height: CARD[1], rx: 4, fill: "#000", "fill-opacity": 0.35 }, group);
    var image = svg("image", { href: file, x: -CARD[0] / 2, y: -CARD[1] / 2, width: CARD[0], height: CARD[1] }, group);
    Object.keys(more || {}).forEach(function (name) { image.setAttribute(name, more[name]); });
    return group;
  }

  // The factor by which a drawing is wider than usual, so that it fills the box.
  function stretch(options, usual) { return options.ratio ? Math.max(1, options.ratio / usual) : 1; }

  function ring(drawn, table, seats, options, src) {
    var count = table.ring.length, wider = stretch(options, 450 / 430), around = [185 + 225 * (wider - 1), 160], middle = [225 * wider, 215];
    drawn.setAttribute("viewBox", "0 0 " + 450 * wider + " 430");
    table.ring.forEach(function (slot, index) {
      var angle = 2 * Math.PI * index / count, x = middle[0] + around[0] * Math.sin(angle), y = middle[1] - around[1] * Math.cos(angle);
      var group = card(drawn, src("cards/" + (slot.down ? table.back : slot.art) + ".svg"), x, y, 0);
      group.setAttribute("data-spot", "ring " + index);
      if (slot.down) { svg("image", { href: src("cards/" + slot.art + ".svg"), x: x - 12, y: y - 17, width: 24, height: 34, opacity: 0.9 }, drawn); }
    });
    var alone = options.names === false, size = alone ? 40 : 28, large = alone ? 52 : 38, near = alone ? 0.47 : 0.54;
    table.dice.forEach(function (die, index) {
      var angle = 2 * Math.PI * die.at / count, isBeside = function (rival) { return rival.at === die.at; };
      var same = table.dice.slice(0, index).filter(isBeside).length - (table.dice.filter(isBeside).length - 1) / 2;
      var x = middle[0] + around[0] * near * Math.sin(angle) + same * (size + 2) - size / 2, y = middle[1] - around[1] * near * Math.cos(angle) - size / 2;
      var group = svg("g", { "data-spot": "die " + index }, drawn);
      svg("image", { href: src("dice/white" + die.pips + ".svg"), x: x, y: y, width: size, height: size }, group);
      svg("text", { x: x + size / 2, y: y + size + (alone ? 19 : 13), "text-anchor": "middle", "class": "chalk", "font-size": alone ? 19 : 13 }, drawn, index + 1);
    });
    var roll = svg("g", { "data-spot": "roll" }, drawn), corner = { x: middle[0] - large / 2, y: middle[1] - large / 2, width: large, height: large };
    svg("rect", { x: corner.x, y: corner.y, width: large, height: large, fill: "none" }, roll);
    if (table.roll) { corner.href = src("dice/black" + table.roll + ".svg"); svg("image", corner, roll); }
    var acting = seats[table.turn];
    if (acting && options.names !== false) { name(drawn, acting, middle[0], middle[1] + 42); }
  }

  function name(parent, seat, x, y) {
    var words = svg("text", { x: x, y: y, "text-anchor": "middle", "class": "chalk", "font-size": 16 }, parent, seat.name.length > 18 ? seat.name.slice(0, 17) + "…" : seat.name);
    svg("circle", { cx: x, cy: y + 13, r: 5, fill: seat.colour, stroke: "#fff" }, parent);
    return words;
  }

  // A deck, a discard pile, and the players who are in.

  function piles(drawn, table, seats, options, src) {
    var count = table.seats.length, middle = [225, 190], layer, alone = options.names === false, wider = stretch(options, 1.2);
    drawn.setAttribute("viewBox", alone ? 225 - 120 * wider + " 100 " + 240 * wider + " 200" : "15 5 420 370");
    var deck = svg("g", { "data-spot": "deck" }, drawn), discard = svg("g", { "data-spot": "discard" }, drawn);
    svg("rect", { x: 242, y: 124, width: 66, height: 92, rx: 4, fill: "none", stroke: "#f4ead5", "stroke-opacity": 0.3 }, discard);
    for (layer = Math.min(5, Math.ceil(table.deck / 8)); layer > 0; layer--) { card(deck, src("cards/" + table.back + ".svg"), 175 - layer * 1.5, 170 - layer * 1.5, 0); }
    svg("text", { x: 175, y: 240, "text-anchor": "middle", "class": "chalk", "font-size": 18 }, drawn, table.deck);
    table.discard.forEach(function (art, place) {
      card(discard, src("cards/" + art + ".svg"), 275, 170, (place - table.discard.length + 1) * 9);
    });
    table.plays.forEach(function (pile, index) {
      pile.cards.forEach(function (art, cardIndex) { card(drawn, src("cards/" + art + ".svg"), 235 + index * 26 + cardIndex * 16, 165 - index * 10, 6 + cardIndex * 8); });
    });
    var arrow = "M 185 262 A 60 24 0 0 0 265 262";
    svg("path", { d: arrow, fill: "none", "class": "arrow", "stroke-width": 3 }, drawn);
    svg("path", { d: table.direction === 1 ? "M 179 258 L 195 258 L 188 275 Z" : "M 271 258 L 255 258 L 262 275 Z", "class": "arrow-head" }, drawn);
    if (alone) { return; }
    table.seats.forEach(function (player, seat) {
      var angle = 2 * Math.PI * (seat + 0.5) / count - Math.PI / 2, x = middle[0] + 175 * Math.cos(angle), y = middle[1] + 150 * Math.sin(angle);
      var box = svg("g", { opacity: player["in"] ? 1 : 0.45 }, drawn);
      if (seat === table.turn && player["in"]) { svg("circle", { cx: x, cy: y + 8, r: 8, fill: "none", stroke: "#C8963E", "stroke-width": 3 }, box); }
      name(box, seats[seat], x, y - 5);
      svg("text", { x: x, y: y + 32, "text-anchor": "middle", "class": "chalk", "font-size": 14 }, box, player["in"] ? player.cards : "✗");
    });
  }
})();
