"use strict";
// A match that replays itself: everything is in the page, nothing is fetched. The positions are those of
// `grenade-salad replay --json`, one for each line, as differences from the line before.
(function () {
  var match = GS.unpacked(document.getElementById("match").textContent);
  var byId = GS.byId, say = GS.say, t = GS.t, make = GS.make;
  var SPEEDS = [["slow", 2600], ["normal", 1300], ["fast", 500], ["very fast", 120]]; // ms from step to step
  var CACHE_STEP = 25; // one in 25 frames is cached, so that going back is as quick as going on
  var MIN_CUBES = 12; // smallest visible part of a field, in widths of a cube
  var GLIDE = 400; // ms in which the visible part of a field moves
  var MOVING = "[data-soldier], [data-spot^=die]";
  var cachedFrames = {}, pictures = {}, currentLine = 0, timer = 0, stepTime = SPEEDS[1][1], gliding = 0;
  var currentViewer = "table"; // whose view is shown: "all", "table", or a seat
  var visiblePart = null; // of a field: [left, top, width, height] in mm
  var firstLine = match.log.length ? match.log[0].line : 0; // the pieces are dealt or dropped by then
  var lastLine = match.changes.length;
  var prefersStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  // Returns a value with a difference applied, as `difference` in web/share_page.py writes it.
  function applyChange(value, change) {
    if (change === null || typeof change !== "object") { return change; }
    if ("=" in change) { return change["="]; }
    var result, key;
    if ("@" in change) {
      result = value.slice();
      change["@"].forEach(function (piece) { result.splice.apply(result, [piece[0], piece[1]].concat(piece[2])); });
      return result;
    }
    result = {};
    for (key in value) { if (!change["-"] || change["-"].indexOf(key) < 0) { result[key] = value[key]; } }
    for (key in change["+"] || {}) { result[key] = applyChange(result[key], change["+"][key]); }
    return result;
  }

  // Returns the frame after a line.
  function findFrame(line) {
    var index = line;
    while (index > 0 && !cachedFrames[index]) { index -= 1; }
    var frame = index > 0 ? cachedFrames[index] : match.first;
    while (index < line) {
      index += 1;
      frame = applyChange(frame, match.changes[index - 1]);
      if (index % CACHE_STEP === 0) { cachedFrames[index] = frame; }
    }
    return frame;
  }

  // Returns the position after a line for a viewer: "all", "table", or a seat.
  function position(line, viewer) {
    var frame = findFrame(line);
    if (viewer === "all" || !frame.views) { return frame.position; }
    return applyChange(frame.position, frame.views[viewer === "table" ? match.seats.length : viewer]);
  }

  function pictureAddress(path) {
    if (!pictures[path] && match.art[path]) { pictures[path] = match.art[path].indexOf("data:") === 0 ? match.art[path] : "data:image/svg+xml," + encodeURIComponent(match.art[path]); }
    return pictures[path] || "";
  }

  // Returns the part of a field to show: all its soldiers, and at least MIN_CUBES. The part shown before stays while
  // the soldiers are inside and fill it well, so that the picture rarely jumps.
  function chooseVisiblePart(picture, box) {
    if (!picture || picture.kind !== "field") { return null; }
    var ratio = box.clientWidth && box.clientHeight ? box.clientWidth / box.clientHeight : picture.wide / picture.high;
    var part = GS.frame(picture, true, ratio), old = visiblePart;
    if (!picture.soldiers.length) { return old || part; }
    part = scalePart(part, Math.max(1, picture.cube * MIN_CUBES / Math.min(part[2], part[3])));
    var isInside = old && part[0] >= old[0] && part[1] >= old[1] && part[0] + part[2] <= old[0] + old[2] + 1 && part[1] + part[3] <= old[1] + old[3] + 1;
    var fits = old && Math.abs(old[2] / old[3] - ratio) < 0.01 && old[2] < part[2] * 1.45;
    if (!isInside || !fits) { visiblePart = scalePart(part, 1.06); }
    return visiblePart;
  }

  // Returns a part of a field, larger by a factor around its middle.
  function scalePart(part, factor) {
    return [part[0] - part[2] * (factor - 1) / 2, part[1] - part[3] * (factor - 1) / 2, part[2] * factor, part[3] * factor];
  }

  // Calls back with the key and the element of each piece that can move.
  function forEachPiece(drawing, callback) {
    Array.prototype.forEach.call(drawing.querySelectorAll(MOVING), function (piece) {
      callback(piece.getAttribute("data-soldier") || piece.getAttribute("data-spot"), piece);
    });
  }

  // Returns the middle of each piece that can move, by its key, in the drawing's own units.
  function findPlaces(drawing) {
    var places = {}, matrix = drawing && drawing.getScreenCTM && drawing.getScreenCTM();
    if (!matrix) { return places; }
    var inverse = matrix.inverse();
    forEachPiece(drawing, function (key, piece) {
      var box = piece.getBoundingClientRect(), point = drawing.createSVGPoint();
      point.x = box.x + box.width / 2;
      point.y = box.y + box.height / 2;
      places[key] = point.matrixTransform(inverse);
    });
    return places;
  }

  // Lets pieces glide from their old places, new ones fall in, and the visible part of a field move along.
  function animate(drawing, oldPlaces, oldViewBox) {
    if (prefersStill || !drawing || !drawing.animate) { return; }
    var places = findPlaces(drawing), timing = { duration: Math.min(450, stepTime * 0.6), easing: "ease-out" };
    forEachPiece(drawing, function (key, piece) {
      var old = oldPlaces[key], next = piece.nextElementSibling;
      // The number of a soldier is a text after it.
      var parts = next && next.tagName === "text" ? [piece, next] : [piece];
      parts.forEach(function (part) {
        if (!old) { part.animate({ opacity: [0, 1], translate: ["0px -30px", "0px 0px"] }, timing); return; }
        var x = old.x - places[key].x, y = old.y - places[key].y;
        if (Math.abs(x) + Math.abs(y) > 0.5) { part.animate({ translate: [x + "px " + y + "px", "0px 0px"] }, timing); }
      });
    });
    cancelAnimationFrame(gliding);
    var viewBox = drawing.getAttribute("viewBox");
    if (!oldViewBox || oldViewBox === viewBox || !drawing.classList.contains("field")) { return; }
    var startTime = performance.now(), start = oldViewBox.split(" ").map(Number), end = viewBox.split(" ").map(Number);
    (function glide(time) {
      var share = Math.max(0, Math.min(1, (time - startTime) / GLIDE)), eased = share * share * (3 - 2 * share);
      drawing.setAttribute("viewBox", start.map(function (value, index) { return value + (end[index] - value) * eased; }).join(" "));
      if (share < 1) { gliding = requestAnimationFrame(glide); }
    })(startTime);
  }

  function makeCards(hand) {
    var box = make("div", "", { "class": "cards" });
    hand.forEach(function (card) {
      box.appendChild(card.art ? make("img", "", { src: pictureAddress("cards/" + card.art + ".svg"), alt: card.words }) : make("span", card.short || card.words));
    });
    return box;
  }

  function renderPeople(shown, hands) {
    var list = byId("people");
    list.textContent = "";
    match.seats.forEach(function (player, seat) {
      var row = make("li", player.name + (shown.facts[seat] ? ": " + shown.facts[seat] : ""), { "class": shown.acting.indexOf(seat) >= 0 ? "acting" : "" });
      row.style.borderLeftColor = player.colour;
      if (hands && (currentViewer === "all" || currentViewer === seat) && hands[seat].length) { row.appendChild(makeCards(hands[seat])); }
      list.appendChild(row);
    });
  }

  // Returns a line of the log as the viewer may read it.
  function logText(line) {
    if (currentViewer === "all" && line.all !== undefined) { return line.all; }
    return line.own && line.own[currentViewer] !== undefined ? line.own[currentViewer] : line.table;
  }

  function renderLog() {
    var list = byId("log"), currentRow = null;
    Array.prototype.forEach.call(list.children, function (row, index) {
      var line = match.log[index], text = logText(line);
      if (row.textContent !== text) { row.textContent = text; }
      row.hidden = !text;
      row.className = line.line > currentLine ? "later" : line.line === currentLine ? "now" : "";
      if (line.line <= currentLine && !row.hidden) { currentRow = row; }
    });
    if (currentRow) { list.scrollTop = currentRow.offsetTop - list.clientHeight / 2; }
  }

  function render() {
    var frame = findFrame(currentLine), shown = frame.shown;
    say("status", shown.status);
    // The places are measured before the old drawing is replaced.
    var box = byId("picture"), old = box.querySelector("svg"), oldPlaces = findPlaces(old), oldViewBox = old && old.getAttribute("viewBox");
    var drawing = GS.draw(box, shown.picture, match.seats, {
      label: t("The table from above"),
      src: pictureAddress,
      frame: chooseVisiblePart(shown.picture, box),
      ratio: box.clientHeight ? box.clientWidth / box.clientHeight : 0,
      numbers: true
    });
    if (old) { animate(drawing, oldPlaces, oldViewBox); }
    renderPeople(shown, frame.hands);
    GS.updateList("public", shown["public"]);
    renderLog();
    byId("bar").value = currentLine;
    byId("bar").setAttribute("aria-valuetext", t("step {n} of {all}", { n: currentLine, all: lastLine }));
    byId("play").textContent = timer ? t("Stop") : t("Play");
    byId("first").disabled = byId("back").disabled = currentLine === firstLine;
    byId("last").disabled = byId("on").disabled = currentLine === lastLine;
  }

  function go(line) {
    currentLine = Math.max(firstLine, Math.min(lastLine, line));
    if (currentLine === lastLine && timer) { stop(); }
    render();
  }

  function stop() { clearInterval(timer); timer = 0; }

  function play() {
    if (timer) { stop(); render(); return; }
    if (currentLine === lastLine) { currentLine = firstLine; }
    timer = setInterval(function () { go(currentLine + 1); }, stepTime);
    render();
  }

  // Fills a menu with choices, each a value and its words.
  function fillMenu(id, choices, chosen, onChange) {
    var menu = byId(id);
    choices.forEach(function (choice) { menu.appendChild(make("option", choice[1], { value: choice[0] })); });
    menu.value = chosen;
    menu.onchange = function () { onChange(menu.value); };
  }

  function begin() {
    var names = match.seats.map(function (player) { return player.name; }).join(", ");
    document.title = match.title + " – " + names;
    say("title", match.title);
    say("when", names);
    fillMenu("speed", SPEEDS.map(function (speed) { return [speed[1], t(speed[0])]; }), stepTime, function (value) {
      stepTime = Number(value);
      if (timer) { stop(); play(); }
    });
    var viewers = [["table", t("everybody at the table")]];
    if (match.over) {
      match.seats.forEach(function (player, seat) { viewers.push([seat, player.name]); });
      viewers.push(["all", t("all hands open")]);
      byId("record").hidden = false;
      byId("record").href = "data:application/jsonl;charset=utf-8," + encodeURIComponent(match.record);
      byId("record").download = "match.jsonl";
    }
    byId("eyes-label").hidden = !match.over;
    fillMenu("eyes", viewers, currentViewer, function (value) { currentViewer = isNaN(value) ? value : Number(value); render(); });
    match.log.forEach(function (line) {
      var row = make("li", "");
      row.onclick = function () { go(line.line); };
      byId("log").appendChild(row);
    });
    byId("bar").min = firstLine;
    byId("bar").max = lastLine;
    byId("bar").oninput = function () { go(Number(byId("bar").value)); };
    byId("first").onclick = function () { go(firstLine); };
    byId("back").onclick = function () { go(currentLine - 1); };
    byId("on").onclick = function () { go(currentLine + 1); };
    byId("last").onclick = function () { go(lastLine); };
    byId("play").onclick = play;
    document.addEventListener("keydown", function (event) {
      if (/^(INPUT|SELECT|BUTTON|A)$/.test(event.target.tagName)) { return; }
      if (event.key === "ArrowLeft") { go(currentLine - 1); }
      if (event.key === "ArrowRight") { go(currentLine + 1); }
      if (event.key === " ") { event.preventDefault(); play(); }
    });
    window.addEventListener("resize", render);
    go(firstLine);
    if (!prefersStill) { play(); }
  }

  GS.shared = { go: go, position: position, lines: lastLine };
  begin();
})();
