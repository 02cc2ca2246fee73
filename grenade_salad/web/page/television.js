"use strict";
// The television page: the table for spectators, on a television or in a stream. Nothing can be done here. In the
// address, ?ground=clear leaves out the background, ?delay=3 shows the table of three moments ago, and #code is the
// code of the evening: with it, there is a picture to scan while seats are free.
(function () {
  var choices = {}, LETTER = 0.0265, STEP = 2000; // smallest letter, as a share of the height; ms between the last moments of a finished match
  location.search.slice(1).split("&").forEach(function (part) { choices[part.split("=")[0]] = part.split("=")[1] || ""; });
  var delay = Math.max(0, Math.min(50, parseInt(choices.delay, 10) || 0)), waiting = [], timer = 0, currentSheet = null;
  var moves = [], next = null, shown = null, // animations waiting; the sheet after them; the current picture
    LATE = 4, NEAR_SECONDS = 0.4, MAX_SCORES = 6; // animations waiting, after which all but the last are left out; seconds in which the picture comes nearer; lines of the score
  var byId = GS.byId, say = GS.say, t = GS.t, svg = GS.svg, make = GS.make;

  // An animation belongs to the sheet that follows it. Both wait if the page has a delay.

  function move(message) {
    if (currentSheet && message.after < currentSheet.moment && !delay) { return; }
    if (delay) {
      var last = waiting[waiting.length - 1];
      if (last) { (last.moves = last.moves || []).push(message); }
      return;
    }
    begin(message);
  }

  function begin(message) {
    if (!currentSheet || !("picture" in currentSheet)) { return; } // no picture yet
    moves.push(message);
    if (!GS.animations.playing) { play(); }
  }

  function play() {
    if (moves.length > LATE) { moves.splice(0, moves.length - 1).forEach(settle); }
    var message = moves.shift();
    if (next && (!message || next.moment <= message.after && next !== currentSheet)) { render(next); }
    if (!message) { return; }
    lookAt(message);
    goNear(message);
    GS.animations.play(message, currentSheet ? currentSheet.seats : [], function () { settle(message); play(); });
  }

  // Several steps may follow each other before the next sheet: keep in the picture what each has changed.
  function settle(message) {
    function put(id, seat, x, y, angle) { take([id]); shown.soldiers.push({ id: id, seat: seat, x: x, y: y, angle: angle }); }
    function take(ids) { shown.soldiers = shown.soldiers.filter(function (soldier) { return ids.indexOf(soldier.id) < 0; }); }
    if (!shown || !shown.soldiers) { return; }
    message.beats.forEach(function (beat) {
      if (beat.do === "fall") {
        if (beat.fresh) { shown.soldiers = []; }
        beat.pieces.forEach(function (piece) { var end = last(piece.keys); if (!piece.lost) { put(piece.id, piece.seat, end.x, end.y, end.angle); } });
      }
      if (beat.do === "put") { put(beat.piece, beat.seat, beat.x, beat.y, beat.angle); }
      if (beat.do === "gone") { take(beat.pieces); }
      if (beat.do === "slide") {
        shown.soldiers.forEach(function (soldier) { if (soldier.id === beat.piece) { put(soldier.id, soldier.seat, beat.x, beat.y, beat.angle); } });
      }
    });
  }

  // A moment has one sheet at a time: a newer one of the same moment replaces it, and is no action of its own.
  function take(sheet) {
    var last = waiting[waiting.length - 1];
    if (last && last.moment === sheet.moment) { sheet.moves = last.moves; waiting.pop(); }
    waiting.push(sheet);
    clearTimeout(timer);
    while (waiting.length > delay + 1) { waiting.shift(); }
    if (waiting.length > delay || !sheet.status) { display(waiting[0]); }
    if (sheet.over || !("picture" in sheet)) { timer = setTimeout(drain, STEP); }
  }

  function drain() {
    if (waiting.length > 1) { waiting.shift(); timer = setTimeout(drain, STEP); }
    display(waiting[0]);
  }

  function display(sheet) {
    if (delay && currentSheet !== sheet) { // the animations saved with the previous sheet lead to this one
      var pendingMoves = currentSheet && currentSheet.moves;
      next = sheet;
      if (pendingMoves && currentSheet.moment < sheet.moment) { currentSheet.moves = null; pendingMoves.forEach(begin); }
    }
    next = sheet;
    if (!GS.animations.playing) { play(); }
  }

  // The picture.

  function ratio() { return (byId("picture").clientWidth || 16) / (byId("picture").clientHeight || 9); }

  // Draw the current picture. `about` are the places of soldiers to show, instead of those that it has.
  function draw(about) {
    var table = shown && shown.soldiers ? copy(shown) : shown, box = byId("picture"), options = { label: t("The table from above"), ratio: ratio(), names: false, rich: true };
    if (table && table.soldiers) {
      table.soldiers = about || table.soldiers;
      options.frame = GS.frame(table, true, ratio());
      options.letter = innerHeight * 0.0315 * options.frame[3] / (box.clientHeight || 1);
    }
    if (table && table.kind === "open") {
      var whole = GS.openFrame(table);
      options.scale = Math.min(box.clientWidth / whole[2], box.clientHeight / whole[3]) || 1;
      options.minLetter = window.innerHeight * LETTER / options.scale;
    }
    var drawn = GS.draw(box, shown, currentSheet.seats, options);
    if (drawn && table && table.cube) { drawn.setAttribute("data-cube", table.cube); }
  }

  function copy(table) {
    var result = {};
    Object.keys(table).forEach(function (name) { result[name] = table[name]; });
    return result;
  }

  // Before soldiers fall, show the part where they will come to rest; those that are dropped again disappear.
  function lookAt(message) {
    var ends = {};
    if (!shown || !shown.soldiers) { return; }
    shown.soldiers.forEach(function (soldier) { ends[soldier.id] = soldier; });
    message.beats.forEach(function (beat) {
      if (beat.do === "fall") {
        if (beat.fresh) { ends = {}; shown.soldiers = []; }
        beat.pieces.forEach(function (piece) { ends[piece.id] = last(piece.keys); });
      }
      if (beat.do === "put" || beat.do === "slide") { ends[beat.piece] = beat; }
    });
    draw(Object.keys(ends).map(function (id) { return ends[id]; }));
  }

  // Look closely, for a moment, at soldiers that die together, and at the last one of a player, as the window does.
  function goNear(message) {
    var table = shown, drawn = byId("picture").querySelector("svg"), hit = Infinity, hurt = null;
    if (!table || !table.soldiers || !drawn || GS.animations.still()) { return; }
    message.beats.forEach(function (beat) {
      if (beat.do === "gone" && !hurt) { hurt = beat; }
      if ((beat.do === "shot" || beat.do === "blast") && typeof beat.spot !== "string") { hit = Math.min(hit, beat.at); }
    });
    var dead = hurt ? table.soldiers.filter(function (soldier) { return hurt.pieces.indexOf(soldier.id) >= 0; }) : [];
    var isLast = dead.some(function (soldier) { return table.soldiers.every(function (rival) { return rival.seat !== soldier.seat || dead.indexOf(rival) >= 0; }); });
    if (!dead.length || dead.length < 2 && !isLast || hit > hurt.at) { return; }
    var whole = drawn.getAttribute("viewBox").split(" ").map(Number), near = nearFrame(table, dead, whole);
    if (!near) { return; }
    setTimeout(function () { GS.animations.look(drawn, near, NEAR_SECONDS); }, Math.max(0, hit - NEAR_SECONDS - 0.05) * 1000);
    setTimeout(function () { GS.animations.look(drawn, whole, NEAR_SECONDS); }, (hurt.at + hurt.seconds - NEAR_SECONDS - 0.05) * 1000);
  }

  // The part around some soldiers, at most twice as large; null if it would be hardly larger.
  function nearFrame(table, soldiers, whole) {
    var xs = soldiers.map(function (soldier) { return soldier.x; }), ys = soldiers.map(function (soldier) { return table.high - soldier.y; }), edge = table.tile * 0.9;
    var left = Math.min.apply(null, xs) - edge, right = Math.max.apply(null, xs) + edge, top = Math.min.apply(null, ys) - edge, bottom = Math.max.apply(null, ys) + edge;
    var share = Math.max((right - left) / whole[2], (bottom - top) / whole[3], 0.5), width = whole[2] * share, height = whole[3] * share;
    return share > 1 / 1.35 ? null : [(left + right - width) / 2, (top + bottom - height) / 2, width, height];
  }

  function last(keys) {
    var x = 0, y = 0, angle = 0;
    for (var index = 0; index < keys.length; index += 5) { x += keys[index + 1]; y += keys[index + 2]; angle += keys[index + 4]; }
    return { x: x / 10, y: y / 10, angle: angle / 100 };
  }

  // Seats.

  // The face of a person on the colour of the seat, with its mark; a machine is its mark alone, as on its soldiers.
  function person(player, seat) {
    var box = make("span", "", { "class": player.face === null ? "who" : "who has-face" }), mark = make("span", "", { "class": "badge" });
    box.style.background = box.style.borderColor = mark.style.background = player.colour;
    mark.appendChild(make("img", "", { src: "/" + GS.mark(seat), alt: "" }));
    if (player.face !== null) { box.appendChild(GS.face(player.face)); }
    box.appendChild(mark);
    return box;
  }

  // What comes before a colon, as points do, is larger than what explains it.
  function facts(parent, sentence) {
    var box = parent.appendChild(make("span", "", { "class": "facts" })), parts = sentence.match(/^([^:]{1,24}?)\s?: (.+)$/);
    if (parts) { box.appendChild(make("strong", parts[1])); }
    box.appendChild(make("span", parts ? parts[2] : sentence));
  }

  function seatsInto(box, sheet, from, to) {
    box.textContent = "";
    sheet.seats.slice(from, to).forEach(function (player, index) {
      var line = make("li", "", { "data-spot": "seat " + (from + index) }), words = make("div"), won = (sheet.winners || []).indexOf(from + index) >= 0;
      line.appendChild(person(player, from + index));
      words.appendChild(make("b", player.name));
      var isBetween = !("picture" in sheet) && sheet.wins && sheet.wins.length;
      if (isBetween) { words.appendChild(make("span", t("Matches won: {n}", { n: sheet.wins[from + index] }), { "class": "facts" })); } else { facts(words, player.facts); }
      line.appendChild(words);
      line.style.borderLeftColor = line.style.borderRightColor = player.colour;
      line.className = won ? "won" : player.acting ? "acting" : player.who === "phone" && !player.here ? "away" : "";
      box.appendChild(line);
    });
  }

  function renderSeats(sheet, inviting) {
    var count = sheet.seats.length, left = count > 2 && count < 7 && inviting ? Math.ceil(count * 0.6) : Math.ceil(count / 2);
    if (document.body.classList.contains("lobby")) { left = count; }
    document.body.classList.toggle("many", count > 6);
    document.body.classList.toggle("crowd", count > 10);
    seatsInto(byId("left"), sheet, 0, left);
    seatsInto(byId("right"), sheet, left, count);
  }

  // Names of the players whose turn it is, also while others are asked, or nobody is.
  var turns = [];

  function renderTurn(sheet) {
    var box = byId("faces"), seats = sheet.seats, turn = sheet["window"] && sheet.picture ? sheet.picture.turn : undefined, acting = seats.filter(function (player, seat) {
      return sheet.over ? sheet.winners.indexOf(seat) >= 0 : turn !== undefined ? turn === seat : sheet["window"] ? turns.indexOf(player.name) >= 0 : player.acting;
    });
    if (acting.length) { turns = acting.map(function (player) { return player.name; }); }
    else { acting = sheet.seats.filter(function (player) { return turns.indexOf(player.name) >= 0; }); }
    if (!("picture" in sheet)) { acting = []; }
    box.textContent = "";
    box.className = acting.length > 1 ? "several" : "";
    acting.slice(0, 4).forEach(function (player) { box.appendChild(person(player, seats.indexOf(player))); });
    say("turn", acting.map(function (player) { return player.name; }).join(" · "));
  }

  function renderEnd(sheet) {
    var box = byId("end"), won = sheet.over ? sheet.winners : [];
    document.body.classList.toggle("draw", won.length > 1);
    box.textContent = "";
    won.forEach(function (seat) {
      var element = make("div");
      element.appendChild(person(sheet.seats[seat], seat));
      element.appendChild(make("b", sheet.seats[seat].name));
      element.style.borderColor = sheet.seats[seat].colour;
      box.appendChild(element);
    });
    if (sheet.wins && won.length && won.length < 4) { renderScore(box, sheet); }
  }

  // The matches that each player has won this evening, those who have won most first.
  function renderScore(box, sheet) {
    var table = make("ol"), order = sheet.seats.map(function (player, seat) { return seat; });
    order.sort(function (seat, rival) { return sheet.wins[rival] - sheet.wins[seat] || seat - rival; });
    box.appendChild(table).appendChild(make("li", t("Matches won this evening"), { "class": "head" }));
    order.slice(0, MAX_SCORES).forEach(function (seat) {
      var line = table.appendChild(make("li"));
      line.appendChild(person(sheet.seats[seat], seat));
      line.appendChild(make("span", sheet.seats[seat].name, { "class": "name" }));
      line.appendChild(make("strong", String(sheet.wins[seat])));
    });
  }

  // The address for phones, while a seat is free.

  var invitation = null;

  function renderInvitation(sheet) {
    var lobby = !("picture" in sheet);
    var free = sheet.seats.some(function (player) { return player.who === "machine" || player.who === "nobody" || lobby && player.who === "screen"; }) || !sheet.seats.length;
    var on = Boolean(invitation && (free || lobby));
    byId("invite").hidden = !on;
    if (on) {
      say("invite-title", t("Scan this with a phone to take a seat"));
      say("invite-words", invitation.url.replace(/^http:\/\//, "").replace(/\/$/, ""));
      say("invite-code", invitation.code);
      squares(byId("code-picture"), invitation.rows);
    }
    return on;
  }

  function squares(box, rows) {
    if (box.getAttribute("data-rows") === rows.join("")) { return; }
    box.setAttribute("data-rows", rows.join(""));
    box.textContent = "";
    var edge = 2, size = rows.length + 2 * edge, path = "";
    rows.forEach(function (row, y) {
      for (var x = 0; x < row.length; x++) { if (row.charAt(x) === "1") { path += "M" + (x + edge) + " " + (y + edge) + "h1v1h-1z"; } }
    });
    var picture = svg("svg", { viewBox: "0 0 " + size + " " + size, "shape-rendering": "crispEdges" }, box);
    svg("rect", { width: size, height: size, fill: "#fff" }, picture);
    svg("path", { d: path, fill: "#000" }, picture);
  }

  // The whole page.

  function question(sheet) {
    var open = sheet["window"];
    return open ? open.words + (open.paused ? " " + open.paused + "." : "") : "";
  }

  function render(sheet) {
    var classes = document.body.classList, lines = sheet["public"] || [], plain = !sheet.picture;
    if (!currentSheet || currentSheet.moment !== sheet.moment) { GS.clock.start(); }
    var begins = "picture" in sheet && !sheet.over && currentSheet && (currentSheet.over || !("picture" in currentSheet)), ends = sheet.over && currentSheet && "picture" in currentSheet && !currentSheet.over, log = sheet.log || [];
    currentSheet = sheet;
    next = null;
    GS.animations.clear();
    classes.remove("waiting");
    classes.toggle("lobby", !("picture" in sheet));
    classes.toggle("over", Boolean(sheet.over));
    classes.toggle("plain", plain);
    say("title", sheet.title);
    say("status", sheet.menu ? t("A menu is open at the table: the match goes on when it closes.") : sheet.status);
    renderTurn(sheet);
    renderSeats(sheet, renderInvitation(sheet));
    GS.updateList("public", plain || lines.length < 4 && sheet.picture.kind !== "open" ? lines : []);
    say("question", question(sheet));
    classes.toggle("asked", Boolean(question(sheet)) && !sheet.menu);
    drawClock();
    shown = sheet.picture && sheet.picture.soldiers ? copy(sheet.picture) : sheet.picture;
    draw();
    renderEnd(sheet);
    classes.toggle("long", log.length > 0 && log[log.length - 1].length > 50 * window.innerWidth / window.innerHeight);
    GS.updateLog(byId("log"), log);
    if (ends) { GS.animations.paper(sheet.winners.map(function (seat) { return sheet.seats[seat].colour; })); GS.animations.sound("win"); setTimeout(GS.animations.tune, 1700, "theme_end"); }
    if (begins) { GS.animations.tune("theme_start"); }
  }

  function drawClock() { GS.clock.draw(byId("clock"), currentSheet && !currentSheet.menu ? currentSheet["window"] : null); }

  function changed() {
    var state = GS.link.state, words = {
      up: "",
      stopped: t("The host has disconnected the phones. Waiting…"),
      locked: t("This table opens only with tonight's key.")
    };
    say("line", words[state] === undefined ? t("The connection is lost. Trying again…") : words[state]);
  }

  if (choices.ground === "clear") { document.documentElement.className = "clear"; }
  window.addEventListener("resize", function () { if (currentSheet && !GS.animations.playing) { draw(); } });
  ["pointerdown", "keydown"].forEach(function (name) {
    document.addEventListener(name, function () { byId("sound").hidden = true; GS.animations.aloud(); GS.animations.room(); });
  });
  setTimeout(function () { byId("sound").hidden = true; }, 20000);
  setInterval(drawClock, 250);
  GS.link.start({
    hello: function () { return { say: "hello", watch: true, code: location.hash.slice(1, 17) }; },
    hear: function (message) {
      if (message.kind === "table") { take(message); }
      if (message.kind === "show") { move(message); }
      if (message.kind === "invite") { invitation = message; if (currentSheet && !GS.animations.playing) { render(currentSheet); } }
    },
    changed: changed
  });
})();
