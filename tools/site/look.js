// What the theme makes when a page is opened has no name and no place for keys: what scrolls sideways gets both.
"use strict";
(function () {
  function mend() {
    document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])").forEach(function (one) {
      one.tabIndex = 0;
      one.setAttribute("role", "group");
      one.setAttribute("aria-label", "A table");
    });
    document.querySelectorAll("nav.md-code__nav:not([role])").forEach(function (one) { one.setAttribute("role", "presentation"); });
  }
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
  mend();
})();
