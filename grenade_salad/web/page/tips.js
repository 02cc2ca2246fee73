"use strict";
// The first time on this phone a hand explains itself: a sentence beside what it is about, one at a time, each once.
// What the page is like, the page says; what the game is like, the table sends at the moment when it matters.
var GS = window.GS = window.GS || {};
(function () {
  var KEY = "grenade-salad-first", ALL = "all";
  var by = GS.by, t = GS.t, make = GS.make;
  var shown = null, note = null;

  function asked() { return Boolean(GS.sheet.window && GS.sheet.window.asked && !GS.sheet.window.answered); }
  function canPlay() { return !by("cards").hidden && Boolean(by("cards").querySelector(".can")); }
  function aims() { return GS.aim.field() && Boolean((GS.sheet.choices || []).length); }

  // What is told of the page, in which section, and when: before and after what the game has to tell.
  var BEFORE = [
    { key: "asked", section: "do", when: asked, words: function () { return t("Everybody is asked the same, so nobody knows what you hold. Answer, or let it pass."); } },
    { key: "hand", section: "hand", when: function () { return true; }, words: function () { return t("Only you see this. Flip it to look; after a while it flips back by itself."); } },
    { key: "do", section: "do", when: function () { return !asked(); }, words: function () { return t("It's your turn: choose here what to do. Everybody sees what happens."); } }
  ];
  var AFTER = [
    { key: "cards", section: "hand", when: canPlay, words: function () { return t("Cards with a frame can be played now: tap one, or drag it up onto the table."); } },
    { key: "picture", section: "do", when: aims, words: function () { return t("Aim on the table: drag there. Spread two fingers to zoom in."); } }
  ];

  function known() { return (GS.recall(KEY) || "").split(" "); }

  // The section itself, or another where it is not there. A table that fills the height has what is told of it beside it.
  function place(wanted) {
    var wide = window.matchMedia("(orientation: landscape) and (min-width: 560px)").matches;
    var names = [wanted].concat(wide ? ["do", "hand", "table"] : ["table", "hand", "do"]);
    return names.filter(function (name) { return !by(name).hidden && !(wide && name === "table"); })[0] || "table";
  }

  // A tip of the game, by what it is about.
  function ofGame(tip) {
    return { key: GS.sheet.rules + "/" + tip.name, section: place(tip.beside), rule: tip.rule, stays: true, words: function () { return tip.words; } };
  }

  function next() {
    var behind = known(), sheet = GS.sheet;
    if (!sheet || sheet.seat === null || behind.indexOf(ALL) >= 0) { return null; }
    return BEFORE.concat((sheet.tips || []).map(ofGame), AFTER).filter(function (one) {
      return behind.indexOf(one.key) < 0 && !by(one.section).hidden && (one.stays || one.when());
    })[0] || null;
  }

  // It was read, or what it is about was done.
  function got(key) {
    if (shown === null) { return; }
    GS.remember(KEY, known().concat([key || shown.key]).join(" ").trim());
    clear();
  }

  function clear() {
    if (note) { note.remove(); }
    shown = note = null;
    GS.say("first-said", "");
  }

  function stands() {
    if (!shown || GS.sheet.seat === null || by(shown.section).hidden) { return false; }
    return shown.stays || shown.when();
  }

  function show(one) {
    shown = one;
    note = make("div", "", { "class": "first" });
    note.appendChild(make("p", one.words()));
    var row = note.appendChild(make("div", "", { "class": "row" }));
    press(row, t("Got it"), "first", function () { got(); GS.render(); });
    if (one.rule) { press(row, t("Read the rule"), "first-rule", function () { GS.ruleAt(one.rule); }); }
    press(row, t("Don't show these again"), "first-none", function () { got(ALL); GS.render(); });
    by(one.section).insertBefore(note, one.section === "table" ? by("bubble") : null);
    GS.say("first-said", one.words());
  }

  function press(row, words, key, what) {
    row.appendChild(make("button", words, { type: "button", "data-key": key })).onclick = what;
  }

  GS.first = {
    render: function () {
      if (!GS.sheet || stands()) { return; }
      clear();
      var one = next();
      if (one) { show(one); }
    },

    // Who decides has read what was there to read.
    acted: function () { if (shown && shown.stays) { got(); } }
  };

  // Who does what it is about has understood it.
  ["hand", "do"].forEach(function (name) {
    by(name).addEventListener("click", function (event) {
      if (shown && !shown.stays && shown.section === name && !note.contains(event.target) && event.target.closest("button")) {
        got();
        setTimeout(GS.first.render, 0);
      }
    });
  });
})();
