"use strict";
// Keeps the screen awake while the page is looked at, where a browser lets it: by a wake lock, which pages over plain
// http are refused nearly everywhere, or by a small silent film that plays from the first tap on. And fills the screen.
var GS = window.GS = window.GS || {};
(function () {
  var by = GS.by, t = GS.t, film = null, awake = "";

  function tell() {
    if (awake) { GS.say("sleep", ""); return; }
    GS.say("sleep", t("This phone may go to sleep. When it wakes up, it rejoins the table by itself."));
  }

  function held(how) {
    return function () { awake = how; document.documentElement.setAttribute("data-awake", how); tell(); };
  }

  function lost() { awake = ""; document.documentElement.removeAttribute("data-awake"); tell(); }

  function lock() {
    if (document.hidden || !navigator.wakeLock) { return; }
    navigator.wakeLock.request("screen").then(held("lock"), lost);
  }

  function play() {
    if (document.hidden || awake || !film) { return; }
    var played = film.play();
    if (played && played.then) { played.then(held("film"), lost); }
  }

  function start() {
    if (awake || film) { return; }
    film = by("awake");
    film.hidden = false;
    film.onpause = film.onerror = function () { if (awake === "film") { lost(); } };
    // Safari lets a film that loops sleep: it begins anew before its end instead.
    film.ontimeupdate = function () { if (film.currentTime > 2) { film.currentTime = 0; } };
    film.onended = play; // Who was too busy to begin it anew in time begins it now.
    play();
  }

  // Over plain http a browser installs nothing without its bars, but it may fill the screen.
  function fill() {
    var page = document.documentElement, done = by("fill").checked ? page.requestFullscreen() : document.exitFullscreen();
    if (done && done.catch) { done.catch(filled); }
  }

  function filled() { by("fill").checked = Boolean(document.fullscreenElement); }

  by("can-fill").hidden = !document.fullscreenEnabled || window.matchMedia("(display-mode: standalone)").matches;
  by("fill").onchange = fill;
  document.addEventListener("fullscreenchange", filled);
  document.addEventListener("click", start);
  document.addEventListener("visibilitychange", function () { if (!document.hidden) { lock(); play(); } });
  tell();
  lock();
})();
