"use strict";
// What the open table has besides its pieces: counters, notes, and the supply in the box.
var GS = window.GS = window.GS || {};
(function () {
  var t = GS.t, make = GS.make, opened = {};

  GS.supply = {
    // `send` sends a line; `want` asks for a place first.
    render: function (box, tools, send, want) {
      tools.counters.forEach(function (item) { counter(box, item, send); });
      if (tools.notes.length) {
        section(box, "notes", t("Notes"), function (inner) {
          tools.notes.forEach(function (note) {
            text(inner, note.words, function (value) { send({ seat: GS.sheet.seat, "do": "set", thing: "note", of: note.of, to: value }); }, note.text, "note-" + note.of);
          });
        });
      }
      if (tools.supply.length) {
        section(box, "supply", t("Out of the box"), function (inner) {
          tools.supply.forEach(function (item, index) {
            GS.play.button(inner, item.label, function () { want({ words: item.words, line: item.line, needs: ["place"], key: null }); }, false, "supply-" + index);
          });
        });
      }
    },

    text: text
  };

  function counter(box, item, send) {
    var row = box.appendChild(make("div", "", { "class": "row counter" })), line = { seat: GS.sheet.seat, "do": "set", thing: "counter", of: item.of };
    row.appendChild(make("span", item.label));
    [-1, 1].forEach(function (step) {
      var element = GS.play.button(row, step > 0 ? "+" : "−", function () { line.to = item.value + step; send(line); }, false, "count" + step + "-" + item.of);
      element.setAttribute("aria-label", step > 0 ? item.more : item.less);
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
