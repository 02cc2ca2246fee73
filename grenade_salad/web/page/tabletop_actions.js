"use strict";
// The open table under the finger: a tap chooses what lies there and shows it large, with what can be done with it; a
// second tap says where it goes. The table has sent every verb, with a line in which "@" stands for what was chosen.
var GS = window.GS = window.GS || {};
(function () {
  var NEAR = 24, STILL = 8, MOST = 4, SNAP = 30, LETTER = 11, VERBS = 6; // px beside a thing, and of a tap; how many times nearer; mm to a snap point; px of a letter; verbs at once
  var by = GS.by, t = GS.t, make = GS.make;
  var drawn = null, chosen = null, wanted = null, view = null, fingers = {}, moved = false, pinch = 0;
  var searched = null, offer = null, hands = "", seat = null;
  var several = null, turned = 0, aim = null, pull = null, path = null, degrees = 0, frame = null; // what is chosen together; which verbs are shown; and what a finger makes

  var lay = GS.lay = {
    on: function () { return Boolean(GS.sheet && GS.sheet.picture && GS.sheet.picture.kind === "open"); },

    // News of the table: what was chosen stays chosen while it is there, and a card of the hand while that is the same.
    took: function () {
      var now = JSON.stringify(GS.sheet.hand), other = GS.sheet.seat !== seat;
      if (other) { view = null; chosen = wanted = searched = offer = several = null; GS.measure.leave(); }
      if (hands !== now || other) { GS.play.forget(); if (wanted && wanted.card) { wanted = null; } }
      hands = now;
      seat = GS.sheet.seat;
      if (!lay.on()) { chosen = wanted = several = null; return; }
      if (chosen !== null && !thing(chosen)) { chosen = null; }
      if (wanted && (wanted.keys || [wanted.key]).some(function (key) { return key !== null && !thing(key); })) { wanted = null; }
      if (several) { several = several.filter(thing); }
    },

    // A card of the hand waits for its place, or for what is written on it.
    place: function (choice) { want({ words: choice.words, line: choice.line, needs: choice.needs, key: null, card: choice.cards.length > 0 }); },

    // A card was dragged onto the table and let go there.
    drop: function (card, event) {
      var play = GS.play.with(card).filter(function (one) { return one.needs[0] === "place"; })[0];
      if (!play || !GS.sheet.tools) { return; }
      lay.place(play);
      put(target(point(event)));
    },

    render: render,
    buttons: buttons,
    secrets: secrets
  };

  function table() { return GS.sheet.picture; }
  function tools() { return GS.sheet.tools; }
  function thing(key) { return table().things.filter(function (one) { return one.key === key; })[0]; }
  function look(one) { return table().looks[one.look]; }
  function name(one) { return one.name || look(one).words; }

  // what is sent

  // Buttons wait for the last answer; a finger on the table does not: what it decides comes after that, or when the line
  // is there again.
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

  // The line of a verb for one thing, or for several: "@first" is the first of them, "@" in a list all, or all others.
  function filled(verb) {
    var made = {}, line = verb.line, keys = verb.keys || [verb.key], onto = line.to === "@first";
    Object.keys(line).forEach(function (part) {
      var value = line[part];
      made[part] = value === "@" ? keys[0] : value === "@first" ? keys[0] : value === "@here" ? thing(keys[0]).at : Array.isArray(value) && value[0] === "@" ? keys.slice(onto ? 1 : 0) : value;
    });
    return made;
  }

  // A verb asks for what it needs, one thing after another; then it is done.
  function want(verb) {
    if (!wanted) { GS.under.chosen = false; }
    wanted = verb;
    if (!verb.needs.length) { send(filled(verb)); return; }
    if (verb.needs[0] === "shot") { aim = GS.shoot.aim(thing(verb.key), table()); }
    path = null;
    degrees = 0;
    GS.render(true);
    if (["number", "text", "sure"].indexOf(verb.needs[0]) < 0) { by("picture").scrollIntoView({ block: "nearest" }); }
  }

  function got(part, value) {
    var line = {}, next = {};
    Object.keys(wanted.line).forEach(function (key) { line[key] = wanted.line[key]; });
    Object.keys(wanted).forEach(function (key) { next[key] = wanted[key]; });
    if (part) { line[part] = value; }
    if (part === "to" && GS.under.goes(line, table(), look)) { line.under = true; }
    next.line = line;
    next.needs = wanted.needs.slice(1);
    want(next);
  }

  function put(to) {
    if (wanted.line["do"] === "put" && typeof to === "number") { to = thing(to).at; }
    var all = wanted.keys ? wanted.keys.map(thing) : [];
    if (Array.isArray(to) && all.some(function (one) { return one.held; })) { posed(GS.shoot.beside(all, to)); return; }
    if (takes(to)) { return; }
    got("to", to);
  }

  // What makes something else go away where the box says so: that goes first, and both are one step.
  function takes(to) {
    var one = wanted.key === null || wanted.keys ? null : thing(wanted.key), gone, line;
    gone = one ? Array.isArray(to) ? taken(one, to) : hit(one, to) : null;
    if (!gone || gone["do"] !== wanted.line["do"]) { return false; }
    line = filled(wanted);
    line.to = to;
    line.goes_on = true;
    send(gone, [line]);
    return true;
  }

  // A pawn on the snap point of another one.
  function taken(one, to) {
    var away = tools().takes, there;
    if (!away || look(one).shape !== "pawn") { return null; }
    there = table().things.filter(function (other) { return other.key !== one.key && look(other).shape === "pawn" && !other.held && !other.locked && Math.abs(other.at[0] - to[0]) + Math.abs(other.at[1] - to[1]) < 1; })[0];
    return there ? { seat: away.seat, "do": away["do"], what: [there.key], to: away.to } : null;
  }

  // A man in a place where another one lies alone.
  function hit(one, to) {
    var alone = Object.prototype.hasOwnProperty.call(tools().hits, to) ? tools().hits[to] : null;
    return alone && alone.by.indexOf(one.key) >= 0 ? alone.line : null;
  }

  // Several come to lie each at its own place.
  function posed(poses) {
    var line = filled(wanted);
    line.poses = poses;
    line.to = poses[0].slice(0, 2);
    send(line);
  }

  function needs(what) { return Boolean(wanted) && wanted.needs[0] === what; }

  function picked() { return several || (wanted && wanted.keys) || (chosen === null ? [] : [chosen]); }

  // the picture

  function render() {
    var box = by("picture"), size, whole = GS.openFrame(table()), ratio, scale;
    if (Object.keys(fingers).length) { return; } // what is under a finger stays there
    by("zoom").textContent = "";
    by("bubble").hidden = true;
    by("by-name").hidden = !tools();
    by("spoken").hidden = !(GS.sheet.spoken && GS.sheet.spoken.length);
    GS.list("spoken-lines", GS.sheet.spoken || []);
    drawn = GS.draw(box, table(), GS.sheet.seats, { label: t("The table from above"), own: GS.sheet.seat });
    size = drawn.getBoundingClientRect();
    ratio = size.width && size.height ? size.width / size.height : whole[2] / whole[3];
    if (view) { view = held(view, whole); }
    scale = size.width ? size.width / Math.max((view || whole)[2], (view || whole)[3] * ratio) : 1;
    drawn = GS.draw(box, table(), GS.sheet.seats, { label: t("The table from above"), own: GS.sheet.seat, chosen: picked(), frame: view ? view : undefined, scale: scale, least: LETTER / scale });
    by("buttons").className = "buttons tight";
    drawn.style.touchAction = view || several || needs("shot") || needs("path") || needs("angle") || !GS.measure.on() && shoots(chosen === null ? null : thing(chosen)) ? "none" : "pan-y";
    shown();
    drawn.setAttribute("class", drawn.getAttribute("class") + (wanted && wanted.needs[0] === "place" ? " places" : ""));
    drawn.addEventListener("pointerdown", down);
    drawn.addEventListener("touchend", function (event) { if (event.cancelable) { event.preventDefault(); GS.lifted(); } }); // else it clicks on whatever lies there by then
    GS.slides.on(drawn, table());
    GS.measure.paint(drawn, table(), scale);
    zoom(whole);
    names();
  }

  // A look that does not leave the table.
  function held(frame, whole) {
    var wide = Math.min(whole[2], Math.max(whole[2] / MOST, frame[2])), high = wide * whole[3] / whole[2];
    if (wide >= whole[2]) { return null; }
    return [Math.max(whole[0], Math.min(whole[0] + whole[2] - wide, frame[0])), Math.max(whole[1], Math.min(whole[1] + whole[3] - high, frame[1])), wide, high];
  }

  function nearer(times, about) {
    var whole = GS.openFrame(table()), now = view || whole, middle = about || [now[0] + now[2] / 2, now[1] + now[3] / 2];
    view = held([middle[0] - (middle[0] - now[0]) / times, middle[1] - (middle[1] - now[1]) / times, now[2] / times, now[3] / times], whole);
  }

  function zoom(whole) {
    var one = chosen === null ? null : thing(chosen), about = one ? [one.at[0], table().high - one.at[1]] : null;
    zoomButton(t("Larger"), "nearer", function () { nearer(1.6, about); }, view && view[2] <= whole[2] / MOST + 1);
    zoomButton(t("Show the whole table"), "zoom", function () { view = null; }, !view);
    if (tools() && !wanted && !GS.measure.on()) {
      zoomButton(t("Choose several"), "several", function () { several = several ? null : chosen !== null && typeof chosen === "number" ? [chosen] : []; chosen = null; GS.play.forget(); }, false);
      by("zoom").lastChild.setAttribute("aria-pressed", several ? "true" : "false");
    }
  }

  function zoomButton(words, key, press, off) {
    var made = by("zoom").appendChild(make("button", words, { type: "button", "data-key": key, "aria-disabled": off ? "true" : "false" }));
    made.onclick = function () { if (!off) { press(); GS.render(); } };
  }

  // the finger

  function onTable(event) {
    var to = drawn.getScreenCTM();
    return [(event.clientX - to.e) / to.a, (event.clientY - to.f) / to.d, Math.abs(to.a)];
  }

  // A point in mm of the table, and how many px a mm has.
  function point(event) {
    var at = onTable(event);
    return { x: Math.max(0, Math.min(table().wide, at[0])), y: Math.max(0, Math.min(table().high, table().high - at[1])), k: at[2] };
  }

  function down(event) {
    var at = point(event), one = tools() && !wanted && !several && !GS.measure.on() ? under(at, false) : null;
    fingers[event.pointerId] = { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY] };
    if (Object.keys(fingers).length === 1) {
      moved = false;
      pull = needs("shot") || shoots(one) ? { one: needs("shot") ? wanted.key : one.key, points: [] } : null;
      if (needs("path")) { path = GS.shoot.path(at, event.timeStamp); GS.shoot.pushed(path, thing(wanted.key), at, event.timeStamp, table(), true); }
      frame = several && !wanted ? at : null;
      if (needs("angle")) { pull = { from: bearing(at) - degrees }; }
    } else { pull = frame = null; if (path) { path = null; } }
    pinch = apart();
  }

  // A piece that lies where the own shots begin: one pulls it back without saying so first.
  function shoots(one) { return Boolean(one && tools() && GS.shoot.slides(one, look(one)) && (tools().of[String(one.key)] || [])[0] === "flick"); }

  // Degrees round what is to be turned.
  function bearing(at) { var middle = GS.shoot.middle((wanted.keys || [wanted.key]).map(thing)); return Math.atan2(at.y - middle[1], at.x - middle[0]) * 180 / Math.PI; }

  function apart() {
    var all = Object.keys(fingers).map(function (id) { return fingers[id]; });
    return all.length < 2 ? 0 : Math.max(1, Math.sqrt(Math.pow(all[0].x - all[1].x, 2) + Math.pow(all[0].y - all[1].y, 2)));
  }

  function move(event) {
    var finger = fingers[event.pointerId], many = Object.keys(fingers).length, at;
    if (!finger) { return; }
    at = onTable(event);
    if (Math.abs(event.clientX - finger.from[0]) + Math.abs(event.clientY - finger.from[1]) > STILL || many > 1) { moved = true; }
    if (many === 1 && (pull || path || frame)) { draws(event, finger); return; }
    if (moved && many === 1 && view) { view = held([view[0] - (event.clientX - finger.x) / at[2], view[1] - (event.clientY - finger.y) / at[2], view[2], view[3]], GS.openFrame(table())); }
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (many === 2) { nearer(apart() / pinch, [at[0], at[1]]); pinch = apart(); }
    if (moved && (view || many === 2)) { drawn.setAttribute("viewBox", (view || GS.openFrame(table())).join(" ")); }
  }

  // The finger pulls a shot back, draws the way of a push or a frame, or turns something.
  function draws(event, finger) {
    var at = point(event);
    if (path) { GS.shoot.pushed(path, thing(wanted.key), at, event.timeStamp, table(), false); }
    else if (frame) { framed(at); }
    else if (needs("angle")) { degrees = Math.round((((bearing(at) - pull.from) % 360 + 540) % 360 - 180)); }
    else {
      pull.points.push([event.timeStamp, [event.clientX, event.clientY]]);
      aim = GS.shoot.pulled(finger.from, [event.clientX, event.clientY], at.k) || { angle: aim ? aim.angle : 0, share: 0 };
    }
    shown();
  }

  function framed(at) {
    var old = drawn.querySelector(".frame");
    if (old) { old.parentNode.removeChild(old); }
    GS.svg("rect", { x: Math.min(at.x, frame.x), y: table().high - Math.max(at.y, frame.y), width: Math.abs(at.x - frame.x), height: Math.abs(at.y - frame.y), "class": "frame" }, drawn);
  }

  // What the finger makes is seen: an arrow, a way, what is turned; and said.
  function shown() {
    var one = pull && pull.one !== undefined ? thing(pull.one) : wanted && wanted.key !== null ? thing(wanted.key) : null, to = drawn.getScreenCTM(), met, places;
    if (!one || !to) { return; }
    if (needs("shot") || pull && pull.one !== undefined && moved) {
      GS.shoot.draw(drawn, one, aim, table(), Math.abs(to.a));
      met = GS.shoot.met(one, aim.angle, table());
      places = { n: Math.round(aim.share * 100), what: met.what ? look(met.what).words : "" };
      GS.say("chosen", !aim.share ? "" : met.what ? t("{n} %, meets {what}", places) : t("{n} %", places));
    }
    if (path) { GS.shoot.way(drawn, one, path, table()); }
    if (needs("angle")) {
      var keys = wanted.keys || [one.key];
      GS.shoot.turned(keys.map(thing), degrees * Math.PI / 180).forEach(function (pose, at) {
        drawn.querySelector("[data-key='" + keys[at] + "']").setAttribute("transform", "translate(" + pose[0] + " " + (table().high - pose[1]) + ") rotate(" + -pose[2] * 180 / Math.PI + ")");
      });
      if (by("point").querySelector("[data-key=degrees]")) { by("point").querySelector("[data-key=degrees]").value = degrees; }
    }
  }

  function up(event) {
    var last = fingers[event.pointerId], from = pull, at;
    if (!last) { return; }
    delete fingers[event.pointerId];
    if (Object.keys(fingers).length) { return; }
    at = lay.on() && drawn ? point(event) : null;
    pull = null;
    if (event.type !== "pointerup" || !at) { path = frame = null; GS.render(); return; }
    if (moved) { if (from || path || frame) { GS.touched(); drew(from, last, at, event.timeStamp); } GS.render(); return; }
    path = frame = null;
    GS.touched();
    tapped(at);
  }

  // The finger is lifted after it drew something. When it was where is told by its events: a page that is busy hears all
  // of them late and at once, and would take a push for none.
  function drew(from, last, at, now) {
    if (path) {
      if (GS.shoot.stopped(path, now) || path.points.length < 2) { GS.shoot.pushed(path, thing(wanted.key), at, now, table(), true); }
      if (path.points.length > 1) { got("path", path.points); }
      path = null;
    } else if (frame) {
      table().things.forEach(function (one) {
        var inside = (one.at[0] - at.x) * (one.at[0] - frame.x) <= 0 && (one.at[1] - at.y) * (one.at[1] - frame.y) <= 0;
        if (inside && several.indexOf(one.key) < 0 && together(one)) { several.push(one.key); }
      });
      frame = null;
    } else if (!needs("angle") && from.points.length && thing(from.one)) {
      aim = GS.shoot.pulled(last.from, GS.shoot.settled(from.points, now), at.k);
      if (!aim) { wanted = null; } else if (!wanted) { begin(thing(from.one)); }
    }
  }

  // The aim stays, to be made finer, until "Flick".
  function begin(one) {
    var verb = tools().verbs.flick;
    chosen = one.key;
    GS.play.forget();
    wanted = { words: verb.words, line: verb.line, needs: verb.needs, key: one.key };
  }

  function together(one) { return typeof one.key === "number" && !one.locked && look(one).shape !== "board"; }

  function tapped(at) {
    if (needs("place")) { put(target(at)); return; }
    if (needs("shot")) { aim = GS.shoot.at(aim, thing(wanted.key), at); GS.render(); return; }
    if (needs("path") || needs("angle")) { GS.render(); return; }
    if (GS.measure.on()) { GS.measure.tap(at); GS.render(); return; }
    choose(under(at, !several));
  }

  function choose(one) {
    if (one && GS.measure.on()) { GS.measure.tap({ x: one.at[0], y: one.at[1] }); GS.render(); return; }
    wanted = null;
    turned = 0;
    if (!several) { chosen = one && one.key !== chosen ? one.key : null; }
    else if (one && together(one)) { several = several.indexOf(one.key) < 0 ? several.concat([one.key]) : several.filter(function (key) { return key !== one.key; }); }
    GS.play.forget();
    GS.render();
  }

  // What lies topmost there; where nothing does, the nearest that a finger may mean.
  function under(at, boards) {
    var all = table().things.filter(function (one) { return boards && !look(one).snaps || look(one).shape !== "board"; }), best = null, least = NEAR / at.k;
    for (var index = all.length - 1; index >= 0; index--) { if (GS.shoot.outside(all[index], at) === 0) { if (look(all[index]).shape !== "board") { return all[index]; } best = best || all[index]; } }
    all.forEach(function (one) { var far = GS.shoot.outside(one, at); if (look(one).shape !== "board" && far < least) { best = one; least = far; } });
    return best;
  }

  // Where something goes that is put down there: into a holder, onto a card or stack, to a snap point, or just there.
  function target(at) {
    var one = under({ x: at.x, y: at.y, k: 1e9 }, false), into = table().areas.filter(function (area) {
      var box = area.box;
      return at.x >= box[0] && at.x <= box[0] + box[2] && at.y >= box[1] && at.y <= box[1] + box[3];
    })[0], snap = null, least = SNAP;
    if (into) { return into.key; }
    if (one && (wanted.keys || [wanted.key]).indexOf(one.key) < 0 && typeof one.key === "number" && (look(one).shape === "card" || look(one).shape === "disc")) { return one.key; }
    tools().snaps.forEach(function (spot) {
      var far = Math.sqrt(Math.pow(spot[0] - at.x, 2) + Math.pow(spot[1] - at.y, 2));
      if (far < least) { snap = spot; least = far; }
    });
    one = wanted.key === null ? null : thing(wanted.key);
    if (one && !wanted.keys && ["disc", "cube", "pawn"].indexOf(look(one).shape) >= 0) { snap = GS.shoot.start(tools().flick.starts, at, least) || snap; }
    return snap || [Math.round(at.x * 10) / 10, Math.round(at.y * 10) / 10];
  }

  // what can be done, below the picture; true if nothing else is asked now

  function buttons(box) {
    var one = chosen === null ? null : thing(chosen);
    by("reading").textContent = "";
    by("reading").hidden = !one && !wanted;
    if (!tools()) { return false; }
    if (wanted) { asked(box); return true; }
    if (GS.measure.on()) { GS.measure.buttons(box, table(), name, GS.render); return true; }
    if (several) { ofSeveral(box); return true; }
    if (one) { reading(by("reading"), one); verbs(box, one); }
    if (offer !== null && thing(offer)) { verbButton(box, "shuffle", thing(offer), t("Shuffle it now?")); }
    if (!one && !GS.play.path.length && !GS.play.playing) { measuring(box); GS.beside.render(box, tools(), send, want); }
    return false;
  }

  function measuring(box) { GS.play.button(box, t("Measure…"), function () { several = null; GS.measure.begin(); GS.render(true); }, false, "measure"); }

  // It is read here: large, with its name and how many there are.
  function reading(box, one) {
    large(box, look(one), one.size, one.bag);
    box.appendChild(make("p", name(one), { "class": "named" }));
    GS.say("chosen", "");
  }

  function large(box, what, size, bag) {
    var edge = Math.max(size[0], size[1]) * 0.03, inner = GS.svg("svg", { viewBox: [-size[0] / 2 - edge, -size[1] / 2 - edge, size[0] + 2 * edge, size[1] + 2 * edge].join(" "), "class": "large", "aria-hidden": "true" }, box);
    if (bag) { GS.bag(inner, Math.min(size[0], size[1])); return; }
    GS.piece(inner, what, size[0], size[1], function (path) { return "/" + path; }, false);
  }

  function verbs(box, one) {
    var all = tools().of[String(one.key)] || [], each = VERBS - 1, first = 0;
    if (all.length > VERBS) { first = turned * each % (Math.ceil(all.length / each) * each); }
    all.slice(first, all.length > VERBS ? first + each : VERBS).forEach(function (key, at) { verbButton(box, key, one, "", !first && !at); });
    if (all.length > VERBS) { GS.play.button(box, t("More…"), function () { turned += 1; GS.render(); }, false, "more-verbs"); }
  }

  function verbButton(box, key, one, words, main) {
    var verb = tools().verbs[key];
    if (!verb) { return; }
    GS.play.button(box, words || verb.words, function () { want({ words: verb.words, line: verb.line, needs: verb.needs, key: one.key, numbers: verb.numbers, sure: verb.sure }); }, main, "verb-" + key);
  }

  // What can be done with all that is chosen: they keep their distances, or lie on the first.
  function ofSeveral(box) {
    var all = several.map(thing), stacked = all.every(function (one) { return ["card", "disc"].indexOf(look(one).shape) >= 0; });
    var dice = all.filter(function (one) { return look(one).shape === "die"; }), unsure = all.some(function (one) { return (tools().of[String(one.key)] || []).indexOf("over?") >= 0; });
    by("reading").hidden = false;
    by("reading").appendChild(make("p", t("Tap all that you want, or draw a frame round them. Chosen: {n}", { n: several.length }), { "class": "named" }));
    var found = all.length < 2 ? [] : (dice.length === all.length ? ["roll"] : []).concat(["move"], stacked ? ["gather", unsure ? "over?" : "over"] : [], ["take"], all.some(function (one) { return one.held; }) ? [] : ["rotate"], ["away"], all.every(function (one) { return look(one).down; }) ? ["show"] : []);
    found.forEach(function (key, at) {
      var verb = tools().verbs[key];
      if (verb) { GS.play.button(box, verb.words, function () { want({ words: verb.words, line: verb.line, needs: verb.needs, key: several[0], keys: several, sure: verb.sure }); }, !at, "verb-" + key); }
    });
    GS.play.button(box, t("Back"), function () { several = null; GS.render(true); }, false, "back");
  }

  function asked(box) {
    var need = wanted.needs[0], one = wanted.key === null || wanted.keys ? null : thing(wanted.key);
    if (one) { reading(by("reading"), one); }
    by("reading").appendChild(make("p", need === "sure" ? wanted.sure : wanted.words, { "class": "named" }));
    if (need === "place") { GS.ask.place(box, wanted, one, look, put); }
    if (need === "number") { GS.ask.number(box, wanted.numbers, one, function (many) { got("n", many); }); }
    if (need === "text") { GS.beside.text(box, t("Write"), function (value) { got("to", value); }, "", "write"); }
    if (need === "sure") { GS.play.button(box, t("Yes"), function () { got(""); }, true, "sure"); }
    if (need === "shot") { GS.ask.shot(box, aim, one, function (made) { aim = made; GS.render(); }, flick); }
    if (need === "path") { box.appendChild(make("p", t("Draw the way along which it is pushed."))); }
    if (need === "angle") { GS.ask.angle(box, degrees, function (made) { degrees = made; shown(); }, turn); }
    GS.play.button(box, t("Back"), function () { wanted = null; GS.play.forget(); GS.render(true); }, false, "back");
  }

  function flick() {
    var line = filled(wanted);
    line.angle = Math.round(aim.angle * 1e5) / 1e5;
    line.speed = Math.round(tools().flick.fastest * aim.share * 10) / 10;
    send(line);
  }

  function turn() {
    var more = degrees * Math.PI / 180;
    if (wanted.keys) { posed(GS.shoot.turned(wanted.keys.map(thing), more)); return; }
    got("angle", Math.round(((thing(wanted.key).angle || 0) + more) * 1e4) / 1e4);
  }

  // Everything on the table as buttons, for who does not see the picture.
  function names() {
    var box = by("by-name-buttons");
    box.textContent = "";
    if (!tools() || !by("by-name").open) { return; }
    table().things.forEach(function (one) {
      if ((tools().of[String(one.key)] || []).length) {
        var made = GS.play.button(box, name(one), function () { chosen = null; choose(one); }, picked().indexOf(one.key) >= 0, "thing-" + one.key);
        if (several) { made.setAttribute("aria-pressed", several.indexOf(one.key) >= 0 ? "true" : "false"); }
      }
    });
  }

  // under the cover of the hand: what one looks at, and takes out of a stack

  function secrets(box) {
    var all = tools() ? tools().looking : [];
    if (!all.length) { return; }
    box.appendChild(make("h3", t("You are looking at")));
    var list = box.appendChild(make("ul", "", { "class": "looked" }));
    all.forEach(function (one, at) {
      var item = list.appendChild(make("li")), place = all.length - 1 - at;
      large(item, one.look, one.look.size);
      item.appendChild(make("span", one.words));
      if (searched !== null && thing(searched) && tools().hand) {
        GS.play.button(item, t("Take it out"), function () {
          var key = searched;
          send({ seat: GS.sheet.seat, "do": "move", of: key, at: [place], to: tools().hand });
          offer = key;
        }, false, "out-" + at);
      }
    });
  }

  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  by("by-name").ontoggle = function () { if (lay.on()) { names(); } };
})();
