"use strict";
// On top of a pile of the open table, or under it: a choice that is made before one taps where something goes, so that
// the usual way costs no tap more. It is one question's, and on top again for the next.
var GS = window.GS = window.GS || {};
(function () {
  var t = GS.t, PILE = [[10, 30], [13, 25], [10, 20]], HIGH = { top: 4, under: 36 }; // px of a picture

  // What something may be under: a pile in a place, a stack, a card or a disc.
  function pile(to, table, look) {
    var one;
    if (typeof to === "string") { return table.areas.some(function (area) { return area.key === to && area.lays === "stack" && area.n; }); }
    one = typeof to === "number" && table.things.filter(function (other) { return other.key === to; })[0];
    return Boolean(one) && ["card", "disc"].indexOf(look(one).shape) >= 0;
  }

  GS.under = {
    chosen: false,

    goes: function (line, table, look) { return GS.under.chosen && line["do"] === "move" && pile(line.to, table, look); },

    // Two buttons with pictures, where a card or a disc is to go somewhere and there is a pile.
    buttons: function (box, wanted, table, look, changed) {
      var keys = (wanted.keys || []).concat(wanted.key === null ? [] : [wanted.key]), row;
      var others = table.areas.map(function (area) { return area.key; }).concat(table.things.map(function (one) { return one.key; }));
      var flat = table.things.every(function (one) { return keys.indexOf(one.key) < 0 || ["card", "disc"].indexOf(look(one).shape) >= 0; });
      if (wanted.line["do"] !== "move" || !flat || !others.some(function (key) { return keys.indexOf(key) < 0 && pile(key, table, look); })) { return; }
      row = box.appendChild(GS.make("div", "", { "class": "row layers", role: "group" }));
      layer(row, "top", t("On top"), false, changed);
      layer(row, "under", t("Under it"), true, changed);
    }
  };

  function layer(row, key, words, under, changed) {
    var made = GS.play.button(row, "", function () { GS.under.chosen = under; changed(); }, false, "layer-" + key), drawn;
    made.setAttribute("aria-pressed", GS.under.chosen === under ? "true" : "false");
    drawn = GS.svg("svg", { viewBox: "0 0 44 52", "class": "layer", "aria-hidden": "true" }, made);
    if (under) { card(drawn, 18, HIGH.under, "own"); }
    PILE.forEach(function (at) { card(drawn, at[0], at[1], "pile"); });
    if (!under) { card(drawn, 18, HIGH.top, "own"); }
    made.appendChild(GS.make("span", words));
  }

  // A card that lies, seen from the side.
  function card(drawn, x, y, name) { GS.svg("path", { d: "M" + x + " " + y + "h20l-8 12h-20z", "class": name }, drawn); }
})();
