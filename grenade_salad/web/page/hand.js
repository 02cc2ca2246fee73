"use strict";
// The own hand: face down until its owner looks; a card is tapped, or dragged onto the table. And the notebook.
var GS = window.GS = window.GS || {};
(function () {
  var SHUT = 20000; // ms after which the cards turn face down by themselves
  var HOLD = "grenade-salad-hold", MARKS = "grenade-salad-marks";
  var NEXT_MARK = { "": "maybe", maybe: "no", no: "surely", surely: "" };
  var SIGNS = { "": " ", maybe: "?", no: "\u2717", surely: "\u2713" };
  var BOOKS = 5; // matches whose marks are kept
  var FAR = 12; // px that a finger moves before a card is dragged
  var by = GS.by, t = GS.t, make = GS.make;
  var up = false, shut = 0, drag = null;

  GS.remember = function (key, value) {
    GS.remember[key] = value;
    try {
      if (value === null) { localStorage.removeItem(key); } else { localStorage.setItem(key, value); }
    } catch (error) { /* a private window: until the page is closed */ }
  };

  GS.recall = function (key) {
    try { return localStorage.getItem(key) || GS.remember[key] || null; } catch (error) { return GS.remember[key] || null; }
  };

  function holding() { return GS.recall(HOLD) === "1"; }

  var hand = GS.hand = {
    cover: function () {
      clearTimeout(shut);
      up = false;
      if (GS.sheet) { hand.render(); }
    },

    render: function () {
      var sheet = GS.sheet, box = by("cards"), shown = up && sheet.seat !== null;
      by("hand").hidden = sheet.seat === null || !sheet.hand || !sheet.handTitle || !(sheet.hand.length || sheet.tools && sheet.tools.looking.length);
      GS.say("hand-title", sheet.handTitle || t("Your cards"));
      GS.say("turn-over", shown ? (holding() ? t("Let go to turn them face down") : t("Turn them face down")) : holding() ? t("Hold to look") : t("Tap to look"));
      by("turn-over").setAttribute("aria-expanded", shown ? "true" : "false");
      box.hidden = by("notebook").hidden = !shown;
      box.textContent = by("notebook").textContent = "";
      if (!shown) { return; }
      sheet.hand.forEach(function (card, at) { box.appendChild(drawn(card, at)); });
      if (sheet.secrets.length) { by("notebook").appendChild(make("h3", t("What only you can see"))); }
      sheet.secrets.forEach(function (line) { by("notebook").appendChild(make("p", line)); });
      if (GS.lay.on()) { GS.lay.secrets(by("notebook")); }
      if (sheet.notebook) { renderNotebook(by("notebook"), sheet.notebook); }
    }
  };

  function uncover() {
    up = true;
    clearTimeout(shut);
    shut = setTimeout(hand.cover, SHUT);
    hand.render();
  }

  function drawn(card, at) {
    var item = make("li"), plays = GS.play.with(card), press = make("button", "", { type: "button", "data-key": "card-" + at });
    if (card.look) {
      GS.piece(press.appendChild(GS.svg("svg", { viewBox: [-card.look.size[0] / 2 - 1, -card.look.size[1] / 2 - 1, card.look.size[0] + 2, card.look.size[1] + 2].join(" "), "aria-hidden": "true" })), card.look, card.look.size[0], card.look.size[1], function (path) { return "/" + path; }, false);
    }
    if (card.art) { press.appendChild(make("img", "", { src: "/cards/" + card.art + ".svg", alt: "", draggable: "false" })); }
    press.appendChild(make("span", card.words));
    if (card.note) { press.appendChild(make("span", " (" + card.note + ")", { "class": "note" })); }
    press.className = (plays.length ? "can" : "") + (GS.play.card === card.code ? " chosen" : "");
    press.onclick = function () {
      if (drag && drag.far) { return; }
      if (plays.length) { GS.play.choose(card); } else { GS.say("said", t("This card cannot be played now.")); }
    };
    if (plays.length) { press.addEventListener("pointerdown", function (event) { lift(event, card); }); }
    item.appendChild(press);
    return item;
  }

  // a card under the finger

  function lift(event, card) {
    drag = { card: card, x: event.clientX, y: event.clientY, far: false, picture: null, pointer: event.pointerId };
  }

  function follow(event) {
    if (!drag || event.pointerId !== drag.pointer) { return; }
    if (!drag.far && drag.y - event.clientY > FAR) {
      drag.far = true;
      drag.picture = make("img", "", { id: "dragged", src: "/cards/" + (drag.card.art || "playing/back") + ".svg", alt: "" });
      document.body.appendChild(drag.picture);
    }
    if (drag.far) {
      drag.picture.style.left = event.clientX + "px";
      drag.picture.style.top = event.clientY + "px";
    }
  }

  function drop(event) {
    if (!drag || event.pointerId !== drag.pointer) { return; }
    var last = drag, table = by("picture").getBoundingClientRect();
    if (last.picture) { last.picture.remove(); }
    setTimeout(function () { drag = null; }, 0);
    if (last.far && event.type === "pointerup" && event.clientY < table.bottom && event.clientY > table.top) {
      if (GS.lay.on()) { GS.lay.drop(last.card, event); } else { GS.play.choose(last.card); }
    }
  }

  // the notebook: what somebody marks stays on this phone

  function books() {
    try {
      var all = JSON.parse(GS.recall(MARKS));
      return all.filter(function (one) { return typeof one[0] === "string" && one[1] && typeof one[1] === "object"; });
    } catch (error) { return []; }
  }

  function bookName() { return GS.sheet.notebook.match + "/" + GS.sheet.seat; }

  function marks() {
    var name = bookName(), found = books().filter(function (one) { return one[0] === name; })[0];
    return found ? found[1] : {};
  }

  function markNext(cell) {
    var name = bookName(), fresh = marks();
    fresh[cell] = NEXT_MARK[fresh[cell] || ""] || "";
    var others = books().filter(function (one) { return one[0] !== name; });
    GS.remember(MARKS, JSON.stringify(others.concat([[name, fresh]]).slice(-BOOKS)));
    uncover();
    var again = document.querySelector("[data-key='mark-" + cell + "']");
    if (again) { again.focus(); }
  }

  function renderNotebook(box, book) {
    box.appendChild(make("h3", t("Your notebook")));
    box.appendChild(make("p", t("Tap a cell to mark it: ? maybe, \u2717 no, \u2713 surely. What is struck out or dark is certain.")));
    var table = make("table"), head = make("tr"), own = marks();
    head.appendChild(make("td"));
    book.names.forEach(function (name) { head.appendChild(make("th", name, { scope: "col" })); });
    table.appendChild(head);
    book.rows.forEach(function (row) {
      var line = make("tr");
      line.appendChild(make("th", row.short, { scope: "row", "aria-label": row.words }));
      row.marks.forEach(function (certain, at) { line.appendChild(cellOf(book, row, certain, at, own)); });
      table.appendChild(line);
    });
    box.appendChild(table);
  }

  function cellOf(book, row, certain, at, own) {
    var box = make("td"), cell = book.seats[at] + "-" + row.code, fixed = certain !== "maybe";
    var mark = fixed ? certain : own[cell] || "", what = book.names[at] + ", " + row.words + ": ";
    if (fixed) {
      box.className = "certain-" + certain;
      box.appendChild(make("span", certain === "no" ? row.short : SIGNS.surely, { "aria-label": what + t(certain === "no" ? "certainly not" : "certain"), role: "img" }));
      return box;
    }
    var press = make("button", SIGNS[mark] || " ", { type: "button", "data-key": "mark-" + cell, "aria-label": what + t(mark || "no mark") });
    press.onclick = function () { markNext(cell); };
    if (holding()) { // one finger holds the cards up, and another marks: that makes no click
      press.addEventListener("touchend", function (event) { event.preventDefault(); markNext(cell); });
    }
    box.appendChild(press);
    return box;
  }

  by("turn-over").onclick = function () {
    if (!holding()) { if (up) { hand.cover(); } else { uncover(); } }
  };
  ["mousedown", "touchstart"].forEach(function (name) {
    by("turn-over").addEventListener(name, function () { if (holding()) { uncover(); } }, { passive: true });
  });
  ["mouseup", "mouseleave", "touchend", "touchcancel"].forEach(function (name) {
    by("turn-over").addEventListener(name, function () { if (holding()) { hand.cover(); } });
  });
  by("turn-over").addEventListener("keydown", function (event) {
    if (holding() && (event.key === " " || event.key === "Enter") && !event.repeat) { uncover(); }
  });
  by("turn-over").addEventListener("keyup", function () { if (holding()) { hand.cover(); } });
  by("hold").checked = holding();
  by("hold").onchange = function () { GS.remember(HOLD, by("hold").checked ? "1" : "0"); hand.cover(); };
  window.addEventListener("blur", hand.cover);
  document.addEventListener("visibilitychange", function () { if (document.hidden) { hand.cover(); } });
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
})();
