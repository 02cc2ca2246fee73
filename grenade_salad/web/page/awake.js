"use strict";
// Keeps the screen awake while the page is visible, where a browser permits it: with a wake lock, which pages over
// plain http get almost nowhere, or with a small silent video that plays from the first tap on. Also handles full
// screen.
var GS = window.GS = window.GS || {};
(function () {
  var byId = GS.byId, t = GS.t, film = null, method = "";

  function showWarning() {
    if (method) { GS.say("sleep", ""); return; }
    GS.say("sleep", t("This phone may go to sleep. When it wakes up, it rejoins the table by itself."));
  }

  function onGranted(granted) {
    return function () { method = granted; document.documentElement.setAttribute("data-awake", granted); showWarning(); };
  }

  function onLost() { method = ""; document.documentElement.removeAttribute("data-awake"); showWarning(); }

  function lock() {
    if (document.hidden || !navigator.wakeLock) { return; }
    navigator.wakeLock.request("screen").then(onGranted("lock"), onLost);
  }

  function play() {
    if (document.hidden || method || !film) { return; }
    var played = film.play();
    if (played && played.then) { played.then(onGranted("film"), onLost); }
  }

  function start() {
    if (method || film) { return; }
    film = byId("awake");
    film.hidden = false;
    film.onpause = film.onerror = function () { if (method === "film") { onLost(); } };
    // Safari lets the screen sleep during a video that loops, so it is restarted before its end.
    film.ontimeupdate = function () { if (film.currentTime > 2) { film.currentTime = 0; } };
    film.onended = play; // If the page was too busy to restart it in time.
    play();
  }

  // Over plain http a browser installs no page without its bars, but the page may fill the screen.
  function fill() {
    var page = document.documentElement, done = byId("fill").checked ? page.requestFullscreen() : document.exitFullscreen();
    if (done && done.catch) { done.catch(filled); }
  }

  function filled() { byId("fill").checked = Boolean(document.fullscreenElement); }

  byId("can-fill").hidden = !document.fullscreenEnabled || window.matchMedia("(display-mode: standalone)").matches;
  byId("fill").onchange = fill;
  document.addEventListener("fullscreenchange", filled);
  document.addEventListener("click", start);
  document.addEventListener("visibilitychange", function () { if (!document.hidden) { lock(); play(); } });
  showWarning();
  lock();
})();
