"use strict";
// Animations over a drawn table: beats, as sheets/animations.py declares them. They know no game, only spots and
// movements. GS.animations.play(message, seats, done) plays them and calls `done`; GS.animations.still() is true if
// nothing should move.
var GS = window.GS = window.GS || {};
(function () {
  var byId = GS.byId, svg = GS.svg, make = GS.make;
  var asked = window.matchMedia ? window.matchMedia("(prefers-reduced-motion: reduce)") : { matches: false };
  var isLoud = false, room = null, tune = null, lastPlayed = {}, RISE = 130; // mm above the table at which a piece looks twice as large

  var show = GS.animations = {
    playing: false,
    still: function () { return asked.matches; },
    aloud: function () { isLoud = true; },

    sound: function (name) {
      if (!isLoud || !name || Date.now() - (lastPlayed[name] || 0) < 60) { return; }
      lastPlayed[name] = Date.now();
      listen(name, 0.8);
    },

    // The sound of the room, again and again, from the first tap on.
    room: function () {
      if (isLoud && !room) { room = listen("room", 0.4); room.loop = true; }
    },

    // A tune, in place of one that is playing.
    tune: function (name) {
      if (!isLoud) { return; }
      if (tune) { tune.pause(); }
      tune = listen(name, 0.6);
    },

    // Move the picture of a field so that it shows a part: [left, top, width, height] in mm of the drawing.
    look: function (drawn, frame, seconds) {
      var from = drawn.getAttribute("viewBox").split(" ").map(Number);
      tween(seconds, function (share) {
        drawn.setAttribute("viewBox", from.map(function (value, part) { return mix(value, frame[part], ease(share)); }).join(" "));
      }, function () { /* it stays there */ });
    },

    play: function (message, seats, done) {
      var table = { seats: seats, drawn: byId("picture").querySelector("svg") }, left = message.beats.length;
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

    // Confetti for the winners.
    paper: function (colours) {
      if (show.still()) { return; }
      var height = window.innerHeight, width = window.innerWidth, bits = [];
      for (var index = 0; index < 70; index++) {
        var bit = make("div");
        bit.style.width = bit.style.height = height * (0.012 + 0.01 * Math.random()) + "px";
        bit.style.background = [colours[index % colours.length], "#f4ead5", "#c8963e"][index % 3];
        byId("moves").appendChild(bit);
        bits.push({ box: bit, x: Math.random() * width, from: -Math.random() * height, turn: Math.random() * 900 });
      }
      tween(5, function (share) {
        bits.forEach(function (piece) { moveTo(piece.box, piece.x + Math.sin(share * 9 + piece.turn) * 30, piece.from + share * height * 2.1, 1, piece.turn * share); });
      }, function () { bits.forEach(function (piece) { piece.box.remove(); }); });
    },

    clear: function () { restingDice = {}; byId("moves").textContent = ""; GS.say("called", ""); }
  };

  // Positions of dice that have moved, until the picture is drawn again.
  var restingDice = {};

  function listen(name, volume) {
    var audio = new Audio("/sounds/" + name + ".wav"), played;
    audio.volume = volume;
    played = audio.play();
    if (played && played.catch) { played.catch(function () { /* no sound here */ }); }
    return audio;
  }

  // Time.

  function tween(seconds, step, done) {
    var begun = null;
    step(0);
    function frame(time) {
      if (begun === null) { begun = time; }
      var share = seconds > 0 ? Math.min(1, (time - begun) / seconds / 1000) : 1;
      step(share);
      if (share < 1) { requestAnimationFrame(frame); } else { done(); }
    }
    requestAnimationFrame(frame);
  }

  function ease(share) { return share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share); }
  function mix(a, b, share) { return a + (b - a) * share; }

  // Places on the screen.

  function center(box) {
    var rect = box.getBoundingClientRect();
    return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2, height: rect.height };
  }

  function place(spot, table) {
    if (typeof spot !== "string") { return onScreen(spot, table); }
    var element = document.querySelector("[data-spot='" + spot + "']");
    return center(element || byId("stage"));
  }

  // The position on the screen of a point of the field in mm.
  function onScreen(point, table) {
    var mat = table.drawn && table.drawn.querySelector(".mat"), to = mat && mat.getScreenCTM();
    if (!to) { return center(byId("stage")); }
    var y = Number(mat.getAttribute("height")) - point[1];
    return { x: to.a * point[0] + to.c * y + to.e, y: to.b * point[0] + to.d * y + to.f, height: 0, scale: Math.sqrt(Math.abs(to.a * to.d - to.b * to.c)) };
  }

  function picture(art, height) {
    var image = make("img", "", { src: "/" + art + ".svg", alt: "" });
    image.style.height = height + "px";
    byId("moves").appendChild(image);
    return image;
  }

  function moveTo(box, x, y, scale, turn) {
    box.style.transform = "translate(" + x + "px," + y + "px) translate(-50%,-50%) rotate(" + (turn || 0) + "deg) scale(" + (scale || 1) + ")";
  }

  // Pieces of a field.

  function group(id, seat, table) {
    var mat = table.drawn && table.drawn.querySelector(".mat");
    if (!mat) { return null; }
    var cube = mat.parentNode.querySelector("[data-soldier='" + id + "']");
    if (cube) { return cube; }
    var size = Number(table.drawn.getAttribute("data-cube")) || 8;
    return GS.cube(mat.parentNode, size, 0, 0, 0, table.seats[seat].colour, "#000000", { "data-soldier": id }, "/" + GS.mark(seat));
  }

  // Draw a piece `up` mm above the table: it is larger, and its shadow is farther away.
  function setSoldierPose(box, x, y, angle, up, scale) {
    var fieldHeight = Number(box.parentNode.querySelector(".mat").getAttribute("height")), near = (scale || 1) * (1 + up / RISE);
    box.setAttribute("transform", "translate(" + x + " " + (fieldHeight - y - up * 0.12) + ") rotate(" + -angle * 180 / Math.PI + ") scale(" + near + ")");
    var turn = angle, off = up * 0.22 / near;
    box.firstChild.setAttribute("transform", "translate(" + (Math.cos(turn) * off - Math.sin(turn) * off) + " " + (Math.sin(turn) * off + Math.cos(turn) * off) + ")");
    box.firstChild.setAttribute("fill-opacity", Math.max(0.12, 0.35 - up / 600));
  }

  // Decode the keys of a piece. Each is the change since the last: frame, x, y and z in tenths, angle in hundredths.
  function unpackKeys(keys) {
    var result = [], key = [0, 0, 0, 0, 0];
    for (var index = 0; index < keys.length; index += 5) {
      key = key.map(function (value, part) { return value + keys[index + part]; });
      result.push({ frame: key[0], x: key[1] / 10, y: key[2] / 10, z: key[3] / 10, angle: key[4] / 100 });
    }
    return result;
  }

  // Movements by the name of the beat.

  var movers = {
    sound: function (beat, table, done) { done(); },

    fall: function (beat, table, done) {
      var pieces = beat.pieces.map(function (piece) { return { keys: unpackKeys(piece.keys), lost: piece.lost, box: group(piece.id, piece.seat, table), at: 0 }; });
      pieces = pieces.filter(function (piece) { return piece.box && piece.keys.length; });
      tween(beat.seconds, function (share) {
        var frame = share * beat.seconds * beat.fps;
        pieces.forEach(function (piece) { showFalling(piece, frame); });
      }, function () {
        pieces.forEach(function (piece) { if (piece.lost) { piece.box.parentNode.removeChild(piece.box); } });
        done();
      });
    },

    slide: function (beat, table, done) {
      var box = group(beat.piece, 0, table), start = box && box.transform.baseVal.consolidate();
      if (!start) { done(); return; }
      var fieldHeight = Number(box.parentNode.querySelector(".mat").getAttribute("height")), from = start.matrix;
      tween(beat.seconds, function (share) {
        var eased = ease(share);
        setSoldierPose(box, mix(from.e, beat.x, eased), mix(fieldHeight - from.f, beat.y, eased), beat.angle, 26 * Math.sin(Math.PI * share));
      }, done);
    },

    // A piece of the open table moves to another place.
    glide: function (beat, table, done) {
      var box = table.drawn && table.drawn.querySelector("[data-key='" + beat.key + "']"), start = box && box.transform.baseVal.consolidate();
      if (!start) { done(); return; }
      var fieldHeight = Number(table.drawn.querySelector(".mat").getAttribute("height")), from = start.matrix, turn = Math.atan2(from.b, from.a) * 180 / Math.PI, end = -beat.angle * 180 / Math.PI;
      box.parentNode.appendChild(box);
      tween(beat.seconds, function (share) {
        var eased = ease(share), near = 1 + 0.12 * Math.sin(Math.PI * share);
        box.setAttribute("transform", "translate(" + mix(from.e, beat.x, eased) + " " + mix(from.f, fieldHeight - beat.y, eased) + ") rotate(" + mix(turn, end, eased) + ") scale(" + near + ")");
      }, done);
    },

    // A piece moves along its recorded path, as it was pushed or hit.
    drive: function (beat, table, done) {
      var box = table.drawn && table.drawn.querySelector("[data-key='" + beat.key + "']");
      if (!box) { done(); return; }
      var tableHeight = Number(table.drawn.querySelector(".mat").getAttribute("height"));
      tween(beat.seconds, function (share) { GS.setPose(box, GS.findPose(beat.keys, share * beat.seconds * 1000), tableHeight); }, done);
    },

    put: function (beat, table, done) {
      var box = group(beat.piece, beat.seat, table);
      if (!box) { done(); return; }
      tween(beat.seconds, function (share) { setSoldierPose(box, beat.x, beat.y, beat.angle, 160 * (1 - share) * (1 - share)); }, done);
    },

    // Soldiers tip over and move to the player who takes them.
    gone: function (beat, table, done) {
      var to = beat.to ? place(beat.to, table) : null;
      var all = beat.pieces.map(function (id) {
        var box = table.drawn && table.drawn.querySelector("[data-soldier='" + id + "']");
        if (!box) { return null; }
        var start = center(box), chip = make("div", "", {});
        chip.style.width = chip.style.height = Math.max(18, start.height * 0.7) + "px";
        chip.style.background = box.querySelector(".paint").getAttribute("fill");
        chip.style.border = "2px solid #000";
        if (box.querySelector(".mark")) { chip.appendChild(make("img", "", { src: box.querySelector(".mark").getAttribute("href"), alt: "" })); }
        box.setAttribute("opacity", 0);
        byId("moves").appendChild(chip);
        return { chip: chip, from: start };
      }).filter(Boolean);
      tween(beat.seconds, function (share) {
        var eased = ease(Math.max(0, share - 0.25) / 0.75), tip = Math.min(1, share * 4);
        all.forEach(function (piece) {
          var end = to || { x: piece.from.x, y: window.innerHeight * 1.1 };
          moveTo(piece.chip, mix(piece.from.x, end.x, eased), mix(piece.from.y, end.y, eased) - Math.sin(Math.PI * eased) * 60, 1 + 0.4 * Math.sin(Math.PI * tip) - eased * 0.5, tip * 90 + eased * 180);
        });
      }, function () { all.forEach(function (piece) { piece.chip.remove(); }); done(); });
    },

    // A card flies from spot to spot; a card that is held comes close, stays, and fades.
    fly: function (beat, table, done) {
      var tall = window.innerHeight, from = place(beat.from, table), to = place(beat.to, table);
      var near = beat.held ? 2.4 : 1, card = picture(beat.art, tall * 0.19), bend = (to.x - from.x) / 40;
      tween(beat.seconds, function (share) {
        var eased = ease(beat.held ? Math.min(1, share / 0.4) : share);
        moveTo(card, mix(from.x, to.x, eased), mix(from.y, to.y, eased) - Math.sin(Math.PI * eased) * tall * 0.05, mix(0.7, near, eased), bend * Math.sin(Math.PI * eased));
        card.style.opacity = beat.held && share > 0.85 ? (1 - share) / 0.15 : 1;
      }, function () { card.remove(); done(); });
    },

    hop: function (beat, table, done) {
      var box = document.querySelector("[data-spot='" + beat.piece + "']"), from = restingDice[beat.piece] || place(beat.piece, table);
      var middle = place("roll", table), stops = [from], die = picture(beat.art, from.height || window.innerHeight * 0.06);
      beat.via.forEach(function (spot) {
        var position = place(spot, table);
        stops.push({ x: mix(position.x, middle.x, 0.46), y: mix(position.y, middle.y, 0.46) }); // dice are between their card and the middle
      });
      if (box) { box.setAttribute("opacity", 0); }
      if (from.die) { from.die.remove(); }
      restingDice[beat.piece] = { x: stops[stops.length - 1].x, y: stops[stops.length - 1].y, height: from.height, die: die };
      tween(beat.seconds, function (share) {
        var step = Math.min(stops.length - 2, Math.floor(share * (stops.length - 1))), part = share * (stops.length - 1) - step;
        moveTo(die, mix(stops[step].x, stops[step + 1].x, part), mix(stops[step].y, stops[step + 1].y, part) - Math.sin(Math.PI * part) * window.innerHeight * 0.045, 1 + 0.5 * Math.sin(Math.PI * part), part * 90 * (step % 2 ? 1 : -1));
      }, done);
    },

    tumble: function (beat, table, done) {
      var position = place(beat.spot, table), die = picture(beat.art, position.height), face = -1, lying = document.querySelector("[data-spot='" + beat.spot + "']");
      if (lying) { lying.setAttribute("opacity", 0); }
      tween(beat.seconds, function (share) {
        var current = share < 0.75 ? Math.floor(share * 14) : -2;
        if (current !== face) { face = current; die.src = "/" + (current === -2 ? beat.art : beat.arts[current % beat.arts.length]) + ".svg"; }
        var rest = Math.max(0, 1 - share / 0.75);
        moveTo(die, position.x + rest * 120 * Math.sin(share * 20), position.y - Math.abs(Math.sin(share * 12)) * rest * 140, 1.7 - 0.7 * share, rest * 540);
      }, done);
    },

    shot: function (beat, table, done) {
      var mat = table.drawn && table.drawn.querySelector(".mat");
      if (!mat) { done(); return; }
      var fieldHeight = Number(mat.getAttribute("height")), x = beat.from[0], y = fieldHeight - beat.from[1], end = [beat.to[0], fieldHeight - beat.to[1]];
      var trail = svg("line", { x1: x, y1: y, x2: x, y2: y, stroke: "#ffd98a", "stroke-width": 2.4, "stroke-linecap": "round" }, mat.parentNode);
      tween(beat.seconds, function (share) {
        var head = Math.min(1, share / 0.4);
        trail.setAttribute("x2", mix(x, end[0], head));
        trail.setAttribute("y2", mix(y, end[1], head));
        trail.setAttribute("opacity", share < 0.4 ? 1 : (1 - share) / 0.6);
      }, function () { trail.remove(); done(); });
    },

    // Stars of paper, one inside the other, and a short shake.
    blast: function (beat, table, done) {
      var position = place(beat.spot, table), reach = beat.reach && position.scale ? beat.reach * position.scale : window.innerHeight * 0.17;
      var burst = svg("svg", { viewBox: "-100 -100 200 200", width: reach * 2.6, height: reach * 2.6 });
      [["#e4572e", 98, 13], ["#f0a53a", 76, 11], ["#f4ead5", 50, 9]].forEach(function (layer) {
        svg("path", { d: star(layer[1], layer[2]), fill: layer[0], stroke: "#1f2a38", "stroke-width": 2 }, burst);
      });
      byId("moves").appendChild(burst);
      tween(beat.seconds, function (share) {
        var grown = share < 0.18 ? share / 0.18 : 1 + (share - 0.18) * 0.25, off = share < 0.45 ? (0.45 - share) * window.innerHeight * 0.03 : 0;
        moveTo(burst, position.x, position.y, grown, share * 14);
        burst.style.opacity = share < 0.55 ? 1 : (1 - share) / 0.45;
        byId("stage").style.transform = off ? "translate(" + Math.sin(share * 90) * off + "px," + Math.cos(share * 70) * off + "px)" : "";
      }, function () { byId("stage").style.transform = ""; burst.remove(); done(); });
    },

    call: function (beat, table, done) {
      var box = byId("called");
      GS.say("called", beat.words);
      box.style.borderColor = beat.seat === null ? "" : table.seats[beat.seat].colour;
      tween(beat.seconds, function (share) {
        var grown = share < 0.12 ? 0.6 + share / 0.12 * 0.4 : 1;
        box.style.transform = "translate(-50%,-50%) scale(" + grown + ")";
        box.style.opacity = share > 0.85 ? (1 - share) / 0.15 : 1;
      }, function () { GS.say("called", ""); done(); });
    }
  };

  function showFalling(piece, frame) {
    var keys = piece.keys;
    while (piece.at < keys.length - 2 && keys[piece.at + 1].frame <= frame) { piece.at += 1; }
    var a = keys[piece.at], b = keys[Math.min(piece.at + 1, keys.length - 1)];
    if (frame < keys[0].frame) { // in the shaking hands
      var shake = frame * 0.7 + keys[0].x * 40;
      setSoldierPose(piece.box, a.x + 4 * Math.sin(shake), a.y + 4 * Math.cos(shake * 1.3), a.angle + 0.5 * Math.sin(shake), a.z);
      return;
    }
    var share = b.frame > a.frame ? Math.min(1, Math.max(0, (frame - a.frame) / (b.frame - a.frame))) : 1;
    setSoldierPose(piece.box, mix(a.x, b.x, share), mix(a.y, b.y, share), mix(a.angle, b.angle, share), mix(a.z, b.z, share));
  }

  // The path of a star with rays of a length.
  function star(radius, rays) {
    var path = "M";
    for (var index = 0; index < rays * 2; index++) {
      var distance = index % 2 ? radius * 0.62 : radius * (0.86 + 0.14 * Math.sin(index * 5)), turn = Math.PI * index / rays;
      path += (index ? " L" : "") + (distance * Math.cos(turn)).toFixed(1) + " " + (distance * Math.sin(turn)).toFixed(1);
    }
    return path + " Z";
  }
})();
