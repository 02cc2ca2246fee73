"use strict";
// The table for everybody, a television or a stream: what nobody in particular may see, and nothing can be done.
// In the address: ?ground=clear has no ground of its own, ?delay=3 shows what was three moments ago, and #code is the
// code of the evening: with it, a picture to scan for the seats that are free.
(function () {
  var choices = {}, LETTER = 0.0265, STEP = 2000; // of the height, a letter at least; ms between the last moments of a match that is over
  location.search.slice(1).split("&").forEach(function (part) { choices[part.split("=")[0]] = part.split("=")[1] || ""; });
  var delay = Math.max(0, Math.min(50, parseInt(choices.delay, 10) || 0)), waiting = [], timer = 0, shown = null;
  var moves = [], next = null, LATE = 4; // steps behind, after which all but the last are left out
  var by = GS.by, say = GS.say, t = GS.t, svg = GS.svg, make = GS.make;

  // What moves belongs to the sheet that comes after it. Both wait for their turn if the page is behind on purpose.

  function move(message) {
    if (shown && message.after < shown.moment && !delay) { return; }
    if (delay) {
      var last = waiting[waiting.length - 1];
      if (last) { (last.moves = last.moves || []).push(message); }
      return;
    }
    begin(message);
  }

  function begin(message) {
    if (!shown || !("picture" in shown)) { return; } // nothing lies there yet
    moves.push(message);
    if (moves.length > LATE) { moves = moves.slice(-1); }
    if (!GS.show.playing) { play(); }
  }

  function play() {
    var message = moves.shift();
    if (!message) { if (next) { render(next); } return; }
    lookAt(message);
    GS.show.play(message, shown ? shown.seats : [], play);
  }

  // A moment has one sheet at a time: a newer one of the same moment takes its place, and is no action more.
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
    if (delay && shown !== sheet) { // what was kept with the sheet before leads to this one
      var before = shown && shown.moves;
      next = sheet;
      if (before && shown.moment < sheet.moment) { shown.moves = null; before.forEach(begin); }
    }
    next = sheet;
    if (!GS.show.playing) { play(); }
  }

  // the picture

  function ratio() { return (by("picture").clientWidth || 16) / (by("picture").clientHeight || 9); }

  function draw(sheet, table) {
    var box = by("picture"), how = { label: t("The table from above"), ratio: ratio(), names: false };
    if (table && table.soldiers) {
      how.frame = GS.frame(table, true, ratio());
      how.letter = innerHeight * 0.0315 * how.frame[3] / (box.clientHeight || 1);
      how.numbers = how.letter < table.cube * 0.6;
    }
    if (table && table.kind === "open") {
      var whole = GS.openFrame(table);
      how.scale = Math.min(box.clientWidth / whole[2], box.clientHeight / whole[3]) || 1;
      how.least = window.innerHeight * LETTER / how.scale;
    }
    var drawn = GS.draw(box, sheet.picture, sheet.seats, how);
    if (drawn && table && table.cube) { drawn.setAttribute("data-cube", table.cube); }
  }

  // Before soldiers fall, the frame shows where they will lie; those that are dropped anew go.
  function lookAt(message) {
    var table = shown && shown.picture, ends = {};
    if (!table || !table.soldiers) { return; }
    table.soldiers.forEach(function (one) { ends[one.id] = one; });
    message.beats.forEach(function (beat) {
      if (beat.do === "fall") {
        if (beat.fresh) { ends = {}; table.soldiers = []; }
        beat.pieces.forEach(function (one) { ends[one.id] = last(one.keys); });
      }
      if (beat.do === "put" || beat.do === "slide") { ends[beat.piece] = beat; }
    });
    var all = Object.keys(ends).map(function (id) { return ends[id]; });
    draw(shown, { soldiers: all, wide: table.wide, high: table.high, tile: table.tile, cube: table.cube });
  }

  function last(keys) {
    var x = 0, y = 0;
    for (var at = 0; at < keys.length; at += 5) { x += keys[at + 1]; y += keys[at + 2]; }
    return { x: x / 10, y: y / 10 };
  }

  // who sits there

  function person(one, cls) {
    if (one.face !== null) { return GS.face(one.face); }
    var made = make("span", one.name.slice(0, 1), { "class": "none" + (cls || "") });
    made.style.background = one.colour;
    made.style.color = bright(one.colour) > 0.18 ? "#000" : "#fff";
    return made;
  }

  // How bright a colour like #F0E442 is to the eye, 0 to 1: above 0.18 black is read more easily on it than white.
  function bright(colour) {
    var parts = [1, 3, 5].map(function (at) { return Math.pow(parseInt(colour.slice(at, at + 2), 16) / 255, 2.2); });
    return parts[0] * 0.2126 + parts[1] * 0.7152 + parts[2] * 0.0722;
  }

  function seatsInto(box, sheet, from, to) {
    box.textContent = "";
    sheet.seats.slice(from, to).forEach(function (one, at) {
      var line = make("li", "", { "data-spot": "seat " + (from + at) }), words = make("div"), won = (sheet.winners || []).indexOf(from + at) >= 0;
      line.appendChild(person(one));
      words.appendChild(make("b", one.name));
      words.appendChild(make("span", one.facts, { "class": "facts" }));
      line.appendChild(words);
      line.style.borderLeftColor = line.style.borderRightColor = one.colour;
      line.className = won ? "won" : one.acting ? "acting" : one.who === "phone" && !one.here ? "away" : "";
      box.appendChild(line);
    });
  }

  function renderSeats(sheet, inviting) {
    var many = sheet.seats.length, left = many > 2 && inviting ? Math.ceil(many * 0.6) : Math.ceil(many / 2);
    if (document.body.classList.contains("lobby")) { left = many; }
    document.body.classList.toggle("many", many > 6);
    document.body.classList.toggle("crowd", many > 10);
    seatsInto(by("left"), sheet, 0, left);
    seatsInto(by("right"), sheet, left, many);
  }

  // Whose turn it is, also while others are asked, and while nobody may do anything.
  var turns = [];

  function renderTurn(sheet) {
    var box = by("faces"), acting = sheet.seats.filter(function (one, seat) {
      return sheet.over ? sheet.winners.indexOf(seat) >= 0 : sheet["window"] ? turns.indexOf(one.name) >= 0 : one.acting;
    });
    if (acting.length) { turns = acting.map(function (one) { return one.name; }); }
    else { acting = sheet.seats.filter(function (one) { return turns.indexOf(one.name) >= 0; }); }
    if (!("picture" in sheet)) { acting = []; }
    box.textContent = "";
    acting.slice(0, 4).forEach(function (one) {
      var face = person(one);
      face.style.borderColor = one.colour;
      box.appendChild(face);
    });
    say("turn", acting.map(function (one) { return one.name; }).join(" · "));
  }

  function renderEnd(sheet) {
    var box = by("end"), won = sheet.over ? sheet.winners : [];
    document.body.classList.toggle("draw", won.length > 1);
    box.textContent = "";
    won.forEach(function (seat) {
      var one = make("div");
      one.appendChild(person(sheet.seats[seat]));
      one.appendChild(make("b", sheet.seats[seat].name));
      one.style.borderColor = sheet.seats[seat].colour;
      box.appendChild(one);
    });
  }

  // where phones find the table, while there is a seat for them

  var invitation = null;

  function renderInvitation(sheet) {
    var lobby = !("picture" in sheet);
    var free = sheet.seats.some(function (one) { return one.who === "machine" || one.who === "nobody" || lobby && one.who === "screen"; }) || !sheet.seats.length;
    var on = Boolean(invitation && (free || lobby));
    by("invite").hidden = !on;
    if (on) {
      say("invite-title", t("Scan this with a phone to take a seat"));
      say("invite-words", invitation.url.replace(/^http:\/\//, "").replace(/\/$/, ""));
      say("invite-code", invitation.code);
      squares(by("code-picture"), invitation.rows);
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
    var made = svg("svg", { viewBox: "0 0 " + size + " " + size, "shape-rendering": "crispEdges" }, box);
    svg("rect", { width: size, height: size, fill: "#fff" }, made);
    svg("path", { d: path, fill: "#000" }, made);
  }

  // all of it

  function question(sheet) {
    var open = sheet["window"];
    return open ? open.words + (open.paused ? " " + open.paused + "." : "") : "";
  }

  function render(sheet) {
    var classes = document.body.classList, lines = sheet["public"] || [], plain = !sheet.picture;
    var ends = sheet.over && shown && "picture" in shown && !shown.over, log = sheet.log || [];
    shown = sheet;
    next = null;
    GS.show.clear();
    classes.remove("waiting");
    classes.toggle("lobby", !("picture" in sheet));
    classes.toggle("over", Boolean(sheet.over));
    classes.toggle("plain", plain);
    say("title", sheet.title);
    say("status", sheet.menu ? t("A menu is open at the table: the match goes on when it closes.") : sheet.status);
    renderTurn(sheet);
    renderSeats(sheet, renderInvitation(sheet));
    GS.list("public", plain || lines.length < 4 && sheet.picture.kind !== "open" ? lines : []);
    say("question", question(sheet));
    classes.toggle("asked", Boolean(question(sheet)) && !sheet.menu);
    draw(sheet, sheet.picture);
    renderEnd(sheet);
    classes.toggle("long", log.length > 0 && log[log.length - 1].length > 50 * window.innerWidth / window.innerHeight);
    GS.tell(by("log"), log);
    if (ends) { GS.show.paper(sheet.winners.map(function (seat) { return sheet.seats[seat].colour; })); GS.show.sound("win"); }
  }

  function changed() {
    var state = GS.link.state;
    say("line", state === "up" ? "" : state === "stopped" ? t("The host has disconnected the phones. Waiting…") : t("The connection is lost. Trying again…"));
  }

  if (choices.ground === "clear") { document.documentElement.className = "clear"; }
  window.addEventListener("resize", function () { if (shown && !GS.show.playing) { draw(shown, shown.picture); } });
  ["pointerdown", "keydown"].forEach(function (name) {
    document.addEventListener(name, function () { by("sound").hidden = true; GS.show.aloud(); });
  });
  setTimeout(function () { by("sound").hidden = true; }, 20000);
  GS.link.start({
    hello: function () { return { say: "hello", watch: true, code: location.hash.slice(1, 17) }; },
    hear: function (message) {
      if (message.kind === "table") { take(message); }
      if (message.kind === "show") { move(message); }
      if (message.kind === "invite") { invitation = message; if (shown && !GS.show.playing) { render(shown); } }
    },
    changed: changed
  });
})();
