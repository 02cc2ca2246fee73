"use strict";
// A seat for who has none: a name, a face, and the seat that is tapped, in its colour.
var GS = window.GS = window.GS || {};
(function () {
  var NAME = "grenade-salad-name", FACE = "grenade-salad-face";
  var FACES = 60; // as many as the table has
  var by = GS.by, t = GS.t, make = GS.make;

  var join = GS.join = {
    wish: null, // what was asked for: seat, code

    render: function () {
      var box = by("seats-to-take"), sheet = GS.sheet, none = sheet.seat === null, wish = join.wish;
      by("join").hidden = !none;
      by("name-label").hidden = by("face-choice").hidden = Boolean(wish);
      box.textContent = "";
      if (!none) { return; }
      if (wish && sheet.seats[wish.seat]) {
        box.appendChild(make("p", t("Ask the host to let you in as {who}. Your code is {code}.", { who: sheet.seats[wish.seat].name, code: wish.code })));
        GS.play.button(box, t("Another seat"), function () { GS.link.send({ say: "leave" }); }, false, "another");
        return;
      }
      sheet.seats.forEach(function (one, seat) { if (one.who !== "phone") { offer(box, one, seat); } });
      if (!sheet.seats.length) { box.appendChild(make("p", t("The host has not chosen a game yet."))); }
    }
  };

  function offer(box, one, seat) {
    var sits = one.who === "machine" ? t("a machine") : one.who === "nobody" ? t("nobody") : t("at the screen");
    var made = GS.play.button(box, "", function () { claim(seat); }, false, "seat-" + seat);
    if (one.face !== null) { made.appendChild(GS.face(one.face)); }
    made.appendChild(make("b", one.name));
    made.appendChild(make("span", " · " + sits));
    made.style.borderLeft = "12px solid " + one.colour;
    made.setAttribute("aria-label", one.name + ", " + sits);
  }

  function claim(seat) {
    var name = by("name").value.trim(), face = GS.recall(FACE);
    GS.remember(NAME, name || null);
    GS.link.send({ say: "claim", seat: seat, who: GS.sheet.seats[seat].name, code: location.hash.slice(1, 17), name: name.slice(0, 24), face: face === null ? null : Number(face) });
  }

  // who has chosen none gets the one that the table knows

  function renderFaces() {
    var box = by("faces"), now = GS.recall(FACE);
    box.textContent = "";
    for (var face = 0; face < FACES; face++) { box.appendChild(faceButton(face, String(face) === now)); }
  }

  function faceButton(face, chosen) {
    var made = make("button", "", { type: "button", "aria-pressed": chosen ? "true" : "false", "aria-label": t("Face {number}", { number: face + 1 }) });
    made.appendChild(GS.face(face));
    made.onclick = function () {
      GS.remember(FACE, String(face));
      by("face-choice").open = false;
      by("face-choice").firstElementChild.focus();
      showFace();
    };
    return made;
  }

  function showFace() {
    var now = GS.recall(FACE), box = by("face-now");
    box.textContent = "";
    if (now !== null) { box.appendChild(GS.face(now)); }
  }

  by("name").value = GS.recall(NAME) || "";
  by("face-choice").ontoggle = function () { if (by("face-choice").open) { renderFaces(); } };
  showFace();
})();
