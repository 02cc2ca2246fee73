"use strict";
// The page of a phone. It knows no rules: the table sends what may be known and what may be done, in words.
// Only what old browsers know, and nothing that needs https.
var GS = window.GS = window.GS || {};
(function () {
  var KEY = "grenade-salad-seat", WISH = "grenade-salad-wish", MUTE = "grenade-salad-mute", STILL = "grenade-salad-still";
  var by = GS.by, t = GS.t, say = GS.say, make = GS.make;
  var run = null, restarted = false, heard = 0, tapped = false, before = "", rules = "", rule = "", refused = { words: "", rule: "" };
  var TAP = 400, pressed = null, news = []; // ms that a tap may last; while it lasts; and what came meanwhile
  GS.sheet = null;

  // what comes

  // While a finger taps, news wait for its click: they would move the page or make it anew under the finger, and the tap
  // would be lost, or hit what lies there by then.
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
      if (GS.sheet && GS.lay.on() && message.after >= GS.sheet.moment) { GS.slides.film(message); }
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
    var old = GS.sheet, other = !old || old.moment !== fresh.moment || old.seat !== fresh.seat;
    var asked = wanted(fresh), was = old && wanted(old);
    GS.sheet = fresh;
    if (old && fresh.picture) { GS.slides.took(old.picture, fresh.picture, old.moment !== fresh.moment); }
    if (other || fresh.window && fresh.window.answered) { GS.link.settled(); }
    if ((fresh.asked || []).some(function (one) { return one.yours; })) { GS.link.settled(); }
    if (other) {
      if (GS.lay.on()) { GS.lay.took(); } else { GS.play.forget(); }
      heard = Date.now();
      if (old && old.moment !== fresh.moment && !restarted) { say("said", ""); }
      restarted = false;
    }
    if (asked && (other && !fresh.tools || !was)) {
      if (navigator.vibrate && vibrates()) { navigator.vibrate(80); }
      sound("tick");
    } else if (other && fresh.log && old && old.log && fresh.log.length) { sound("card"); }
  }

  // Who wants little motion feels none, unless the switch was put on.
  function vibrates() {
    var chosen = GS.recall(STILL);
    return chosen === null ? !window.matchMedia("(prefers-reduced-motion: reduce)").matches : chosen !== "1";
  }

  // Whether the table waits for this phone.
  function wanted(sheet) {
    var open = sheet.window;
    if (sheet.tools) { return Boolean(sheet.seats[sheet.seat].acting); }
    return open ? Boolean(open.asked && !open.answered && !open.rests) : Boolean(sheet.choices && sheet.choices.length);
  }

  function sound(name) {
    if (!tapped || GS.recall(MUTE) === "1") { return; }
    var made = new Audio("/sounds/" + name + ".wav");
    made.volume = 0.4;
    var played = made.play();
    if (played && played.catch) { played.catch(function () { /* no sound here */ }); }
  }

  GS.touched = function () { tapped = true; };

  // No click comes of this tap.
  GS.lifted = lifted;

  // what is true of the line and the table

  function linkWords() {
    var link = GS.link;
    if (link.state === "elsewhere") { return t("Your seat is open in another page or tab."); }
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

  function renderCountdown() {
    var open = GS.sheet && GS.sheet.window, words = "";
    if (open && open.asked && !open.answered) {
      var left = open.seconds ? Math.max(0, open.seconds - (Date.now() - heard) / 1000) : 0;
      words = open.paused ? open.paused + "." : left ? t("About {n} s left.", { n: Math.ceil(left) }) : "";
      if (open.rests) { words = open.words + " " + t("You pass for this turn, but you may still react.") + " " + words; }
    } else if (open && open.answered) {
      words = t("You have answered. The others still may.") + (open.paused ? " " + open.paused + "." : "");
    }
    say("countdown", words);
  }

  // who sits where

  // The first phone may be the host: it begins, pauses, lets others in, and gives seats to machines and back.
  function renderChair() {
    var chair = GS.sheet.chair, box = by("chair-buttons");
    by("chair").hidden = !chair;
    box.textContent = "";
    if (!chair) { return; }
    var can = function (order) { return chair.orders.indexOf(order) >= 0; };
    if (can("begin")) { asHost(box, GS.sheet.over ? t("The next match") : t("Begin the match"), "begin", 0, true); }
    if (can("go on")) { asHost(box, t("Go on"), "go on", 0, true); }
    chair.wishes.forEach(function (wish) {
      var who = { person: wish.name || wish.code, who: wish.who };
      asHost(box, t("Let {person} in as {who}", who), "admit", wish.seat, true);
      asHost(box, t("No seat for {person}", who), "reject", wish.seat, false);
    });
    if (can("pause")) { asHost(box, t("Pause the match"), "pause", 0, false); }
    GS.sheet.seats.forEach(function (one, seat) {
      if (one.who === "phone" && seat !== GS.sheet.seat && !GS.lay.on()) { asHost(box, t("A machine plays for {who}", { who: one.name }), "machine", seat, false); }
      if (one.who === "machine" && can("screen")) { asHost(box, t("{who} plays at the screen again", { who: one.name }), "screen", seat, false); }
    });
  }

  // Somebody's phone sleeps in its turn: whoever is here may let a machine play until it wakes up.
  function renderSleeper() {
    var asked = GS.sheet.sleeper, box = by("sleeper-buttons");
    by("sleeper").hidden = !asked;
    say("sleeper-words", asked ? asked.words : "");
    box.textContent = "";
    if (asked) { GS.play.button(box, asked.yes, function () { GS.link.send({ say: "stand in", seat: asked.seat }); }, true, "stand-in"); }
  }

  // What a phone may do only if the host says yes: all see that it is asked, the host's phone answers.
  function renderAsked() {
    var asked = (GS.sheet.asked || [])[0], box = by("asked-buttons");
    by("asked").hidden = !asked;
    say("asked-words", asked ? asked.words + (asked.answers ? "" : " " + t("The host is being asked.")) : "");
    box.textContent = "";
    if (!asked || !asked.answers) { return; }
    asHost(box, t("Yes"), "allow", asked.n, true);
    asHost(box, t("No"), "deny", asked.n, false);
  }

  function asHost(box, words, what, seat, main) {
    GS.play.button(box, words, function () { GS.link.send({ say: "chair", "do": what, seat: seat }); }, main, what + "-" + seat);
  }

  function renderPeople() {
    var sheet = GS.sheet, words = { screen: t("at the screen"), phone: t("with a phone"), machine: t("a machine"), nobody: t("nobody") };
    GS.list("people", sheet.seats.map(function (one, seat) {
      var who = one.standIn ? t("a machine, until the phone wakes up") : one.who === "phone" && one.absent ? t("with a phone that is asleep: nobody waits for it") : one.who === "phone" && !one.here ? t("with a phone that is not connected") : words[one.who];
      return one.name + (seat === sheet.seat ? " " + t("(you)") : "") + ", " + who + (one.facts ? ": " + one.facts : "") + (one.acting ? " – " + t("to play") : "");
    }));
    GS.faces("people", sheet.seats);
    for (var seat = 0; seat < sheet.seats.length; seat++) {
      by("people").children[seat].style.borderLeftColor = sheet.seats[seat].colour;
      by("people").children[seat].className = sheet.seats[seat].acting ? "acting" : "";
    }
    by("open").hidden = !(sheet["public"] && sheet["public"].length);
    GS.list("public", sheet["public"] || []);
    GS.tell(by("log"), sheet.log || []);
  }

  // all of it

  function renderElsewhere() {
    by("join").hidden = false;
    by("name-label").hidden = true;
    by("do").hidden = by("hand").hidden = true;
    GS.aim.lay(false);
    by("seats-to-take").textContent = "";
    by("seats-to-take").appendChild(make("button", t("Use it here"), { type: "button" })).onclick = GS.link.here;
  }

  GS.render = function (moved) {
    var active = document.activeElement, focus = active && active.getAttribute("data-key"), within = by("do").contains(active);
    say("line", linkWords());
    if (GS.link.state === "elsewhere") { renderElsewhere(); return; }
    var sheet = GS.sheet, top = moved || !GS.lay.on() ? null : inSight();
    if (!sheet) { return; }
    var own = sheet.seat !== null && sheet.seats[sheet.seat], open = sheet.window;
    say("title", sheet.title);
    document.title = sheet.title + (own ? " – " + own.name : "");
    say("me", own ? t("You are {who}.", { who: own.name }) : "");
    say("status", statusWords());
    say("question", questionWords());
    by("settings").hidden = !own;
    by("do").hidden = !own || !(sheet.choices && sheet.choices.length || open && open.asked);
    GS.aim.lay(Boolean(sheet.choices && sheet.picture));
    GS.join.render();
    renderRules();
    by("said-rule").hidden = !refused.rule || by("said").textContent !== refused.words;
    if (sheet.choices) { GS.play.render(); GS.aim.render(); GS.hand.render(); renderCountdown(); }
    else { by("table").hidden = by("hand").hidden = true; }
    renderSleeper();
    renderAsked();
    renderChair();
    renderPeople();
    GS.first.render();
    focusOn(focus, within, moved);
    if (top !== null) { hold(top); }
  };

  // How far down on the screen the small table is; null: it cannot be seen.
  function inSight() {
    var box = by("picture").getBoundingClientRect();
    return box.height && box.bottom > 0 && box.top < window.innerHeight ? box.top : null;
  }

  // What is told above the table may be longer or shorter than before: the table stays where it is under the finger. What
  // has no room to scroll leaves a gap, until there is.
  function hold(top) {
    var box = by("picture"), news = by("news").style;
    news.paddingBottom = "";
    window.scrollBy(0, box.getBoundingClientRect().top - top);
    news.paddingBottom = Math.max(0, top - box.getBoundingClientRect().top) + "px";
  }

  // The focus stays on what it was on; where that has gone, it goes where the next decision is, or to what is said.
  function focusOn(key, within, moved) {
    var again = key && document.querySelector("[data-key='" + key.replace(/'/g, "\\'") + "']");
    if (again) { if (again !== document.activeElement) { quietly(again); } return; }
    var first = by("do").hidden ? null : by("do").querySelector("#point button, #buttons button");
    var question = String(GS.sheet.moment) + (first ? "?" : "");
    if (moved && first) { first.focus(); }
    else if (within && first && question !== before) { quietly(by("do-title")); }
    else if (within || key) { quietly(by(first ? "do-title" : "status")); }
    before = question;
  }

  // News take the focus along, but never the page: it would scroll away under a finger that is about to tap. Browsers
  // that do not know the option scroll, and back.
  function quietly(box) {
    var x = window.pageXOffset, y = window.pageYOffset;
    box.focus({ preventScroll: true });
    if (window.pageYOffset !== y) { window.scrollTo(x, y); }
  }

  // the rules of the game that is played, read when they are opened

  function renderRules() {
    var game = GS.sheet.rules;
    by("rules").hidden = !game;
    if (game === rules) { return; }
    rules = game;
    by("rules-box").open = false;
    by("rules-text").textContent = "";
  }

  // Open the rules at a rule, by its id.
  GS.ruleAt = function (wanted) {
    rule = wanted;
    if (by("rules-box").open && by("rules-text").firstElementChild) { showRule(true); } else { by("rules-box").open = true; }
  };

  // Who opens them sees the rule that matters now; who asked for one is taken there.
  function showRule(taken) {
    var one = document.getElementById(rule || GS.sheet.rule), part = one && one.closest("details"), old = by("rules-text").querySelector(".marked");
    rule = "";
    if (old) { old.className = ""; }
    if (!one || !by("rules-text").contains(one)) { return; }
    one.className = "marked";
    part.open = true;
    if (taken) { one.tabIndex = -1; one.focus(); }
    one.scrollIntoView({ block: "center" });
  }

  by("said-rule").firstChild.onclick = function () { GS.ruleAt(refused.rule); };

  by("rules-box").ontoggle = function () {
    var box = by("rules-text"), taken = rule !== "";
    if (!by("rules-box").open) { return; }
    if (box.firstElementChild) { showRule(taken); return; }
    box.textContent = t("Connecting…");
    fetch("/rules/" + rules).then(function (answer) { return answer.text(); }).then(
      function (text) { box.innerHTML = text; showRule(taken); },
      function () { box.textContent = t("The connection is lost. Trying again…"); by("rules-box").open = false; }
    );
  };

  // this phone

  function tellTime() {
    if (GS.sheet && GS.sheet.seat !== null) { GS.link.send({ say: "time", more: by("slow").checked }); }
  }

  by("sound").checked = GS.recall(MUTE) !== "1";
  by("sound").onchange = function () { GS.remember(MUTE, by("sound").checked ? null : "1"); };
  by("can-vibrate").hidden = !navigator.vibrate;
  by("vibrate").checked = vibrates();
  by("vibrate").onchange = function () { GS.remember(STILL, by("vibrate").checked ? "0" : "1"); };
  by("slow").onchange = tellTime;
  by("leave").onclick = function () { if (confirm(t("Give your seat back?"))) { GS.link.send({ say: "leave" }); } };
  setInterval(renderCountdown, 500);
  GS.link.start({
    hello: function () { return { say: "hello", token: GS.recall(KEY), wish: GS.recall(WISH) }; },
    hear: hearSoon,
    changed: function () { GS.render(); }
  });
})();
