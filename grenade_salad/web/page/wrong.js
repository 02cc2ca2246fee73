"use strict";
// "Wrong word?": a long press on a sentence lets the player suggest a better one. It is saved in a file on the host's
// computer.
(function () {
  var HOLD = 900, FAR = 12, LONGEST = 400; // ms; px that the finger may move; letters
  var timer = 0, from = null;

  function sentence(target) {
    if (!target.closest || target.closest("button, input, summary, a, svg, img, #hand")) { return null; }
    return target.closest("p, li, h1, h2, h3, td, th, [data-say], [aria-live]");
  }

  function ask(box) {
    var text = box.textContent.trim().slice(0, LONGEST);
    if (!text || !GS.sheet || GS.sheet.seat === null) { return; }
    var better = window.prompt(GS.t("Wrong word? Write the sentence as it should be. It is saved in a file on the host's computer."), text);
    if (better && better.trim() !== text) { GS.link.send({ say: "wrong", now: text, better: better.slice(0, LONGEST) }); }
  }

  function stop() { clearTimeout(timer); timer = 0; }

  document.addEventListener("pointerdown", function (event) {
    var box = sentence(event.target);
    stop();
    if (!box || !event.isPrimary) { return; }
    from = [event.clientX, event.clientY];
    timer = setTimeout(function () { stop(); ask(box); }, HOLD);
  });
  document.addEventListener("pointermove", function (event) {
    if (timer && Math.abs(event.clientX - from[0]) + Math.abs(event.clientY - from[1]) > FAR) { stop(); }
  });
  ["pointerup", "pointercancel", "scroll", "wheel"].forEach(function (name) { document.addEventListener(name, stop, true); });
})();
