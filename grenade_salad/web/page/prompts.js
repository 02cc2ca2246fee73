"use strict";
// What a verb of the open table asks for, as buttons below the picture: a place, a number, a shot, an angle. The caller
// passes what is done with the answer.
var GS = window.GS = window.GS || {};
(function () {
  var STEPS = 4; // steps of a quarter of a degree per button
  var t = GS.t, make = GS.make;

  GS.prompts = {
    // A place: tapped on the table, a player's hand, or a place by its name.
    place: function (box, wanted, thing, look, put) {
      var table = GS.sheet.picture, hands = GS.sheet.tools.hands;
      box.appendChild(make("p", t("Tap where it goes.")));
      GS.stackOrder.buttons(box, wanted, table, look, GS.render);
      hands.forEach(function (hand, seat) {
        if (hand && hand !== wanted.line.of) { GS.play.button(box, t("To {who}'s hand", { who: GS.sheet.seats[seat].name }), function () { put(hand); }, false, "hand-" + seat); }
      });
      table.areas.forEach(function (area) {
        if (hands.indexOf(area.key) < 0 && (!thing || thing.key !== area.key)) { GS.play.button(box, area.name, function () { put(area.key); }, false, "area-" + area.key); }
      });
      GS.play.button(box, t("The middle of the table"), function () { put([table.wide / 2, table.high / 2]); }, false, "middle");
    },

    number: function (box, all, thing, got) {
      var row = box.appendChild(make("div", "", { "class": "row" }));
      all.filter(function (count) { return !thing || !thing.n || count <= thing.n; }).forEach(function (count) {
        GS.play.button(row, count ? String(count) : t("all", {}), function () { got(count); }, false, "number-" + count);
      });
    },

    // `changed` gets a changed aim; `done` sends the current one.
    shot: function (box, aim, thing, changed, done) {
      var table = GS.sheet.picture, to = function (key, words, change) { GS.play.button(box, words, function () { changed(change()); }, false, key); };
      if (aim.share) { GS.play.button(box, t("Flick"), done, true, "shoot"); } else { box.appendChild(make("p", t("Pull back anywhere on the table, or tap where it should fly."))); }
      to("aim-next", t("Aim at the next"), function () { return GS.flick.next(aim, thing, table); });
      to("aim-left", t("To the left"), function () { return GS.flick.turn(aim, STEPS); });
      to("aim-right", t("To the right"), function () { return GS.flick.turn(aim, -STEPS); });
      to("aim-harder", t("Harder"), function () { return GS.flick.harder(aim, 1); });
      to("aim-softer", t("Softer"), function () { return GS.flick.harder(aim, -1); });
    },

    angle: function (box, degrees, changed, done) {
      var label, input;
      box.appendChild(make("p", t("Turn it with a finger on the table.")));
      GS.play.button(box, t("Confirm"), done, true, "do-it");
      label = box.appendChild(make("label", t("turned by, in degrees") + " "));
      input = label.appendChild(make("input", "", { type: "range", min: -180, max: 180, step: 1, "data-key": "degrees" }));
      input.value = degrees;
      input.oninput = function () { changed(parseFloat(input.value) || 0); };
    }
  };
})();
