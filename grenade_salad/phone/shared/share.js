"use strict";
// A match that replays itself: everything is in the page, nothing is fetched. The positions are those of
// `grenade-salad replay --json`, one for each line, as differences from the line before.
(function () {
  var match = GS.unpacked(document.getElementById("match").textContent);
  var by = GS.by, say = GS.say, t = GS.t;
  var SPEEDS = [["slow", 2600], ["normal", 1300], ["fast", 500], ["very fast", 120]]; // ms from step to step
  var EVERY = 25; // every so manieth frame is kept, so that going back is as quick as going on
  var kept = {}, pictures = {}, at = 0, timer = 0, pace = SPEEDS[1][1], eyes = "table", bounds = null;

  // what a difference makes of a value: see phone/share.py, which writes them
  function patched(value, change) {
    if (change === null || typeof change !== "object") { return change; }
    if ("=" in change) { return change["="]; }
    var made, key;
    if ("@" in change) {
      made = value.slice();
      change["@"].forEach(function (one) { made.splice.apply(made, [one[0], one[1]].concat(one[2])); });
      return made;
    }
    made = {};
    for (key in value) { if (!change["-"] || change["-"].indexOf(key) < 0) { made[key] = value[key]; } }
    for (key in change["+"] || {}) { made[key] = patched(made[key], change["+"][key]); }
    return made;
  }

  // The frame after so many lines.
  function frame(line) {
    var from = line;
    while (from > 0 && !kept[from]) { from -= 1; }
    var found = from > 0 ? kept[from] : match.first;
    while (from < line) {
      from += 1;
      found = match.changes[from - 1] === 0 ? found : patched(found, match.changes[from - 1]);
      if (from % EVERY === 0) { kept[from] = found; }
    }
    return found;
  }

  // The position after so many lines, as somebody sees it: "all", "table", or a seat.
  function position(line, who) {
    var now = frame(line);
    return who === "all" || !now.views ? now.position : patched(now.position, now.views[who === "table" ? match.seats.length : who]);
  }

  function source(path) {
    if (!pictures[path] && match.art[path]) { pictures[path] = "data:image/svg+xml," + encodeURIComponent(match.art[path]); }
    return pictures[path] || "";
  }

  // What all soldiers of the match need: the picture does not jump from step to step.
  function area(picture) {
    if (!picture || picture.kind !== "field") { return null; }
    if (!bounds) {
      var all = [], step;
      for (step = 0; step <= match.changes.length; step++) { all = all.concat((frame(step).shown.picture || { soldiers: [] }).soldiers); }
      bounds = GS.frame({ soldiers: all, tile: picture.tile, wide: picture.wide, high: picture.high }, true, picture.wide / picture.high);
    }
    return bounds;
  }

  function cards(hand) {
    var box = GS.make("div", "", { "class": "cards" });
    hand.forEach(function (card) {
      box.appendChild(card.art ? GS.make("img", "", { src: source("cards/" + card.art + ".svg"), alt: card.words }) : GS.make("span", card.short || card.words));
    });
    return box;
  }

  function people(shown, hands) {
    var box = by("people");
    box.textContent = "";
    match.seats.forEach(function (one, seat) {
      var line = GS.make("li", one.name + (shown.facts[seat] ? ": " + shown.facts[seat] : ""), { "class": shown.acting.indexOf(seat) >= 0 ? "acting" : "" });
      line.style.borderLeftColor = one.colour;
      if (hands && (eyes === "all" || eyes === seat) && hands[seat].length) { line.appendChild(cards(hands[seat])); }
      box.appendChild(line);
    });
  }

  function words(line) {
    return eyes === "all" && line.all !== undefined ? line.all : line.own && line.own[eyes] !== undefined ? line.own[eyes] : line.table;
  }

  function tell() {
    var box = by("log"), now = null;
    Array.prototype.forEach.call(box.children, function (row, index) {
      var line = match.log[index];
      if (row.textContent !== words(line)) { row.textContent = words(line); }
      row.hidden = !words(line);
      row.className = line.line > at ? "later" : line.line === at ? "now" : "";
      if (line.line <= at && !row.hidden) { now = row; }
    });
    if (now) { box.scrollTop = now.offsetTop - box.clientHeight / 2; }
  }

  function show() {
    var now = frame(at), shown = now.shown, last = at === match.changes.length;
    say("status", shown.status);
    GS.draw(by("picture"), shown.picture, match.seats, { label: t("The table from above"), src: source, frame: area(shown.picture), numbers: true });
    people(shown, now.hands);
    GS.list("public", shown["public"]);
    tell();
    by("bar").value = at;
    by("bar").setAttribute("aria-valuetext", t("step {n} of {all}", { n: at, all: match.changes.length }));
    by("play").textContent = timer ? "❚❚" : "▶";
    by("play").setAttribute("aria-label", timer ? t("Stop") : t("Play"));
    by("first").disabled = by("back").disabled = at === 0;
    by("last").disabled = by("on").disabled = last;
  }

  function go(line) {
    at = Math.max(0, Math.min(match.changes.length, line));
    if (at === match.changes.length && timer) { stop(); }
    show();
  }

  function stop() { clearInterval(timer); timer = 0; }

  function play() {
    if (timer) { stop(); show(); return; }
    if (at === match.changes.length) { at = 0; }
    timer = setInterval(function () { go(at + 1); }, pace);
    show();
  }

  function choose(box, choices, chosen, changed) {
    choices.forEach(function (one) { by(box).appendChild(GS.make("option", one[1], { value: one[0] })); });
    by(box).value = chosen;
    by(box).onchange = function () { changed(by(box).value); };
  }

  function begin() {
    document.title = match.title + " – " + match.seats.map(function (one) { return one.name; }).join(", ");
    say("title", match.title);
    say("when", match.seats.map(function (one) { return one.name; }).join(", "));
    choose("speed", SPEEDS.map(function (one) { return [one[1], t(one[0])]; }), pace, function (value) {
      pace = Number(value);
      if (timer) { stop(); play(); }
    });
    var seen = [["table", t("everybody at the table")]];
    if (match.over) {
      match.seats.forEach(function (one, seat) { seen.push([seat, one.name]); });
      seen.push(["all", t("all hands open")]);
      by("record").hidden = false;
      by("record").href = "data:application/jsonl;charset=utf-8," + encodeURIComponent(match.record);
      by("record").download = "match.jsonl";
    }
    by("eyes-label").hidden = !match.over;
    choose("eyes", seen, eyes, function (value) { eyes = isNaN(value) ? value : Number(value); show(); });
    match.log.forEach(function (line) {
      var row = GS.make("li", "");
      row.onclick = function () { go(line.line); };
      by("log").appendChild(row);
    });
    by("bar").max = match.changes.length;
    by("bar").oninput = function () { go(Number(by("bar").value)); };
    by("first").onclick = function () { go(0); };
    by("back").onclick = function () { go(at - 1); };
    by("on").onclick = function () { go(at + 1); };
    by("last").onclick = function () { go(match.changes.length); };
    by("play").onclick = play;
    document.addEventListener("keydown", function (event) {
      if (/^(INPUT|SELECT|BUTTON|A)$/.test(event.target.tagName)) { return; }
      if (event.key === "ArrowLeft") { go(at - 1); }
      if (event.key === "ArrowRight") { go(at + 1); }
      if (event.key === " ") { event.preventDefault(); play(); }
    });
    go(0);
  }

  GS.shared = { go: go, position: position, lines: match.changes.length };
  begin();
})();
