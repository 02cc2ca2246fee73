"use strict";
// Shows soldiers larger where they are closer together than a finger is wide, so that each can be tapped.
var GS = window.GS = window.GS || {};
(function () {
  var APART = 48, MARGIN = 30, MAX_SIZE = 300; // px between two buttons, between them and the edge, and maximum width
  var box = GS.byId("loupe");

  GS.loupe = {
    // Each choice has a place in mm of the drawing, words, and what a press does. `finger` is its position on the page,
    // in px.
    open: function (drawn, all, cube, finger) {
      var xs = all.map(function (choice) { return choice.place.x; }), ys = all.map(function (choice) { return choice.place.y; });
      var left = Math.min.apply(null, xs), top = Math.min.apply(null, ys), width = Math.max.apply(null, xs) - left, height = Math.max.apply(null, ys) - top;
      var k = Math.max(APART / nearest(all), 40 / cube);
      var size = [width, height].map(function (side) { return Math.min(MAX_SIZE, Math.max(150, side * k + 2 * MARGIN)); });
      var frame = [left + width / 2 - size[0] / k / 2, top + height / 2 - size[1] / k / 2, size[0] / k, size[1] / k];
      box.textContent = "";
      var inner = GS.svg("svg", { viewBox: frame.join(" "), "aria-hidden": "true" }, box);
      inner.appendChild(drawn.firstElementChild.cloneNode(true));
      all.forEach(function (choice) { button(choice, frame, k); });
      place(size, finger);
    },

    close: function () { box.hidden = true; box.textContent = ""; }
  };

  function nearest(all) {
    var minimum = Infinity;
    all.forEach(function (choice, index) {
      all.slice(index + 1).forEach(function (neighbour) {
        minimum = Math.min(minimum, Math.max(Math.abs(choice.place.x - neighbour.place.x), Math.abs(choice.place.y - neighbour.place.y)));
      });
    });
    return minimum;
  }

  function button(choice, frame, k) {
    var element = box.appendChild(GS.make("button", "", { type: "button", "aria-label": choice.words }));
    element.style.left = (choice.place.x - frame[0]) * k + "px";
    element.style.top = (choice.place.y - frame[1]) * k + "px";
    element.onclick = function () { GS.loupe.close(); choice.press(); };
  }

  // Place it above the finger, or below it, within the table.
  function place(size, finger) {
    var home = GS.byId("table").getBoundingClientRect(), above = finger.y - home.top - size[1] - 40;
    box.hidden = false;
    box.style.width = size[0] + "px";
    box.style.height = size[1] + "px";
    box.style.left = Math.max(4, Math.min(home.width - size[0] - 4, finger.x - home.left - size[0] / 2)) + "px";
    box.style.top = Math.max(4, above > 0 ? above : finger.y - home.top + 40) + "px";
  }
})();
