"use strict";
// The table for onlookers, a television or a stream: what nobody in particular may see, and nothing can be done.
// In the address: ?ground=clear has no ground of its own, ?delay=3 shows what was three moments ago.
(function () {
  var choices = {}, STEP = 2000; // ms between the last moments of a match that is over
  location.search.slice(1).split("&").forEach(function (part) { choices[part.split("=")[0]] = part.split("=")[1] || ""; });
  var delay = Math.max(0, Math.min(50, parseInt(choices.delay, 10) || 0)), waiting = [], timer = 0;
  var by = GS.by, say = GS.say, t = GS.t;

  // A moment has one sheet at a time: a newer one of the same moment takes its place, and is no action more.
  function take(sheet) {
    var last = waiting[waiting.length - 1];
    if (last && last.moment === sheet.moment) { waiting.pop(); }
    waiting.push(sheet);
    clearTimeout(timer);
    while (waiting.length > delay + 1) { waiting.shift(); }
    if (waiting.length > delay || !sheet.status) { show(waiting[0]); }
    if (sheet.over || !("picture" in sheet)) { timer = setTimeout(drain, STEP); }
  }

  function drain() {
    if (waiting.length > 1) { waiting.shift(); timer = setTimeout(drain, STEP); }
    show(waiting[0]);
  }

  function show(sheet) {
    say("title", sheet.title);
    say("status", sheet.menu ? t("A menu is open at the table: the match goes on when it closes.") : sheet.status);
    GS.draw(by("picture"), sheet.picture, sheet.seats, { label: t("The table from above"), numbers: true });
    GS.list("people", sheet.seats.map(function (one) { return one.name + (one.facts ? ": " + one.facts : ""); }));
    GS.faces("people", sheet.seats);
    sheet.seats.forEach(function (one, seat) {
      by("people").children[seat].style.borderLeftColor = one.colour;
      by("people").children[seat].className = one.acting ? "acting" : "";
    });
    GS.list("public", sheet["public"] || []);
    GS.tell(by("log"), sheet.log || []);
  }

  function changed() {
    var state = GS.line.state;
    say("line", state === "up" ? "" : state === "stopped" ? t("The host has disconnected the phones. Waiting…") : t("The connection is lost. Trying again…"));
  }

  if (choices.ground === "clear") { document.documentElement.className = "clear"; }
  GS.line.start({
    hello: function () { return { say: "hello" }; },
    hear: function (message) { if (message.kind === "table") { take(message); } },
    changed: changed
  });
})();
