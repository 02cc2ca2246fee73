"use strict";
// Tips for the first time on this phone: one sentence at a time, beside its subject, each once. Tips about the page are
// here; the table sends those about the game when they matter.
var GS = window.GS = window.GS || {};
(function () {
  var KEY = "grenade-salad-first", ALL = "all";
  var byId = GS.byId, t = GS.t, make = GS.make;
  var currentTip = null, note = null;

  function asked() { return Boolean(GS.sheet.window && GS.sheet.window.asked && !GS.sheet.window.answered); }
  function canPlay() { return !byId("cards").hidden && Boolean(byId("cards").querySelector(".can")); }
  function aims() { return GS.aim.field() && Boolean((GS.sheet.choices || []).length); }

  // Tips about the page, with their section and condition: before and after those about the game.
  var BEFORE = [
    { key: "asked", section: "do", when: asked, words: function () { return t("Everybody is asked the same, so nobody knows what you hold. Answer, or let it pass."); } },
    { key: "hand", section: "hand", when: function () { return true; }, words: function () { return t("Only you see this. Flip it to look; after a while it flips back by itself."); } },
    { key: "do", section: "do", when: function () { return !asked(); }, words: function () { return t("It's your turn: choose here what to do. Everybody sees what happens."); } }
  ];
  var AFTER = [
    { key: "cards", section: "hand", when: canPlay, words: function () { return t("Cards with a frame can be played now: tap one, or drag it up onto the table."); } },
    { key: "picture", section: "do", when: aims, words: function () { return t("Aim on the table: drag there. Spread two fingers to zoom in."); } }
  ];

  function readKeys() { return (GS.recall(KEY) || "").split(" "); }

  // The section, or another one if it is hidden. Beside a table as high as the screen, tips about it are in the next
  // section.
  function place(wanted) {
    var isWide = window.matchMedia("(orientation: landscape) and (min-width: 560px)").matches;
    var names = [wanted].concat(isWide ? ["do", "hand", "table"] : ["table", "hand", "do"]);
    return names.filter(function (name) { return !byId(name).hidden && !(isWide && name === "table"); })[0] || "table";
  }

  // A tip of the game, named after its subject.
  function ofGame(tip) {
    return { key: GS.sheet.rules + "/" + tip.name, section: place(tip.beside), rule: tip.rule, stays: true, words: function () { return tip.words; } };
  }

  function next() {
    var behind = readKeys(), sheet = GS.sheet;
    if (!sheet || sheet.seat === null || behind.indexOf(ALL) >= 0) { return null; }
    return BEFORE.concat((sheet.tips || []).map(ofGame), AFTER).filter(function (tip) {
      return behind.indexOf(tip.key) < 0 && !byId(tip.section).hidden && (tip.stays || tip.when());
    })[0] || null;
  }

  // The tip was read, or the player did what it is about.
  function dismiss(key) {
    if (currentTip === null) { return; }
    GS.remember(KEY, readKeys().concat([key || currentTip.key]).join(" ").trim());
    clear();
  }

  function clear() {
    if (note) { note.remove(); }
    currentTip = note = null;
    GS.say("first-said", "");
  }

  function isStillNeeded() {
    if (!currentTip || GS.sheet.seat === null || byId(currentTip.section).hidden) { return false; }
    return currentTip.stays || currentTip.when();
  }

  function show(tip) {
    currentTip = tip;
    note = make("div", "", { "class": "first" });
    note.appendChild(make("p", tip.words()));
    var row = note.appendChild(make("div", "", { "class": "row" }));
    press(row, t("Got it"), "first", function () { dismiss(); GS.render(); });
    if (tip.rule) { press(row, t("Read the rule"), "first-rule", function () { GS.openRule(tip.rule); }); }
    press(row, t("Don't show these again"), "first-none", function () { dismiss(ALL); GS.render(); });
    byId(tip.section).insertBefore(note, tip.section === "table" ? byId("bubble") : null);
    GS.say("first-said", tip.words());
  }

  function press(row, words, key, action) {
    row.appendChild(make("button", words, { type: "button", "data-key": key })).onclick = action;
  }

  // The aim of the game, before the match begins: the table waits until each newcomer has read it.
  function renderAim() {
    var aim = GS.sheet && GS.sheet.aim, isKnown = readKeys().some(function (key) { return key === ALL || aim && key.indexOf(GS.sheet.rules + "/") === 0; });
    if (aim && aim.yours && isKnown) { sendRead(); }
    byId("aim").hidden = !aim || !aim.yours || isKnown;
    if (byId("aim").hidden || byId("aim-words").textContent === aim.words) { return; }
    GS.say("aim-words", aim.words);
    byId("aim-art").textContent = "";
    aim.art.forEach(function (name) { byId("aim-art").appendChild(make("img", "", { src: "/cards/" + name + ".svg", alt: "" })); });
  }

  function sendRead() { GS.link.send({ say: "read" }); }

  byId("aim-read").onclick = function () {
    GS.remember(KEY, readKeys().concat([GS.sheet.rules + "/aim"]).join(" ").trim());
    GS.render();
  };

  GS.tips = {
    render: function () {
      renderAim();
      if (!GS.sheet || isStillNeeded()) { return; }
      clear();
      var tip = next();
      if (tip) { show(tip); }
    },

    // A player who decides has read the tip of the moment.
    acted: function () { if (currentTip && currentTip.stays) { dismiss(); } }
  };

  // A player who does what a tip is about has understood it.
  ["hand", "do"].forEach(function (name) {
    byId(name).addEventListener("click", function (event) {
      if (currentTip && !currentTip.stays && currentTip.section === name && !note.contains(event.target) && event.target.closest("button")) {
        dismiss();
        setTimeout(GS.tips.render, 0);
      }
    });
  });
})();
