"use strict";
// What has been told: words of the page in its language, and logs that only grow.
var GS = window.GS = window.GS || {};
(function () {
  var WORDS = JSON.parse(document.documentElement.getAttribute("data-words") || "{}");
  var LONGEST = 60; // lines of a log

  GS.by = function (id) { return document.getElementById(id); };

  // The sentence in this phone's language, with what stands in its places.
  GS.t = function (words, places) {
    return (WORDS[words] || words).replace(/\{(\w+)\}/g, function (all, name) { return places && name in places ? places[name] : all; });
  };

  GS.make = function (tag, words, attributes) {
    var made = document.createElement(tag);
    if (words) { made.textContent = words; }
    Object.keys(attributes || {}).forEach(function (name) { made.setAttribute(name, attributes[name]); });
    return made;
  };

  GS.say = function (id, words) {
    if (GS.by(id).textContent !== words) { GS.by(id).textContent = words; }
  };

  GS.list = function (id, lines) {
    var box = GS.by(id), same = box.children.length === lines.length;
    for (var at = 0; same && at < lines.length; at++) { same = box.children[at].textContent === lines[at]; }
    if (same) { return; }
    box.textContent = "";
    lines.forEach(function (line) { box.appendChild(GS.make("li", line)); });
  };

  // The face of each seat before its line of a list; machines have none.
  GS.faces = function (id, seats) {
    seats.forEach(function (one, seat) {
      var line = GS.by(id).children[seat], face = line.querySelector("img");
      if (face && face.getAttribute("data-face") !== String(one.face)) { face.remove(); face = null; }
      if (!face && one.face !== null) { line.insertBefore(GS.face(one.face), line.firstChild); }
    });
  };

  GS.face = function (number) {
    return GS.make("img", "", { src: "/faces/" + number + ".svg", alt: "", "class": "face", "data-face": number });
  };

  // Add to a log what is new; all of it anew, and said to nobody, only at the start or when something was taken back.
  GS.tell = function (box, lines) {
    var before = box.told || [], same = Math.min(before.length, lines.length);
    while (same && before.slice(-same).join("\n") !== lines.slice(0, same).join("\n")) { same -= 1; }
    box.told = lines;
    if (!same) { box.textContent = ""; }
    box.setAttribute("aria-live", same ? "polite" : "off");
    lines.slice(same).forEach(function (line) { box.appendChild(GS.make("p", line)); });
    while (box.children.length > LONGEST) { box.removeChild(box.firstChild); }
  };

  Array.prototype.forEach.call(document.querySelectorAll("[data-say]"), function (one) { one.textContent = GS.t(one.textContent); });
  Array.prototype.forEach.call(document.querySelectorAll("[data-label]"), function (one) { one.setAttribute("aria-label", GS.t(one.getAttribute("data-label"))); });
})();
