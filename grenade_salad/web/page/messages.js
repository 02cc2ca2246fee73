"use strict";
// The words of the page in its language, and logs that only grow.
var GS = window.GS = window.GS || {};
(function () {
  var WORDS = JSON.parse(document.documentElement.getAttribute("data-words") || "{}");
  var MAX_LINES = 60; // lines of a log

  GS.byId = function (id) { return document.getElementById(id); };

  // The sentence in this phone's language, with its placeholders filled in.
  GS.t = function (words, places) {
    return (WORDS[words] || words).replace(/\{(\w+)\}/g, function (all, name) { return places && name in places ? places[name] : all; });
  };

  GS.make = function (tag, words, attributes) {
    var element = document.createElement(tag);
    if (words) { element.textContent = words; }
    Object.keys(attributes || {}).forEach(function (name) { element.setAttribute(name, attributes[name]); });
    return element;
  };

  GS.say = function (id, words) {
    if (GS.byId(id).textContent !== words) { GS.byId(id).textContent = words; }
  };

  GS.updateList = function (id, lines) {
    var box = GS.byId(id), same = box.children.length === lines.length;
    for (var index = 0; same && index < lines.length; index++) { same = box.children[index].textContent === lines[index]; }
    if (same) { return; }
    box.textContent = "";
    lines.forEach(function (line) { box.appendChild(GS.make("li", line)); });
  };

  // Put the face of each player before their line of a list; machines have none.
  GS.faces = function (id, seats) {
    seats.forEach(function (player, seat) {
      var line = GS.byId(id).children[seat], face = line.querySelector("img");
      if (face && face.getAttribute("data-face") !== String(player.face)) { face.remove(); face = null; }
      if (!face && player.face !== null) { line.insertBefore(GS.face(player.face), line.firstChild); }
    });
  };

  GS.face = function (face) {
    return GS.make("img", "", { src: "/faces/" + face + ".svg", alt: "", "class": "face", "data-face": face });
  };

  // Add new lines to a log. Rebuild it, without saying it aloud, at the start or after an undo.
  GS.updateLog = function (box, lines) {
    var previous = box.told || [], same = Math.min(previous.length, lines.length);
    while (same && previous.slice(-same).join("\n") !== lines.slice(0, same).join("\n")) { same -= 1; }
    box.told = lines;
    if (!same) { box.textContent = ""; }
    box.setAttribute("aria-live", same ? "polite" : "off");
    lines.slice(same).forEach(function (line) { box.appendChild(GS.make("p", line)); });
    while (box.children.length > MAX_LINES) { box.removeChild(box.firstChild); }
  };

  Array.prototype.forEach.call(document.querySelectorAll("[data-say]"), function (element) { element.textContent = GS.t(element.textContent); });
  Array.prototype.forEach.call(document.querySelectorAll("[data-label]"), function (element) { element.setAttribute("aria-label", GS.t(element.getAttribute("data-label"))); });
})();
