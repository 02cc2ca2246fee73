"use strict";
// The open table under the finger: a tap chooses what lies there and shows it large, with what can be done with it; a
// second tap says where it goes. The table has sent every verb, with a line in which "@" stands for what was chosen.
var GS = window.GS = window.GS || {};
(function () {
  var NEAR = 24, STILL = 8, MOST = 4, SNAP = 30, LETTER = 11; // px beside a thing, and of a tap; how many times nearer; mm to a snap point; px of a letter
  var by = GS.by, t = GS.t, make = GS.make;
  var drawn = null, chosen = null, wanted = null, view = null, fingers = {}, moved = false, pinch = 0;
  var searched = null, offer = null, hands = "", seat = null, opened = {};

  var lay = GS.lay = {
    on: function () { return Boolean(GS.sheet && GS.sheet.picture && GS.sheet.picture.kind === "open"); },

    // News of the table: what was chosen stays chosen while it is there, and a card of the hand while that is the same.
    took: function () {
      var now = JSON.stringify(GS.sheet.hand), other = GS.sheet.seat !== seat;
      if (other) { view = null; chosen = wanted = searched = offer = null; }
      if (hands !== now || other) { GS.play.forget(); if (wanted && wanted.card) { wanted = null; } }
      hands = now;
      seat = GS.sheet.seat;
      if (!lay.on()) { chosen = wanted = null; return; }
      if (chosen !== null && !thing(chosen)) { chosen = null; }
      if (wanted && wanted.key !== null && !thing(wanted.key)) { wanted = null; }
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
  function name(one) {
    var area = table().areas.filter(function (other) { return other.key === one.key; })[0], words = area ? area.name + (one.bag ? "" : ": " + look(one).words) : look(one).words;
    return words + (one.n > 1 ? " (" + one.n + ")" : "");
  }

  // what is sent

  function send(line, more) {
    if (GS.play.waits()) { return; }
    searched = line["do"] === "look" && line.of !== undefined ? line.of : null;
    offer = null;
    wanted = null;
    GS.play.forget();
    GS.say("said", "");
    var message = { say: "act", moment: GS.sheet.moment, action: line };
    if (more && more.length) { message.more = more; }
    GS.line.decide(message);
    GS.render();
  }

  function filled(line, key) {
    var made = {};
    Object.keys(line).forEach(function (part) {
      var value = line[part];
      made[part] = value === "@" ? key : Array.isArray(value) && value[0] === "@" ? [key] : value;
    });
    return made;
  }

  // A verb asks for what it needs, one thing after another; then it is done.
  function want(verb) {
    wanted = verb;
    if (!verb.needs.length) { send(filled(verb.line, verb.key)); return; }
    GS.render(true);
    if (verb.needs[0] === "place") { by("picture").scrollIntoView({ block: "nearest" }); }
  }

  function got(part, value) {
    var line = {}, needs = wanted.needs.slice(1);
    Object.keys(wanted.line).forEach(function (key) { line[key] = wanted.line[key]; });
    if (part) { line[part] = value; }
    want({ words: wanted.words, line: line, needs: needs, key: wanted.key, card: wanted.card, numbers: wanted.numbers, sure: wanted.sure });
  }

  function put(to) {
    if (wanted.line["do"] === "put" && typeof to === "number") { to = thing(to).at; }
    got("to", to);
  }

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
    drawn = GS.draw(box, table(), GS.sheet.seats, { label: t("The table from above"), own: GS.sheet.seat, chosen: chosen === null ? undefined : chosen, frame: view ? view : undefined, scale: scale, least: LETTER / scale });
    by("buttons").className = "buttons tight";
    drawn.style.touchAction = view ? "none" : "pan-y";
    drawn.setAttribute("class", drawn.getAttribute("class") + (wanted && wanted.needs[0] === "place" ? " places" : ""));
    drawn.addEventListener("pointerdown", down);
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
    fingers[event.pointerId] = { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY] };
    if (Object.keys(fingers).length === 1) { moved = false; }
    pinch = apart();
  }

  function apart() {
    var all = Object.keys(fingers).map(function (id) { return fingers[id]; });
    return all.length < 2 ? 0 : Math.max(1, Math.sqrt(Math.pow(all[0].x - all[1].x, 2) + Math.pow(all[0].y - all[1].y, 2)));
  }

  function move(event) {
    var finger = fingers[event.pointerId], many = Object.keys(fingers).length, at;
    if (!finger) { return; }
    at = onTable(event);
    if (Math.abs(event.clientX - finger.from[0]) + Math.abs(event.clientY - finger.from[1]) > STILL || many > 1) { moved = true; }
    if (moved && many === 1 && view) { view = held([view[0] - (event.clientX - finger.x) / at[2], view[1] - (event.clientY - finger.y) / at[2], view[2], view[3]], GS.openFrame(table())); }
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (many === 2) { nearer(apart() / pinch, [at[0], at[1]]); pinch = apart(); }
    if (moved && (view || many === 2)) { drawn.setAttribute("viewBox", (view || GS.openFrame(table())).join(" ")); }
  }

  function up(event) {
    var last = fingers[event.pointerId];
    if (!last) { return; }
    delete fingers[event.pointerId];
    if (Object.keys(fingers).length) { return; }
    if (event.type !== "pointerup" || moved) { GS.render(); return; }
    GS.touched();
    tapped(point(event));
  }

  function tapped(at) {
    if (wanted && wanted.needs[0] === "place") { put(target(at)); return; }
    var one = under(at, true);
    chosen = one && one.key !== chosen ? one.key : null;
    wanted = null;
    GS.play.forget();
    GS.render();
  }

  // What lies topmost there; where nothing does, the nearest that a finger may mean.
  function under(at, boards) {
    var all = table().things.filter(function (one) { return boards && !look(one).snaps || look(one).shape !== "board"; }), best = null, least = NEAR / at.k;
    for (var index = all.length - 1; index >= 0; index--) { if (outside(all[index], at) === 0) { if (look(all[index]).shape !== "board") { return all[index]; } best = best || all[index]; } }
    all.forEach(function (one) { var far = outside(one, at); if (look(one).shape !== "board" && far < least) { best = one; least = far; } });
    return best;
  }

  // How many mm a point lies outside of a thing.
  function outside(one, at) {
    var x = at.x - one.at[0], y = at.y - one.at[1], turn = one.angle || 0, across = Math.abs(x * Math.cos(turn) + y * Math.sin(turn)), along = Math.abs(y * Math.cos(turn) - x * Math.sin(turn));
    return Math.max(0, across - one.size[0] / 2, along - one.size[1] / 2);
  }

  // Where something goes that is put down there: into a holder, onto a card or stack, to a snap point, or just there.
  function target(at) {
    var one = under({ x: at.x, y: at.y, k: 1e9 }, false), into = table().areas.filter(function (area) {
      var box = area.box;
      return at.x >= box[0] && at.x <= box[0] + box[2] && at.y >= box[1] && at.y <= box[1] + box[3];
    })[0], snap = null, least = SNAP;
    if (into) { return into.key; }
    if (one && one.key !== wanted.key && typeof one.key === "number" && (look(one).shape === "card" || look(one).shape === "disc")) { return one.key; }
    tools().snaps.forEach(function (spot) {
      var far = Math.sqrt(Math.pow(spot[0] - at.x, 2) + Math.pow(spot[1] - at.y, 2));
      if (far < least) { snap = spot; least = far; }
    });
    return snap || [Math.round(at.x * 10) / 10, Math.round(at.y * 10) / 10];
  }

  // what can be done, below the picture; true if nothing else is asked now

  function buttons(box) {
    var one = chosen === null ? null : thing(chosen);
    by("reading").textContent = "";
    by("reading").hidden = !one && !wanted;
    if (!tools()) { return false; }
    if (wanted) { asked(box); return true; }
    if (one) { reading(by("reading"), one); verbs(box, one); }
    if (offer !== null && thing(offer)) { verbButton(box, "shuffle", thing(offer), t("Shuffle it now?")); }
    if (!one && !GS.play.path.length && !GS.play.playing) { more(box); }
    return false;
  }

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
    (tools().of[String(one.key)] || []).forEach(function (key, at) { verbButton(box, key, one, "", !at); });
  }

  function verbButton(box, key, one, words, main) {
    var verb = tools().verbs[key];
    if (!verb) { return; }
    GS.play.button(box, words || verb.words, function () { want({ words: verb.words, line: verb.line, needs: verb.needs, key: one.key, numbers: verb.numbers, sure: verb.sure }); }, main, "verb-" + key);
  }

  function asked(box) {
    var need = wanted.needs[0], one = wanted.key === null ? null : thing(wanted.key);
    if (one) { reading(by("reading"), one); }
    by("reading").appendChild(make("p", need === "sure" ? wanted.sure : wanted.words, { "class": "named" }));
    if (need === "place") { places(box, one); }
    if (need === "number") { numbers(box, one); }
    if (need === "text") { text(box, t("Write"), function (value) { got("to", value); }, "", "write"); }
    if (need === "sure") { GS.play.button(box, t("Yes"), function () { got(""); }, true, "sure"); }
    GS.play.button(box, t("Back"), function () { wanted = null; GS.play.forget(); GS.render(true); }, false, "back");
  }

  function numbers(box, one) {
    var row = box.appendChild(make("div", "", { "class": "row" }));
    wanted.numbers.filter(function (many) { return !one || !one.n || many <= one.n; }).forEach(function (many) {
      GS.play.button(row, many ? String(many) : t("all", {}), function () { got("n", many); }, false, "number-" + many);
    });
  }

  // Tapped on the table; or somebody's hand, or a place by its name.
  function places(box, one) {
    box.appendChild(make("p", t("Tap where it goes.")));
    tools().hands.forEach(function (hand, at) {
      if (hand && hand !== wanted.line.of) { GS.play.button(box, t("To {who}'s hand", { who: GS.sheet.seats[at].name }), function () { put(hand); }, false, "hand-" + at); }
    });
    table().areas.forEach(function (area) {
      if (tools().hands.indexOf(area.key) < 0 && (!one || one.key !== area.key)) { GS.play.button(box, area.name, function () { put(area.key); }, false, "area-" + area.key); }
    });
    GS.play.button(box, t("The middle of the table"), function () { put([table().wide / 2, table().high / 2]); }, false, "middle");
  }

  function text(box, words, press, value, key) {
    var label = box.appendChild(make("label", words + " ")), input = label.appendChild(make("input", "", { type: "text", maxlength: "200", "data-key": "text-" + key }));
    input.value = value;
    GS.play.button(box, words, function () { press(input.value); }, false, "write-" + key);
  }

  // counters, notes, and what is in the box
  function more(box) {
    tools().counters.forEach(function (one) {
      var row = box.appendChild(make("div", "", { "class": "row counter" })), line = { seat: GS.sheet.seat, "do": "set", thing: "counter", of: one.of };
      row.appendChild(make("span", one.words + ": " + one.value));
      [-1, 1].forEach(function (step) {
        var made = GS.play.button(row, step > 0 ? "+" : "−", function () { line.to = one.value + step; send(line); }, false, "count" + step + "-" + one.of);
        made.setAttribute("aria-label", one.words + (step > 0 ? " +1" : " −1"));
      });
    });
    if (tools().notes.length) {
      section(box, "notes", t("Notes"), function (inner) {
        tools().notes.forEach(function (one) {
          text(inner, one.words, function (value) { send({ seat: GS.sheet.seat, "do": "set", thing: "note", of: one.of, to: value }); }, one.text, "note-" + one.of);
        });
      });
    }
    if (tools().supply.length) {
      section(box, "supply", t("Out of the box"), function (inner) {
        tools().supply.forEach(function (one, at) {
          GS.play.button(inner, one.words + " (" + one.n + ")", function () { want({ words: one.words, line: one.line, needs: ["place"], key: null }); }, false, "supply-" + at);
        });
      });
    }
  }

  function section(box, key, words, fill) {
    var inner = box.appendChild(make("details", ""));
    inner.open = Boolean(opened[key]);
    inner.ontoggle = function () { opened[key] = inner.open; };
    inner.appendChild(make("summary", words));
    fill(inner);
  }

  // Everything on the table as buttons, for who does not see the picture.
  function names() {
    var box = by("by-name-buttons");
    box.textContent = "";
    if (!tools() || !by("by-name").open) { return; }
    table().things.forEach(function (one) {
      if ((tools().of[String(one.key)] || []).length) {
        GS.play.button(box, name(one), function () { chosen = one.key; wanted = null; GS.render(); }, one.key === chosen, "thing-" + one.key);
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
