"use strict";
// The page of a phone. It knows no rules: the table sends what the seat may know and do, in words. It uses only what
// old browsers know, and nothing that needs https.
var GS = window.GS = window.GS || {};
(function () {
  var KEY = "grenade-salad-seat", WISH = "grenade-salad-wish", SOUND = "grenade-salad-sound", STILL = "grenade-salad-still";
  var byId = GS.byId, t = GS.t, say = GS.say, make = GS.make;
  var run = null, restarted = false, tapped = false, lastQuestion = "", rules = "", differences = "[]", rule = "", refused = { words: "", rule: "" };
  var TAP = 400, pressed = null, news = []; // maximum ms of a tap; timer during a tap; messages that came meanwhile
  GS.sheet = null;

  // Messages of the table.

  // While a finger taps, messages wait for its click. They would move or rebuild the page under the finger, so the tap
  // would be lost or hit something else.
  function hearSoon(message) {
    if (message.kind === "seen") { GS.aim.seen(message); return; }
    news.push(message);
    if (pressed === null) { lifted(); }
  }

  function lifted() {
    clearTimeout(pressed);
    pressed = null;
    news.splice(0).forEach(hear);
  }

  document.addEventListener("pointerdown", function () { if (pressed === null) { pressed = setTimeout(lifted, TAP); } }, true);
  window.addEventListener("click", lifted);
  window.addEventListener("pointercancel", lifted);

  function hear(message) {
    if (message.kind === "you") {
      welcome(message);
    } else if (message.kind === "forgotten") {
      GS.remember(KEY, null);
    } else if (message.kind === "wish") {
      GS.join.wish = message.seat === null ? null : message;
      GS.remember(WISH, message.seat === null ? null : message.token);
    } else if (message.kind === "no") {
      refused = message;
      say("said", message.words);
      sound("refuse");
    } else if (message.kind === "ways") {
      if (GS.sheet && GS.tabletop.on() && message.after >= GS.sheet.moment) { GS.slides.film(message); }
      return;
    } else if (message.kind === "hint") {
      GS.play.hinted(message);
    } else if (message.kind === "table") {
      take(message);
    }
    GS.render();
  }

  function welcome(message) {
    var anew = run !== null && run !== message.run;
    run = message.run;
    if (message.token || message.seat === null) { GS.remember(KEY, message.token); }
    if (message.seat === null) { GS.hand.cover(); GS.link.next = null; GS.link.settled(); } else { GS.join.wish = null; GS.remember(WISH, null); }
    restarted = anew;
    if (anew) { say("said", message.seat === null ? t("The table was restarted: choose your seat.") : t("The table was restarted: the match goes on.")); }
  }

  function take(fresh) {
    var old = GS.sheet, isNew = !old || old.moment !== fresh.moment || old.seat !== fresh.seat;
    var isAsked = wanted(fresh), wasAsked = old && wanted(old);
    GS.sheet = fresh;
    if (old && fresh.picture) { GS.slides.took(old.picture, fresh.picture, old.moment !== fresh.moment); }
    if (isNew || fresh.window && fresh.window.answered) { GS.link.settled(); }
    if ((fresh.asked || []).some(function (question) { return question.yours; })) { GS.link.settled(); }
    if (isNew) {
      if (GS.tabletop.on()) { GS.tabletop.took(); } else { GS.play.forget(); }
      GS.clock.start();
      if (old && old.moment !== fresh.moment && !restarted) { say("said", ""); }
      restarted = false;
    }
    if (isAsked && (isNew && !fresh.tools || !wasAsked)) {
      if (navigator.vibrate && vibrates()) { navigator.vibrate(80); }
      sound("tick");
    } else if (isNew && fresh.log && old && old.log && fresh.log.length) { sound("card"); }
  }

  // A phone set to reduced motion does not vibrate, unless the player has switched it on.
  function vibrates() {
    var chosen = GS.recall(STILL);
    return chosen === null ? !window.matchMedia("(prefers-reduced-motion: reduce)").matches : chosen !== "1";
  }

  // True if the table waits for this phone.
  function wanted(sheet) {
    var open = sheet.window;
    if (sheet.tools) { return Boolean(sheet.seats[sheet.seat].acting); }
    return open ? Boolean(open.asked && !open.answered && !open.rests) : Boolean(sheet.choices && sheet.choices.length);
  }

  function sound(name) {
    if (!tapped || GS.recall(SOUND) !== "1") { return; }
    var audio = new Audio("/sounds/" + name + ".wav");
    audio.volume = 0.4;
    var played = audio.play();
    if (played && played.catch) { played.catch(function () { /* no sound here */ }); }
  }

  GS.noteTouch = function () { tapped = true; };

  // No click follows this tap.
  GS.releaseNews = lifted;

  // The state of the link and the table.

  function linkWords() {
    var link = GS.link;
    if (link.state === "elsewhere") { return t("Your seat is open in another page or tab."); }
    if (link.state === "locked") { return location.hash.length > 1 ? t("That is not tonight's key.") : t("This table opens only with tonight's key."); }
    if (link.state === "stopped") { return t("The host has disconnected the phones. Waiting…"); }
    if (link.state === "connecting") { return t("Connecting…"); }
    if (link.state === "down") {
      return link.pending ? t("The connection is lost. Your decision will be sent as soon as it's back.") : t("The connection is lost. Trying again…");
    }
    if (GS.sheet && GS.sheet.halted) { return t("The host has paused the match."); }
    if (GS.sheet && GS.sheet.menu) { return t("A menu is open at the table: the match goes on when it closes."); }
    if (link.pending && link.pending.got) { return t("Received."); }
    if (link.pending) { return link.pending.again ? t("Sent, no answer yet. Trying again…") : t("Sent…"); }
    return "";
  }

  function statusWords() {
    return GS.sheet.status || "";
  }

  function questionWords() {
    var open = GS.sheet.window;
    if (!open || !open.asked || open.answered || open.rests) { return ""; }
    return open.words + " " + t("You can answer: {nothing}, or react.", { nothing: open.pass });
  }

  function drawClock() {
    var open = GS.sheet && GS.sheet.window;
    GS.clock.draw(byId("clock"), open && open.asked && !open.answered ? open : null);
  }

  function renderCountdown() {
    var open = GS.sheet && GS.sheet.window, words = "";
    drawClock();
    if (open && open.asked && !open.answered) {
      var left = GS.clock.left(open);
      words = open.paused ? open.paused + "." : left ? t("About {n} s left.", { n: Math.ceil(left) }) : "";
      if (open.rests) { words = open.words + " " + t("You pass for this turn, but you may still react.") + " " + words; }
    } else if (open && open.answered) {
      words = t("You have answered. The others still may.") + (open.paused ? " " + open.paused + "." : "");
    }
    say("countdown", words);
  }

  // Seats.

  // Buttons of the host's phone: begin, pause, let others in, give seats to machines and back.
  function renderChair() {
    var chair = GS.sheet.chair, box = byId("chair-buttons");
    byId("chair").hidden = !chair;
    box.textContent = "";
    if (!chair) { return; }
    var can = function (order) { return chair.orders.indexOf(order) >= 0; };
    if (can("begin")) { asHost(box, GS.sheet.aim ? t("Begin all the same") : GS.sheet.over ? t("The next match") : t("Begin the match"), "begin", 0, true); }
    if (can("go on")) { asHost(box, t("Go on"), "go on", 0, true); }
    chair.wishes.forEach(function (wish) {
      var names = { person: wish.name || wish.code, who: wish.who };
      asHost(box, t("Let {person} in as {who}", names), "admit", wish.seat, true);
      asHost(box, t("No seat for {person}", names), "reject", wish.seat, false);
    });
    if (can("pause")) { asHost(box, t("Pause the match"), "pause", 0, false); }
    GS.sheet.seats.forEach(function (player, seat) {
      if (player.who === "phone" && seat !== GS.sheet.seat && !GS.tabletop.on()) { asHost(box, t("A machine plays for {who}", { who: player.name }), "machine", seat, false); }
      if (player.who === "machine" && can("screen")) { asHost(box, t("{who} plays at the screen again", { who: player.name }), "screen", seat, false); }
    });
  }

  // A phone sleeps in its turn: every other phone may let a machine play until it wakes up.
  function renderSleeper() {
    var asked = GS.sheet.sleeper, box = byId("sleeper-buttons");
    byId("sleeper").hidden = !asked;
    say("sleeper-words", asked ? asked.words : "");
    box.textContent = "";
    if (asked) { GS.play.button(box, asked.yes, function () { GS.link.send({ say: "stand in", seat: asked.seat }); }, true, "stand-in"); }
  }

  // An action that the host has to allow: all see the question, and the host's phone answers it.
  function renderAsked() {
    var asked = (GS.sheet.asked || [])[0], box = byId("asked-buttons");
    byId("asked").hidden = !asked;
    say("asked-words", asked ? asked.words + (asked.answers ? "" : " " + t("The host is being asked.")) : "");
    box.textContent = "";
    if (!asked || !asked.answers) { return; }
    asHost(box, t("Yes"), "allow", asked.n, true);
    asHost(box, t("No"), "deny", asked.n, false);
  }

  function asHost(box, words, order, seat, main) {
    GS.play.button(box, words, function () { GS.link.send({ say: "chair", "do": order, seat: seat }); }, main, order + "-" + seat);
  }

  function renderPeople() {
    var sheet = GS.sheet, words = { screen: t("at the screen"), phone: t("with a phone"), machine: t("a machine"), nobody: t("nobody") };
    GS.updateList("people", sheet.seats.map(function (player, seat) {
      var controller = player.standIn ? t("a machine, until the phone wakes up") : player.who === "phone" && player.absent ? t("with a phone that is asleep: nobody waits for it") : player.who === "phone" && !player.here ? t("with a phone that is not connected") : words[player.who];
      return player.name + (seat === sheet.seat ? " " + t("(you)") : "") + ", " + controller + (player.facts ? ": " + player.facts : "") + (player.acting ? " – " + t("to play") : "");
    }));
    GS.faces("people", sheet.seats);
    for (var seat = 0; seat < sheet.seats.length; seat++) {
      byId("people").children[seat].style.borderLeftColor = sheet.seats[seat].colour;
      byId("people").children[seat].className = sheet.seats[seat].acting ? "acting" : "";
    }
    byId("open").hidden = !(sheet["public"] && sheet["public"].length);
    GS.updateList("public", sheet["public"] || []);
    GS.updateLog(byId("log"), sheet.log || []);
  }

  // The whole page.

  function renderElsewhere() {
    byId("join").hidden = false;
    byId("name-label").hidden = true;
    byId("do").hidden = byId("hand").hidden = true;
    GS.aim.lay(false);
    byId("seats-to-take").textContent = "";
    byId("seats-to-take").appendChild(make("button", t("Use it here"), { type: "button" })).onclick = GS.link.here;
  }

  GS.render = function (moved) {
    var active = document.activeElement, focus = active && active.getAttribute("data-key"), within = byId("do").contains(active);
    say("line", linkWords());
    byId("line").className = GS.link.state === "locked" ? "locked" : GS.link.state === "up" && GS.link.pending && !GS.link.pending.again ? "brief" : "";
    byId("lock").hidden = GS.link.state !== "locked";
    if (GS.link.state === "locked") { return; }
    if (GS.link.state === "elsewhere") { renderElsewhere(); return; }
    var sheet = GS.sheet, top = moved || !GS.tabletop.on() ? null : inSight();
    if (!sheet) { return; }
    var ownSeat = sheet.seat !== null && sheet.seats[sheet.seat], open = sheet.window, question = questionWords();
    say("title", sheet.title);
    document.title = sheet.title + (ownSeat ? " – " + ownSeat.name : "");
    say("me", ownSeat ? t("You are {who}.", { who: ownSeat.name }) : "");
    say("status", statusWords());
    say("question", question);
    drawClock();
    document.body.classList.toggle("asked", question !== "");
    byId("settings").hidden = !ownSeat;
    byId("do").hidden = !ownSeat || !(sheet.choices && sheet.choices.length || open && open.asked);
    GS.aim.lay(Boolean(sheet.choices && sheet.picture));
    GS.join.render();
    renderRules();
    byId("said-rule").hidden = !refused.rule || byId("said").textContent !== refused.words;
    if (sheet.choices) { GS.play.render(); GS.aim.render(); GS.hand.render(); renderCountdown(); }
    else { byId("table").hidden = byId("hand").hidden = true; }
    renderSleeper();
    renderAsked();
    renderChair();
    renderPeople();
    GS.tips.render();
    focusOn(focus, within, moved);
    if (top !== null) { hold(top); }
  };

  // Position of the small table on the screen, from the top; null if it is not visible.
  function inSight() {
    var box = byId("picture").getBoundingClientRect();
    return box.height && box.bottom > 0 && box.top < window.innerHeight ? box.top : null;
  }

  // The text above the table may have become longer or shorter: scroll so that the table stays under the finger. Where
  // the page cannot scroll, leave a gap until it can.
  function hold(top) {
    var box = byId("picture"), news = byId("news").style;
    news.paddingBottom = "";
    window.scrollBy(0, box.getBoundingClientRect().top - top);
    news.paddingBottom = Math.max(0, top - box.getBoundingClientRect().top) + "px";
  }

  // Keep the focus where it was; if that is gone, move it to the next decision, or to the message.
  function focusOn(key, within, moved) {
    var again = key && document.querySelector("[data-key='" + key.replace(/'/g, "\\'") + "']");
    if (again) { if (again !== document.activeElement) { quietly(again); } return; }
    var first = byId("do").hidden ? null : byId("do").querySelector("#point button, #buttons button");
    var question = String(GS.sheet.moment) + (first ? "?" : "");
    if (moved && first) { first.focus(); }
    else if (within && first && question !== lastQuestion) { quietly(byId("do-title")); }
    else if (within || key) { quietly(byId(first ? "do-title" : "status")); }
    lastQuestion = question;
  }

  // Move the focus without scrolling, since the page would move under a finger that is about to tap. Browsers without
  // that option scroll, and are scrolled back.
  function quietly(box) {
    var x = window.pageXOffset, y = window.pageYOffset;
    box.focus({ preventScroll: true });
    if (window.pageYOffset !== y) { window.scrollTo(x, y); }
  }

  // The rules of the current game, fetched when they are opened.

  function renderRules() {
    var game = GS.sheet.rules;
    byId("rules").hidden = !game;
    renderDifferences(GS.sheet.differences || []);
    if (game === rules) { return; }
    rules = game;
    byId("rules-box").open = false;
    byId("rules-text").textContent = "";
  }

  // How the game differs from its original: headings with lines, above the rules.
  function renderDifferences(groups) {
    var box = byId("differences"), all = JSON.stringify(groups);
    if (all === differences) { return; }
    differences = all;
    box.textContent = "";
    groups.forEach(function (group, index) {
      var heading = document.createElement(index ? "h4" : "h3"), list = document.createElement("ul");
      heading.textContent = group[0];
      box.appendChild(heading);
      if (!group[1].length) { return; }
      group[1].forEach(function (words) { list.appendChild(document.createElement("li")).textContent = words; });
      box.appendChild(list);
    });
  }

  // Open the rules at a rule, by its id.
  GS.openRule = function (wanted) {
    rule = wanted;
    if (byId("rules-box").open && byId("rules-text").firstElementChild) { showRule(true); } else { byId("rules-box").open = true; }
  };

  // Mark the rule that matters now; move to it if the player asked for it.
  function showRule(taken) {
    var element = document.getElementById(rule || GS.sheet.rule), part = element && element.closest("details"), old = byId("rules-text").querySelector(".marked");
    rule = "";
    if (old) { old.className = ""; }
    if (!element || !byId("rules-text").contains(element)) { return; }
    element.className = "marked";
    part.open = true;
    if (taken) { element.tabIndex = -1; element.focus(); }
    element.scrollIntoView({ block: "center" });
  }

  byId("said-rule").firstChild.onclick = function () { GS.openRule(refused.rule); };

  byId("rules-box").ontoggle = function () {
    var box = byId("rules-text"), taken = rule !== "";
    if (!byId("rules-box").open) { return; }
    if (box.firstElementChild) { showRule(taken); return; }
    box.textContent = t("Connecting…");
    fetch("/rules/" + rules).then(function (answer) { return answer.text(); }).then(
      function (text) { box.innerHTML = text; showRule(taken); },
      function () { box.textContent = t("The connection is lost. Trying again…"); byId("rules-box").open = false; }
    );
  };

  // Settings of this phone.

  function tellTime() {
    if (GS.sheet && GS.sheet.seat !== null) { GS.link.send({ say: "time", more: byId("slow").checked }); }
  }

  byId("sound").checked = GS.recall(SOUND) === "1";
  byId("sound").onchange = function () { GS.remember(SOUND, byId("sound").checked ? "1" : null); };
  byId("can-vibrate").hidden = !navigator.vibrate;
  byId("vibrate").checked = vibrates();
  byId("vibrate").onchange = function () { GS.remember(STILL, byId("vibrate").checked ? "0" : "1"); };
  byId("slow").onchange = tellTime;
  byId("leave").onclick = function () { if (confirm(t("Give your seat back?"))) { GS.link.send({ say: "leave" }); } };
  setInterval(renderCountdown, 250);
  GS.link.start({
    hello: function () { return { say: "hello", token: GS.recall(KEY), wish: GS.recall(WISH), code: location.hash.slice(1, 17) }; },
    hear: hearSoon,
    changed: function () { GS.render(); }
  });
})();
