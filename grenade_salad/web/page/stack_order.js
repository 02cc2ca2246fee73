"use strict";
// On top of a pile of the open table, or under it: chosen before the tap that says where a card moves, so that the
// usual choice needs no extra tap. It is for one move; the next one is on top again.
var GS = window.GS = window.GS || {};
(function () {
  var t = GS.t, PILE = [[10, 30], [13, 25], [10, 20]], HEIGHTS = { top: 4, under: 36 }; // px of the picture

  // True for what a card may be put under: a pile in a holder, a stack, a card or a disc.
  function isPile(to, table, look) {
    var thing;
    if (typeof to === "string") { return table.areas.some(function (area) { return area.key === to && area.lays === "stack" && area.n; }); }
    thing = typeof to === "number" && table.things.filter(function (candidate) { return candidate.key === to; })[0];
    return Boolean(thing) && ["card", "disc"].indexOf(look(thing).shape) >= 0;
  }

  GS.stackOrder = {
    chosen: false,

    goes: function (line, table, look) { return GS.stackOrder.chosen && line["do"] === "move" && isPile(line.to, table, look); },

    // Two buttons with pictures, if a card or a disc is moved and there is a pile.
    buttons: function (box, wanted, table, look, changed) {
      var keys = (wanted.keys || []).concat(wanted.key === null ? [] : [wanted.key]), row;
      var others = table.areas.map(function (area) { return area.key; }).concat(table.things.map(function (thing) { return thing.key; }));
      var flat = table.things.every(function (thing) { return keys.indexOf(thing.key) < 0 || ["card", "disc"].indexOf(look(thing).shape) >= 0; });
      if (wanted.line["do"] !== "move" || !flat || !others.some(function (key) { return keys.indexOf(key) < 0 && isPile(key, table, look); })) { return; }
      row = box.appendChild(GS.make("div", "", { "class": "row layers", role: "group" }));
      layer(row, "top", t("On top"), false, changed);
      layer(row, "under", t("Under it"), true, changed);
    }
  };

  function layer(row, key, words, under, changed) {
    var element = GS.play.button(row, "", function () { GS.stackOrder.chosen = under; changed(); }, false, "layer-" + key), drawn;
    element.setAttribute("aria-pressed", GS.stackOrder.chosen === under ? "true" : "false");
    drawn = GS.svg("svg", { viewBox: "0 0 44 52", "class": "layer", "aria-hidden": "true" }, element);
    if (under) { card(drawn, 18, HEIGHTS.under, "own"); }
    PILE.forEach(function (corner) { card(drawn, corner[0], corner[1], "pile"); });
    if (!under) { card(drawn, 18, HEIGHTS.top, "own"); }
    element.appendChild(GS.make("span", words));
  }

  // A card on the table, seen from the side.
  function card(drawn, x, y, name) { GS.svg("path", { d: "M" + x + " " + y + "h20l-8 12h-20z", "class": name }, drawn); }
})();
