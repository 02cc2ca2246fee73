"use strict";
// The line to the table. It is alive as long as the table is heard every few seconds, and it says what is true of it.
// A decision is said again until the table has it; its id makes that one decision, not two.
var GS = window.GS = window.GS || {};
(function () {
  var LATE = 5500; // ms without a word after which the line is dead: the table beats every 2 s
  var PROBE = 1500; // ms that the table has to answer a page that has just woken up
  var ANSWER = 2500; // ms after which a decision is said again
  var SLOWEST = 4000; // ms between two attempts at most
  var page = random(), count = 0; // The id of each message grows, over all connections of this page.
  var socket = null, heard = 0, retry = 400, timer = 0, probe = 0, opened = 0, handlers = null, hello = null;

  var line = GS.line = {
    state: "connecting", // up, down, elsewhere (another page has the seat), stopped (by the host)
    pending: null, // a decision: moment, text with its id, at, got (the table has it), again (how often it was said again)
    next: null, // the message of another one, that waits until this is settled

    // `how`: hello() gives the first message, hear(message) takes what comes, changed() is called for a new state.
    start: function (how) {
      handlers = how;
      hello = how.hello;
      setInterval(watch, 400);
      window.addEventListener("online", line.check);
      window.addEventListener("offline", line.check);
      window.addEventListener("focus", line.check);
      window.addEventListener("pageshow", function (event) { if (event.persisted) { connect(); } });
      document.addEventListener("visibilitychange", function () { if (!document.hidden) { line.check(); } });
      connect();
    },

    // Only once the table knows the page: what waits is said before anything newer.
    send: function (message) {
      if (line.state !== "up" || !socket || socket.readyState !== 1) { return false; }
      socket.send(numbered(message));
      return true;
    },

    // Decide: a message with its moment. It is on its way until the table has answered, however long the line is down.
    // What is decided meanwhile comes after it, the newest alone.
    decide: function (message) {
      if (line.pending) { line.next = message; handlers.changed(); return; }
      line.pending = { moment: message.moment, text: numbered(message), at: Date.now(), got: false, again: 0 };
      say();
      handlers.changed();
    },

    settled: function () {
      var next = line.next;
      line.pending = line.next = null;
      if (next) { line.decide(next); }
    },

    // Is anybody there? Asked when the page wakes up: a line that was dead is replaced within two seconds.
    check: function () {
      if (line.state === "elsewhere") { return; }
      if (!socket || socket.readyState > 1) { connect(); return; }
      clearTimeout(probe);
      var before = heard;
      beat(true);
      probe = setTimeout(function () { if (heard === before) { lost(); connect(); } }, PROBE);
    },

    here: function () { line.state = "connecting"; connect(); }
  };

  function set(state) {
    if (line.state !== state) { line.state = state; handlers.changed(); }
  }

  function random() {
    return Array.prototype.map.call(crypto.getRandomValues(new Uint32Array(4)), function (part) { return ("0000000" + part.toString(16)).slice(-8); }).join("");
  }

  function numbered(message) {
    count += 1;
    message.id = count;
    return JSON.stringify(message);
  }

  function beat(ask) {
    if (socket && socket.readyState === 1) { socket.send(JSON.stringify({ say: "beat", ask: ask })); }
  }

  function say() {
    if (line.pending && socket && socket.readyState === 1) { socket.send(line.pending.text); }
  }

  function connect() {
    clearTimeout(timer);
    clearTimeout(probe);
    if (socket) { socket.onclose = socket.onmessage = null; socket.close(); }
    var mine = socket = new WebSocket("ws://" + location.host + "/socket");
    opened = Date.now();
    mine.onopen = function () {
      var first = hello();
      first.page = page;
      mine.send(JSON.stringify(first));
    };
    mine.onmessage = function (event) { if (mine === socket) { hear(JSON.parse(event.data)); } };
    mine.onclose = function (event) { if (mine === socket) { closed(event.code); } };
  }

  // Nobody is heard. Where the host has stopped the phones, that stays the reason until the table is there again.
  function gone() {
    if (line.state !== "stopped") { set("down"); }
  }

  function closed(code) {
    socket = null;
    if (code === 4001) { set("elsewhere"); return; }
    if (code === 4002) { set("stopped"); } else { gone(); }
    timer = setTimeout(connect, code >= 4000 ? 3000 : retry);
    retry = Math.min(retry * 1.6, SLOWEST);
  }

  function lost() {
    if (socket) { socket.onclose = socket.onmessage = null; socket.close(); socket = null; }
    gone();
  }

  function hear(message) {
    heard = Date.now();
    retry = 400;
    if (message.kind === "beat") { beat(false); set("up"); return; }
    if (message.kind === "you") {
      if (line.pending) { line.pending.at = heard; line.pending.again += 1; say(); }
      set("up");
    }
    if (message.kind === "got" && line.pending && line.pending.moment === message.moment) { line.pending.got = true; }
    if (message.kind === "no") { line.pending = line.next = null; }
    handlers.hear(message);
  }

  function watch() {
    var now = Date.now();
    if (line.state === "up" && now - heard > LATE) { lost(); connect(); }
    if (socket && socket.readyState === 0 && now - opened > SLOWEST) { lost(); connect(); }
    if (line.pending && !line.pending.got && now - line.pending.at > ANSWER) {
      line.pending.at = now;
      line.pending.again += 1;
      say();
      handlers.changed();
    }
  }
})();
