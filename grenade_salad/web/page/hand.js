"use strict";
// The player's hand: face down until they look. A card is tapped, or dragged onto the table. Also the notebook.
var GS = window.GS = window.GS || {};
(function () {
  var COVER_AFTER = 20000; // ms after which the cards turn face down by themselves
  var HOLD = "grenade-salad-hold", MARKS = "grenade-salad-marks";
  var NEXT_MARK = { "": "maybe", maybe: "no", no: "surely", surely: "" };
  var SIGNS = { "": " ", maybe: "?", no: "\u2717", surely: "\u2713" };
  var BOOKS = 5; // matches whose marks are saved
  var DRAG_DISTANCE = 12; // px that a finger moves before a card is dragged
  var byId = GS.byId, t = GS.t, make = GS.make;
  var isUp = false, coverTimer = 0, drag = null;

  GS.remember = function (key, value) {
    GS.remember[key] = value;
    try {
      if (value === null) { localStorage.removeItem(key); } else { localStorage.setItem(key, value); }
    } catch (error) { /* a private window: until the page is closed */ }
  };

  GS.recall = function (key) {
    try { return localStorage.getItem(key) || GS.remember[key] || null; } catch (error) { return GS.remember[key] || null; }
  };

  function needsHolding() { return GS.recall(HOLD) === "1"; }

  var hand = GS.hand = {
    cover: function () {
      clearTimeout(coverTimer);
      isUp = false;
      if (GS.sheet) { hand.render(); }
    },

    render: function () {
      var sheet = GS.sheet, box = byId("cards"), isOpen = isUp && sheet.seat !== null;
      byId("hand").hidden = sheet.seat === null || !sheet.hand || !sheet.handTitle || !(sheet.hand.length || sheet.tools && sheet.tools.looking.length);
      GS.say("hand-title", sheet.handTitle || t("Your cards"));
      GS.say("turn-over", isOpen ? (needsHolding() ? t("Let go to turn them face down") : t("Turn them face down")) : needsHolding() ? t("Hold to look") : t("Tap to look"));
      byId("turn-over").setAttribute("aria-expanded", isOpen ? "true" : "false");
      box.hidden = byId("notebook").hidden = !isOpen;
      box.textContent = byId("notebook").textContent = "";
      if (!isOpen) { return; }
      sheet.hand.forEach(function (card, index) { box.appendChild(renderCard(card, index)); });
      if (sheet.secrets.length) { byId("notebook").appendChild(make("h3", t("What only you can see"))); }
      sheet.secrets.forEach(function (line) { byId("notebook").appendChild(make("p", line)); });
      if (GS.tabletop.on()) { GS.tabletop.secrets(byId("notebook")); }
      if (sheet.notebook) { renderNotebook(byId("notebook"), sheet.notebook); }
    }
  };

  function uncover() {
    isUp = true;
    clearTimeout(coverTimer);
    coverTimer = setTimeout(hand.cover, COVER_AFTER);
    hand.render();
  }

  function renderCard(card, index) {
    var item = make("li"), plays = GS.play.with(card), press = make("button", "", { type: "button", "data-key": "card-" + index });
    if (card.look) {
      GS.piece(press.appendChild(GS.svg("svg", { viewBox: [-card.look.size[0] / 2 - 1, -card.look.size[1] / 2 - 1, card.look.size[0] + 2, card.look.size[1] + 2].join(" "), "aria-hidden": "true" })), card.look, card.look.size[0], card.look.size[1], function (path) { return "/" + path; }, false);
    }
    if (card.art) { press.appendChild(make("img", "", { src: "/cards/" + card.art + ".svg", alt: "", draggable: "false" })); }
    press.appendChild(make("span", card.words));
    if (card.note) { press.appendChild(make("span", card.note, { "class": "note" })); }
    press.className = (plays.length ? "can" : "") + (GS.play.card === card.code ? " chosen" : "");
    press.onclick = function () {
      if (drag && drag.isMoving) { return; }
      if (plays.length) { GS.play.choose(card); } else { GS.say("said", t("This card cannot be played now.")); }
    };
    if (plays.length) { press.addEventListener("pointerdown", function (event) { lift(event, card); }); }
    item.appendChild(press);
    return item;
  }

  // A card under the finger.

  function lift(event, card) {
    drag = { card: card, x: event.clientX, y: event.clientY, isMoving: false, picture: null, pointer: event.pointerId };
  }

  function follow(event) {
    if (!drag || event.pointerId !== drag.pointer) { return; }
    if (!drag.isMoving && drag.y - event.clientY > DRAG_DISTANCE) {
      drag.isMoving = true;
      drag.picture = make("img", "", { id: "dragged", src: "/cards/" + (drag.card.art || "playing/back") + ".svg", alt: "" });
      document.body.appendChild(drag.picture);
    }
    if (drag.isMoving) {
      drag.picture.style.left = event.clientX + "px";
      drag.picture.style.top = event.clientY + "px";
    }
  }

  function drop(event) {
    if (!drag || event.pointerId !== drag.pointer) { return; }
    var last = drag, table = byId("picture").getBoundingClientRect();
    if (last.picture) { last.picture.remove(); }
    setTimeout(function () { drag = null; }, 0);
    if (last.isMoving && event.type === "pointerup" && event.clientY < table.bottom && event.clientY > table.top) {
      if (GS.tabletop.on()) { GS.tabletop.drop(last.card, event); } else { GS.play.choose(last.card); }
    }
  }

  // The notebook: its marks stay on this phone.

  function books() {
    try {
      var all = JSON.parse(GS.recall(MARKS));
      return all.filter(function (book) { return typeof book[0] === "string" && book[1] && typeof book[1] === "object"; });
    } catch (error) { return []; }
  }

  function bookName() { return GS.sheet.notebook.match + "/" + GS.sheet.seat; }

  function marks() {
    var name = bookName(), book = books().filter(function (candidate) { return candidate[0] === name; })[0];
    return book ? book[1] : {};
  }

  function markNext(cell) {
    var name = bookName(), fresh = marks();
    fresh[cell] = NEXT_MARK[fresh[cell] || ""] || "";
    var others = books().filter(function (candidate) { return candidate[0] !== name; });
    GS.remember(MARKS, JSON.stringify(others.concat([[name, fresh]]).slice(-BOOKS)));
    uncover();
    var again = document.querySelector("[data-key='mark-" + cell + "']");
    if (again) { again.focus(); }
  }

  function renderNotebook(box, book) {
    box.appendChild(make("h3", t("Your notebook")));
    box.appendChild(make("p", t("Tap a cell to mark it: ? maybe, \u2717 no, \u2713 surely. What is struck out or dark is certain.")));
    var table = make("table"), head = make("tr"), ownMarks = marks();
    head.appendChild(make("td"));
    book.names.forEach(function (name) { head.appendChild(make("th", name, { scope: "col" })); });
    table.appendChild(head);
    book.rows.forEach(function (row) {
      var line = make("tr");
      line.appendChild(make("th", row.short, { scope: "row", "aria-label": row.words }));
      row.marks.forEach(function (certain, index) { line.appendChild(renderCell(book, row, certain, index, ownMarks)); });
      table.appendChild(line);
    });
    box.appendChild(table);
  }

  function renderCell(book, row, certain, index, ownMarks) {
    var box = make("td"), cell = book.seats[index] + "-" + row.code, fixed = certain !== "maybe";
    var mark = fixed ? certain : ownMarks[cell] || "", label = book.names[index] + ", " + row.words + ": ";
    if (fixed) {
      box.className = "certain-" + certain;
      box.appendChild(make("span", certain === "no" ? row.short : SIGNS.surely, { "aria-label": label + t(certain === "no" ? "certainly not" : "certain"), role: "img" }));
      return box;
    }
    var press = make("button", SIGNS[mark] || " ", { type: "button", "data-key": "mark-" + cell, "aria-label": label + t(mark || "no mark") });
    press.onclick = function () { markNext(cell); };
    if (needsHolding()) { // one finger holds the cards up while another marks, which causes no click
      press.addEventListener("touchend", function (event) { event.preventDefault(); markNext(cell); });
    }
    box.appendChild(press);
    return box;
  }

  byId("turn-over").onclick = function () {
    if (!needsHolding()) { if (isUp) { hand.cover(); } else { uncover(); } }
  };
  ["mousedown", "touchstart"].forEach(function (name) {
    byId("turn-over").addEventListener(name, function () { if (needsHolding()) { uncover(); } }, { passive: true });
  });
  ["mouseup", "mouseleave", "touchend", "touchcancel"].forEach(function (name) {
    byId("turn-over").addEventListener(name, function () { if (needsHolding()) { hand.cover(); } });
  });
  byId("turn-over").addEventListener("keydown", function (event) {
    if (needsHolding() && (event.key === " " || event.key === "Enter") && !event.repeat) { uncover(); }
  });
  byId("turn-over").addEventListener("keyup", function () { if (needsHolding()) { hand.cover(); } });
  byId("hold").checked = needsHolding();
  byId("hold").onchange = function () { GS.remember(HOLD, byId("hold").checked ? "1" : "0"); hand.cover(); };
  window.addEventListener("blur", hand.cover);
  document.addEventListener("visibilitychange", function () { if (document.hidden) { hand.cover(); } });
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
})();
