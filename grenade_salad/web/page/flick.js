"use strict";
// What slides on the open table under the finger: a shot that one pulls back, a push along a path, a turn by an angle.
// It knows lengths and angles alone; tabletop_actions.js says what is meant by them. All in mm, y up, and radians; times in ms.
var GS = window.GS = window.GS || {};
(function () {
  var FULL = 120, LEAST = 6, STILL = 8, LATE = 80; // px of a pull that is the greatest speed; mm and px of one that is none; ms before letting go that count
  var EVERY = 25, LONGEST = 3000, HELD = 40; // ms between the points of a push, of the whole of it, and of a stop
  var FINE = Math.PI / 720, HARDER = 0.05, HALF = 0.5, NOTCHES = 10;
  var BESIDE = 2; // mm between what is laid side by side
  var SLIDES = ["disc", "cube", "pawn", "die"];

  function slides(one, look) { return SLIDES.indexOf(look.shape) >= 0 && !one.held && !(one.n > 1) && typeof one.key === "number"; }
  function far(one, other) { return Math.sqrt(Math.pow(one[0] - other[0], 2) + Math.pow(one[1] - other[1], 2)); }
  function radius(one) { return Math.min(one.size[0], one.size[1]) / 2; }

  GS.shoot = {
    slides: slides,

    // A shot that is not strong yet goes to the middle of the table.
    aim: function (one, table) { return { angle: Math.atan2(table.high / 2 - one.at[1], table.wide / 2 - one.at[0]), share: 0 }; },

    // What a pull of so many px says; null: too short, so that nothing is shot.
    pulled: function (from, to, scale) {
      var pull = far(from, to);
      return pull < Math.max(STILL, LEAST * scale) ? null : { angle: Math.atan2(to[1] - from[1], from[0] - to[0]), share: Math.min(1, pull / FULL) };
    },

    // Where the finger was a moment before it was lifted, since lifting spoils an aim. `points` are [time, [x, y]].
    settled: function (points, now) {
      var early = points.filter(function (one) { return one[0] <= now - LATE; });
      return (early[early.length - 1] || points[points.length - 1])[1];
    },

    // At a point of the table, or at the next thing to the left that can be hit.
    at: function (aim, one, point) { return { angle: Math.atan2(point.y - one.at[1], point.x - one.at[0]), share: aim.share || HALF }; },
    next: function (aim, one, table) {
      var best = null, least = 7;
      table.things.forEach(function (other) {
        var angle = Math.atan2(other.at[1] - one.at[1], other.at[0] - one.at[0]), turn = ((angle - aim.angle - 1e-4) % (2 * Math.PI) + 2 * Math.PI) % (2 * Math.PI);
        if (other.key !== one.key && slides(other, table.looks[other.look]) && !other.locked && turn < least) { least = turn; best = angle; }
      });
      return { angle: best === null ? aim.angle : best, share: aim.share || HALF };
    },
    turn: function (aim, steps) { return { angle: aim.angle + steps * FINE, share: aim.share || HALF }; },
    harder: function (aim, steps) { return { angle: aim.angle, share: Math.max(HARDER, Math.min(1, Math.round((aim.share + steps * HARDER) * 100) / 100)) }; },

    // How far it goes straight on until it meets something, and what that is; null: an edge.
    met: function (one, angle, table) {
      var way = [Math.cos(angle), Math.sin(angle)], found = { far: Infinity, what: null };
      [[one.at[0], way[0], table.wide], [one.at[1], way[1], table.high]].forEach(function (side) {
        if (Math.abs(side[1]) > 1e-9) { found.far = Math.min(found.far, ((side[1] > 0 ? side[2] : 0) - side[0]) / side[1]); }
      });
      table.things.forEach(function (other) {
        if (other.key === one.key || !slides(other, table.looks[other.look])) { return; }
        var across = other.at[0] - one.at[0], up = other.at[1] - one.at[1], along = across * way[0] + up * way[1], aside = Math.abs(up * way[0] - across * way[1]);
        var reach = radius(one) + radius(other), hit = along - Math.sqrt(Math.max(0, reach * reach - aside * aside));
        if (along > 0 && aside < reach && hit < found.far) { found = { far: Math.max(0, hit), what: other }; }
      });
      return found;
    },

    // An arrow from the thing, as wide as it, to what it meets first; and the pull, with its notches.
    draw: function (drawn, one, aim, table, scale) {
      var old = drawn.querySelector(".aim"), box, way, end, half = radius(one), across, pull, notch;
      if (old) { old.parentNode.removeChild(old); }
      if (!aim.share) { return; }
      box = GS.svg("g", { "class": "aim", transform: "translate(" + one.at[0] + " " + (table.high - one.at[1]) + ")" }, drawn);
      way = [Math.cos(aim.angle), -Math.sin(aim.angle)];
      across = [-way[1] * half, way[0] * half];
      end = GS.shoot.met(one, aim.angle, table).far;
      [1, -1].forEach(function (side) {
        GS.svg("line", { x1: across[0] * side, y1: across[1] * side, x2: way[0] * end + across[0] * side, y2: way[1] * end + across[1] * side }, box);
      });
      GS.svg("circle", { cx: way[0] * end, cy: way[1] * end, r: half }, box);
      var head = Math.min(end, Math.max(half * 2, 40 * aim.share / scale + half)), wing = half * 0.7;
      GS.svg("polygon", { points: [[head, 0], [head - wing, wing], [head - wing, -wing]].map(function (at) { return (way[0] * at[0] - way[1] * at[1]) + "," + (way[1] * at[0] + way[0] * at[1]); }).join(" ") }, box);
      pull = FULL * aim.share / scale;
      GS.svg("line", { x1: 0, y1: 0, x2: -way[0] * pull, y2: -way[1] * pull, "class": "pull" }, box);
      for (notch = 1; notch <= NOTCHES * aim.share + 0.001; notch++) {
        var there = FULL * notch / NOTCHES / scale, wide = 4 / scale;
        GS.svg("line", { x1: -way[0] * there - way[1] * wide, y1: -way[1] * there + way[0] * wide, x2: -way[0] * there + way[1] * wide, y2: -way[1] * there - way[0] * wide, "class": "pull" }, box);
      }
    },

    // A path begins; each point is [ms, x, y]. The thing keeps its distance from the finger, so it may begin anywhere.
    path: function (point, now) { return { began: now, from: point, points: [], last: null }; },
    pushed: function (path, one, point, now, table, always) {
      var ms = Math.min(LONGEST, Math.round(now - path.began)), last = path.points[path.points.length - 1];
      if (last && (ms <= last[0] || !always && ms < last[0] + EVERY)) { return; }
      path.points.push([last ? ms : 0, tenth(one.at[0] + point.x - path.from.x, table.wide), tenth(one.at[1] + point.y - path.from.y, table.high)]);
    },
    full: function (path) { var last = path.points[path.points.length - 1]; return Boolean(last) && last[0] >= LONGEST; },

    // Who held still before letting go has stopped; else what was pushed slides on.
    stopped: function (path, now) { var last = path.points[path.points.length - 1]; return !last || now - path.began - last[0] > HELD; },

    way: function (drawn, one, path, table) {
      var old = drawn.querySelector(".aim"), last = path.points[path.points.length - 1], box;
      if (old) { old.parentNode.removeChild(old); }
      box = GS.svg("g", { "class": "aim" }, drawn);
      GS.svg("polyline", { points: path.points.map(function (at) { return at[1] + "," + (table.high - at[2]); }).join(" ") }, box);
      if (last) { GS.svg("circle", { cx: last[1], cy: table.high - last[2], r: radius(one) }, box); }
    },

    // The nearest point where a shot may begin; null if the box does not say where, or it is far away.
    start: function (starts, at, most) {
      var found = null;
      starts.forEach(function (one) {
        var across = at.x - one[0], up = at.y - one[1], there = Math.sqrt(across * across + up * up), angle = Math.atan2(up, across), reach = there >= one[2] && there <= one[3] ? there : (one[2] + one[3]) / 2;
        var first = one[4] * Math.PI / 180, part = ((angle - first) % (2 * Math.PI) + 2 * Math.PI) % (2 * Math.PI), point = [one[0] + reach * Math.cos(angle), one[1] + reach * Math.sin(angle)];
        if (part <= (one[5] - one[4]) * Math.PI / 180 && far(point, [at.x, at.y]) < most) { most = far(point, [at.x, at.y]); found = point; }
      });
      return found && [Math.round(found[0] * 10) / 10, Math.round(found[1] * 10) / 10];
    },
    // How many mm a point lies outside of a thing.
    outside: function (one, at) {
      var x = at.x - one.at[0], y = at.y - one.at[1], turn = one.angle || 0, across = Math.abs(x * Math.cos(turn) + y * Math.sin(turn)), along = Math.abs(y * Math.cos(turn) - x * Math.sin(turn));
      return Math.max(0, across - one.size[0] / 2, along - one.size[1] / 2);
    },

    // Where each of several comes to lie: turned about their middle by an angle, or side by side round a point.
    middle: function (things) { return [mean(things, 0), mean(things, 1)]; },
    turned: function (things, angle) {
      var x = mean(things, 0), y = mean(things, 1), c = Math.cos(angle), s = Math.sin(angle);
      return things.map(function (one) {
        var across = one.at[0] - x, up = one.at[1] - y;
        return [round(x + across * c - up * s, 10), round(y + across * s + up * c, 10), round((one.angle || 0) + angle, 1e4)];
      });
    },
    beside: function (things, to) {
      var wide = widest(things, 0) + BESIDE, high = widest(things, 1) + BESIDE, reach = Math.floor(Math.sqrt(things.length)), spots = [], x, y;
      for (x = -reach; x <= reach; x++) { for (y = -reach; y <= reach; y++) { spots.push([x * wide, y * high]); } }
      spots.sort(function (one, other) { return far(one, [0, 0]) - far(other, [0, 0]); });
      return things.map(function (one, at) { return [round(to[0] + spots[at][0], 10), round(to[1] + spots[at][1], 10), one.angle || 0]; });
    },
    begins: function (starts, one) {
      var near = GS.shoot.start(starts, { x: one.at[0], y: one.at[1] }, 1);
      return Boolean(near);
    }
  };

  function round(value, parts) { return Math.round(value * parts) / parts; }
  function mean(things, part) { return things.reduce(function (sum, one) { return sum + one.at[part]; }, 0) / things.length; }
  function widest(things, part) { return Math.max.apply(null, things.map(function (one) { return one.size[part]; })); }
  function tenth(value, most) { return Math.round(Math.max(0, Math.min(most, value)) * 10) / 10; }
})();
