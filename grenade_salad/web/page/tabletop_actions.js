"use strict";
// The open table under the finger: a tap chooses a piece and shows it large, with what can be done with it; a second
// tap says where it moves. The table has sent every verb, with a line in which "@" is replaced by the chosen piece.
var GS = window.GS = window.GS || {};
(function () {
  var NEAR = 24, STILL = 8, MAX_ZOOM = 4, SNAP = 30, LETTER = 11, VERBS = 6; // px beside a piece; px that a tap may move; maximum zoom; mm to a snap point; px of a letter; verbs at once
  var byId = GS.byId, t = GS.t, make = GS.make;
  var drawn = null, chosen = null, wanted = null, view = null, fingers = {}, moved = false, pinch = 0;
  var searched = null, offer = null, hands = "", seat = null;
  var several = null, turned = 0, aim = null, pull = null, path = null, degrees = 0, frame = null; // pieces chosen together; page of verbs; gesture of a finger

  var tabletop = GS.tabletop = {
    on: function () { return Boolean(GS.sheet && GS.sheet.picture && GS.sheet.picture.kind === "open"); },

    // Take a new sheet: what was chosen stays chosen while it is there, and a card of the hand while the hand is the
    // same.
    took: function () {
      var handText = JSON.stringify(GS.sheet.hand), isOtherSeat = GS.sheet.seat !== seat;
      if (isOtherSeat) { view = null; chosen = wanted = searched = offer = several = null; GS.measure.leave(); }
      if (hands !== handText || isOtherSeat) { GS.play.forget(); if (wanted && wanted.card) { wanted = null; } }
      hands = handText;
      seat = GS.sheet.seat;
      if (!tabletop.on()) { chosen = wanted = several = null; return; }
      if (chosen !== null && !thing(chosen)) { chosen = null; }
      if (wanted && (wanted.keys || [wanted.key]).some(function (key) { return key !== null && !thing(key); })) { wanted = null; }
      if (several) { several = several.filter(thing); }
    },

    // Ask for the place of a card of the hand, or for what is written on it.
    place: function (choice) { want({ words: choice.words, line: choice.line, needs: choice.needs, key: null, card: choice.cards.length > 0 }); },

    // A card was dragged onto the table and released there.
    drop: function (card, event) {
      var play = GS.play.with(card).filter(function (choice) { return choice.needs[0] === "place"; })[0];
      if (!play || !GS.sheet.tools) { return; }
      tabletop.place(play);
      put(target(point(event)));
    },

    render: render,
    buttons: buttons,
    secrets: secrets
  };

  function table() { return GS.sheet.picture; }
  function tools() { return GS.sheet.tools; }
  function thing(key) { return table().things.filter(function (piece) { return piece.key === key; })[0]; }
  function look(piece) { return table().looks[piece.look]; }
  function name(piece) { return piece.name || look(piece).words; }

  // Sending lines.

  // Buttons wait for the last answer; a finger on the table does not: its decision follows that answer, or is sent when
  // the link is back.
  function send(line, more) {
    searched = line["do"] === "look" && line.of !== undefined ? line.of : null;
    offer = null;
    wanted = several = null;
    GS.play.forget();
    GS.say("said", "");
    var message = { say: "act", moment: GS.sheet.moment, action: line };
    if (more && more.length) { message.more = more; }
    GS.link.decide(message);
    GS.render();
  }

  // The line of a verb for one or several pieces: "@first" is the first of them, "@" in a list all of them, or all
  // others.
  function fillLine(verb) {
    var result = {}, line = verb.line, keys = verb.keys || [verb.key], onto = line.to === "@first";
    Object.keys(line).forEach(function (part) {
      var value = line[part];
      result[part] = value === "@" ? keys[0] : value === "@first" ? keys[0] : value === "@here" ? thing(keys[0]).at : Array.isArray(value) && value[0] === "@" ? keys.slice(onto ? 1 : 0) : value;
    });
    return result;
  }

  // Ask for each thing that a verb needs, then send it.
  function want(verb) {
    if (!wanted) { GS.stackOrder.chosen = false; }
    wanted = verb;
    if (!verb.needs.length) { send(fillLine(verb)); return; }
    if (verb.needs[0] === "shot") { aim = GS.flick.aim(thing(verb.key), table()); }
    path = null;
    degrees = 0;
    GS.render(true);
    if (["number", "text", "sure"].indexOf(verb.needs[0]) < 0) { byId("picture").scrollIntoView({ block: "nearest" }); }
  }

  function got(part, value) {
    var line = {}, next = {};
    Object.keys(wanted.line).forEach(function (key) { line[key] = wanted.line[key]; });
    Object.keys(wanted).forEach(function (key) { next[key] = wanted[key]; });
    if (part) { line[part] = value; }
    if (part === "to" && GS.stackOrder.goes(line, table(), look)) { line.under = true; }
    next.line = line;
    next.needs = wanted.needs.slice(1);
    want(next);
  }

  function put(to) {
    if (wanted.line["do"] === "put" && typeof to === "number") { to = thing(to).at; }
    var all = wanted.keys ? wanted.keys.map(thing) : [];
    if (Array.isArray(to) && all.some(function (piece) { return piece.held; })) { sendPoses(GS.flick.beside(all, to)); return; }
    if (tryTaking(to)) { return; }
    got("to", to);
  }

  // Send a move that makes another piece leave by the rules of the box: that leaves first, and both are one step.
  function tryTaking(to) {
    var piece = wanted.key === null || wanted.keys ? null : thing(wanted.key), gone, line;
    gone = piece ? Array.isArray(to) ? findTaking(piece, to) : findHit(piece, to) : null;
    if (!gone || gone["do"] !== wanted.line["do"]) { return false; }
    line = fillLine(wanted);
    line.to = to;
    line.goes_on = true;
    send(gone, [line]);
    return true;
  }

  // The line that takes a pawn from the snap point of a move.
  function findTaking(piece, to) {
    var away = tools().takes, occupant;
    if (!away || look(piece).shape !== "pawn") { return null; }
    occupant = table().things.filter(function (candidate) { return candidate.key !== piece.key && look(candidate).shape === "pawn" && !candidate.held && !candidate.locked && Math.abs(candidate.at[0] - to[0]) + Math.abs(candidate.at[1] - to[1]) < 1; })[0];
    return occupant ? { seat: away.seat, "do": away["do"], what: [occupant.key], to: away.to } : null;
  }

  // The line that takes a single piece from the place of a move.
  function findHit(piece, to) {
    var alone = Object.prototype.hasOwnProperty.call(tools().hits, to) ? tools().hits[to] : null;
    return alone && alone.by.indexOf(piece.key) >= 0 ? alone.line : null;
  }

  // Send a pose for each of several pieces.
  function sendPoses(poses) {
    var line = fillLine(wanted);
    line.poses = poses;
    line.to = poses[0].slice(0, 2);
    send(line);
  }

  function isAskedFor(need) { return Boolean(wanted) && wanted.needs[0] === need; }

  function listChosen() { return several || (wanted && wanted.keys) || (chosen === null ? [] : [chosen]); }

  // The picture.

  function render() {
    var box = byId("picture"), size, whole = GS.openFrame(table()), ratio, scale;
    if (Object.keys(fingers).length) { return; } // do not redraw under a finger
    byId("zoom").textContent = "";
    byId("bubble").hidden = true;
    byId("by-name").hidden = !tools();
    byId("spoken").hidden = !(GS.sheet.spoken && GS.sheet.spoken.length);
    GS.updateList("spoken-lines", GS.sheet.spoken || []);
    drawn = GS.draw(box, table(), GS.sheet.seats, { label: t("The table from above"), own: GS.sheet.seat });
    size = drawn.getBoundingClientRect();
    ratio = size.width && size.height ? size.width / size.height : whole[2] / whole[3];
    if (view) { view = limitView(view, whole); }
    scale = size.width ? size.width / Math.max((view || whole)[2], (view || whole)[3] * ratio) : 1;
    drawn = GS.draw(box, table(), GS.sheet.seats, { label: t("The table from above"), own: GS.sheet.seat, chosen: listChosen(), frame: view ? view : undefined, scale: scale, minLetter: LETTER / scale });
    byId("buttons").className = "buttons tight";
    drawn.style.touchAction = view || several || isAskedFor("shot") || isAskedFor("path") || isAskedFor("angle") || !GS.measure.on() && canShoot(chosen === null ? null : thing(chosen)) ? "none" : "pan-y";
    showGesture();
    drawn.setAttribute("class", drawn.getAttribute("class") + (wanted && wanted.needs[0] === "place" ? " places" : ""));
    drawn.addEventListener("pointerdown", down);
    drawn.addEventListener("touchend", function (event) { if (event.cancelable) { event.preventDefault(); GS.releaseNews(); } }); // otherwise it clicks on whatever is there by then
    GS.slides.on(drawn, table());
    GS.measure.paint(drawn, table(), scale);
    zoom(whole);
    names();
  }

  // Limit a view to the table; null is the whole table.
  function limitView(frame, whole) {
    var width = Math.min(whole[2], Math.max(whole[2] / MAX_ZOOM, frame[2])), height = width * whole[3] / whole[2];
    if (width >= whole[2]) { return null; }
    return [Math.max(whole[0], Math.min(whole[0] + whole[2] - width, frame[0])), Math.max(whole[1], Math.min(whole[1] + whole[3] - height, frame[1])), width, height];
  }

  function nearer(times, about) {
    var whole = GS.openFrame(table()), current = view || whole, middle = about || [current[0] + current[2] / 2, current[1] + current[3] / 2];
    view = limitView([middle[0] - (middle[0] - current[0]) / times, middle[1] - (middle[1] - current[1]) / times, current[2] / times, current[3] / times], whole);
  }

  function zoom(whole) {
    var piece = chosen === null ? null : thing(chosen), about = piece ? [piece.at[0], table().high - piece.at[1]] : null;
    zoomButton(t("Larger"), "nearer", function () { nearer(1.6, about); }, view && view[2] <= whole[2] / MAX_ZOOM + 1);
    zoomButton(t("Show the whole table"), "zoom", function () { view = null; }, !view);
    if (tools() && !wanted && !GS.measure.on()) {
      zoomButton(t("Choose several"), "several", function () { several = several ? null : chosen !== null && typeof chosen === "number" ? [chosen] : []; chosen = null; GS.play.forget(); }, false);
      byId("zoom").lastChild.setAttribute("aria-pressed", several ? "true" : "false");
    }
  }

  function zoomButton(words, key, press, off) {
    var element = byId("zoom").appendChild(make("button", words, { type: "button", "data-key": key, "aria-disabled": off ? "true" : "false" }));
    element.onclick = function () { if (!off) { press(); GS.render(); } };
  }

  // The finger.

  function onTable(event) {
    var to = drawn.getScreenCTM();
    return [(event.clientX - to.e) / to.a, (event.clientY - to.f) / to.d, Math.abs(to.a)];
  }

  // The position of a finger in mm of the table, and px per mm.
  function point(event) {
    var position = onTable(event);
    return { x: Math.max(0, Math.min(table().wide, position[0])), y: Math.max(0, Math.min(table().high, table().high - position[1])), k: position[2] };
  }

  function down(event) {
    var position = point(event), piece = tools() && !wanted && !several && !GS.measure.on() ? under(position, false) : null;
    fingers[event.pointerId] = { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY] };
    if (Object.keys(fingers).length === 1) {
      moved = false;
      pull = isAskedFor("shot") || canShoot(piece) ? { key: isAskedFor("shot") ? wanted.key : piece.key, points: [] } : null;
      if (isAskedFor("path")) { path = GS.flick.path(position, event.timeStamp); GS.flick.pushed(path, thing(wanted.key), position, event.timeStamp, table(), true); }
      frame = several && !wanted ? position : null;
      if (isAskedFor("angle")) { pull = { from: bearing(position) - degrees }; }
    } else { pull = frame = null; if (path) { path = null; } }
    pinch = fingerDistance();
  }

  // True for a piece where the player's shots begin: it can be pulled back at once.
  function canShoot(piece) { return Boolean(piece && tools() && GS.flick.slides(piece, look(piece)) && (tools().of[String(piece.key)] || [])[0] === "flick"); }

  // Degrees around the middle of what is turned.
  function bearing(position) { var middle = GS.flick.middle((wanted.keys || [wanted.key]).map(thing)); return Math.atan2(position.y - middle[1], position.x - middle[0]) * 180 / Math.PI; }

  function fingerDistance() {
    var all = Object.keys(fingers).map(function (id) { return fingers[id]; });
    return all.length < 2 ? 0 : Math.max(1, Math.sqrt(Math.pow(all[0].x - all[1].x, 2) + Math.pow(all[0].y - all[1].y, 2)));
  }

  function move(event) {
    var finger = fingers[event.pointerId], fingerCount = Object.keys(fingers).length, position;
    if (!finger) { return; }
    position = onTable(event);
    if (Math.abs(event.clientX - finger.from[0]) + Math.abs(event.clientY - finger.from[1]) > STILL || fingerCount > 1) { moved = true; }
    if (fingerCount === 1 && (pull || path || frame)) { trackGesture(event, finger); return; }
    if (moved && fingerCount === 1 && view) { view = limitView([view[0] - (event.clientX - finger.x) / position[2], view[1] - (event.clientY - finger.y) / position[2], view[2], view[3]], GS.openFrame(table())); }
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (fingerCount === 2) { nearer(fingerDistance() / pinch, [position[0], position[1]]); pinch = fingerDistance(); }
    if (moved && (view || fingerCount === 2)) { drawn.setAttribute("viewBox", (view || GS.openFrame(table())).join(" ")); }
  }

  // The finger pulls a shot back, draws the path of a push or a frame, or turns something.
  function trackGesture(event, finger) {
    var position = point(event);
    if (path) { GS.flick.pushed(path, thing(wanted.key), position, event.timeStamp, table(), false); }
    else if (frame) { drawFrame(position); }
    else if (isAskedFor("angle")) { degrees = Math.round((((bearing(position) - pull.from) % 360 + 540) % 360 - 180)); }
    else {
      pull.points.push([event.timeStamp, [event.clientX, event.clientY]]);
      aim = GS.flick.pulled(finger.from, [event.clientX, event.clientY], position.k) || { angle: aim ? aim.angle : 0, share: 0 };
    }
    showGesture();
  }

  function drawFrame(position) {
    var old = drawn.querySelector(".frame");
    if (old) { old.parentNode.removeChild(old); }
    GS.svg("rect", { x: Math.min(position.x, frame.x), y: table().high - Math.max(position.y, frame.y), width: Math.abs(position.x - frame.x), height: Math.abs(position.y - frame.y), "class": "frame" }, drawn);
  }

  // Show the gesture: an arrow, a path, the turned pieces; and say it.
  function showGesture() {
    var piece = pull && pull.key !== undefined ? thing(pull.key) : wanted && wanted.key !== null ? thing(wanted.key) : null, to = drawn.getScreenCTM(), met, places;
    if (!piece || !to) { return; }
    if (isAskedFor("shot") || pull && pull.key !== undefined && moved) {
      GS.flick.draw(drawn, piece, aim, table(), Math.abs(to.a));
      met = GS.flick.met(piece, aim.angle, table());
      places = { n: Math.round(aim.share * 100), what: met.thing ? look(met.thing).words : "" };
      GS.say("chosen", !aim.share ? "" : met.thing ? t("{n} %, meets {what}", places) : t("{n} %", places));
    }
    if (path) { GS.flick.way(drawn, piece, path, table()); }
    if (isAskedFor("angle")) {
      var keys = wanted.keys || [piece.key];
      GS.flick.turned(keys.map(thing), degrees * Math.PI / 180).forEach(function (pose, index) {
        drawn.querySelector("[data-key='" + keys[index] + "']").setAttribute("transform", "translate(" + pose[0] + " " + (table().high - pose[1]) + ") rotate(" + -pose[2] * 180 / Math.PI + ")");
      });
      if (byId("point").querySelector("[data-key=degrees]")) { byId("point").querySelector("[data-key=degrees]").value = degrees; }
    }
  }

  function up(event) {
    var last = fingers[event.pointerId], from = pull, position;
    if (!last) { return; }
    delete fingers[event.pointerId];
    if (Object.keys(fingers).length) { return; }
    position = tabletop.on() && drawn ? point(event) : null;
    pull = null;
    if (event.type !== "pointerup" || !position) { path = frame = null; GS.render(); return; }
    if (moved) { if (from || path || frame) { GS.noteTouch(); endGesture(from, last, position, event.timeStamp); } GS.render(); return; }
    path = frame = null;
    GS.noteTouch();
    onTap(position);
  }

  // The finger was lifted after a gesture. Times are those of its events: a busy page gets all of them late and at
  // once, and would miss a push.
  function endGesture(from, last, position, time) {
    if (path) {
      if (GS.flick.stopped(path, time) || path.points.length < 2) { GS.flick.pushed(path, thing(wanted.key), position, time, table(), true); }
      if (path.points.length > 1) { got("path", path.points); }
      path = null;
    } else if (frame) {
      table().things.forEach(function (piece) {
        var inside = (piece.at[0] - position.x) * (piece.at[0] - frame.x) <= 0 && (piece.at[1] - position.y) * (piece.at[1] - frame.y) <= 0;
        if (inside && several.indexOf(piece.key) < 0 && canJoin(piece)) { several.push(piece.key); }
      });
      frame = null;
    } else if (!isAskedFor("angle") && from.points.length && thing(from.key)) {
      aim = GS.flick.pulled(last.from, GS.flick.settled(from.points, time), position.k);
      if (!aim) { wanted = null; } else if (!wanted) { begin(thing(from.key)); }
    }
  }

  // The aim stays, to be corrected, until "Flick".
  function begin(piece) {
    var verb = tools().verbs.flick;
    chosen = piece.key;
    GS.play.forget();
    wanted = { words: verb.words, line: verb.line, needs: verb.needs, key: piece.key };
  }

  function canJoin(piece) { return typeof piece.key === "number" && !piece.locked && look(piece).shape !== "board"; }

  function onTap(position) {
    if (isAskedFor("place")) { put(target(position)); return; }
    if (isAskedFor("shot")) { aim = GS.flick.at(aim, thing(wanted.key), position); GS.render(); return; }
    if (isAskedFor("path") || isAskedFor("angle")) { GS.render(); return; }
    if (GS.measure.on()) { GS.measure.tap(position); GS.render(); return; }
    choose(under(position, !several));
  }

  function choose(piece) {
    if (piece && GS.measure.on()) { GS.measure.tap({ x: piece.at[0], y: piece.at[1] }); GS.render(); return; }
    wanted = null;
    turned = 0;
    if (!several) { chosen = piece && piece.key !== chosen ? piece.key : null; }
    else if (piece && canJoin(piece)) { several = several.indexOf(piece.key) < 0 ? several.concat([piece.key]) : several.filter(function (key) { return key !== piece.key; }); }
    GS.play.forget();
    GS.render();
  }

  // The top piece at a position; where there is none, the nearest one that a finger may mean.
  function under(position, boards) {
    var all = table().things.filter(function (piece) { return boards && !look(piece).snaps || look(piece).shape !== "board"; }), best = null, minDistance = NEAR / position.k;
    for (var index = all.length - 1; index >= 0; index--) { if (GS.flick.outside(all[index], position) === 0) { if (look(all[index]).shape !== "board") { return all[index]; } best = best || all[index]; } }
    all.forEach(function (piece) { var distance = GS.flick.outside(piece, position); if (look(piece).shape !== "board" && distance < minDistance) { best = piece; minDistance = distance; } });
    return best;
  }

  // The target of a piece that is put down there: a holder, a card or stack, a snap point, or the position itself.
  function target(position) {
    var piece = under({ x: position.x, y: position.y, k: 1e9 }, false), into = table().areas.filter(function (area) {
      var box = area.box;
      return position.x >= box[0] && position.x <= box[0] + box[2] && position.y >= box[1] && position.y <= box[1] + box[3];
    })[0], snap = null, minDistance = SNAP;
    if (into) { return into.key; }
    if (piece && (wanted.keys || [wanted.key]).indexOf(piece.key) < 0 && typeof piece.key === "number" && (look(piece).shape === "card" || look(piece).shape === "disc")) { return piece.key; }
    tools().snaps.forEach(function (spot) {
      var distance = Math.sqrt(Math.pow(spot[0] - position.x, 2) + Math.pow(spot[1] - position.y, 2));
      if (distance < minDistance) { snap = spot; minDistance = distance; }
    });
    piece = wanted.key === null ? null : thing(wanted.key);
    if (piece && !wanted.keys && ["disc", "cube", "pawn"].indexOf(look(piece).shape) >= 0) { snap = GS.flick.start(tools().flick.starts, position, minDistance) || snap; }
    return snap || [Math.round(position.x * 10) / 10, Math.round(position.y * 10) / 10];
  }

  // What can be done, below the picture; true if nothing else is asked now.

  function buttons(box) {
    var piece = chosen === null ? null : thing(chosen);
    byId("reading").textContent = "";
    byId("reading").hidden = !piece && !wanted;
    if (!tools()) { return false; }
    if (wanted) { asked(box); return true; }
    if (GS.measure.on()) { GS.measure.buttons(box, table(), name, GS.render); return true; }
    if (several) { ofSeveral(box); return true; }
    if (piece) { reading(byId("reading"), piece); verbs(box, piece); }
    if (offer !== null && thing(offer)) { verbButton(box, "shuffle", thing(offer), t("Shuffle it now?")); }
    if (!piece && !GS.play.path.length && !GS.play.playing) { measuring(box); GS.supply.render(box, tools(), send, want); }
    return false;
  }

  function measuring(box) { GS.play.button(box, t("Measure…"), function () { several = null; GS.measure.begin(); GS.render(true); }, false, "measure"); }

  // Show a piece large, with its name and its count.
  function reading(box, piece) {
    large(box, look(piece), piece.size, piece.bag);
    box.appendChild(make("p", name(piece), { "class": "named" }));
    GS.say("chosen", "");
  }

  function large(box, appearance, size, bag) {
    var edge = Math.max(size[0], size[1]) * 0.03, inner = GS.svg("svg", { viewBox: [-size[0] / 2 - edge, -size[1] / 2 - edge, size[0] + 2 * edge, size[1] + 2 * edge].join(" "), "class": "large", "aria-hidden": "true" }, box);
    if (bag) { GS.bag(inner, Math.min(size[0], size[1])); return; }
    GS.piece(inner, appearance, size[0], size[1], function (path) { return "/" + path; }, false);
  }

  function verbs(box, piece) {
    var all = tools().of[String(piece.key)] || [], each = VERBS - 1, first = 0;
    if (all.length > VERBS) { first = turned * each % (Math.ceil(all.length / each) * each); }
    all.slice(first, all.length > VERBS ? first + each : VERBS).forEach(function (key, index) { verbButton(box, key, piece, "", !first && !index); });
    if (all.length > VERBS) { GS.play.button(box, t("More…"), function () { turned += 1; GS.render(); }, false, "more-verbs"); }
  }

  function verbButton(box, key, piece, words, main) {
    var verb = tools().verbs[key];
    if (!verb) { return; }
    GS.play.button(box, words || verb.words, function () { want({ words: verb.words, line: verb.line, needs: verb.needs, key: piece.key, numbers: verb.numbers, sure: verb.sure }); }, main, "verb-" + key);
  }

  // What can be done with several chosen pieces: they keep their distances, or are stacked on the first.
  function ofSeveral(box) {
    var all = several.map(thing), stacked = all.every(function (piece) { return ["card", "disc"].indexOf(look(piece).shape) >= 0; });
    var dice = all.filter(function (piece) { return look(piece).shape === "die"; }), unsure = all.some(function (piece) { return (tools().of[String(piece.key)] || []).indexOf("over?") >= 0; });
    byId("reading").hidden = false;
    byId("reading").appendChild(make("p", t("Tap all that you want, or draw a frame round them. Chosen: {n}", { n: several.length }), { "class": "named" }));
    var keys = all.length < 2 ? [] : (dice.length === all.length ? ["roll"] : []).concat(["move"], stacked ? ["gather", unsure ? "over?" : "over"] : [], ["take"], all.some(function (piece) { return piece.held; }) ? [] : ["rotate"], ["away"], all.every(function (piece) { return look(piece).down; }) ? ["show"] : []);
    keys.forEach(function (key, index) {
      var verb = tools().verbs[key];
      if (verb) { GS.play.button(box, verb.words, function () { want({ words: verb.words, line: verb.line, needs: verb.needs, key: several[0], keys: several, sure: verb.sure }); }, !index, "verb-" + key); }
    });
    GS.play.button(box, t("Back"), function () { several = null; GS.render(true); }, false, "back");
  }

  function asked(box) {
    var need = wanted.needs[0], piece = wanted.key === null || wanted.keys ? null : thing(wanted.key);
    if (piece) { reading(byId("reading"), piece); }
    byId("reading").appendChild(make("p", need === "sure" ? wanted.sure : wanted.words, { "class": "named" }));
    if (need === "place") { GS.prompts.place(box, wanted, piece, look, put); }
    if (need === "number") { GS.prompts.number(box, wanted.numbers, piece, function (many) { got("n", many); }); }
    if (need === "text") { GS.supply.text(box, t("Write"), function (value) { got("to", value); }, "", "write"); }
    if (need === "sure") { GS.play.button(box, t("Yes"), function () { got(""); }, true, "sure"); }
    if (need === "shot") { GS.prompts.shot(box, aim, piece, function (newAim) { aim = newAim; GS.render(); }, flick); }
    if (need === "path") { box.appendChild(make("p", t("Draw the way along which it is pushed."))); }
    if (need === "angle") { GS.prompts.angle(box, degrees, function (newDegrees) { degrees = newDegrees; showGesture(); }, turn); }
    GS.play.button(box, t("Back"), function () { wanted = null; GS.play.forget(); GS.render(true); }, false, "back");
  }

  function flick() {
    var line = fillLine(wanted);
    line.angle = Math.round(aim.angle * 1e5) / 1e5;
    line.speed = Math.round(tools().flick.fastest * aim.share * 10) / 10;
    send(line);
  }

  function turn() {
    var more = degrees * Math.PI / 180;
    if (wanted.keys) { sendPoses(GS.flick.turned(wanted.keys.map(thing), more)); return; }
    got("angle", Math.round(((thing(wanted.key).angle || 0) + more) * 1e4) / 1e4);
  }

  // Everything on the table as buttons, for people who do not see the picture.
  function names() {
    var box = byId("by-name-buttons");
    box.textContent = "";
    if (!tools() || !byId("by-name").open) { return; }
    table().things.forEach(function (piece) {
      if ((tools().of[String(piece.key)] || []).length) {
        var element = GS.play.button(box, name(piece), function () { chosen = null; choose(piece); }, listChosen().indexOf(piece.key) >= 0, "thing-" + piece.key);
        if (several) { element.setAttribute("aria-pressed", several.indexOf(piece.key) >= 0 ? "true" : "false"); }
      }
    });
  }

  // Under the cover of the hand: what the player looks at, and takes out of a stack.

  function secrets(box) {
    var all = tools() ? tools().looking : [];
    if (!all.length) { return; }
    box.appendChild(make("h3", t("You are looking at")));
    var list = box.appendChild(make("ul", "", { "class": "looked" }));
    all.forEach(function (card, index) {
      var item = list.appendChild(make("li")), place = all.length - 1 - index;
      large(item, card.look, card.look.size);
      item.appendChild(make("span", card.words));
      if (searched !== null && thing(searched) && tools().hand) {
        GS.play.button(item, t("Take it out"), function () {
          var key = searched;
          send({ seat: GS.sheet.seat, "do": "move", of: key, at: [place], to: tools().hand });
          offer = key;
        }, false, "out-" + index);
      }
    });
  }

  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  byId("by-name").ontoggle = function () { if (tabletop.on()) { names(); } };
})();
