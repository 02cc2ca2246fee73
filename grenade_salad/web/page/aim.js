"use strict";
// The battlefield under the finger: soldiers are dragged and turned with two fingers, and the view is zoomed. At each
// step the table is asked what would happen, and the answer is drawn before the finger is lifted. This page computes no
// rules.
var GS = window.GS = window.GS || {};
(function () {
  var FINGER = 26; // px from a soldier at which it is still touched
  var UPRIGHT = 0.9; // width by height below which the field is turned with the phone
  var STILL = 8; // px that a finger may move in a tap
  var LATE = 700; // ms after which the answer to a question is no longer awaited
  var MANY = 6; // soldiers in a loupe
  var EDGE = 36, PUSH = 8; // px from the edge at which a drag moves the view, and by how much per step
  var byId = GS.byId, t = GS.t, camera = GS.camera;
  var drawn = null, overlay = null, marks = null, turned = false, fingers = {}, grip = null, twist = null;
  var questionId = 0, askedAt = 0, asksAgain = false, preview = null, sentPlace = null, seat = null, moment = null, previousField = null, movedSoldiers = [], actingSeats = null;

  var aim = GS.aim = {
    field: function () { return GS.sheet.picture && GS.sheet.picture.kind === "field" ? GS.sheet.picture : null; },

    soldier: function (id) {
      return (GS.sheet.picture.soldiers || []).filter(function (soldier) { return soldier.id === id; })[0];
    },

    // The soldiers of others, the nearest to a point first.
    others: function (point) {
      return GS.sheet.picture.soldiers.filter(function (soldier) { return soldier.seat !== GS.sheet.seat; })
        .sort(function (soldier, rival) { return distanceBetween(soldier, point) - distanceBetween(rival, point); });
    },

    // The place at a distance in mm from a point towards a soldier; a negative distance leads away.
    toward: function (from, soldier, distance) {
      var away = distanceBetween(from, soldier) || 1;
      return { x: from.x + (soldier.x - from.x) * distance / away, y: from.y + (soldier.y - from.y) * distance / away };
    },

    put: put,

    // The place that is shown and sent: the one that the table allows. Until it has answered, that is the place under
    // the finger if the last answer moved nothing, else the last answer.
    place: function () {
      var hasAnswer = preview && preview.place && (!askedAt || preview.aside);
      return hasAnswer ? { x: preview.place[0], y: preview.place[1] } : held();
    },

    // Position of a place on the page, in px.
    where: function (place) {
      var box = drawn.getBoundingClientRect(), drawnPlace = GS.toDrawing(GS.sheet.picture, turned, place), frame = frameNow();
      return { x: box.left + (drawnPlace.x - frame[0]) * camera.current.k, y: box.top + (drawnPlace.y - frame[1]) * camera.current.k };
    },

    // Show or hide the table. With a table the page has another layout.
    lay: function (hasTable) {
      byId("table").hidden = !hasTable;
      document.body.classList.toggle("with-table", hasTable);
      if (!hasTable) { GS.loupe.close(); }
    },

    began: function () { preview = null; ask(); },

    moved: function () { drawOver(); ask(); },

    // Take the table's answer about what would happen.
    seen: function (message) {
      if (message.n !== questionId) { return; }
      askedAt = 0;
      preview = message;
      preview.aside = Boolean(preview.place) && distanceBetween({ x: preview.place[0], y: preview.place[1] }, sentPlace) > 0.02;
      drawOver();
      if (asksAgain) { ask(); }
    },

    render: render
  };

  function render() {
    if (GS.tabletop.on()) { GS.tabletop.render(); return; }
    var sheet = GS.sheet, table = sheet.picture, field = aim.field();
    if (grip && sheet.moment === moment) { return; } // do not redraw under a finger
    if (sheet.moment !== moment) { GS.loupe.close(); }
    moment = sheet.moment;
    byId("zoom").textContent = "";
    byId("bubble").hidden = byId("by-name").hidden = true;
    byId("buttons").className = "buttons";
    if (!table) { return; }
    if (sheet.seat !== seat) { seat = sheet.seat; camera.forget(); }
    draw(sheet, Boolean(field));
    byId("spoken").hidden = !(sheet.spoken && sheet.spoken.length);
    GS.updateList("spoken-lines", sheet.spoken || []);
    if (!field) { return; }
    if (shouldTurn(field) !== turned) { turned = !turned; draw(sheet, true); }
    notice(field);
    marks = GS.svg("g", {}, drawn);
    settle();
    overlay = GS.svg("g", GS.turn(field, turned), drawn);
    drawOver();
    drawn.addEventListener("pointerdown", down);
    drawn.addEventListener("pointermove", move);
    drawn.addEventListener("pointerup", up);
    drawn.addEventListener("pointercancel", up);
    renderZoom();
  }

  function draw(sheet, field) {
    drawn = GS.draw(byId("picture"), sheet.picture, sheet.seats, { label: t("The table from above"), own: sheet.seat, numbers: field, turned: field && turned });
  }

  function renderZoom() {
    byId("zoom").textContent = "";
    zoomButton(t("Follow"), "follow", camera.follow).setAttribute("aria-pressed", camera.isHeld ? "false" : "true");
    zoomButton(t("Show the whole table"), "zoom", function () { camera.whole(aim.field(), sized(), turned); });
  }

  function zoomButton(words, key, press) {
    var button = byId("zoom").appendChild(GS.make("button", words, { type: "button", "data-key": key }));
    button.onclick = function () { press(); GS.render(); };
    return button;
  }

  // The view: px of the page, mm of the table.

  function sized() { return drawn.getBoundingClientRect(); }

  function frameNow() { return camera.frame(aim.field(), sized(), turned); }

  // True if the field should be turned a quarter, as the phone is. A hidden table has no size and keeps its direction.
  function shouldTurn(field) {
    var size = sized();
    return size.width && size.height ? size.width / size.height < UPRIGHT && field.wide > field.high : turned;
  }

  // Let the camera follow, unless the player has set a point that is visible.
  function settle() {
    var field = aim.field(), size = sized(), point = GS.play.point;
    if (!size.width || !size.height) { return; }
    if (!camera.current || !point || !point.set || !inside(point)) { camera.show(field, size, turned, about(), field.cube * (point ? 0.5 : 0.95)); }
    show();
  }

  function inside(place) {
    var frame = frameNow(), drawnPlace = GS.toDrawing(aim.field(), turned, place);
    return drawnPlace.x > frame[0] && drawnPlace.x < frame[0] + frame[2] && drawnPlace.y > frame[1] && drawnPlace.y < frame[1] + frame[3];
  }

  function show() {
    var field = aim.field(), size = drawn && sized();
    if (!field || !camera.current || !size.width || !size.height) { return; }
    drawn.setAttribute("viewBox", camera.frame(field, size, turned).join(" "));
    drawMarks(field);
  }

  camera.changed = function () {
    var follow = byId("zoom").firstElementChild;
    show();
    if (follow) { follow.setAttribute("aria-pressed", camera.isHeld ? "false" : "true"); }
    if (GS.play.point) { drawOver(); }
  };

  // Note which soldiers have moved, arrived or gone since the last picture. A view held by hand ends with the turn, and
  // when something happens outside of it.
  function notice(field) {
    var old = previousField, acting = GS.sheet.window ? actingSeats : GS.sheet.seats.map(function (seat) { return seat.acting; }).join();
    if (acting !== actingSeats) { actingSeats = acting; camera.follow(); }
    if (old === field) { return; }
    previousField = field;
    var isSame = function (soldier) { return function (rival) { return rival.id === soldier.id && distanceBetween(soldier, rival) < 0.01; }; };
    var fresh = field.soldiers.filter(function (soldier) { return !old || !old.soldiers.some(isSame(soldier)); });
    var gone = (old ? old.soldiers : []).filter(function (soldier) { return !aim.soldier(soldier.id); });
    if (fresh.length || gone.length) { movedSoldiers = fresh.length < field.soldiers.length ? fresh.concat(gone) : []; }
    if (camera.current && !fresh.concat(gone).every(inside)) { camera.follow(); }
  }

  function around(place, reach) {
    return [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]].map(function (offset) { return { x: place.x + offset[0] * reach, y: place.y + offset[1] * reach }; });
  }

  // What matters now, the most important first: what is aimed at, else what has just happened and whose turn it is.
  function about() {
    var field = aim.field(), point = GS.play.point, line = point ? point.choice.line : {};
    var actor = aim.soldier(line.soldier), target = aim.soldier(line.target);
    if (actor || target) { return (target ? [target] : []).concat(actor ? placed() ? around(actor, field.tile) : [actor] : []); }
    if (point && placed() && point.set) { return [point]; }
    var acting = field.soldiers.filter(function (soldier) { return GS.sheet.seats[soldier.seat].acting; });
    var nearestDistance = function (soldier) {
      return Math.min.apply(null, field.soldiers.map(function (rival) { return rival.seat === soldier.seat ? Infinity : distanceBetween(soldier, rival); }));
    };
    acting = acting.map(function (soldier) { return [nearestDistance(soldier), soldier]; }).sort(function (pair, nextPair) { return pair[0] - nextPair[0]; });
    var can = GS.play.playing ? touchable().map(function (pair) { return pair[0]; }) : [];
    return can.concat(movedSoldiers, acting.map(function (pair) { return pair[1]; }));
  }

  function findPlace(event) {
    var box = sized(), frame = frameNow();
    return GS.toDrawing(GS.sheet.picture, turned, { x: frame[0] + (event.clientX - box.left) / camera.current.k, y: frame[1] + (event.clientY - box.top) / camera.current.k });
  }

  function distanceBetween(first, second) { return Math.sqrt((first.x - second.x) * (first.x - second.x) + (first.y - second.y) * (first.y - second.y)); }

  function reachable() { return Math.max(FINGER / camera.current.k, GS.sheet.picture.cube * 0.75); }

  // Move the view by px, as a finger does.
  function push(look, x, y) {
    var field = aim.field(), middle = GS.toDrawing(field, turned, look);
    var place = GS.toDrawing(field, turned, { x: middle.x - x / look.k, y: middle.y - y / look.k });
    camera.look({ x: place.x, y: place.y, k: look.k }, field);
  }

  // Marks at the edge for soldiers outside the view; a tap on one moves the view there.

  function drawMarks(field) {
    var frame = frameNow(), k = camera.current.k, margin = 14 / k, groups = [];
    field.soldiers.forEach(function (soldier) {
      var drawnPlace = GS.toDrawing(field, turned, soldier), right = frame[0] + frame[2], low = frame[1] + frame[3];
      if (inside(soldier)) { return; }
      var x = Math.max(frame[0] + margin, Math.min(right - margin, drawnPlace.x)), y = Math.max(frame[1] + margin, Math.min(low - margin, drawnPlace.y));
      var same = groups.filter(function (group) { return distanceBetween(group, { x: x, y: y }) < 24 / k; })[0];
      if (same) { same.all.push(soldier); } else { groups.push({ x: x, y: y, all: [soldier] }); }
    });
    marks.groups = groups;
    marks.textContent = "";
    groups.forEach(function (group) {
      var colour = GS.sheet.seats[group.all[0].seat].colour, more = { cx: group.x, cy: group.y, r: 11 / k, fill: colour, stroke: "#fffaf0", "stroke-width": 2 / k, "class": "outside" };
      GS.svg("circle", more, marks);
      GS.svg("text", { x: group.x, y: group.y + 5 / k, "font-size": 14 / k, fill: GS.isLight(colour) ? "#000" : "#fff", "text-anchor": "middle", "aria-hidden": "true" }, marks, group.all.length > 1 ? "+" + group.all.length : group.all[0].id);
    });
  }

  function marked(event) {
    var place = GS.toDrawing(aim.field(), turned, findPlace(event)), near = FINGER / camera.current.k;
    return (marks.groups || []).filter(function (group) { return distanceBetween(group, place) < near; })[0];
  }

  // Pairs of a soldier that can be touched now, and the choice that this begins.

  function touchable() {
    var play = GS.play, pairs = [];
    if (!GS.sheet.choices.length || play.waits() || play.point) { return pairs; }
    var choices = play.playing ? play.left() : GS.sheet.choices.filter(function (choice) { return choice.needs.length && !play.covered(choice); });
    choices.forEach(function (choice) {
      var key = choice.keys.indexOf("target") >= 0 ? "target" : "soldier", target = aim.soldier(choice.line[key]);
      if (target && choice.spoken !== true) { pairs.push([target, choice]); }
    });
    return pairs;
  }

  // The soldiers within reach of a finger, the nearest first.
  function close(point) {
    var soldiers = [];
    touchable().forEach(function (pair) { if (distanceBetween(pair[0], point) <= reachable() && soldiers.indexOf(pair[0]) < 0) { soldiers.push(pair[0]); } });
    return soldiers.sort(function (soldier, rival) { return distanceBetween(soldier, point) - distanceBetween(rival, point); });
  }

  // The choice at the soldier that is touched; of several, the one whose own soldier is nearest. `alone` limits it to
  // one soldier.
  function touched(point, alone) {
    var best = null, minDistance = reachable(), nearest = Infinity;
    touchable().filter(function (pair) { return !alone || pair[0] === alone; }).forEach(function (pair) {
      var away = distanceBetween(pair[0], point), actor = aim.soldier(pair[1].line.soldier) || pair[0], near = distanceBetween(actor, pair[0]);
      if (away < minDistance - 0.01 || away <= minDistance && near < nearest) { minDistance = away; nearest = near; best = pair; }
    });
    return best;
  }

  function count() { return Object.keys(fingers).length; }

  function down(event) {
    var point = GS.play.point, place = findPlace(event), hit;
    camera.stop();
    GS.loupe.close();
    fingers[event.pointerId] = { x: event.clientX, y: event.clientY };
    if (drawn.setPointerCapture) { drawn.setPointerCapture(event.pointerId); }
    if (count() === 2) { grip = null; startTwist(); return; }
    grip = { x: event.clientX, y: event.clientY, mm: place, moved: false, kind: "view", look: camera.current };
    if (point && placed()) {
      var aimedPlace = aim.place();
      if (distanceBetween(aimedPlace, place) < reachable() * 1.5) { grip.kind = "point"; grip.dx = aimedPlace.x - place.x; grip.dy = aimedPlace.y - place.y; }
      return;
    }
    hit = touched(place);
    if (hit && close(place).length > 1) { grip.kind = "close"; return; }
    if (hit) { grab(hit, place); }
  }

  function grab(hit, place) {
    GS.play.begin(hit[1]);
    var point = GS.play.point;
    grip.kind = placed() ? "point" : "aimed";
    grip.dx = point.x - place.x;
    grip.dy = point.y - place.y;
    drawOver();
  }

  // Several soldiers are under the finger: show them larger, so that each can be tapped.
  function choose(place) {
    var all = close(place).slice(0, MANY);
    if (camera.isFar(aim.field())) { camera.nearer(all[0], aim.field()); return; }
    GS.loupe.open(drawn, all.map(function (soldier) {
      var pair = touched(soldier, soldier);
      return { place: GS.toDrawing(aim.field(), turned, soldier), words: pair[1].words, press: function () { GS.noteTouch(); GS.play.begin(pair[1]); GS.render(); } };
    }), aim.field().cube, aim.where(place));
  }

  function placed() {
    var needs = GS.play.point ? GS.play.point.choice.needs : [];
    return needs.indexOf("to") >= 0 || needs.indexOf("at") >= 0;
  }

  function move(event) {
    if (!fingers[event.pointerId]) { return; }
    fingers[event.pointerId] = { x: event.clientX, y: event.clientY };
    if (count() === 2 && twist) { turn(); return; }
    if (!grip) { return; }
    if (Math.abs(event.clientX - grip.x) + Math.abs(event.clientY - grip.y) > STILL) { grip.moved = true; }
    if (!grip.moved) { return; }
    if (grip.kind === "close") { grab(touched(grip.mm), grip.mm); }
    if (grip.kind === "point" && GS.play.point) {
      grip.event = event;
      drag();
    } else if (grip.kind === "view") {
      push(grip.look, event.clientX - grip.x, event.clientY - grip.y);
    }
  }

  function drag() {
    var place = findPlace(grip.event);
    put(place.x + grip.dx, place.y + grip.dy);
  }

  // A drag at the edge of the view moves the view.
  setInterval(function () {
    if (!grip || grip.kind !== "point" || !grip.event || !GS.play.point || !aim.field()) { return; }
    var box = sized(), x = grip.event.clientX - box.left, y = grip.event.clientY - box.top;
    var across = x < EDGE ? PUSH : x > box.width - EDGE ? -PUSH : 0, down = y < EDGE ? PUSH : y > box.height - EDGE ? -PUSH : 0;
    if (across || down) { push(camera.current, across, down); drag(); }
  }, 30);

  function up(event) {
    delete fingers[event.pointerId];
    if (twist) { twist = count() ? twist : null; return; }
    var last = grip;
    grip = null;
    if (!last || event.type !== "pointerup") { return; }
    GS.noteTouch();
    if (last.kind === "close") { choose(last.mm); return; }
    var outside = !last.moved && last.kind === "view" && marked(event);
    if (outside) {
      camera.look({ x: outside.all[0].x, y: outside.all[0].y, k: camera.current.k }, aim.field(), true);
    } else if (!last.moved && GS.play.point && placed() && last.kind === "view") { put(last.mm.x, last.mm.y); }
    if (last.kind !== "view" || GS.play.point) { GS.render(); } else { settle(); }
  }

  function put(x, y) {
    var table = GS.sheet.picture, point = GS.play.point;
    point.x = Math.max(0, Math.min(table.wide, x));
    point.y = Math.max(0, Math.min(table.high, y));
    point.set = true;
    aim.moved();
  }

  // Two fingers: they zoom, and turn a soldier that is being placed.

  function spread() {
    var two = Object.keys(fingers).map(function (id) { return fingers[id]; });
    var angle = Math.atan2(two[1].y - two[0].y, two[1].x - two[0].x);
    return { distance: Math.max(1, distanceBetween(two[0], two[1])), angle: angle, x: (two[0].x + two[1].x) / 2, y: (two[0].y + two[1].y) / 2 };
  }

  function startTwist() {
    var current = spread();
    twist = { distance: current.distance, angle: current.angle, k: camera.current.k, degrees: GS.play.point ? GS.play.point.degrees : 0 };
    twist.place = findPlace({ clientX: current.x, clientY: current.y });
  }

  // Zoom so that the place between the fingers stays between them.
  function turn() {
    var current = spread(), field = aim.field(), box = sized(), k = camera.scaled(twist.k * current.distance / twist.distance, field, box, turned);
    var drawnPlace = GS.toDrawing(field, turned, twist.place), x = current.x - box.left - box.width / 2, y = current.y - box.top - box.height / 2;
    var middle = GS.toDrawing(field, turned, { x: drawnPlace.x - x / k, y: drawnPlace.y - y / k });
    camera.look({ x: middle.x, y: middle.y, k: k }, field);
    if (GS.play.point && GS.play.point.choice.needs.indexOf("angle") >= 0) {
      var degrees = twist.degrees - (current.angle - twist.angle) * 180 / Math.PI;
      GS.play.point.degrees = Math.round((degrees + 540) % 360 - 180);
      ask();
    }
    drawOver();
  }

  // What would happen.

  function ask() {
    if (!GS.play.point || GS.play.waits()) { return; }
    if (askedAt && Date.now() - askedAt < LATE) { asksAgain = true; return; }
    asksAgain = false;
    questionId += 1;
    askedAt = Date.now();
    sentPlace = held();
    GS.link.send({ say: "try", n: questionId, moment: GS.sheet.moment, action: GS.play.line(sentPlace) });
  }

  // The place where the finger holds it, in mm to a hundredth.
  function held() {
    return { x: Math.round(GS.play.point.x * 100) / 100, y: Math.round(GS.play.point.y * 100) / 100 };
  }

  function drawOver() {
    if (!overlay || !aim.field()) { return; }
    overlay.textContent = "";
    byId("bubble").hidden = true;
    if (GS.play.point) { drawPoint(GS.play.point, GS.sheet.picture); return; }
    touchable().forEach(function (pair) {
      GS.svg("circle", { cx: pair[0].x, cy: GS.sheet.picture.high - pair[0].y, r: GS.sheet.picture.cube * 0.8, "class": "able", "stroke-width": GS.sheet.picture.cube / 12 }, overlay);
    });
  }

  function drawPoint(point, table) {
    var line = point.choice.line, needs = point.choice.needs, from = aim.soldier(line.soldier), aimedPlace = aim.place(), y = table.high - aimedPlace.y, thin = table.cube / 12;
    if (from && placed()) { GS.svg("circle", { cx: from.x, cy: table.high - from.y, r: table.tile, "class": "reach", "stroke-width": thin }, overlay); }
    if (needs.indexOf("at") >= 0) {
      var shape = table.square
        ? { x: aimedPlace.x - table.blast, y: y - table.blast, width: 2 * table.blast, height: 2 * table.blast }
        : { cx: aimedPlace.x, cy: y, r: table.blast };
      shape["class"] = "blast";
      shape["stroke-width"] = thin;
      GS.svg(table.square ? "rect" : "circle", shape, overlay);
    } else if (needs.indexOf("to") >= 0) {
      GS.cube(overlay, table.cube, aimedPlace.x, y, point.degrees * Math.PI / 180, GS.sheet.seats[GS.sheet.seat].colour, preview && !preview.ok ? "#e4572e" : "#ffffff", { "data-ghost": "1" });
    }
    if (preview) { drawKnown(table, thin); }
    bubble(point);
  }

  function drawKnown(table, thin) {
    if (preview.line) {
      var ends = { x1: preview.line[0], y1: table.high - preview.line[1], x2: preview.line[2], y2: table.high - preview.line[3] };
      [["sight-edge", 2.2], [preview.line[4] ? "sight" : "sight not", 1]].forEach(function (layer) {
        ends["class"] = layer[0];
        ends["stroke-width"] = thin * layer[1];
        GS.svg("line", ends, overlay);
      });
    }
    preview.victims.forEach(function (id) {
      var victim = aim.soldier(id), half = table.cube * 0.6, y = table.high - victim.y;
      GS.svg("path", { d: "M" + (victim.x - half) + " " + (y - half) + "l" + 2 * half + " " + 2 * half + "m0 " + -2 * half + "l" + -2 * half + " " + 2 * half, "class": "dies", "stroke-width": table.cube / 5, "data-dies": id }, overlay);
    });
  }

  // Show the table's answer beside the finger.
  function bubble(point) {
    var words = preview ? preview.words : "", target = aim.soldier(point.choice.line.target);
    var subject = placed() ? aim.place() : target || aim.soldier(point.choice.line.soldier), box = drawn.getBoundingClientRect(), home = byId("table").getBoundingClientRect();
    byId("bubble").hidden = !words || !subject;
    if (!words || !subject) { return; }
    GS.say("bubble", words);
    byId("bubble").className = preview.ok ? "" : "not";
    var place = aim.where(subject), x = place.x - box.left, y = place.y - box.top;
    var half = byId("bubble").offsetWidth / 2, height = byId("bubble").offsetHeight, above = y - 2 * FINGER - height;
    byId("bubble").style.left = box.left - home.left + Math.max(half, Math.min(box.width - half, x)) + "px";
    byId("bubble").style.top = box.top - home.top + Math.max(0, Math.min(box.height - height, above > 0 ? above : y + 2 * FINGER)) + "px";
    if (!grip) { GS.say("chosen", GS.play.path.join(" · ") + ": " + words); }
  }

  window.addEventListener("resize", function () { GS.loupe.close(); if (GS.sheet && GS.sheet.picture && !grip) { render(); } });
})();
