"use strict";
// The bar of an open question: how much of its time is left. Phones and television pages use it.
var GS = window.GS = window.GS || {};
(function () {
  var heard = 0; // ms at which the latest moment was heard here

  GS.clock = {
    start: function () { heard = Date.now(); },

    // The seconds that are left; 0 if there is no limit, or the time is stopped.
    left: function (open) {
      return open && open.seconds && !open.paused ? Math.max(0, open.seconds - (Date.now() - heard) / 1000) : 0;
    },

    // The bar stays, empty, when the time is over: nothing else on the page moves then.
    draw: function (box, open) {
      box.hidden = !open || !open.seconds;
      if (open && open.seconds && !open.paused) { box.firstElementChild.style.transform = "scaleX(" + GS.clock.left(open) / open.seconds + ")"; }
    }
  };
})();
