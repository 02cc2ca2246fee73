"use strict";
// A match that replays itself: everything is in the page, nothing is fetched. The positions are those of
// `grenade-salad replay --json`, one for each line, as differences from the line before.
(function () {
  var match = GS.unpacked(document.getElementById("match").textContent);
  var by = GS.byId, say = GS.say, t = GS.t;
  var SPEEDS = [["slow", 2600], ["normal", 1300], ["fast", 500], ["very fast", 120]]; // ms from step to step
  var EVERY = 25; // every so manieth frame is kept, so that going back is as quick as going on
  var kept = {}, pictures = {}, at = 0, timer = 0, pace = SPEEDS[1][1], eyes = "table", look = null, gliding = 0;
  var opens = match.log.length ? match.log[0].line : 0; // what is dealt or dropped lies there then
  var still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  // what a difference makes of a value: see web/share_page.py, which writes them
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

  // What shows all soldiers of this moment. It stays where it was while they are well in it, so that little jumps.
  function area(picture, box) {
    if (!picture || picture.kind !== "field") { return null; }
    var ratio = box.clientWidth && box.clientHeight ? box.clientWidth / box.clientHeight : picture.wide / picture.high;
    if (!picture.soldiers.length) { return look || GS.frame(picture, true, ratio); }
    var near = GS.frame(picture, true, ratio), least = picture.cube * 12, grow = Math.max(1, least / Math.min(near[2], near[3]));
    near = [near[0] - near[2] * (grow - 1) / 2, near[1] - near[3] * (grow - 1) / 2, near[2] * grow, near[3] * grow];
    var inside = look && near[0] >= look[0] && near[1] >= look[1] && near[0] + near[2] <= look[0] + look[2] + 1 && near[1] + near[3] <= look[1] + look[3] + 1;
    var fits = look && Math.abs(look[2] / look[3] - ratio) < 0.01 && look[2] < near[2] * 1.45;
    if (!inside || !fits) { look = [near[0] - near[2] * 0.03, near[1] - near[3] * 0.03, near[2] * 1.06, near[3] * 1.06]; }
    return look;
  }

  // Where each thing that moves is, in the drawing's own units.
  function places(drawn) {
    var found = {}, matrix = drawn && drawn.getScreenCTM && drawn.getScreenCTM();
    if (!matrix) { return found; }
    var back = matrix.inverse();
    Array.prototype.forEach.call(drawn.querySelectorAll("[data-soldier], [data-spot^=die]"), function (one) {
      var seen = one.getBoundingClientRect(), spot = drawn.createSVGPoint();
      spot.x = seen.x + seen.width / 2;
      spot.y = seen.y + seen.height / 2;
      found[one.getAttribute("data-soldier") || one.getAttribute("data-spot")] = spot.matrixTransform(back);
    });
    return found;
  }

  // What was elsewhere before glides to its place, and what is new falls in; the look glides along.
  function move(drawn, before, from) {
    if (still || !drawn || !drawn.animate) { return; }
    var now = places(drawn), time = { duration: Math.min(450, pace * 0.6), easing: "ease-out" };
    Array.prototype.forEach.call(drawn.querySelectorAll("[data-soldier], [data-spot^=die]"), function (one) {
      var key = one.getAttribute("data-soldier") || one.getAttribute("data-spot"), old = before[key], next = one.nextElementSibling;
      var both = next && next.tagName === "text" ? [one, next] : [one];
      both.forEach(function (part) {
        if (!old) { part.animate({ opacity: [0, 1], translate: ["0px -30px", "0px 0px"] }, time); return; }
        var far = [old.x - now[key].x, old.y - now[key].y];
        if (Math.abs(far[0]) + Math.abs(far[1]) > 0.5) { part.animate({ translate: [far[0] + "px " + far[1] + "px", "0px 0px"] }, time); }
      });
    });
    cancelAnimationFrame(gliding);
    var to = drawn.getAttribute("viewBox");
    if (!from || from === to || !drawn.classList.contains("field")) { return; }
    var start = performance.now(), one = from.split(" ").map(Number), other = to.split(" ").map(Number);
    (function glide(time) {
      var share = Math.max(0, Math.min(1, (time - start) / 400)), eased = share * share * (3 - 2 * share);
      drawn.setAttribute("viewBox", one.map(function (value, at) { return value + (other[at] - value) * eased; }).join(" "));
      if (share < 1) { gliding = requestAnimationFrame(glide); }
    })(start);
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
    var box = by("picture"), old = box.querySelector("svg"), before = places(old), from = old && old.getAttribute("viewBox");
    var ratio = box.clientHeight ? box.clientWidth / box.clientHeight : 0;
    var drawn = GS.draw(box, shown.picture, match.seats, { label: t("The table from above"), src: source, frame: area(shown.picture, box), ratio: ratio, numbers: true });
    if (old) { move(drawn, before, from); }
    people(shown, now.hands);
    GS.updateList("public", shown["public"]);
    tell();
    by("bar").value = at;
    by("bar").setAttribute("aria-valuetext", t("step {n} of {all}", { n: at, all: match.changes.length }));
    by("play").textContent = timer ? t("Stop") : t("Play");
    by("first").disabled = by("back").disabled = at === opens;
    by("last").disabled = by("on").disabled = last;
  }

  function go(line) {
    at = Math.max(opens, Math.min(match.changes.length, line));
    if (at === match.changes.length && timer) { stop(); }
    show();
  }

  function stop() { clearInterval(timer); timer = 0; }

  function play() {
    if (timer) { stop(); show(); return; }
    if (at === match.changes.length) { at = opens; }
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
    by("bar").min = opens;
    by("bar").max = match.changes.length;
    by("bar").oninput = function () { go(Number(by("bar").value)); };
    by("first").onclick = function () { go(opens); };
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
    window.addEventListener("resize", show);
    go(opens);
    if (!still) { play(); }
  }

  GS.shared = { go: go, position: position, lines: match.changes.length };
  begin();
})();
