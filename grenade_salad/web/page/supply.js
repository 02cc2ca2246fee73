"use strict";
// What the open table has besides its pieces: counters, notes, and what is still in the box.
var GS = window.GS = window.GS || {};
(function () {
  var t = GS.t, make = GS.make, opened = {};

  GS.beside = {
    // `send` sends a line, `want` asks where something goes.
    render: function (box, tools, send, want) {
      tools.counters.forEach(function (one) { counter(box, one, send); });
      if (tools.notes.length) {
        section(box, "notes", t("Notes"), function (inner) {
          tools.notes.forEach(function (one) {
            text(inner, one.words, function (value) { send({ seat: GS.sheet.seat, "do": "set", thing: "note", of: one.of, to: value }); }, one.text, "note-" + one.of);
          });
        });
      }
      if (tools.supply.length) {
        section(box, "supply", t("Out of the box"), function (inner) {
          tools.supply.forEach(function (one, at) {
            GS.play.button(inner, one.label, function () { want({ words: one.words, line: one.line, needs: ["place"], key: null }); }, false, "supply-" + at);
          });
        });
      }
    },

    text: text
  };

  function counter(box, one, send) {
    var row = box.appendChild(make("div", "", { "class": "row counter" })), line = { seat: GS.sheet.seat, "do": "set", thing: "counter", of: one.of };
    row.appendChild(make("span", one.label));
    [-1, 1].forEach(function (step) {
      var made = GS.play.button(row, step > 0 ? "+" : "−", function () { line.to = one.value + step; send(line); }, false, "count" + step + "-" + one.of);
      made.setAttribute("aria-label", step > 0 ? one.more : one.less);
    });
  }

  function section(box, key, words, fill) {
    var inner = box.appendChild(make("details", ""));
    inner.open = Boolean(opened[key]);
    inner.ontoggle = function () { opened[key] = inner.open; };
    inner.appendChild(make("summary", words));
    fill(inner);
  }

  function text(box, words, press, value, key) {
    var label = box.appendChild(make("label", words + " ")), input = label.appendChild(make("input", "", { type: "text", maxlength: "200", "data-key": "text-" + key }));
    input.value = value;
    GS.play.button(box, words, function () { press(input.value); }, false, "write-" + key);
  }
})();
