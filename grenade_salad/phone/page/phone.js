"use strict";
// The page of a phone. It knows no rules: the table sends what may be known and what may be done, in words.
// Only what old browsers know, and nothing that needs https.
(function () {
  var KEY = "grenade-salad-seat", HOLD = "grenade-salad-hold", MARKS = "grenade-salad-marks";
  var CARDS_SHUT = 20000; // ms after which the cards turn face down by themselves
  var OPEN = { draw: 1, end: 1, drop: 1, keep: 1, move: 1, advance: 1 }; // what tells nothing about a hand
  var COLOURS = ["#D55E00", "#0072B2", "#009E73", "#F0E442", "#CC79A7", "#56B4E9", "#E69F00", "#F4EAD5", "#3A3A3A"];
  var NEXT_MARK = { "": "maybe", maybe: "no", no: "surely", surely: "" };
  var SIGNS = { "": " ", maybe: "?", no: "\u2717", surely: "\u2713" };
  var BOOKS = 5; // matches whose marks are kept
  var socket = null, retry = 500, timer = 0, elsewhere = false, hiddenAt = 0;
  var me = { seat: null }, sheet = null, wish = null, sent = false, heard = 0;
  var path = [], playing = false, point = null, faceUp = false, shut = 0, zoomed = true, whole = false;

  function by(id) { return document.getElementById(id); }

  function remember(key, value) {
    remember[key] = value;
    try {
      if (value === null) { localStorage.removeItem(key); } else { localStorage.setItem(key, value); }
    } catch (error) { /* a private window: until the page is closed */ }
  }

  function recall(key) {
    try { return localStorage.getItem(key) || remember[key] || null; } catch (error) { return remember[key] || null; }
  }

  function make(tag, words, attributes) {
    var made = document.createElement(tag);
    if (words) { made.textContent = words; }
    Object.keys(attributes || {}).forEach(function (name) { made.setAttribute(name, attributes[name]); });
    return made;
  }

  function say(id, words) {
    if (by(id).textContent !== words) { by(id).textContent = words; }
  }

  function list(id, lines) {
    var box = by(id), same = box.children.length === lines.length;
    for (var at = 0; same && at < lines.length; at++) { same = box.children[at].textContent === lines[at]; }
    if (same) { return; }
    box.textContent = "";
    lines.forEach(function (line) { box.appendChild(make("li", line)); });
  }

  // the line to the table

  function connect() {
    clearTimeout(timer);
    if (socket) { socket.onclose = null; socket.close(); }
    var mine = socket = new WebSocket("ws://" + location.host + "/socket");
    mine.onopen = function () {
      retry = 500;
      send({ say: "hello", token: recall(KEY) });
      say("line", "");
    };
    mine.onmessage = function (event) { if (mine === socket) { hear(JSON.parse(event.data)); } };
    mine.onclose = function (event) {
      if (mine !== socket) { return; }
      socket = null;
      wish = null;
      if (event.code === 4001) {
        elsewhere = true;
        say("line", "Your seat is open in another page or tab.");
      } else {
        say("line", event.code === 4002 ? "The host has stopped the phones. Waiting …" : "The line is down. Trying again …");
        timer = setTimeout(connect, event.code >= 4000 ? 5000 : retry);
        retry = Math.min(retry * 1.7, 5000);
      }
      render();
    };
  }

  function send(message) {
    if (socket && socket.readyState === 1) { socket.send(JSON.stringify(message)); return true; }
    return false;
  }

  function hear(message) {
    if (message.kind === "you") {
      me.seat = message.seat;
      sent = false;
      if (message.token) { remember(KEY, message.token); }
      if (message.seat === null) { remember(KEY, null); cover(); }
      wish = null;
    } else if (message.kind === "forgotten") {
      remember(KEY, null);
    } else if (message.kind === "wish") {
      wish = message.seat === null ? null : message;
    } else if (message.kind === "no") {
      sent = false;
      say("said", message.words);
    } else if (message.kind === "table") {
      take(message);
    }
    render();
  }

  function take(fresh) {
    var other = !sheet || sheet.moment !== fresh.moment || sheet.seat !== fresh.seat;
    var asked = fresh.window ? fresh.window.asked && !fresh.window.answered : acting(fresh);
    if (other) {
      path = []; playing = false; point = null; sent = false; heard = Date.now();
      say("said", "");
      if (asked && navigator.vibrate) { navigator.vibrate(80); }
    } else if (fresh.window && fresh.window.answered) { sent = false; }
    sheet = fresh;
  }

  function acting(shown) {
    return shown.seat !== null && shown.seats[shown.seat] && shown.seats[shown.seat].acting;
  }

  // what can be done

  function act(choice, values) {
    var line = {};
    Object.keys(choice.line).forEach(function (key) { line[key] = key in values ? values[key] : choice.line[key]; });
    if (!sent && send({ say: "act", moment: sheet.moment, action: line })) {
      sent = true;
      say("said", "");
      render();
    }
  }

  function matching() {
    return sheet.choices.filter(function (choice) {
      return path.every(function (words, at) { return choice.path[at] === words; });
    });
  }

  // The next buttons: choices that agree in their next words are one button, unless there is one alone.
  function groups(choices) {
    var found = [], known = {};
    choices.forEach(function (choice) {
      var words = choice.path[path.length];
      if (!known[words]) { known[words] = { words: words, choices: [] }; found.push(known[words]); }
      known[words].choices.push(choice);
    });
    found.forEach(function (group) {
      if (group.choices.length === 1) { group.words = group.choices[0].path.slice(path.length).join(" "); }
    });
    return found;
  }

  function pick(group) {
    if (group.choices.length === 1) {
      var choice = group.choices[0];
      path = choice.path.slice();
      if (choice.needs.length) { begin(choice); } else { path = []; act(choice, {}); return; }
    } else {
      path = path.concat([group.choices[0].path[path.length]]);
    }
    render(true);
  }

  function button(box, words, press, main, key) {
    var made = make("button", words, { type: "button", "data-key": key || words });
    if (main) { made.className = "main"; }
    made.disabled = sent || !socket;
    made.onclick = press;
    box.appendChild(made);
  }

  function renderChoices() {
    var box = by("buttons"), open = sheet.window, choices = sheet.choices;
    box.textContent = "";
    if (path.length || playing) {
      renderDeeper(box);
    } else if (open) {
      choices.filter(function (one) { return one.line["do"] === "pass"; }).forEach(function (one) {
        button(box, open.pass, function () { act(one, {}); }, true, "pass");
      });
      button(box, "React …", function () { playing = true; render(true); }, false, "react");
    } else {
      var plain = choices.filter(function (one) { return OPEN[one.line["do"]]; });
      groups(plain).forEach(function (group, at) { button(box, group.words, function () { pick(group); }, !at); });
      if (sheet.hand.length && sheet.seats.length && !plain.some(function (one) { return one.line["do"] === "advance"; })) {
        button(box, "Play a card …", function () { playing = true; render(true); }, false, "play");
      }
      if (sheet.picture && choices.length) {
        button(box, "Aim at the big screen", function () {
          if (send({ say: "screen", moment: sheet.moment })) { say("said", "Go on at the big screen, or here."); }
        }, false, "screen");
      }
    }
  }

  function renderDeeper(box) {
    var left = matching();
    if (playing && !path.length) {
      left = left.filter(function (one) { return !OPEN[one.line["do"]] && one.line["do"] !== "pass"; });
      if (!left.length) { box.appendChild(make("p", "You have no card for this now.")); }
    }
    if (!point) {
      if (path.length) { box.appendChild(make("p", path.join(" "))); }
      groups(left).forEach(function (group) { button(box, group.words, function () { pick(group); }); });
    }
    button(box, "Back", function () {
      if (point) { point = null; path = []; } else if (path.length) { path.pop(); } else { playing = false; }
      render(true);
    }, false, "back");
  }

  // a point on the table, an angle, a height

  function soldier(id) {
    return sheet.picture.soldiers.filter(function (one) { return one.id === id; })[0];
  }

  function begin(choice) {
    var table = sheet.picture, own = soldier(choice.line.soldier);
    point = { choice: choice, x: table.wide / 2, y: table.high / 2, degrees: 0, height: 100 };
    if (own) {
      point.x = own.x;
      point.y = own.y;
      point.degrees = Math.round(own.angle * 180 / Math.PI);
    }
    zoomed = true;
  }

  function number(box, words, name, low, high, kind) {
    var label = make("label", words + " "), input = make("input", "", { type: kind, min: low, max: high, step: kind === "range" ? 5 : 1, "data-key": name });
    input.value = Math.round(point[name] * 10) / 10;
    input.oninput = function () {
      var value = parseFloat(input.value);
      if (isFinite(value)) { point[name] = value; renderPicture(); }
    };
    label.appendChild(input);
    box.appendChild(label);
  }

  function renderPoint() {
    var box = by("point");
    box.textContent = "";
    if (!point) { return; }
    var needs = point.choice.needs, place = needs.indexOf("to") >= 0 ? "to" : needs.indexOf("at") >= 0 ? "at" : "";
    box.appendChild(make("p", point.choice.path.join(" ")));
    if (place) {
      box.appendChild(make("p", "Tap the place in the picture, or write it: mm from the table's lower left corner."));
      number(box, "to the right", "x", 0, sheet.picture.wide, "number");
      number(box, "up", "y", 0, sheet.picture.high, "number");
    }
    if (needs.indexOf("angle") >= 0) { number(box, "turned by, in degrees", "degrees", -180, 180, "range"); }
    if (needs.indexOf("height") >= 0) { number(box, "height in mm, 20 to 300", "height", 20, 300, "range"); }
    button(box, "Do it", function () {
      var values = {};
      if (place) { values[place] = [point.x, point.y]; }
      if (needs.indexOf("angle") >= 0) { values.angle = point.degrees * Math.PI / 180; }
      if (needs.indexOf("height") >= 0) { values.height = point.height; }
      act(point.choice, values);
    }, true, "do-it");
  }

  // the picture

  function svg(tag, attributes, parent) {
    var made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.keys(attributes).forEach(function (name) { made.setAttribute(name, attributes[name]); });
    if (parent) { parent.appendChild(made); }
    return made;
  }

  function cube(parent, x, y, angle, fill, edge) {
    var size = sheet.picture.cube, turn = "rotate(" + -angle * 180 / Math.PI + " " + x + " " + y + ")";
    svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size / 8, fill: fill, stroke: edge, "stroke-width": 1, transform: turn }, parent);
  }

  // Whether dark letters are read more easily on a colour like #F0E442.
  function light(colour) {
    var parts = [1, 3, 5].map(function (at) { return parseInt(colour.slice(at, at + 2), 16); });
    return parts[0] * 0.3 + parts[1] * 0.59 + parts[2] * 0.11 > 128;
  }

  // What the picture shows: [left, top, width, height] in mm, always in the proportions of the table.
  function frame(table, near) {
    var all = table.soldiers, wide = table.wide, middle = [table.wide / 2, table.high / 2], edge = table.tile * 0.6;
    if (near) {
      var home = soldier(point.choice.line.soldier) || point;
      wide = table.tile * 3.2;
      middle = [home.x, table.high - home.y];
    } else if (!point && !whole && all.length) {
      var xs = all.map(function (one) { return one.x; }), ys = all.map(function (one) { return table.high - one.y; });
      var low = [Math.min.apply(null, xs), Math.min.apply(null, ys)], high = [Math.max.apply(null, xs), Math.max.apply(null, ys)];
      wide = Math.max(high[0] - low[0] + 2 * edge, (high[1] - low[1] + 2 * edge) * table.wide / table.high, table.tile * 3.2);
      middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    }
    wide = Math.min(wide, table.wide);
    var tall = wide * table.high / table.wide;
    return [Math.max(0, Math.min(table.wide - wide, middle[0] - wide / 2)), Math.max(0, Math.min(table.high - tall, middle[1] - tall / 2)), wide, tall];
  }

  function renderPicture() {
    var table = sheet && sheet.picture, box = by("picture");
    by("table").hidden = !table;
    box.textContent = "";
    by("zoom").textContent = "";
    if (!table) { return; }
    var placing = point && point.choice.needs[0] !== "height", near = zoomed && placing;
    var drawn = svg("svg", { viewBox: frame(table, near).join(" "), role: "img", "aria-label": "The table from above" }, box);
    table.soldiers.forEach(function (one) {
      var mine = one.seat === sheet.seat;
      cube(drawn, one.x, table.high - one.y, one.angle, COLOURS[one.seat], mine ? "#ffffff" : "#000000");
      var words = svg("text", { x: one.x, y: table.high - one.y + table.cube * 0.22, "font-size": table.cube * 0.6, fill: light(COLOURS[one.seat]) ? "#000" : "#fff", "text-anchor": "middle" }, drawn);
      words.textContent = one.id;
    });
    if (placing) { drawChosen(drawn, table); }
    drawn.addEventListener("click", function (event) { tap(drawn, event); });
    if (placing) {
      button(by("zoom"), near ? "Show the whole table" : "Show it larger", function () { zoomed = !zoomed; renderPicture(); }, false, "zoom");
    } else if (!point && table.soldiers.length) {
      button(by("zoom"), whole ? "Show the soldiers larger" : "Show the whole table", function () { whole = !whole; renderPicture(); }, false, "zoom");
    }
  }

  function drawChosen(drawn, table) {
    var from = soldier(point.choice.line.soldier), y = table.high - point.y, ember = "#E4572E";
    if (from) { svg("circle", { cx: from.x, cy: table.high - from.y, r: table.tile, fill: "none", stroke: "#C8963E", "stroke-width": 0.8 }, drawn); }
    if (point.choice.needs.indexOf("at") >= 0) {
      svg("circle", { cx: point.x, cy: y, r: table.blast, fill: ember, "fill-opacity": 0.35, stroke: ember }, drawn);
    } else {
      cube(drawn, point.x, y, point.degrees * Math.PI / 180, COLOURS[sheet.seat], ember);
    }
  }

  function tap(drawn, event) {
    var at = drawn.createSVGPoint(), table = sheet.picture;
    at.x = event.clientX;
    at.y = event.clientY;
    at = at.matrixTransform(drawn.getScreenCTM().inverse());
    var x = at.x, y = table.high - at.y;
    if (point) {
      if (point.choice.needs[0] === "height") { return; }
      point.x = Math.max(0, Math.min(table.wide, Math.round(x * 10) / 10));
      point.y = Math.max(0, Math.min(table.high, Math.round(y * 10) / 10));
      render();
      return;
    }
    if (!path.length) { return; }
    var best = null, least = table.tile * 0.6;
    groups(matching()).forEach(function (group) {
      ["soldier", "target"].forEach(function (name) {
        var id = group.choices[0].line[name], there = soldier(id);
        var same = there && group.choices.every(function (one) { return one.line[name] === id; });
        var alone = name === "target" || !path.some(function (words) { return words.indexOf("soldier") >= 0 && words.indexOf("your") >= 0; });
        if (same && alone) {
          var far = Math.sqrt((there.x - x) * (there.x - x) + (there.y - y) * (there.y - y));
          if (far < least) { least = far; best = group; }
        }
      });
    });
    if (best) { pick(best); }
  }

  // the hand

  function cover() {
    clearTimeout(shut);
    faceUp = false;
    if (sheet) { renderHand(); }
  }

  function uncover() {
    faceUp = true;
    clearTimeout(shut);
    shut = setTimeout(cover, CARDS_SHUT);
    renderHand();
  }

  function renderHand() {
    var box = by("cards"), up = faceUp && sheet.seat !== null, holding = recall(HOLD) === "1";
    by("hand").hidden = sheet.seat === null || !sheet.hand || !sheet.handTitle || !sheet.hand.length;
    say("hand-title", sheet.handTitle || "Your cards");
    say("turn-over", up ? (holding ? "Let go to turn them face down" : "Turn them face down") : holding ? "Hold to look" : "Tap to look");
    by("turn-over").setAttribute("aria-expanded", up ? "true" : "false");
    box.hidden = by("notebook").hidden = !up;
    box.textContent = by("notebook").textContent = "";
    if (!up) { return; }
    sheet.hand.forEach(function (card) {
      var item = make("li", "", { "class": (card.red ? "red " : "") + (card.short === card.words ? "words" : "") });
      item.appendChild(make("b", card.short));
      if (card.short !== card.words) { item.appendChild(make("span", card.words)); }
      if (card.note) { item.appendChild(make("div", card.note)); }
      box.appendChild(item);
    });
    if (sheet.secrets.length) { by("notebook").appendChild(make("h3", "Only you saw")); }
    sheet.secrets.forEach(function (line) { by("notebook").appendChild(make("p", line)); });
    if (sheet.notebook) { renderNotebook(by("notebook"), sheet.notebook); }
  }

  // the notebook of the wheel: what somebody marks stays on this phone

  function books() {
    try {
      var all = JSON.parse(recall(MARKS));
      return all.filter(function (one) { return typeof one[0] === "string" && one[1] && typeof one[1] === "object"; });
    } catch (error) { return []; }
  }

  function marks() {
    var name = sheet.notebook.match + "/" + sheet.seat;
    var found = books().filter(function (one) { return one[0] === name; })[0];
    return found ? found[1] : {};
  }

  function markNext(cell) {
    var name = sheet.notebook.match + "/" + sheet.seat, fresh = marks();
    fresh[cell] = NEXT_MARK[fresh[cell] || ""] || "";
    var others = books().filter(function (one) { return one[0] !== name; });
    remember(MARKS, JSON.stringify(others.concat([[name, fresh]]).slice(-BOOKS)));
    uncover();
    var again = document.querySelector("[data-key='mark-" + cell + "']");
    if (again) { again.focus(); }
  }

  function renderNotebook(box, book) {
    box.appendChild(make("h3", "Your notebook"));
    box.appendChild(make("p", "Tap a cell to mark it: ? maybe, \u2717 no, \u2713 surely. What is struck out or dark is certain."));
    var table = make("table"), head = make("tr"), own = marks();
    head.appendChild(make("td"));
    book.names.forEach(function (name) { head.appendChild(make("th", name, { scope: "col" })); });
    table.appendChild(head);
    book.rows.forEach(function (row) {
      var line = make("tr");
      line.appendChild(make("th", row.short, { scope: "row", "aria-label": row.words }));
      row.marks.forEach(function (certain, at) { line.appendChild(notebookCell(book, row, certain, at, own)); });
      table.appendChild(line);
    });
    box.appendChild(table);
  }

  function notebookCell(book, row, certain, at, own) {
    var box = make("td"), cell = book.seats[at] + "-" + row.code, fixed = certain !== "maybe";
    var mark = fixed ? certain : own[cell] || "", what = book.names[at] + ", " + row.words + ": ";
    if (fixed) {
      box.className = "certain-" + certain;
      box.appendChild(make("span", certain === "no" ? row.short : SIGNS.surely, { "aria-label": what + certain + ", certain", role: "img" }));
      return box;
    }
    var press = make("button", SIGNS[mark] || " ", { type: "button", "data-key": "mark-" + cell, "aria-label": what + (mark || "no mark") });
    press.onclick = function () { markNext(cell); };
    if (recall(HOLD) === "1") { // one finger holds the cards up, and another marks: that makes no click
      press.addEventListener("touchend", function (event) { event.preventDefault(); markNext(cell); });
    }
    box.appendChild(press);
    return box;
  }

  // all of it

  function renderJoin() {
    var box = by("seats-to-take"), none = sheet.seat === null;
    by("join").hidden = !none;
    box.textContent = "";
    if (!none) { return; }
    if (wish) {
      box.appendChild(make("p", "Ask the host to let you in as " + sheet.seats[wish.seat].name + ". Your code is " + wish.code + "."));
      button(box, "Another seat", function () { send({ say: "leave" }); }, false, "another");
      return;
    }
    sheet.seats.forEach(function (one, seat) {
      if (one.who !== "phone") { button(box, one.name, function () { send({ say: "claim", seat: seat }); }, false, "seat-" + seat); }
    });
    if (!sheet.seats.length) { box.appendChild(make("p", "The host has not chosen a game yet.")); }
  }

  function renderPeople() {
    var words = { screen: "at the screen", phone: "with a phone", machine: "a machine" };
    list("people", sheet.seats.map(function (one, seat) {
      var who = one.who === "phone" && !one.here ? "with a phone that is not connected" : words[one.who];
      return one.name + (seat === sheet.seat ? " (you)" : "") + ", " + who + (one.facts ? ": " + one.facts : "") + (one.acting ? " – to act" : "");
    }));
    for (var seat = 0; seat < sheet.seats.length; seat++) {
      by("people").children[seat].style.borderLeftColor = COLOURS[seat];
      by("people").children[seat].className = sheet.seats[seat].acting ? "acting" : "";
    }
    by("open").hidden = !(sheet["public"] && sheet["public"].length);
    list("public", sheet["public"] || []);
    list("log", (sheet.log || []).slice(-12));
  }

  function renderCountdown() {
    var open = sheet && sheet.window, words = "";
    if (open && open.asked && !open.answered) {
      var left = open.seconds ? Math.max(0, open.seconds - (Date.now() - heard) / 1000) : 0;
      words = open.words + (open.paused ? " " + open.paused + "." : left ? " About " + Math.ceil(left) + " s left." : "");
    } else if (open && open.answered) {
      words = "You have answered. The others still may.";
    }
    say("countdown", words);
  }

  function render(moved) {
    var focus = document.activeElement && document.activeElement.getAttribute("data-key");
    if (elsewhere) {
      by("join").hidden = false;
      by("do").hidden = by("hand").hidden = true;
      by("seats-to-take").textContent = "";
      var here = make("button", "Use it here", { type: "button" });
      here.onclick = function () { elsewhere = false; connect(); };
      by("seats-to-take").appendChild(here);
      return;
    }
    if (!sheet) { return; }
    var own = sheet.seat !== null && sheet.seats[sheet.seat], open = sheet.window;
    say("title", sheet.title);
    document.title = sheet.title + (own ? " – " + own.name : "");
    say("me", own ? "You are " + own.name + "." : "");
    say("status", sheet.status);
    by("settings").hidden = !own;
    by("do").hidden = !own || !(sheet.choices && sheet.choices.length || open && open.asked);
    renderJoin();
    if (sheet.choices) { renderChoices(); renderPoint(); renderPicture(); renderHand(); renderCountdown(); }
    else { by("table").hidden = by("hand").hidden = true; }
    renderPeople();
    var again = focus && document.querySelector("[data-key='" + focus.replace(/'/g, "\\'") + "']");
    if (again) { again.focus(); } else if (moved) { var first = by("do").querySelector("input, button"); if (first) { first.focus(); } }
  }

  by("turn-over").onclick = function () {
    if (recall(HOLD) !== "1") { if (faceUp) { cover(); } else { uncover(); } }
  };
  ["mousedown", "touchstart"].forEach(function (name) {
    by("turn-over").addEventListener(name, function () { if (recall(HOLD) === "1") { uncover(); } });
  });
  ["mouseup", "mouseleave", "touchend", "touchcancel"].forEach(function (name) {
    by("turn-over").addEventListener(name, function () { if (recall(HOLD) === "1") { cover(); } });
  });
  by("turn-over").addEventListener("keydown", function (event) {
    if (recall(HOLD) === "1" && (event.key === " " || event.key === "Enter") && !event.repeat) { uncover(); }
  });
  by("turn-over").addEventListener("keyup", function () { if (recall(HOLD) === "1") { cover(); } });
  by("hold").checked = recall(HOLD) === "1";
  by("hold").onchange = function () { remember(HOLD, by("hold").checked ? "1" : "0"); cover(); };
  by("leave").onclick = function () { if (confirm("Give your seat back to the screen?")) { send({ say: "leave" }); } };
  window.addEventListener("blur", cover);
  window.addEventListener("online", function () { if (!socket && !elsewhere) { connect(); } });
  document.addEventListener("visibilitychange", function () {
    if (document.hidden) { hiddenAt = Date.now(); cover(); return; }
    if (!elsewhere && (!socket || Date.now() - hiddenAt > 4000)) { connect(); }
  });
  window.addEventListener("pageshow", function (event) { if (event.persisted && !elsewhere) { connect(); } });
  setInterval(renderCountdown, 500);
  connect();
})();
