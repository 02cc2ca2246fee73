"use strict";
// Taking a seat: a name, a face, and a tap on a seat in its colour.
var GS = window.GS = window.GS || {};
(function () {
  var NAME = "grenade-salad-name", FACE = "grenade-salad-face";
  var FACES = 60; // the number of faces that the table has
  var byId = GS.byId, t = GS.t, make = GS.make;

  var join = GS.join = {
    wish: null, // the request: seat and code

    render: function () {
      var box = byId("seats-to-take"), sheet = GS.sheet, none = sheet.seat === null, wish = join.wish;
      byId("join").hidden = !none;
      byId("name-label").hidden = byId("face-choice").hidden = Boolean(wish);
      box.textContent = "";
      if (!none) { return; }
      if (wish && sheet.seats[wish.seat]) {
        box.appendChild(make("p", t("Ask the host to let you in as {who}. Your code is {code}.", { who: sheet.seats[wish.seat].name, code: wish.code })));
        GS.play.button(box, t("Another seat"), function () { GS.link.send({ say: "leave" }); }, false, "another");
        return;
      }
      sheet.seats.forEach(function (player, seat) { if (player.who !== "phone") { offer(box, player, seat); } });
      if (!sheet.seats.length) { box.appendChild(make("p", t("The host has not chosen a game yet."))); }
    }
  };

  // Type the key of the evening, or paste the whole link that ends with it.
  byId("lock-form").onsubmit = function (event) {
    var typed = byId("key").value.trim(), key = typed.slice(typed.lastIndexOf("#") + 1).toLowerCase();
    event.preventDefault();
    byId("key").value = "";
    if (location.hash === "#" + key) { GS.link.here(); } else { location.hash = key; }
  };

  function offer(box, player, seat) {
    var sits = player.who === "machine" ? t("a machine") : player.who === "nobody" ? t("nobody") : t("at the screen");
    var element = GS.play.button(box, "", function () { claim(seat); }, false, "seat-" + seat);
    if (player.face !== null) { element.appendChild(GS.face(player.face)); }
    element.appendChild(make("b", player.name));
    element.appendChild(make("span", " · " + sits));
    element.style.borderLeft = "12px solid " + player.colour;
    element.setAttribute("aria-label", player.name + ", " + sits);
  }

  function claim(seat) {
    var name = byId("name").value.trim(), face = GS.recall(FACE);
    GS.remember(NAME, name || null);
    GS.link.send({ say: "claim", seat: seat, who: GS.sheet.seats[seat].name, code: location.hash.slice(1, 17), name: name.slice(0, 24), face: face === null ? null : Number(face) });
  }

  // A person who has not chosen a face gets the one that the table has saved for the name.

  function renderFaces() {
    var box = byId("faces"), chosenFace = GS.recall(FACE);
    box.textContent = "";
    for (var face = 0; face < FACES; face++) { box.appendChild(faceButton(face, String(face) === chosenFace)); }
  }

  function faceButton(face, chosen) {
    var element = make("button", "", { type: "button", "aria-pressed": chosen ? "true" : "false", "aria-label": t("Face {number}", { number: face + 1 }) });
    element.appendChild(GS.face(face));
    element.onclick = function () {
      GS.remember(FACE, String(face));
      byId("face-choice").open = false;
      byId("face-choice").firstElementChild.focus();
      showFace();
    };
    return element;
  }

  function showFace() {
    var chosenFace = GS.recall(FACE), box = byId("face-now");
    box.textContent = "";
    if (chosenFace !== null) { box.appendChild(GS.face(chosenFace)); }
  }

  byId("name").value = GS.recall(NAME) || "";
  byId("face-choice").ontoggle = function () { if (byId("face-choice").open) { renderFaces(); } };
  showFace();
})();
