"use strict";
// The battlefield under the finger: soldiers are dragged, turned with two fingers, pinched nearer. What would happen is
// asked of the table at each step and drawn before the finger lifts; this page works out nothing of it.
var GS = window.GS = window.GS || {};
(function () {
  var FINGER = 26; // px from a soldier at which it is still touched
  var UPRIGHT = 0.9; // wide to high, below which the field is turned with the phone
  var STILL = 8; // px that a finger may move in a tap
  var LATE = 700; // ms after which an answer about the future is not waited for any more
  var by = GS.by, t = GS.t;
  var drawn = null, over = null, frame = null, whole = false, turned = false, fingers = {}, grip = null, twist = null;
  var asked = 0, waiting = 0, again = false, known = null, seat = null, moment = null;

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

    // Where a place is on the page, in px.
    where: function (place) {
      var box = drawn.getBoundingClientRect(), there = GS.shown(GS.sheet.picture, turned, place);
      return { x: box.left + (there.x - frame[0]) * scale(), y: box.top + (there.y - frame[1]) * scale() };
    },

    began: function () { known = null; ask(); },

    moved: function () { drawOver(); ask(); },

    // What the table says would happen.
    seen: function (message) {
      if (message.n !== asked) { return; }
      waiting = 0;
      known = message;
      drawOver();
      if (again) { ask(); }
    },

    render: render
  };

  function render() {
    var sheet = GS.sheet, table = sheet.picture, field = aim.field();
    if (grip && sheet.moment === moment) { return; } // what is under the finger stays there
    moment = sheet.moment;
    by("table").hidden = !table;
    by("zoom").textContent = "";
    by("bubble").hidden = true;
    if (!table) { return; }
    if (sheet.seat !== seat) { seat = sheet.seat; frame = null; }
    draw(sheet, Boolean(field));
    by("spoken").hidden = !(sheet.spoken && sheet.spoken.length);
    GS.list("spoken-lines", sheet.spoken || []);
    if (!field) { return; }
    var ratio = ratioOf(drawn);
    if (turned !== (ratio < UPRIGHT && field.wide > field.high)) { turned = !turned; frame = null; draw(sheet, true); }
    if (!frame || Math.abs(frame[2] / frame[3] - ratio) > 0.01) { frame = GS.frame(field, !whole, ratio, turned); }
    show();
    over = GS.svg("g", GS.turn(field, turned), drawn);
    drawOver();
    drawn.addEventListener("pointerdown", down);
    drawn.addEventListener("pointermove", move);
    drawn.addEventListener("pointerup", up);
    drawn.addEventListener("pointercancel", up);
    var made = GS.make("button", whole ? t("Show the soldiers larger") : t("Show the whole table"), { type: "button", "data-key": "zoom" });
    made.onclick = function () { whole = !whole; frame = null; render(); };
    by("zoom").appendChild(made);
  }

  function draw(sheet, field) {
    drawn = GS.draw(by("picture"), sheet.picture, sheet.seats, { label: t("The table from above"), own: sheet.seat, numbers: field, turned: field && turned });
  }

  function ratioOf(shown) {
    var box = shown.getBoundingClientRect();
    return box.width / Math.max(1, box.height);
  }

  function show() { drawn.setAttribute("viewBox", frame.join(" ")); }

  // where things are: px of the page, mm of the table

  function scale() { return drawn.getBoundingClientRect().width / frame[2]; }

  function at(event) {
    var box = drawn.getBoundingClientRect(), k = frame[2] / box.width;
    var x = frame[0] + (event.clientX - box.left) * k, y = frame[1] + (event.clientY - box.top) * k;
    return turned ? { x: y, y: x } : { x: x, y: GS.sheet.picture.high - y };
  }

  function far(one, other) { return Math.sqrt((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)); }

  function reachable() { return Math.max(FINGER / scale(), GS.sheet.picture.cube * 0.75); }

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

  // Among choices at the soldier that is touched, the one whose own soldier is nearest.
  function touched(point) {
    var best = null, least = reachable(), nearest = Infinity;
    touchable().forEach(function (pair) {
      var away = far(pair[0], point), own = aim.soldier(pair[1].line.soldier) || pair[0], near = far(own, pair[0]);
      if (away < least - 0.01 || away <= least && near < nearest) { least = away; nearest = near; best = pair; }
    });
    return best;
  }

  function count() { return Object.keys(fingers).length; }

  function down(event) {
    var point = GS.play.point, place = at(event), hit;
    fingers[event.pointerId] = { x: event.clientX, y: event.clientY };
    if (drawn.setPointerCapture) { drawn.setPointerCapture(event.pointerId); }
    if (count() === 2) { grip = null; startTwist(); return; }
    grip = { x: event.clientX, y: event.clientY, mm: place, moved: false, what: "view", frame: frame.slice() };
    if (point && placed()) {
      if (far(point, place) < reachable() * 1.5) { grip.what = "point"; grip.dx = point.x - place.x; grip.dy = point.y - place.y; }
      return;
    }
    hit = touched(place);
    if (hit) {
      GS.play.begin(hit[1]);
      point = GS.play.point;
      grip.what = placed() ? "point" : "aimed";
      grip.dx = point.x - place.x;
      grip.dy = point.y - place.y;
      drawOver();
    }
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
    if (grip.what === "point" && GS.play.point) {
      var place = at(event);
      put(place.x + grip.dx, place.y + grip.dy);
    } else if (grip.what === "view") {
      var k = 1 / scale();
      frame = [grip.frame[0] - (event.clientX - grip.x) * k, grip.frame[1] - (event.clientY - grip.y) * k, frame[2], frame[3]];
      show();
      drawOver();
    }
  }

  function up(event) {
    delete fingers[event.pointerId];
    if (twist) { twist = count() ? twist : null; return; }
    var last = grip;
    grip = null;
    if (!last || event.type !== "pointerup") { return; }
    GS.touched();
    if (!last.moved && GS.play.point && placed() && last.what === "view") { put(last.mm.x, last.mm.y); }
    if (last.what !== "view" || GS.play.point) { GS.render(); }
  }

  function put(x, y) {
    var table = GS.sheet.picture, point = GS.play.point;
    point.x = Math.max(0, Math.min(table.wide, x));
    point.y = Math.max(0, Math.min(table.high, y));
    aim.moved();
  }

  // two fingers: nearer, and a soldier that is being put down turns with them

  function spread() {
    var two = Object.keys(fingers).map(function (id) { return fingers[id]; });
    return { far: Math.max(1, far(two[0], two[1])), angle: Math.atan2(two[1].y - two[0].y, two[1].x - two[0].x) };
  }

  function startTwist() {
    var now = spread();
    twist = { far: now.far, angle: now.angle, frame: frame.slice(), degrees: GS.play.point ? GS.play.point.degrees : 0 };
  }

  function turn() {
    var now = spread(), table = GS.sheet.picture, wide = Math.max(table.tile * 1.2, Math.min(table.wide * 1.6, twist.frame[2] * twist.far / now.far));
    var high = wide * twist.frame[3] / twist.frame[2];
    frame = [twist.frame[0] + (twist.frame[2] - wide) / 2, twist.frame[1] + (twist.frame[3] - high) / 2, wide, high];
    show();
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
    GS.line.send({ say: "try", n: asked, moment: GS.sheet.moment, action: GS.play.line() });
  }

  function drawOver() {
    if (!over || !aim.field()) { return; }
    over.textContent = "";
    by("bubble").hidden = true;
    if (GS.play.point) { drawPoint(GS.play.point, GS.sheet.picture); return; }
    touchable().forEach(function (pair) {
      GS.svg("circle", { cx: pair[0].x, cy: GS.sheet.picture.high - pair[0].y, r: GS.sheet.picture.cube * 0.95, "class": "able", "stroke-width": GS.sheet.picture.cube / 10 }, over);
    });
  }

  function drawPoint(point, table) {
    var line = point.choice.line, needs = point.choice.needs, from = aim.soldier(line.soldier), y = table.high - point.y, thin = table.cube / 12;
    if (from && placed()) { GS.svg("circle", { cx: from.x, cy: table.high - from.y, r: table.tile, "class": "reach", "stroke-width": thin }, over); }
    if (needs.indexOf("at") >= 0) {
      var shape = table.square
        ? { x: point.x - table.blast, y: y - table.blast, width: 2 * table.blast, height: 2 * table.blast }
        : { cx: point.x, cy: y, r: table.blast };
      shape["class"] = "blast";
      shape["stroke-width"] = thin;
      GS.svg(table.square ? "rect" : "circle", shape, over);
    } else if (needs.indexOf("to") >= 0) {
      GS.cube(over, table.cube, point.x, y, point.degrees * Math.PI / 180, GS.sheet.seats[GS.sheet.seat].colour, known && !known.ok ? "#e4572e" : "#ffffff", { "data-ghost": "1" });
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
    var there = placed() ? point : target || aim.soldier(point.choice.line.soldier), box = drawn.getBoundingClientRect(), home = by("table").getBoundingClientRect();
    by("bubble").hidden = !words || !there;
    if (!words || !there) { return; }
    GS.say("bubble", words);
    by("bubble").className = known.ok ? "" : "not";
    var place = aim.where(there), x = place.x - box.left, y = place.y - box.top;
    var half = by("bubble").offsetWidth / 2, high = by("bubble").offsetHeight, above = y - 2 * FINGER - high;
    by("bubble").style.left = box.left - home.left + Math.max(half, Math.min(box.width - half, x)) + "px";
    by("bubble").style.top = box.top - home.top + (above > 0 ? above : Math.min(box.height - high, y + 2 * FINGER)) + "px";
    if (!grip) { GS.say("chosen", GS.play.path.join(" ") + ": " + words); }
  }

  window.addEventListener("resize", function () { frame = null; if (GS.sheet && GS.sheet.picture && !grip) { render(); } });
})();
