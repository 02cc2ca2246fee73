"use strict";
// What moves over a drawn table: beats, as sheets/animations.py declares them. It knows no game, only spots and ways to move.
// GS.show.play(message, seats, done) moves all of it and calls `done`; GS.show.still says that nothing shall move.
var GS = window.GS = window.GS || {};
(function () {
  var by = GS.by, svg = GS.svg, make = GS.make;
  var asked = window.matchMedia ? window.matchMedia("(prefers-reduced-motion: reduce)") : { matches: false };
  var loud = false, heard = {}, RISE = 130; // mm above the table at which a piece looks twice as large

  var show = GS.show = {
    playing: false,
    still: function () { return asked.matches; },
    aloud: function () { loud = true; },

    sound: function (name) {
      if (!loud || !name || Date.now() - (heard[name] || 0) < 60) { return; }
      heard[name] = Date.now();
      var made = new Audio("/sounds/" + name + ".wav"), played = made.play();
      if (played && played.catch) { played.catch(function () { /* no sound here */ }); }
    },

    play: function (message, seats, done) {
      var table = { seats: seats, drawn: by("picture").querySelector("svg") }, left = message.beats.length;
      var over = function () {
        left -= 1;
        if (left <= 0) { show.playing = false; done(); }
      };
      show.playing = true;
      if (!left) { left = 1; over(); }
      message.beats.forEach(function (beat) {
        setTimeout(function () {
          var mover = movers[beat.do];
          show.sound(beat.sound);
          if (show.still() || !mover) { over(); return; }
          try { mover(beat, table, over); } catch (error) { over(); }
        }, show.still() ? 0 : beat.at * 1000);
      });
    },

    // Paper snow, for who has won.
    paper: function (colours) {
      if (show.still()) { return; }
      var high = window.innerHeight, wide = window.innerWidth, bits = [];
      for (var at = 0; at < 70; at++) {
        var bit = make("div");
        bit.style.width = bit.style.height = high * (0.012 + 0.01 * Math.random()) + "px";
        bit.style.background = [colours[at % colours.length], "#f4ead5", "#c8963e"][at % 3];
        by("moves").appendChild(bit);
        bits.push({ box: bit, x: Math.random() * wide, from: -Math.random() * high, turn: Math.random() * 900 });
      }
      tween(5, function (share) {
        bits.forEach(function (one) { stand(one.box, one.x + Math.sin(share * 9 + one.turn) * 30, one.from + share * high * 2.1, 1, one.turn * share); });
      }, function () { bits.forEach(function (one) { one.box.remove(); }); });
    },

    clear: function () { standing = {}; by("moves").textContent = ""; GS.say("called", ""); }
  };

  // Where pieces lie that have moved, until the picture is drawn anew.
  var standing = {};

  // time

  function tween(seconds, step, done) {
    var begun = null;
    step(0);
    function frame(now) {
      if (begun === null) { begun = now; }
      var share = seconds > 0 ? Math.min(1, (now - begun) / seconds / 1000) : 1;
      step(share);
      if (share < 1) { requestAnimationFrame(frame); } else { done(); }
    }
    requestAnimationFrame(frame);
  }

  function ease(share) { return share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share); }
  function mix(a, b, share) { return a + (b - a) * share; }

  // places on the screen

  function center(box) {
    var at = box.getBoundingClientRect();
    return { x: at.left + at.width / 2, y: at.top + at.height / 2, high: at.height };
  }

  function place(spot, table) {
    if (typeof spot !== "string") { return onScreen(spot, table); }
    var found = document.querySelector("[data-spot='" + spot + "']");
    return center(found || by("stage"));
  }

  // A point of the field in mm, on the screen.
  function onScreen(point, table) {
    var mat = table.drawn && table.drawn.querySelector(".mat"), to = mat && mat.getScreenCTM();
    if (!to) { return center(by("stage")); }
    var y = Number(mat.getAttribute("height")) - point[1];
    return { x: to.a * point[0] + to.c * y + to.e, y: to.b * point[0] + to.d * y + to.f, high: 0, scale: Math.sqrt(Math.abs(to.a * to.d - to.b * to.c)) };
  }

  function picture(art, high) {
    var made = make("img", "", { src: "/" + art + ".svg", alt: "" });
    made.style.height = high + "px";
    by("moves").appendChild(made);
    return made;
  }

  function stand(box, x, y, scale, turn) {
    box.style.transform = "translate(" + x + "px," + y + "px) translate(-50%,-50%) rotate(" + (turn || 0) + "deg) scale(" + (scale || 1) + ")";
  }

  // pieces of a field

  function group(id, seat, table) {
    var mat = table.drawn && table.drawn.querySelector(".mat");
    if (!mat) { return null; }
    var found = mat.parentNode.querySelector("[data-soldier='" + id + "']");
    if (found) { return found; }
    var size = Number(table.drawn.getAttribute("data-cube")) || 8;
    return GS.cube(mat.parentNode, size, 0, 0, 0, table.seats[seat].colour, "#000000", { "data-soldier": id });
  }

  // `up` mm above the table a piece is larger, and its shadow farther off.
  function lay(box, x, y, angle, up, scale) {
    var high = Number(box.parentNode.querySelector(".mat").getAttribute("height")), near = (scale || 1) * (1 + up / RISE);
    box.setAttribute("transform", "translate(" + x + " " + (high - y - up * 0.12) + ") rotate(" + -angle * 180 / Math.PI + ") scale(" + near + ")");
    var turn = angle, off = up * 0.22 / near;
    box.firstChild.setAttribute("transform", "translate(" + (Math.cos(turn) * off - Math.sin(turn) * off) + " " + (Math.sin(turn) * off + Math.cos(turn) * off) + ")");
    box.firstChild.setAttribute("fill-opacity", Math.max(0.12, 0.35 - up / 600));
  }

  // The keys of a piece: frame, x, y, z, angle in tenths and hundredths, each as what has changed.
  function unpacked(keys) {
    var found = [], was = [0, 0, 0, 0, 0];
    for (var at = 0; at < keys.length; at += 5) {
      was = was.map(function (value, part) { return value + keys[at + part]; });
      found.push({ frame: was[0], x: was[1] / 10, y: was[2] / 10, z: was[3] / 10, angle: was[4] / 100 });
    }
    return found;
  }

  // ways to move

  var movers = {
    sound: function (beat, table, done) { done(); },

    fall: function (beat, table, done) {
      var pieces = beat.pieces.map(function (one) { return { keys: unpacked(one.keys), lost: one.lost, box: group(one.id, one.seat, table), at: 0 }; });
      pieces = pieces.filter(function (one) { return one.box && one.keys.length; });
      tween(beat.seconds, function (share) {
        var frame = share * beat.seconds * beat.fps;
        pieces.forEach(function (one) { fallen(one, frame); });
      }, function () {
        pieces.forEach(function (one) { if (one.lost) { one.box.parentNode.removeChild(one.box); } });
        done();
      });
    },

    slide: function (beat, table, done) {
      var box = group(beat.piece, 0, table), start = box && box.transform.baseVal.consolidate();
      if (!start) { done(); return; }
      var high = Number(box.parentNode.querySelector(".mat").getAttribute("height")), from = start.matrix;
      tween(beat.seconds, function (share) {
        var gone = ease(share);
        lay(box, mix(from.e, beat.x, gone), mix(high - from.f, beat.y, gone), beat.angle, 26 * Math.sin(Math.PI * share));
      }, done);
    },

    // A piece of an open table goes to another place.
    glide: function (beat, table, done) {
      var box = table.drawn && table.drawn.querySelector("[data-key='" + beat.key + "']"), start = box && box.transform.baseVal.consolidate();
      if (!start) { done(); return; }
      var high = Number(table.drawn.querySelector(".mat").getAttribute("height")), from = start.matrix, turn = Math.atan2(from.b, from.a) * 180 / Math.PI, end = -beat.angle * 180 / Math.PI;
      box.parentNode.appendChild(box);
      tween(beat.seconds, function (share) {
        var gone = ease(share), near = 1 + 0.12 * Math.sin(Math.PI * share);
        box.setAttribute("transform", "translate(" + mix(from.e, beat.x, gone) + " " + mix(from.f, high - beat.y, gone) + ") rotate(" + mix(turn, end, gone) + ") scale(" + near + ")");
      }, done);
    },

    // It goes along its way as it went: pushed, hit, thrown back.
    drive: function (beat, table, done) {
      var box = table.drawn && table.drawn.querySelector("[data-key='" + beat.key + "']");
      if (!box) { done(); return; }
      var high = Number(table.drawn.querySelector(".mat").getAttribute("height"));
      tween(beat.seconds, function (share) { GS.drive(box, GS.along(beat.keys, share * beat.seconds * 1000), high); }, done);
    },

    put: function (beat, table, done) {
      var box = group(beat.piece, beat.seat, table);
      if (!box) { done(); return; }
      tween(beat.seconds, function (share) { lay(box, beat.x, beat.y, beat.angle, 160 * (1 - share) * (1 - share)); }, done);
    },

    // They tip over, and go to who takes them.
    gone: function (beat, table, done) {
      var to = beat.to ? place(beat.to, table) : null;
      var all = beat.pieces.map(function (id) {
        var box = table.drawn && table.drawn.querySelector("[data-soldier='" + id + "']");
        if (!box) { return null; }
        var start = center(box), chip = make("div", "", {});
        chip.style.width = chip.style.height = Math.max(18, start.high * 0.7) + "px";
        chip.style.background = box.querySelectorAll("rect")[1].getAttribute("fill");
        chip.style.border = "2px solid #000";
        box.setAttribute("opacity", 0);
        by("moves").appendChild(chip);
        return { chip: chip, from: start };
      }).filter(Boolean);
      tween(beat.seconds, function (share) {
        var gone = ease(Math.max(0, share - 0.25) / 0.75), tip = Math.min(1, share * 4);
        all.forEach(function (one) {
          var end = to || { x: one.from.x, y: window.innerHeight * 1.1 };
          stand(one.chip, mix(one.from.x, end.x, gone), mix(one.from.y, end.y, gone) - Math.sin(Math.PI * gone) * 60, 1 + 0.4 * Math.sin(Math.PI * tip) - gone * 0.5, tip * 90 + gone * 180);
        });
      }, function () { all.forEach(function (one) { one.chip.remove(); }); done(); });
    },

    // A card goes from spot to spot; one that is held comes near, is looked at, and fades.
    fly: function (beat, table, done) {
      var tall = window.innerHeight, from = place(beat.from, table), to = place(beat.to, table);
      var near = beat.held ? 2.4 : 1, card = picture(beat.art, tall * 0.19), bend = (to.x - from.x) / 40;
      tween(beat.seconds, function (share) {
        var gone = ease(beat.held ? Math.min(1, share / 0.4) : share);
        stand(card, mix(from.x, to.x, gone), mix(from.y, to.y, gone) - Math.sin(Math.PI * gone) * tall * 0.05, mix(0.7, near, gone), bend * Math.sin(Math.PI * gone));
        card.style.opacity = beat.held && share > 0.85 ? (1 - share) / 0.15 : 1;
      }, function () { card.remove(); done(); });
    },

    hop: function (beat, table, done) {
      var box = document.querySelector("[data-spot='" + beat.piece + "']"), from = standing[beat.piece] || place(beat.piece, table);
      var middle = place("roll", table), stops = [from], die = picture(beat.art, from.high || window.innerHeight * 0.06);
      beat.via.forEach(function (spot) {
        var at = place(spot, table);
        stops.push({ x: mix(at.x, middle.x, 0.46), y: mix(at.y, middle.y, 0.46) }); // dice lie between their card and the middle
      });
      if (box) { box.setAttribute("opacity", 0); }
      if (from.die) { from.die.remove(); }
      standing[beat.piece] = { x: stops[stops.length - 1].x, y: stops[stops.length - 1].y, high: from.high, die: die };
      tween(beat.seconds, function (share) {
        var step = Math.min(stops.length - 2, Math.floor(share * (stops.length - 1))), part = share * (stops.length - 1) - step;
        stand(die, mix(stops[step].x, stops[step + 1].x, part), mix(stops[step].y, stops[step + 1].y, part) - Math.sin(Math.PI * part) * window.innerHeight * 0.045, 1 + 0.5 * Math.sin(Math.PI * part), part * 90 * (step % 2 ? 1 : -1));
      }, done);
    },

    tumble: function (beat, table, done) {
      var at = place(beat.spot, table), die = picture(beat.art, at.high), face = -1, lying = document.querySelector("[data-spot='" + beat.spot + "']");
      if (lying) { lying.setAttribute("opacity", 0); }
      tween(beat.seconds, function (share) {
        var now = share < 0.75 ? Math.floor(share * 14) : -2;
        if (now !== face) { face = now; die.src = "/" + (now === -2 ? beat.art : beat.arts[now % beat.arts.length]) + ".svg"; }
        var rest = Math.max(0, 1 - share / 0.75);
        stand(die, at.x + rest * 120 * Math.sin(share * 20), at.y - Math.abs(Math.sin(share * 12)) * rest * 140, 1.7 - 0.7 * share, rest * 540);
      }, done);
    },

    shot: function (beat, table, done) {
      var mat = table.drawn && table.drawn.querySelector(".mat");
      if (!mat) { done(); return; }
      var high = Number(mat.getAttribute("height")), x = beat.from[0], y = high - beat.from[1], end = [beat.to[0], high - beat.to[1]];
      var trail = svg("line", { x1: x, y1: y, x2: x, y2: y, stroke: "#ffd98a", "stroke-width": 2.4, "stroke-linecap": "round" }, mat.parentNode);
      tween(beat.seconds, function (share) {
        var head = Math.min(1, share / 0.4);
        trail.setAttribute("x2", mix(x, end[0], head));
        trail.setAttribute("y2", mix(y, end[1], head));
        trail.setAttribute("opacity", share < 0.4 ? 1 : (1 - share) / 0.6);
      }, function () { trail.remove(); done(); });
    },

    // Bursts of paper, one in another, and a short shake.
    blast: function (beat, table, done) {
      var at = place(beat.spot, table), reach = beat.reach && at.scale ? beat.reach * at.scale : window.innerHeight * 0.17;
      var burst = svg("svg", { viewBox: "-100 -100 200 200", width: reach * 2.6, height: reach * 2.6 });
      [["#e4572e", 98, 13], ["#f0a53a", 76, 11], ["#f4ead5", 50, 9]].forEach(function (one) {
        svg("path", { d: star(one[1], one[2]), fill: one[0], stroke: "#1f2a38", "stroke-width": 2 }, burst);
      });
      by("moves").appendChild(burst);
      tween(beat.seconds, function (share) {
        var grown = share < 0.18 ? share / 0.18 : 1 + (share - 0.18) * 0.25, off = share < 0.45 ? (0.45 - share) * window.innerHeight * 0.03 : 0;
        stand(burst, at.x, at.y, grown, share * 14);
        burst.style.opacity = share < 0.55 ? 1 : (1 - share) / 0.45;
        by("stage").style.transform = off ? "translate(" + Math.sin(share * 90) * off + "px," + Math.cos(share * 70) * off + "px)" : "";
      }, function () { by("stage").style.transform = ""; burst.remove(); done(); });
    },

    call: function (beat, table, done) {
      var box = by("called");
      GS.say("called", beat.words);
      box.style.borderColor = beat.seat === null ? "" : table.seats[beat.seat].colour;
      tween(beat.seconds, function (share) {
        var grown = share < 0.12 ? 0.6 + share / 0.12 * 0.4 : 1;
        box.style.transform = "translate(-50%,-50%) scale(" + grown + ")";
        box.style.opacity = share > 0.85 ? (1 - share) / 0.15 : 1;
      }, function () { GS.say("called", ""); done(); });
    }
  };

  function fallen(one, frame) {
    var keys = one.keys;
    while (one.at < keys.length - 2 && keys[one.at + 1].frame <= frame) { one.at += 1; }
    var a = keys[one.at], b = keys[Math.min(one.at + 1, keys.length - 1)];
    if (frame < keys[0].frame) { // in hands that shake
      var shake = frame * 0.7 + keys[0].x * 40;
      lay(one.box, a.x + 4 * Math.sin(shake), a.y + 4 * Math.cos(shake * 1.3), a.angle + 0.5 * Math.sin(shake), a.z);
      return;
    }
    var share = b.frame > a.frame ? Math.min(1, Math.max(0, (frame - a.frame) / (b.frame - a.frame))) : 1;
    lay(one.box, mix(a.x, b.x, share), mix(a.y, b.y, share), mix(a.angle, b.angle, share), mix(a.z, b.z, share));
  }

  // A paper star: so many rays out to a radius.
  function star(radius, rays) {
    var found = "M";
    for (var at = 0; at < rays * 2; at++) {
      var far = at % 2 ? radius * 0.62 : radius * (0.86 + 0.14 * Math.sin(at * 5)), turn = Math.PI * at / rays;
      found += (at ? " L" : "") + (far * Math.cos(turn)).toFixed(1) + " " + (far * Math.sin(turn)).toFixed(1);
    }
    return found + " Z";
  }
})();
