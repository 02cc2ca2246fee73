"use strict";
// The television page: the table for spectators, on a television or in a stream. Nothing can be done here. In the
// address, ?ground=clear leaves out the background, ?delay=3 shows the table of three moments ago, and #code is the
// code of the evening: with it, there is a picture to scan while seats are free.
(function () {
  var choices = {}, LETTER = 0.0265, STEP = 2000; // smallest letter, as a share of the height; ms between the last moments of a finished match
  location.search.slice(1).split("&").forEach(function (part) { choices[part.split("=")[0]] = part.split("=")[1] || ""; });
  var delay = Math.max(0, Math.min(50, parseInt(choices.delay, 10) || 0)), waiting = [], timer = 0, currentSheet = null;
  var moves = [], next = null, LATE = 4; // animations waiting, after which all but the last are left out
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
    if (moves.length > LATE) { moves = moves.slice(-1); }
    if (!GS.animations.playing) { play(); }
  }

  function play() {
    var message = moves.shift();
    if (!message) { if (next) { render(next); } return; }
    lookAt(message);
    GS.animations.play(message, currentSheet ? currentSheet.seats : [], play);
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

  function draw(sheet, table) {
    var box = byId("picture"), options = { label: t("The table from above"), ratio: ratio(), names: false };
    if (table && table.soldiers) {
      options.frame = GS.frame(table, true, ratio());
      options.letter = innerHeight * 0.0315 * options.frame[3] / (box.clientHeight || 1);
      options.numbers = options.letter < table.cube * 0.6;
    }
    if (table && table.kind === "open") {
      var whole = GS.openFrame(table);
      options.scale = Math.min(box.clientWidth / whole[2], box.clientHeight / whole[3]) || 1;
      options.minLetter = window.innerHeight * LETTER / options.scale;
    }
    var drawn = GS.draw(box, sheet.picture, sheet.seats, options);
    if (drawn && table && table.cube) { drawn.setAttribute("data-cube", table.cube); }
  }

  // Before soldiers fall, show the part where they will come to rest; those that are dropped again disappear.
  function lookAt(message) {
    var table = currentSheet && currentSheet.picture, ends = {};
    if (!table || !table.soldiers) { return; }
    table.soldiers.forEach(function (soldier) { ends[soldier.id] = soldier; });
    message.beats.forEach(function (beat) {
      if (beat.do === "fall") {
        if (beat.fresh) { ends = {}; table.soldiers = []; }
        beat.pieces.forEach(function (piece) { ends[piece.id] = last(piece.keys); });
      }
      if (beat.do === "put" || beat.do === "slide") { ends[beat.piece] = beat; }
    });
    var all = Object.keys(ends).map(function (id) { return ends[id]; });
    draw(currentSheet, { soldiers: all, wide: table.wide, high: table.high, tile: table.tile, cube: table.cube });
  }

  function last(keys) {
    var x = 0, y = 0;
    for (var index = 0; index < keys.length; index += 5) { x += keys[index + 1]; y += keys[index + 2]; }
    return { x: x / 10, y: y / 10 };
  }

  // Seats.

  function person(player, cls) {
    if (player.face !== null) { return GS.face(player.face); }
    var element = make("span", player.name.slice(0, 1), { "class": "none" + (cls || "") });
    element.style.background = player.colour;
    element.style.color = findBrightness(player.colour) > 0.18 ? "#000" : "#fff";
    return element;
  }

  // The brightness of a colour like #F0E442, 0 to 1. Above 0.18 black is easier to read on it than white.
  function findBrightness(colour) {
    var parts = [1, 3, 5].map(function (index) { return Math.pow(parseInt(colour.slice(index, index + 2), 16) / 255, 2.2); });
    return parts[0] * 0.2126 + parts[1] * 0.7152 + parts[2] * 0.0722;
  }

  function seatsInto(box, sheet, from, to) {
    box.textContent = "";
    sheet.seats.slice(from, to).forEach(function (player, index) {
      var line = make("li", "", { "data-spot": "seat " + (from + index) }), words = make("div"), won = (sheet.winners || []).indexOf(from + index) >= 0;
      line.appendChild(person(player));
      words.appendChild(make("b", player.name));
      words.appendChild(make("span", player.facts, { "class": "facts" }));
      line.appendChild(words);
      line.style.borderLeftColor = line.style.borderRightColor = player.colour;
      line.className = won ? "won" : player.acting ? "acting" : player.who === "phone" && !player.here ? "away" : "";
      box.appendChild(line);
    });
  }

  function renderSeats(sheet, inviting) {
    var count = sheet.seats.length, left = count > 2 && inviting ? Math.ceil(count * 0.6) : Math.ceil(count / 2);
    if (document.body.classList.contains("lobby")) { left = count; }
    document.body.classList.toggle("many", count > 6);
    document.body.classList.toggle("crowd", count > 10);
    seatsInto(byId("left"), sheet, 0, left);
    seatsInto(byId("right"), sheet, left, count);
  }

  // Names of the players whose turn it is, also while others are asked, or nobody is.
  var turns = [];

  function renderTurn(sheet) {
    var box = byId("faces"), acting = sheet.seats.filter(function (player, seat) {
      return sheet.over ? sheet.winners.indexOf(seat) >= 0 : sheet["window"] ? turns.indexOf(player.name) >= 0 : player.acting;
    });
    if (acting.length) { turns = acting.map(function (player) { return player.name; }); }
    else { acting = sheet.seats.filter(function (player) { return turns.indexOf(player.name) >= 0; }); }
    if (!("picture" in sheet)) { acting = []; }
    box.textContent = "";
    acting.slice(0, 4).forEach(function (player) {
      var face = person(player);
      face.style.borderColor = player.colour;
      box.appendChild(face);
    });
    say("turn", acting.map(function (player) { return player.name; }).join(" · "));
  }

  function renderEnd(sheet) {
    var box = byId("end"), won = sheet.over ? sheet.winners : [];
    document.body.classList.toggle("draw", won.length > 1);
    box.textContent = "";
    won.forEach(function (seat) {
      var element = make("div");
      element.appendChild(person(sheet.seats[seat]));
      element.appendChild(make("b", sheet.seats[seat].name));
      element.style.borderColor = sheet.seats[seat].colour;
      box.appendChild(element);
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
    var ends = sheet.over && currentSheet && "picture" in currentSheet && !currentSheet.over, log = sheet.log || [];
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
    draw(sheet, sheet.picture);
    renderEnd(sheet);
    classes.toggle("long", log.length > 0 && log[log.length - 1].length > 50 * window.innerWidth / window.innerHeight);
    GS.updateLog(byId("log"), log);
    if (ends) { GS.animations.paper(sheet.winners.map(function (seat) { return sheet.seats[seat].colour; })); GS.animations.sound("win"); }
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
  window.addEventListener("resize", function () { if (currentSheet && !GS.animations.playing) { draw(currentSheet, currentSheet.picture); } });
  ["pointerdown", "keydown"].forEach(function (name) {
    document.addEventListener(name, function () { byId("sound").hidden = true; GS.animations.aloud(); });
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
