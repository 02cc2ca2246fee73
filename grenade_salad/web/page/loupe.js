"use strict";
// Where soldiers are closer together than a finger is wide, they are shown larger, and each can be tapped.
var GS = window.GS = window.GS || {};
(function () {
  var APART = 48, ROOM = 30, MOST = 300; // px between two that are tapped, from them to the edge, and across at most
  var box = GS.by("loupe");

  GS.loupe = {
    // `all` have a place in mm of the drawing, words, and what a press does; `where` on the page the finger was, in px.
    open: function (drawn, all, cube, where) {
      var xs = all.map(function (one) { return one.place.x; }), ys = all.map(function (one) { return one.place.y; });
      var left = Math.min.apply(null, xs), top = Math.min.apply(null, ys), wide = Math.max.apply(null, xs) - left, high = Math.max.apply(null, ys) - top;
      var k = Math.max(APART / nearest(all), 40 / cube);
      var size = [wide, high].map(function (side) { return Math.min(MOST, Math.max(150, side * k + 2 * ROOM)); });
      var frame = [left + wide / 2 - size[0] / k / 2, top + high / 2 - size[1] / k / 2, size[0] / k, size[1] / k];
      box.textContent = "";
      var inner = GS.svg("svg", { viewBox: frame.join(" "), "aria-hidden": "true" }, box);
      inner.appendChild(drawn.firstElementChild.cloneNode(true));
      all.forEach(function (one) { button(one, frame, k); });
      place(size, where);
    },

    close: function () { box.hidden = true; box.textContent = ""; }
  };

  function nearest(all) {
    var least = Infinity;
    all.forEach(function (one, at) {
      all.slice(at + 1).forEach(function (other) {
        least = Math.min(least, Math.max(Math.abs(one.place.x - other.place.x), Math.abs(one.place.y - other.place.y)));
      });
    });
    return least;
  }

  function button(one, frame, k) {
    var made = box.appendChild(GS.make("button", "", { type: "button", "aria-label": one.words }));
    made.style.left = (one.place.x - frame[0]) * k + "px";
    made.style.top = (one.place.y - frame[1]) * k + "px";
    made.onclick = function () { GS.loupe.close(); one.press(); };
  }

  // Above the finger, or below it, within the table.
  function place(size, where) {
    var home = GS.by("table").getBoundingClientRect(), above = where.y - home.top - size[1] - 40;
    box.hidden = false;
    box.style.width = size[0] + "px";
    box.style.height = size[1] + "px";
    box.style.left = Math.max(4, Math.min(home.width - size[0] - 4, where.x - home.left - size[0] / 2)) + "px";
    box.style.top = Math.max(4, above > 0 ? above : where.y - home.top + 40) + "px";
  }
})();
