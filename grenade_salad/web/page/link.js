"use strict";
// The link to the table. It is alive as long as the table is heard every few seconds, and its state is always true.
// A decision is repeated until the table has it; its id makes that one decision, not two.
var GS = window.GS = window.GS || {};
(function () {
  var MAX_SILENCE = 5500; // ms without a message after which the link is dead: the table sends a beat every 2 s
  var PROBE_TIME = 1500; // ms that the table has to answer a page that has just woken up
  var REPEAT_AFTER = 2500; // ms after which a decision is repeated
  var MAX_RETRY_TIME = 4000; // ms between two attempts at most
  var FIRST_RETRY_TIME = 400;
  var ELSEWHERE = 4001, STOPPED = 4002, LOCKED = 4003; // codes with which the table ends a connection
  var OPENING = 0, OPEN = 1; // states of a transport
  var pageName = randomName(), messageCount = 0; // The id of each message grows, over all connections of this page.
  var transport = null, openedAt = 0, lastHeard = 0;
  var retryTime = FIRST_RETRY_TIME, retryTimer = 0, probeTimer = 0;
  var handlers = null;

  // Opens a transport to the table: an object with `send(text)`, `close()`, `readyState`, and the handlers `onopen`,
  // `onmessage` and `onclose`, all as in a web socket. A page whose table is not at the other end of a socket sets
  // another function before this script is loaded.
  GS.openTransport = GS.openTransport || function () {
    return new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/socket");
  };

  var link = GS.link = {
    state: "connecting", // "up", "down", "elsewhere" (another page has the seat), "stopped" (by the host), "locked" (needs the key)
    pending: null, // a decision: moment, text with its id, at (its time), got (the table has it), again (times repeated)
    next: null, // the message of another decision, that waits for the pending one

    // `pageHandlers`: hello() returns the first message, hear(message) handles a message, changed() a new state.
    start: function (pageHandlers) {
      handlers = pageHandlers;
      setInterval(watch, 400);
      window.addEventListener("online", link.check);
      window.addEventListener("offline", link.check);
      window.addEventListener("focus", link.check);
      window.addEventListener("hashchange", function () { if (link.state === "locked") { link.here(); } });
      window.addEventListener("pageshow", function (event) { if (event.persisted) { connect(); } });
      document.addEventListener("visibilitychange", function () { if (!document.hidden) { link.check(); } });
      connect();
    },

    // Only once the table knows the page: what waits is sent before anything newer.
    send: function (message) {
      if (link.state !== "up" || !isOpen()) { return false; }
      transport.send(encode(message));
      return true;
    },

    // Send a decision, a message with its moment. It is pending until the table has answered, however long the link is
    // down. Of what is decided meanwhile, only the newest follows.
    decide: function (message) {
      if (link.pending) { link.next = message; handlers.changed(); return; }
      link.pending = { moment: message.moment, text: encode(message), at: Date.now(), got: false, again: 0 };
      sendPending();
      handlers.changed();
    },

    // The pending decision has its answer.
    settled: function () {
      var next = link.next;
      link.pending = link.next = null;
      if (next) { link.decide(next); }
    },

    // Ask for a sign of life when the page wakes up: a dead link is replaced within two seconds.
    check: function () {
      if (link.state === "elsewhere" || link.state === "locked") { return; }
      if (!transport || transport.readyState > OPEN) { connect(); return; }
      clearTimeout(probeTimer);
      var heardBefore = lastHeard;
      sendBeat(true);
      probeTimer = setTimeout(function () { if (lastHeard === heardBefore) { reconnect(); } }, PROBE_TIME);
    },

    // Take the seat back from another page, or try another key.
    here: function () { link.state = "connecting"; connect(); }
  };

  function setState(state) {
    if (link.state !== state) { link.state = state; handlers.changed(); }
  }

  function isOpen() { return Boolean(transport) && transport.readyState === OPEN; }

  function randomName() {
    var parts = crypto.getRandomValues(new Uint32Array(4));
    return Array.prototype.map.call(parts, function (part) { return ("0000000" + part.toString(16)).slice(-8); }).join("");
  }

  // Encode a message with the next id.
  function encode(message) {
    messageCount += 1;
    message.id = messageCount;
    return JSON.stringify(message);
  }

  function sendBeat(asksForAnswer) {
    if (isOpen()) { transport.send(JSON.stringify({ say: "beat", ask: asksForAnswer })); }
  }

  function sendPending() {
    if (link.pending && isOpen()) { transport.send(link.pending.text); }
  }

  function repeatPending(time) {
    link.pending.at = time;
    link.pending.again += 1;
    sendPending();
  }

  function connect() {
    clearTimeout(retryTimer);
    clearTimeout(probeTimer);
    disconnect();
    var opened = transport = GS.openTransport();
    openedAt = Date.now();
    opened.onopen = function () {
      var hello = handlers.hello();
      hello.page = pageName;
      opened.send(JSON.stringify(hello));
    };
    opened.onmessage = function (event) { if (opened === transport) { hear(JSON.parse(event.data)); } };
    opened.onclose = function (event) { if (opened === transport) { onClosed(event.code); } };
  }

  function disconnect() {
    if (transport) { transport.onclose = transport.onmessage = null; transport.close(); transport = null; }
  }

  function reconnect() {
    disconnect();
    setDown();
    connect();
  }

  // Once the host has stopped the phones, that stays the reason until the table is back.
  function setDown() {
    if (link.state !== "stopped") { setState("down"); }
  }

  function onClosed(code) {
    transport = null;
    if (code === ELSEWHERE || code === LOCKED) { setState(code === LOCKED ? "locked" : "elsewhere"); return; }
    if (code === STOPPED) { setState("stopped"); } else { setDown(); }
    retryTimer = setTimeout(connect, code >= 4000 ? 3000 : retryTime);
    retryTime = Math.min(retryTime * 1.6, MAX_RETRY_TIME);
  }

  function hear(message) {
    lastHeard = Date.now();
    retryTime = FIRST_RETRY_TIME;
    if (message.kind === "beat") { sendBeat(false); setState("up"); return; }
    if (message.kind === "you") {
      if (link.pending) { repeatPending(lastHeard); }
      setState("up");
    }
    if (message.kind === "got" && link.pending && link.pending.moment === message.moment) { link.pending.got = true; }
    if (message.kind === "no") { link.pending = link.next = null; }
    handlers.hear(message);
  }

  function watch() {
    var time = Date.now();
    if (link.state === "up" && time - lastHeard > MAX_SILENCE) { reconnect(); }
    if (transport && transport.readyState === OPENING && time - openedAt > MAX_RETRY_TIME) { reconnect(); }
    if (link.pending && !link.pending.got && time - link.pending.at > REPEAT_AFTER) {
      repeatPending(time);
      handlers.changed();
    }
  }
})();
