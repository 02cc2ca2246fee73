"use strict";
// Draws a table from a picture as the sheets have it, and knows nothing of sockets: a phone, an onlooker's page and a
// page that shows a finished match use it alike. GS.draw(box, picture, seats, options) fills the box anew.
//
// `seats` have a name and a colour. Options: `src(path)` finds a picture file (cards/..., dice/...), `label` says what
// the drawing is for who does not see it, `frame` is [left, top, width, height] to show of a field (in mm), `own` the
// seat whose soldiers have a light edge, `numbers` whether soldiers bear their numbers, `turned` whether the field lies a
// quarter turned to the right, as on a phone that is held upright, `ratio` the wide by the high of the box, which a ring
// and piles use then, `names` whether those say who sits there, `letter` how high in mm the numbers of soldiers are that a
// question is about. What moves finds its place by "data-spot".
var GS = window.GS = window.GS || {};
(function () {
  var SPACE = "http://www.w3.org/2000/svg";
  var CARD = [66, 92];

  var svg = GS.svg = function (tag, attributes, parent, words) {
    var made = document.createElementNS(SPACE, tag);
    Object.keys(attributes).forEach(function (name) { made.setAttribute(name, attributes[name]); });
    if (words !== undefined) { made.textContent = words; }
    if (parent) { parent.appendChild(made); }
    return made;
  };

  // Whether dark letters are read more easily on a colour like #F0E442.
  GS.light = function (colour) {
    var parts = [1, 3, 5].map(function (at) { return parseInt(colour.slice(at, at + 2), 16); });
    return parts[0] * 0.3 + parts[1] * 0.59 + parts[2] * 0.11 > 128;
  };

  // How each kind of picture is drawn; tabletop.js has one more.
  GS.drawers = { field: field, ring: ring, piles: piles };

  GS.draw = function (box, picture, seats, options) {
    var how = options || {}, drawers = GS.drawers;
    box.textContent = "";
    if (!picture || !drawers[picture.kind]) { return null; }
    var drawn = svg("svg", { "class": "drawn " + picture.kind, preserveAspectRatio: "xMidYMid meet", role: "img", "aria-label": how.label || "" }, box);
    drawers[picture.kind](drawn, picture, seats, how, how.src || function (path) { return "/" + path; });
    return drawn;
  };

  // a field of soldiers, in mm; y goes up on the table and down on the page

  GS.cube = function (parent, size, x, y, angle, fill, edge, more) {
    var turn = "translate(" + x + " " + y + ") rotate(" + -angle * 180 / Math.PI + ")";
    var made = svg("g", { transform: turn }, parent), half = size / 2;
    svg("rect", { x: -half + size * 0.06, y: -half + size * 0.12, width: size, height: size, rx: size / 8, fill: "#000", "fill-opacity": 0.35 }, made);
    svg("rect", { x: -half, y: -half, width: size, height: size, rx: size / 8, fill: fill, stroke: edge, "stroke-width": size / 9 }, made);
    Object.keys(more || {}).forEach(function (name) { made.setAttribute(name, more[name]); });
    return made;
  };

  // How a field is turned on the page, as attributes of what is drawn on it.
  GS.turn = function (table, turned) { return turned ? { transform: "translate(" + table.high + " 0) rotate(90)" } : {}; };

  // Where a place of the field is then, in mm from the upper left corner of the drawing.
  GS.shown = function (table, turned, place) {
    return turned ? { x: place.y, y: place.x } : { x: place.x, y: table.high - place.y };
  };

  // What shows all that lives: [left, top, width, height] in mm, in the proportions wide to high of the screen.
  GS.frame = function (table, near, ratio, turned) {
    var all = table.soldiers.map(function (one) { return GS.shown(table, turned, one); }), edge = table.tile * 0.6;
    var whole = turned ? [0, 0, table.high, table.wide] : [0, 0, table.wide, table.high];
    if (!near || !all.length) { return fitted(whole, ratio); }
    var xs = all.map(function (one) { return one.x; }), ys = all.map(function (one) { return one.y; });
    var left = Math.max(0, Math.min.apply(null, xs) - edge), top = Math.max(0, Math.min.apply(null, ys) - edge);
    var right = Math.min(whole[2], Math.max.apply(null, xs) + edge), bottom = Math.min(whole[3], Math.max.apply(null, ys) + edge);
    return fitted([left, top, right - left, bottom - top], ratio);
  };

  function fitted(frame, ratio) {
    var wide = Math.max(frame[2], frame[3] * ratio), high = wide / ratio;
    return [frame[0] + (frame[2] - wide) / 2, frame[1] + (frame[3] - high) / 2, wide, high];
  }

  // A wooden block: its shadow, its sides and its top, which are both inside its foot: who stands behind is not on it.
  function block(mat, one, table) {
    var side = 2.6, across = side * Math.abs(Math.sin(one.angle)), up = side * Math.abs(Math.cos(one.angle));
    [[1.5, 3.5, 0, 0, "#000000", 0.35], [0, 0, 0, 0, "#5c3c22", 1], [0, -side / 2, across, up, "#ab8157", 1]].forEach(function (layer) {
      var wide = one.wide - layer[2], high = one.high - layer[3];
      var place = "translate(" + (one.x + layer[0]) + " " + (table.high - one.y + layer[1]) + ") rotate(" + -one.angle * 180 / Math.PI + ")";
      svg("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 1, transform: place, fill: layer[4], "fill-opacity": layer[5], "class": "block" }, mat);
    });
  }

  function field(drawn, table, seats, how) {
    drawn.setAttribute("viewBox", (how.frame || [0, 0, table.wide, table.high]).join(" "));
    var mat = svg("g", GS.turn(table, how.turned), drawn);
    svg("rect", { x: 0, y: 0, width: table.wide, height: table.high, "class": "mat" }, mat);
    (table.blocks || []).forEach(function (one) { block(mat, one, table); });
    table.soldiers.forEach(function (one) {
      var colour = seats[one.seat].colour, mine = one.seat === how.own;
      GS.cube(mat, table.cube, one.x, table.high - one.y, one.angle, colour, mine ? "#ffffff" : "#000000", { "data-soldier": one.id });
      if (how.numbers) {
        var upright = how.turned ? "rotate(-90 " + one.x + " " + (table.high - one.y) + ")" : "rotate(0)";
        svg("text", { x: one.x, y: table.high - one.y + table.cube * 0.22, transform: upright, "font-size": table.cube * 0.6, fill: GS.light(colour) ? "#000" : "#fff", "text-anchor": "middle", "aria-hidden": "true" }, mat, one.id);
      }
    });
    if (how.letter) { pointOut(mat, table, how.frame || [0, 0, table.wide, table.high], how); }
  }

  // The soldiers that a question is about have a ring, and their number on a tag where it has no room inside the cube.
  function pointOut(mat, table, frame, how) {
    var tags = [], asked = table.soldiers.filter(function (soldier) { return (table.asked || []).indexOf(soldier.id) >= 0; });
    asked.forEach(function (soldier) {
      svg("circle", { cx: soldier.x, cy: table.high - soldier.y, r: table.cube * 0.85, "class": "asked-about", "stroke-width": table.cube / 6 }, mat);
      if (!how.numbers) { tags.push(placeTag(soldier, tags, table, frame, how.letter)); }
    });
    tags.forEach(function (tag) {
      var x = tag.x - tag.from[0], y = tag.y - tag.from[1], share = table.cube * 0.85 / (Math.sqrt(x * x + y * y) || 1);
      svg("line", { x1: tag.from[0] + x * share, y1: tag.from[1] + y * share, x2: tag.x, y2: tag.y, "class": "asked-about", "stroke-width": table.cube / 6 }, mat);
    });
    tags.forEach(function (tag) {
      svg("rect", { x: tag.x - tag.wide / 2, y: tag.y - tag.high / 2, width: tag.wide, height: tag.high, rx: tag.high / 4, "class": "tag", "stroke-width": table.cube / 6 }, mat);
      svg("text", { x: tag.x, y: tag.y + how.letter * 0.35, "font-size": how.letter, "text-anchor": "middle", "class": "tag-number", "data-tag": tag.id, "aria-hidden": "true" }, mat, tag.id);
    });
  }

  // Beside the cube, where it covers the least of soldiers and other tags, and as near as that goes.
  function placeTag(soldier, tags, table, frame, letter) {
    var tag = { id: soldier.id, wide: letter * (0.6 * String(soldier.id).length + 0.5), high: letter * 1.15, from: [soldier.x, table.high - soldier.y] };
    var boxes = table.soldiers.map(function (other) { return { x: other.x, y: table.high - other.y, wide: table.cube * 1.2, high: table.cube * 1.2 }; }).concat(tags);
    var best = Infinity, x = tag.from[0], y = tag.from[1];
    for (var ring = 0; ring < 4; ring++) {
      for (var step = 0; step < 16; step++) {
        var angle = step * Math.PI / 8, far = table.cube * 0.9 + ring * letter * 0.6;
        tag.x = clamp(x + Math.cos(angle) * (far + tag.wide / 2), frame[0] + tag.wide / 2, frame[0] + frame[2] - tag.wide / 2);
        tag.y = clamp(y - Math.sin(angle) * (far + tag.high / 2), frame[1] + tag.high / 2, frame[1] + frame[3] - tag.high / 2);
        var cost = ring * letter * letter / 20 + boxes.reduce(function (sum, box) { return sum + overlap(tag, box); }, 0);
        if (cost < best - 1e-9) { best = cost; tag.best = [tag.x, tag.y]; }
      }
    }
    tag.x = tag.best[0];
    tag.y = tag.best[1];
    return tag;
  }

  function clamp(value, low, high) { return Math.max(low, Math.min(high, value)); }

  // The area that two boxes share; they have a middle and a size.
  function overlap(one, other) {
    var wide = (one.wide + other.wide) / 2 - Math.abs(one.x - other.x), high = (one.high + other.high) / 2 - Math.abs(one.y - other.y);
    return wide > 0 && high > 0 ? wide * high : 0;
  }

  // a ring of cards with dice on them

  function card(parent, file, x, y, turn, more) {
    var place = "translate(" + x + " " + y + ") rotate(" + turn + ")";
    var made = svg("g", { transform: place }, parent);
    svg("rect", { x: -CARD[0] / 2 + 1, y: -CARD[1] / 2 + 2, width: CARD[0], height: CARD[1], rx: 4, fill: "#000", "fill-opacity": 0.35 }, made);
    var image = svg("image", { href: file, x: -CARD[0] / 2, y: -CARD[1] / 2, width: CARD[0], height: CARD[1] }, made);
    Object.keys(more || {}).forEach(function (name) { image.setAttribute(name, more[name]); });
    return made;
  }

  // How much wider than usual a drawing is, so that it fills the box.
  function stretch(how, usual) { return how.ratio ? Math.max(1, how.ratio / usual) : 1; }

  function ring(drawn, table, seats, how, src) {
    var many = table.ring.length, wider = stretch(how, 450 / 430), around = [185 + 225 * (wider - 1), 160], middle = [225 * wider, 215];
    drawn.setAttribute("viewBox", "0 0 " + 450 * wider + " 430");
    table.ring.forEach(function (one, at) {
      var angle = 2 * Math.PI * at / many, x = middle[0] + around[0] * Math.sin(angle), y = middle[1] - around[1] * Math.cos(angle);
      var made = card(drawn, src("cards/" + (one.down ? table.back : one.art) + ".svg"), x, y, 0);
      made.setAttribute("data-spot", "ring " + at);
      if (one.down) { svg("image", { href: src("cards/" + one.art + ".svg"), x: x - 12, y: y - 17, width: 24, height: 34, opacity: 0.9 }, drawn); }
    });
    var alone = how.names === false, size = alone ? 40 : 28, large = alone ? 52 : 38, near = alone ? 0.47 : 0.54;
    table.dice.forEach(function (die, number) {
      var angle = 2 * Math.PI * die.at / many, there = function (other) { return other.at === die.at; };
      var same = table.dice.slice(0, number).filter(there).length - (table.dice.filter(there).length - 1) / 2;
      var x = middle[0] + around[0] * near * Math.sin(angle) + same * (size + 2) - size / 2, y = middle[1] - around[1] * near * Math.cos(angle) - size / 2;
      var made = svg("g", { "data-spot": "die " + number }, drawn);
      svg("image", { href: src("dice/white" + die.pips + ".svg"), x: x, y: y, width: size, height: size }, made);
      svg("text", { x: x + size / 2, y: y + size + (alone ? 19 : 13), "text-anchor": "middle", "class": "chalk", "font-size": alone ? 19 : 13 }, drawn, number + 1);
    });
    var roll = svg("g", { "data-spot": "roll" }, drawn), corner = { x: middle[0] - large / 2, y: middle[1] - large / 2, width: large, height: large };
    svg("rect", { x: corner.x, y: corner.y, width: large, height: large, fill: "none" }, roll);
    if (table.roll) { corner.href = src("dice/black" + table.roll + ".svg"); svg("image", corner, roll); }
    var acting = seats[table.turn];
    if (acting && how.names !== false) { name(drawn, acting, middle[0], middle[1] + 42); }
  }

  function name(parent, seat, x, y) {
    var words = svg("text", { x: x, y: y, "text-anchor": "middle", "class": "chalk", "font-size": 16 }, parent, seat.name.length > 18 ? seat.name.slice(0, 17) + "…" : seat.name);
    svg("circle", { cx: x, cy: y + 13, r: 5, fill: seat.colour, stroke: "#fff" }, parent);
    return words;
  }

  // a deck, a discard pile, and who is in

  function piles(drawn, table, seats, how, src) {
    var many = table.seats.length, middle = [225, 190], at, alone = how.names === false, wider = stretch(how, 1.2);
    drawn.setAttribute("viewBox", alone ? 225 - 120 * wider + " 100 " + 240 * wider + " 200" : "15 5 420 370");
    var deck = svg("g", { "data-spot": "deck" }, drawn), discard = svg("g", { "data-spot": "discard" }, drawn);
    svg("rect", { x: 242, y: 124, width: 66, height: 92, rx: 4, fill: "none", stroke: "#f4ead5", "stroke-opacity": 0.3 }, discard);
    for (at = Math.min(5, Math.ceil(table.deck / 8)); at > 0; at--) { card(deck, src("cards/" + table.back + ".svg"), 175 - at * 1.5, 170 - at * 1.5, 0); }
    svg("text", { x: 175, y: 240, "text-anchor": "middle", "class": "chalk", "font-size": 18 }, drawn, table.deck);
    table.discard.forEach(function (art, place) {
      card(discard, src("cards/" + art + ".svg"), 275, 170, (place - table.discard.length + 1) * 9);
    });
    table.plays.forEach(function (play, place) {
      play.cards.forEach(function (art, number) { card(drawn, src("cards/" + art + ".svg"), 235 + place * 26 + number * 16, 165 - place * 10, 6 + number * 8); });
    });
    var way = "M 185 262 A 60 24 0 0 0 265 262";
    svg("path", { d: way, fill: "none", "class": "arrow", "stroke-width": 3 }, drawn);
    svg("path", { d: table.direction === 1 ? "M 179 258 L 195 258 L 188 275 Z" : "M 271 258 L 255 258 L 262 275 Z", "class": "arrow-head" }, drawn);
    if (alone) { return; }
    table.seats.forEach(function (one, seat) {
      var angle = 2 * Math.PI * (seat + 0.5) / many - Math.PI / 2, x = middle[0] + 175 * Math.cos(angle), y = middle[1] + 150 * Math.sin(angle);
      var box = svg("g", { opacity: one["in"] ? 1 : 0.45 }, drawn);
      if (seat === table.turn && one["in"]) { svg("circle", { cx: x, cy: y + 8, r: 8, fill: "none", stroke: "#C8963E", "stroke-width": 3 }, box); }
      name(box, seats[seat], x, y - 5);
      svg("text", { x: x, y: y + 32, "text-anchor": "middle", "class": "chalk", "font-size": 14 }, box, one["in"] ? one.cards : "✗");
    });
  }
})();
