"use strict";
// Buttons for what can be done. They lead, one after another, to a line of the match; the table has sent all of them.
var GS = window.GS = window.GS || {};
(function () {
  var NEAREST = 6; // soldiers that are named
  var byId = GS.byId, t = GS.t, make = GS.make, opened = false;

  var play = GS.play = {
    path: [], playing: false, card: null, point: null, hint: null,

    forget: function () { play.path = []; play.playing = false; play.card = null; play.point = null; play.hint = null; },

    // True if a decision is pending or the table does not listen: then the buttons are there, but do nothing.
    waits: function () { return GS.link.pending !== null || GS.link.state !== "up"; },

    covered: covered,

    // The choices that play a card of the player's hand.
    with: function (card) {
      return (GS.sheet.choices || []).filter(function (choice) {
        return choice.cards.indexOf(card.code) >= 0;
      });
    },

    choose: function (card) {
      play.forget();
      play.card = card.code;
      play.playing = true;
      var nextGroups = groups(left());
      if (nextGroups.length === 1) { play.pick(nextGroups[0]); } else { GS.render(true); }
      if (byId("picture").firstChild) { byId("picture").scrollIntoView({ block: "nearest" }); }
    },

    // The choices that agree with everything picked so far.
    left: left,
    groups: function () { return groups(left()); },

    pick: function (group) {
      if (group.choices.length === 1) {
        var choice = group.choices[0];
        play.path = choice.path.slice();
        if (choice.needs.length) { play.begin(choice); } else { play.act(choice, {}); return; }
      } else {
        play.path = play.path.concat([group.choices[0].path[play.path.length]]);
        var place = left().filter(function (candidate) { return candidate.path.length === play.path.length && candidate.needs.length; })[0];
        if (place) { play.begin(place); }
      }
      GS.render(true);
    },

    begin: function (choice) {
      if (GS.tabletop.on()) { play.forget(); GS.tabletop.place(choice); return; }
      var table = GS.sheet.picture, soldier = GS.aim.soldier(choice.line.soldier);
      play.path = choice.path.slice();
      play.point = { choice: choice, x: table.wide / 2, y: table.high / 2, degrees: 0, height: table.usual, set: false };
      if (soldier) {
        play.point.x = soldier.x;
        play.point.y = soldier.y;
        play.point.degrees = Math.round(soldier.angle * 180 / Math.PI);
      }
      GS.aim.began();
    },

    // The line of the action as shown, or for another place.
    line: function (place) {
      var point = play.point, needs = point.choice.needs, line = {}, target = place || GS.aim.place();
      Object.keys(point.choice.line).forEach(function (key) { line[key] = point.choice.line[key]; });
      ["to", "at"].forEach(function (key) { if (needs.indexOf(key) >= 0) { line[key] = [target.x, target.y]; } });
      if (needs.indexOf("angle") >= 0) { line.angle = point.degrees * Math.PI / 180; }
      if (needs.indexOf("height") >= 0) { line.height = point.height; }
      return line;
    },

    act: function (choice, line) {
      if (play.waits()) { return; }
      var whole = {};
      Object.keys(choice.line).forEach(function (key) { whole[key] = key in line ? line[key] : choice.line[key]; });
      play.forget();
      GS.tips.acted();
      GS.say("said", "");
      var message = { say: "act", moment: GS.sheet.moment, action: whole };
      if (choice.more) { message.more = choice.more; }
      GS.link.decide(message);
      GS.render();
    },

    // Show a hint as if it had been chosen. Only the player can confirm it.
    hinted: function (message) {
      if (!GS.sheet || message.moment !== GS.sheet.moment) { return; }
      var choice = GS.sheet.choices.filter(function (candidate) { return agrees(candidate, message.line); })[0];
      play.forget();
      play.hint = { words: [choice ? choice.words : "", message.why, message.chance].filter(Boolean).join(". "), choice: choice };
      if (choice && choice.needs.length) { suggest(choice, message.line); }
    },

    render: render,
    button: button
  };

  function agrees(choice, line) {
    return Object.keys(choice.line).every(function (key) {
      return choice.needs.indexOf(key) >= 0 || JSON.stringify(choice.line[key]) === JSON.stringify(line[key]);
    });
  }

  function suggest(choice, line) {
    play.begin(choice);
    var point = play.point, place = line.to || line.at;
    if (place) { point.x = place[0]; point.y = place[1]; point.set = true; }
    if (typeof line.angle === "number") { point.degrees = Math.round(line.angle * 180 / Math.PI); }
    if (typeof line.height === "number") { point.height = line.height; }
    GS.aim.moved();
  }

  function ask() {
    if (GS.link.send({ say: "hint", moment: GS.sheet.moment })) {
      play.hint = { words: t("Thinking…"), choice: null };
      GS.render();
    }
  }

  function rest() {
    GS.tips.acted();
    GS.say("said", "");
    GS.link.decide({ say: "rest", moment: GS.sheet.moment });
    GS.render();
  }

  function left() {
    return GS.sheet.choices.filter(function (choice) {
      if (play.card && choice.cards.indexOf(play.card) < 0) { return false; }
      if (play.playing && !play.card && !play.path.length && !covered(choice)) { return false; }
      return play.path.every(function (words, index) { return choice.path[index] === words; });
    });
  }

  // True if the choice reveals a card of the hand: then it is behind a button that is always there.
  function covered(choice) { return Boolean(GS.sheet.covered && choice.cards.length); }

  // Group choices that agree in their next words as one button; a single choice has its full words.
  function groups(choices) {
    var result = [], groupByWords = {};
    choices.forEach(function (choice) {
      var words = choice.path[play.path.length];
      if (words === undefined) { return; }
      if (!groupByWords[words]) { groupByWords[words] = { words: words, key: choice.keys[play.path.length], choices: [] }; result.push(groupByWords[words]); }
      groupByWords[words].choices.push(choice);
    });
    result.forEach(function (group) {
      if (group.choices.length === 1 && group.choices[0].path.length > play.path.length + 1) { group.words = group.choices[0].words; }
    });
    return result;
  }

  function button(box, words, press, main, key) {
    var element = make("button", words, { type: "button", "data-key": key || words });
    if (main) { element.className = "main"; }
    element.setAttribute("aria-disabled", play.waits() ? "true" : "false");
    element.onclick = function () { if (!play.waits()) { GS.noteTouch(); press(); } };
    box.appendChild(element);
    return element;
  }

  function render() {
    var box = byId("buttons"), open = GS.sheet.window, choices = GS.sheet.choices;
    box.textContent = byId("point").textContent = "";
    GS.say("chosen", play.path.join(" · "));
    GS.say("hint", play.hint ? play.hint.words : "");
    if (play.hint && play.hint.choice && !play.point) {
      button(byId("point"), t("Confirm"), function () { play.act(play.hint.choice, {}); }, true, "do-it");
    }
    if (play.point) { renderPoint(byId("point")); }
    if (GS.tabletop.on() && GS.tabletop.buttons(byId("point"))) { return; }
    if (play.path.length || play.playing) { renderDeeper(box); return; }
    var plain = choices.filter(function (choice) { return !covered(choice) && !(open && choice.passes); });
    if (open) {
      choices.filter(function (choice) { return choice.passes; }).forEach(function (choice) {
        button(box, open.pass, function () { play.act(choice, {}); }, true, "pass");
      });
      if (choices.length && !open.rests) { button(box, t("Pass for the rest of this turn"), rest, false, "rest"); }
    }
    groups(plain).forEach(function (group, index) { button(box, group.words, function () { play.pick(group); }, !index && !open); });
    if (choices.length && GS.sheet.covered) {
      button(box, GS.sheet.covered, function () { play.playing = true; GS.render(true); }, false, open ? "react" : "play");
    }
    if (open) { return; }
    if (GS.sheet.hints && !play.hint) { button(box, t("Give me a hint"), ask, false, "hint"); }
    if (GS.sheet.screen && GS.aim.field() && choices.length) {
      button(box, t("Aim on the big screen"), function () {
        if (GS.link.send({ say: "screen", moment: GS.sheet.moment })) { GS.say("said", t("Go on at the big screen, or here.")); }
      }, false, "screen");
    }
  }

  function renderDeeper(box) {
    var nextGroups = groups(left());
    if (play.playing && !play.path.length && !nextGroups.length) { box.appendChild(make("p", t("You have no card for this right now."))); }
    nextGroups.forEach(function (group) { button(box, group.words, function () { play.pick(group); }); });
    button(box, t("Back"), function () {
      if (play.point) { play.point = null; play.path = []; play.card = null; } else if (play.path.length) { play.path.pop(); play.card = null; } else { play.forget(); }
      play.hint = null;
      GS.render(true);
    }, false, "back");
  }

  // A point on the table, an angle, a height: by finger or in numbers.

  function renderPoint(box) {
    var point = play.point, needs = point.choice.needs, place = needs.indexOf("to") >= 0 || needs.indexOf("at") >= 0;
    if (place) { box.appendChild(make("p", needs.indexOf("angle") >= 0 ? t("Drag it where you want it. Use two fingers to turn it.") : t("Drag to the spot, or tap it."))); }
    button(box, t("Confirm"), function () { play.act(point.choice, play.line()); }, true, "do-it");
    if (needs.indexOf("angle") >= 0) { numberInput(box, t("turned by, in degrees"), "degrees", -180, 180, "range"); }
    if (needs.indexOf("height") >= 0) { numberInput(box, t("How high"), "height", 20, 300, "range"); }
    if (place) { byWords(box, point, needs); }
    if (place) {
      var exact = box.appendChild(make("details"));
      exact.appendChild(make("summary", t("In numbers: mm from the table's lower left corner")));
      numberInput(exact, t("to the right"), "x", 0, GS.sheet.picture.wide, "number");
      numberInput(exact, t("up"), "y", 0, GS.sheet.picture.high, "number");
    }
  }

  // Buttons for a place near another soldier: a throw at it, a move towards it or away. The table says what is
  // possible.
  function byWords(box, point, needs) {
    var origin = GS.aim.soldier(point.choice.line.soldier) || point, steps = GS.sheet.picture.steps;
    var inner = box.appendChild(make("details", "", { id: "by-words" }));
    inner.open = opened;
    inner.ontoggle = function () { opened = inner.open; };
    inner.appendChild(make("summary", t("In words")));
    GS.aim.others(origin).slice(0, NEAREST).forEach(function (soldier) {
      var names = { whom: GS.sheet.seats[soldier.seat].name, soldier: soldier.id };
      if (needs.indexOf("at") >= 0) {
        button(inner, t("At {whom}'s soldier {soldier}", names), function () { GS.aim.put(soldier.x, soldier.y); GS.render(); }, false, "at-" + soldier.id);
        return;
      }
      steps.forEach(function (far) {
        names.far = far[1];
        step(inner, t("Towards {whom}'s soldier {soldier}, {far}", names), origin, soldier, far[0], "to-" + soldier.id + "-" + far[0]);
      });
      step(inner, t("Away from {whom}'s soldier {soldier}, {far}", names), origin, soldier, -steps[steps.length - 1][0], "from-" + soldier.id);
    });
  }

  function step(box, words, origin, soldier, distance, key) {
    button(box, words, function () {
      var place = GS.aim.toward(origin, soldier, distance);
      GS.aim.put(place.x, place.y);
      GS.render();
    }, false, key);
  }

  function numberInput(box, words, name, minimum, maximum, kind) {
    var label = make("label", words + " "), more = { type: kind, min: minimum, max: maximum, step: kind === "range" ? 5 : 1, inputmode: "decimal", "data-key": name };
    var input = make("input", "", more);
    input.value = Math.round(play.point[name] * 10) / 10;
    input.oninput = function () {
      var value = parseFloat(input.value);
      if (isFinite(value)) { play.point[name] = value; GS.aim.moved(); }
    };
    label.appendChild(input);
    box.appendChild(label);
  }
})();
