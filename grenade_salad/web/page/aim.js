"use strict";
// The battlefield under the finger: soldiers are dragged, turned with two fingers, pinched nearer. What would happen is
// asked of the table at each step and drawn before the finger lifts; this page works out nothing of it.
var GS = window.GS = window.GS || {};
(function () {
  var FINGER = 26; // px from a soldier at which it is still touched
  var UPRIGHT = 0.9; // wide to high, below which the field is turned with the phone
  var STILL = 8; // px that a finger may move in a tap
  var LATE = 700; // ms after which an answer about the future is not waited for any more
  var MANY = 6; // soldiers in a loupe
  var EDGE = 36, PUSH = 8; // px from the edge at which what is dragged pushes the look on, and by how much a step
  var by = GS.by, t = GS.t, eye = GS.eye;
  var drawn = null, over = null, marks = null, turned = false, fingers = {}, grip = null, twist = null;
  var asked = 0, waiting = 0, again = false, known = null, sent = null, seat = null, moment = null, before = null, stirred = [], whose = null;

  var aim = GS.aim = {
    field: function () { return GS.sheet.picture && GS.sheet.picture.kind === "field" ? GS.sheet.picture : null; },

    soldier: function (id) {
      return (GS.sheet.picture.soldiers || []).filter(function (one) { return one.id === id; })[0];
    },

    // The soldiers of others, the nearest to a point first.
    others: function (point) {
      return GS.sheet.picture.soldiers.filter(function (one) { return one.seat !== GS.sheet.seat; })
        .sort(function (one, other) { return far(one, point) - far(other, point); });
    },

    // From a point so many mm toward a soldier, or away from it.
    toward: function (from, soldier, way) {
      var away = far(from, soldier) || 1;
      return { x: from.x + (soldier.x - from.x) * way / away, y: from.y + (soldier.y - from.y) * way / away };
    },

    put: put,

    // Where what is aimed is shown, and done: where the table says that it may be. Until it has answered that is under
    // the finger if the last place was free, and else stays.
    place: function () {
      var told = known && known.place && (!waiting || known.aside);
      return told ? { x: known.place[0], y: known.place[1] } : held();
    },

    // Where a place is on the page, in px.
    where: function (place) {
      var box = drawn.getBoundingClientRect(), there = GS.shown(GS.sheet.picture, turned, place), frame = frameNow();
      return { x: box.left + (there.x - frame[0]) * eye.now.k, y: box.top + (there.y - frame[1]) * eye.now.k };
    },

    // Whether a table lies on the page: the page has another shape then.
    lay: function (there) {
      by("table").hidden = !there;
      document.body.className = there ? "with-table" : "";
      if (!there) { GS.loupe.close(); }
    },

    began: function () { known = null; ask(); },

    moved: function () { drawOver(); ask(); },

    // What the table says would happen.
    seen: function (message) {
      if (message.n !== asked) { return; }
      waiting = 0;
      known = message;
      known.aside = Boolean(known.place) && far({ x: known.place[0], y: known.place[1] }, sent) > 0.02;
      drawOver();
      if (again) { ask(); }
    },

    render: render
  };

  function render() {
    if (GS.lay.on()) { GS.lay.render(); return; }
    var sheet = GS.sheet, table = sheet.picture, field = aim.field();
    if (grip && sheet.moment === moment) { return; } // what is under the finger stays there
    if (sheet.moment !== moment) { GS.loupe.close(); }
    moment = sheet.moment;
    by("zoom").textContent = "";
    by("bubble").hidden = by("by-name").hidden = true;
    by("buttons").className = "buttons";
    if (!table) { return; }
    if (sheet.seat !== seat) { seat = sheet.seat; eye.forget(); }
    draw(sheet, Boolean(field));
    by("spoken").hidden = !(sheet.spoken && sheet.spoken.length);
    GS.list("spoken-lines", sheet.spoken || []);
    if (!field) { return; }
    if (lies(field) !== turned) { turned = !turned; draw(sheet, true); }
    notice(field);
    marks = GS.svg("g", {}, drawn);
    settle();
    over = GS.svg("g", GS.turn(field, turned), drawn);
    drawOver();
    drawn.addEventListener("pointerdown", down);
    drawn.addEventListener("pointermove", move);
    drawn.addEventListener("pointerup", up);
    drawn.addEventListener("pointercancel", up);
    renderZoom();
  }

  function draw(sheet, field) {
    drawn = GS.draw(by("picture"), sheet.picture, sheet.seats, { label: t("The table from above"), own: sheet.seat, numbers: field, turned: field && turned });
  }

  function renderZoom() {
    by("zoom").textContent = "";
    zoomButton(t("Follow"), "follow", eye.follow).setAttribute("aria-pressed", eye.held ? "false" : "true");
    zoomButton(t("Show the whole table"), "zoom", function () { eye.whole(aim.field(), sized(), turned); });
  }

  function zoomButton(words, key, press) {
    var made = by("zoom").appendChild(GS.make("button", words, { type: "button", "data-key": key }));
    made.onclick = function () { press(); GS.render(); };
    return made;
  }

  // where one looks: px of the page, mm of the table

  function sized() { return drawn.getBoundingClientRect(); }

  function frameNow() { return eye.frame(aim.field(), sized(), turned); }

  // Whether the field lies a quarter turned, as the phone does. What is not on the page has no size, and stays as it is.
  function lies(field) {
    var size = sized();
    return size.width && size.height ? size.width / size.height < UPRIGHT && field.wide > field.high : turned;
  }

  // The camera follows, but stays where somebody has put something in its sight.
  function settle() {
    var field = aim.field(), size = sized(), point = GS.play.point;
    if (!size.width || !size.height) { return; }
    if (!eye.now || !point || !point.set || !inside(point)) { eye.show(field, size, turned, about(), field.cube * (point ? 0.5 : 0.95)); }
    show();
  }

  function inside(place) {
    var frame = frameNow(), there = GS.shown(aim.field(), turned, place);
    return there.x > frame[0] && there.x < frame[0] + frame[2] && there.y > frame[1] && there.y < frame[1] + frame[3];
  }

  function show() {
    var field = aim.field(), size = drawn && sized();
    if (!field || !eye.now || !size.width || !size.height) { return; }
    drawn.setAttribute("viewBox", eye.frame(field, size, turned).join(" "));
    drawMarks(field);
  }

  eye.changed = function () {
    var follow = by("zoom").firstElementChild;
    show();
    if (follow) { follow.setAttribute("aria-pressed", eye.held ? "false" : "true"); }
    if (GS.play.point) { drawOver(); }
  };

  // Which soldiers have moved or come with the newest picture, and where those were who have gone. A look by hand ends
  // with the turn, and when something happens outside of it.
  function notice(field) {
    var old = before, acting = GS.sheet.window ? whose : GS.sheet.seats.map(function (one) { return one.acting; }).join();
    if (acting !== whose) { whose = acting; eye.follow(); }
    if (old === field) { return; }
    before = field;
    var is = function (one) { return function (other) { return other.id === one.id && far(one, other) < 0.01; }; };
    var fresh = field.soldiers.filter(function (one) { return !old || !old.soldiers.some(is(one)); });
    var gone = (old ? old.soldiers : []).filter(function (one) { return !aim.soldier(one.id); });
    if (fresh.length || gone.length) { stirred = fresh.length < field.soldiers.length ? fresh.concat(gone) : []; }
    if (eye.now && !fresh.concat(gone).every(inside)) { eye.follow(); }
  }

  function around(place, reach) {
    return [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]].map(function (way) { return { x: place.x + way[0] * reach, y: place.y + way[1] * reach }; });
  }

  // What matters now, the first most: what is aimed at, else what has just happened and whose turn it is.
  function about() {
    var field = aim.field(), point = GS.play.point, line = point ? point.choice.line : {};
    var own = aim.soldier(line.soldier), target = aim.soldier(line.target);
    if (own || target) { return (target ? [target] : []).concat(own ? placed() ? around(own, field.tile) : [own] : []); }
    if (point && placed() && point.set) { return [point]; }
    var acting = field.soldiers.filter(function (one) { return GS.sheet.seats[one.seat].acting; });
    var near = function (one) {
      return Math.min.apply(null, field.soldiers.map(function (other) { return other.seat === one.seat ? Infinity : far(one, other); }));
    };
    acting = acting.map(function (one) { return [near(one), one]; }).sort(function (one, other) { return one[0] - other[0]; });
    var can = GS.play.playing ? touchable().map(function (pair) { return pair[0]; }) : [];
    return can.concat(stirred, acting.map(function (pair) { return pair[1]; }));
  }

  function at(event) {
    var box = sized(), frame = frameNow();
    return GS.shown(GS.sheet.picture, turned, { x: frame[0] + (event.clientX - box.left) / eye.now.k, y: frame[1] + (event.clientY - box.top) / eye.now.k });
  }

  function far(one, other) { return Math.sqrt((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)); }

  function reachable() { return Math.max(FINGER / eye.now.k, GS.sheet.picture.cube * 0.75); }

  // Somebody's hand moves the look by so many px.
  function push(look, x, y) {
    var field = aim.field(), middle = GS.shown(field, turned, look);
    var place = GS.shown(field, turned, { x: middle.x - x / look.k, y: middle.y - y / look.k });
    eye.look({ x: place.x, y: place.y, k: look.k }, field);
  }

  // who is outside, as a mark at the edge; a tap on it goes there

  function drawMarks(field) {
    var frame = frameNow(), k = eye.now.k, room = 14 / k, found = [];
    field.soldiers.forEach(function (one) {
      var there = GS.shown(field, turned, one), right = frame[0] + frame[2], low = frame[1] + frame[3];
      if (inside(one)) { return; }
      var x = Math.max(frame[0] + room, Math.min(right - room, there.x)), y = Math.max(frame[1] + room, Math.min(low - room, there.y));
      var same = found.filter(function (other) { return far(other, { x: x, y: y }) < 24 / k; })[0];
      if (same) { same.all.push(one); } else { found.push({ x: x, y: y, all: [one] }); }
    });
    marks.found = found;
    marks.textContent = "";
    found.forEach(function (one) {
      var colour = GS.sheet.seats[one.all[0].seat].colour, more = { cx: one.x, cy: one.y, r: 11 / k, fill: colour, stroke: "#fffaf0", "stroke-width": 2 / k, "class": "outside" };
      GS.svg("circle", more, marks);
      GS.svg("text", { x: one.x, y: one.y + 5 / k, "font-size": 14 / k, fill: GS.light(colour) ? "#000" : "#fff", "text-anchor": "middle", "aria-hidden": "true" }, marks, one.all.length > 1 ? "+" + one.all.length : one.all[0].id);
    });
  }

  function marked(event) {
    var place = GS.shown(aim.field(), turned, at(event)), near = FINGER / eye.now.k;
    return (marks.found || []).filter(function (one) { return far(one, place) < near; })[0];
  }

  // what can be touched now: [soldier, what touching it begins]

  function touchable() {
    var play = GS.play, found = [];
    if (!GS.sheet.choices.length || play.waits() || play.point) { return found; }
    var choices = play.playing ? play.left() : GS.sheet.choices.filter(function (one) { return one.needs.length && !play.covered(one); });
    choices.forEach(function (choice) {
      var key = choice.keys.indexOf("target") >= 0 ? "target" : "soldier", there = aim.soldier(choice.line[key]);
      if (there && choice.spoken !== true) { found.push([there, choice]); }
    });
    return found;
  }

  // The soldiers under a finger that can be touched, the nearest first; if there are several, they are close.
  function close(point) {
    var found = [];
    touchable().forEach(function (pair) { if (far(pair[0], point) <= reachable() && found.indexOf(pair[0]) < 0) { found.push(pair[0]); } });
    return found.sort(function (one, other) { return far(one, point) - far(other, point); });
  }

  // Among choices at the soldier that is touched, the one whose own soldier is nearest; `alone`: of this soldier.
  function touched(point, alone) {
    var best = null, least = reachable(), nearest = Infinity;
    touchable().filter(function (pair) { return !alone || pair[0] === alone; }).forEach(function (pair) {
      var away = far(pair[0], point), own = aim.soldier(pair[1].line.soldier) || pair[0], near = far(own, pair[0]);
      if (away < least - 0.01 || away <= least && near < nearest) { least = away; nearest = near; best = pair; }
    });
    return best;
  }

  function count() { return Object.keys(fingers).length; }

  function down(event) {
    var point = GS.play.point, place = at(event), hit;
    eye.stop();
    GS.loupe.close();
    fingers[event.pointerId] = { x: event.clientX, y: event.clientY };
    if (drawn.setPointerCapture) { drawn.setPointerCapture(event.pointerId); }
    if (count() === 2) { grip = null; startTwist(); return; }
    grip = { x: event.clientX, y: event.clientY, mm: place, moved: false, what: "view", look: eye.now };
    if (point && placed()) {
      var shown = aim.place();
      if (far(shown, place) < reachable() * 1.5) { grip.what = "point"; grip.dx = shown.x - place.x; grip.dy = shown.y - place.y; }
      return;
    }
    hit = touched(place);
    if (hit && close(place).length > 1) { grip.what = "close"; return; }
    if (hit) { grab(hit, place); }
  }

  function grab(hit, place) {
    GS.play.begin(hit[1]);
    var point = GS.play.point;
    grip.what = placed() ? "point" : "aimed";
    grip.dx = point.x - place.x;
    grip.dy = point.y - place.y;
    drawOver();
  }

  // Several soldiers are under the finger: each can be tapped where they are shown larger.
  function choose(place) {
    var all = close(place).slice(0, MANY);
    if (eye.far(aim.field())) { eye.nearer(all[0], aim.field()); return; }
    GS.loupe.open(drawn, all.map(function (one) {
      var pair = touched(one, one);
      return { place: GS.shown(aim.field(), turned, one), words: pair[1].words, press: function () { GS.touched(); GS.play.begin(pair[1]); GS.render(); } };
    }), aim.field().cube, aim.where(place));
  }

  function placed() {
    var needs = GS.play.point ? GS.play.point.choice.needs : [];
    return needs.indexOf("to") >= 0 || needs.indexOf("at") >= 0;
  }

  function move(event) {
    if (!fingers[event.pointerId]) { return; }
    fingers[event.pointerId] = { x: event.clientX, y: event.clientY };
    if (count() === 2 && twist) { turn(); return; }
    if (!grip) { return; }
    if (Math.abs(event.clientX - grip.x) + Math.abs(event.clientY - grip.y) > STILL) { grip.moved = true; }
    if (!grip.moved) { return; }
    if (grip.what === "close") { grab(touched(grip.mm), grip.mm); }
    if (grip.what === "point" && GS.play.point) {
      grip.event = event;
      drag();
    } else if (grip.what === "view") {
      push(grip.look, event.clientX - grip.x, event.clientY - grip.y);
    }
  }

  function drag() {
    var place = at(grip.event);
    put(place.x + grip.dx, place.y + grip.dy);
  }

  // What is dragged to the edge of the look pushes it on.
  setInterval(function () {
    if (!grip || grip.what !== "point" || !grip.event || !GS.play.point || !aim.field()) { return; }
    var box = sized(), x = grip.event.clientX - box.left, y = grip.event.clientY - box.top;
    var across = x < EDGE ? PUSH : x > box.width - EDGE ? -PUSH : 0, down = y < EDGE ? PUSH : y > box.height - EDGE ? -PUSH : 0;
    if (across || down) { push(eye.now, across, down); drag(); }
  }, 30);

  function up(event) {
    delete fingers[event.pointerId];
    if (twist) { twist = count() ? twist : null; return; }
    var last = grip;
    grip = null;
    if (!last || event.type !== "pointerup") { return; }
    GS.touched();
    if (last.what === "close") { choose(last.mm); return; }
    var outside = !last.moved && last.what === "view" && marked(event);
    if (outside) {
      eye.look({ x: outside.all[0].x, y: outside.all[0].y, k: eye.now.k }, aim.field(), true);
    } else if (!last.moved && GS.play.point && placed() && last.what === "view") { put(last.mm.x, last.mm.y); }
    if (last.what !== "view" || GS.play.point) { GS.render(); } else { settle(); }
  }

  function put(x, y) {
    var table = GS.sheet.picture, point = GS.play.point;
    point.x = Math.max(0, Math.min(table.wide, x));
    point.y = Math.max(0, Math.min(table.high, y));
    point.set = true;
    aim.moved();
  }

  // two fingers: nearer, and a soldier that is being put down turns with them

  function spread() {
    var two = Object.keys(fingers).map(function (id) { return fingers[id]; });
    var angle = Math.atan2(two[1].y - two[0].y, two[1].x - two[0].x);
    return { far: Math.max(1, far(two[0], two[1])), angle: angle, x: (two[0].x + two[1].x) / 2, y: (two[0].y + two[1].y) / 2 };
  }

  function startTwist() {
    var now = spread();
    twist = { far: now.far, angle: now.angle, k: eye.now.k, degrees: GS.play.point ? GS.play.point.degrees : 0 };
    twist.place = at({ clientX: now.x, clientY: now.y });
  }

  // The place between the fingers stays between them.
  function turn() {
    var now = spread(), field = aim.field(), box = sized(), k = eye.scaled(twist.k * now.far / twist.far, field, box, turned);
    var there = GS.shown(field, turned, twist.place), x = now.x - box.left - box.width / 2, y = now.y - box.top - box.height / 2;
    var middle = GS.shown(field, turned, { x: there.x - x / k, y: there.y - y / k });
    eye.look({ x: middle.x, y: middle.y, k: k }, field);
    if (GS.play.point && GS.play.point.choice.needs.indexOf("angle") >= 0) {
      var degrees = twist.degrees - (now.angle - twist.angle) * 180 / Math.PI;
      GS.play.point.degrees = Math.round((degrees + 540) % 360 - 180);
      ask();
    }
    drawOver();
  }

  // what would happen

  function ask() {
    if (!GS.play.point || GS.play.waits()) { return; }
    if (waiting && Date.now() - waiting < LATE) { again = true; return; }
    again = false;
    asked += 1;
    waiting = Date.now();
    sent = held();
    GS.link.send({ say: "try", n: asked, moment: GS.sheet.moment, action: GS.play.line(sent) });
  }

  // Where the finger holds it, in mm to a hundredth.
  function held() {
    return { x: Math.round(GS.play.point.x * 100) / 100, y: Math.round(GS.play.point.y * 100) / 100 };
  }

  function drawOver() {
    if (!over || !aim.field()) { return; }
    over.textContent = "";
    by("bubble").hidden = true;
    if (GS.play.point) { drawPoint(GS.play.point, GS.sheet.picture); return; }
    touchable().forEach(function (pair) {
      GS.svg("circle", { cx: pair[0].x, cy: GS.sheet.picture.high - pair[0].y, r: GS.sheet.picture.cube * 0.8, "class": "able", "stroke-width": GS.sheet.picture.cube / 12 }, over);
    });
  }

  function drawPoint(point, table) {
    var line = point.choice.line, needs = point.choice.needs, from = aim.soldier(line.soldier), shown = aim.place(), y = table.high - shown.y, thin = table.cube / 12;
    if (from && placed()) { GS.svg("circle", { cx: from.x, cy: table.high - from.y, r: table.tile, "class": "reach", "stroke-width": thin }, over); }
    if (needs.indexOf("at") >= 0) {
      var shape = table.square
        ? { x: shown.x - table.blast, y: y - table.blast, width: 2 * table.blast, height: 2 * table.blast }
        : { cx: shown.x, cy: y, r: table.blast };
      shape["class"] = "blast";
      shape["stroke-width"] = thin;
      GS.svg(table.square ? "rect" : "circle", shape, over);
    } else if (needs.indexOf("to") >= 0) {
      GS.cube(over, table.cube, shown.x, y, point.degrees * Math.PI / 180, GS.sheet.seats[GS.sheet.seat].colour, known && !known.ok ? "#e4572e" : "#ffffff", { "data-ghost": "1" });
    }
    if (known) { drawKnown(table, thin); }
    bubble(point);
  }

  function drawKnown(table, thin) {
    if (known.line) {
      var ends = { x1: known.line[0], y1: table.high - known.line[1], x2: known.line[2], y2: table.high - known.line[3] };
      ends["class"] = known.line[4] ? "sight" : "sight not";
      ends["stroke-width"] = thin;
      GS.svg("line", ends, over);
    }
    known.victims.forEach(function (id) {
      var one = aim.soldier(id), half = table.cube * 0.6, y = table.high - one.y;
      GS.svg("path", { d: "M" + (one.x - half) + " " + (y - half) + "l" + 2 * half + " " + 2 * half + "m0 " + -2 * half + "l" + -2 * half + " " + 2 * half, "class": "dies", "stroke-width": table.cube / 5, "data-dies": id }, over);
    });
  }

  // What the table says, at the finger.
  function bubble(point) {
    var words = known ? known.words : "", target = aim.soldier(point.choice.line.target);
    var there = placed() ? aim.place() : target || aim.soldier(point.choice.line.soldier), box = drawn.getBoundingClientRect(), home = by("table").getBoundingClientRect();
    by("bubble").hidden = !words || !there;
    if (!words || !there) { return; }
    GS.say("bubble", words);
    by("bubble").className = known.ok ? "" : "not";
    var place = aim.where(there), x = place.x - box.left, y = place.y - box.top;
    var half = by("bubble").offsetWidth / 2, high = by("bubble").offsetHeight, above = y - 2 * FINGER - high;
    by("bubble").style.left = box.left - home.left + Math.max(half, Math.min(box.width - half, x)) + "px";
    by("bubble").style.top = box.top - home.top + (above > 0 ? above : Math.min(box.height - high, y + 2 * FINGER)) + "px";
    if (!grip) { GS.say("chosen", GS.play.path.join(" · ") + ": " + words); }
  }

  window.addEventListener("resize", function () { GS.loupe.close(); if (GS.sheet && GS.sheet.picture && !grip) { render(); } });
})();
