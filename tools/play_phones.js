// What somebody at a phone sees and may do: tools/play_phones.py puts it into each page.
window.hand = {
  // What the page asks for now, in a word.
  state: () => {
    const sheet = window.GS && GS.sheet, shown = (id) => !document.getElementById(id).hidden;
    if (!sheet) { return "connecting"; }
    if (sheet.seat === null || sheet.seat === undefined) { return "seat free"; }
    if (sheet.over) { return "end"; }
    if (!sheet.choices && !sheet.picture) { return "lobby"; }
    if (shown("loupe")) { return "loupe"; }
    if (GS.play.waits()) { return "sent"; }
    if (GS.play.point) { return sheet.picture.soldiers.length ? "aiming" : "dropping"; }
    if (GS.play.playing) { return "cards"; }
    if (GS.play.path.length) { return "choosing"; }
    const open = sheet.window;
    if (open && open.asked) { return open.answered ? "answered" : "question"; }
    if (!sheet.choices || !sheet.choices.length) { return "waiting"; }
    if (sheet.tools) { return hand.wants(); }
    const drops = sheet.choices.some((one) => one.line.do === "drop");
    return !drops ? "turn" : sheet.picture.soldiers.length ? "after the drop" : "before the drop";
  },

  // A button that may be tapped next, in the middle of the window: where it is.
  pick: (pick) => {
    const able = (box) => Array.from(document.querySelectorAll(box + " button:not([aria-disabled=true])"));
    const sheet = GS.sheet, said = document.getElementById("said").textContent;
    if (sheet.chair && !sheet.over && !sheet.choices) {
      const begin = able("#chair-buttons").filter((one) => /^begin/.test(one.dataset.key))[0];
      if (begin) { return hand.at(begin); }
    }
    if (document.getElementById("do").hidden) { return null; }
    const large = able("#loupe");
    if (large.length) { return hand.at(large[pick % large.length]); }
    const all = able("#point").concat(able("#buttons"))
      .filter((one) => !["screen", "hint"].includes(one.dataset.key) && !one.closest("details:not([open])"));
    const doIt = all.filter((one) => one.dataset.key === "do-it")[0];
    if (doIt && pick % 3) { return hand.at(doIt); }
    const quiet = all.filter((one) => !["back", "play", "react"].includes(one.dataset.key));
    const among = said && quiet.length ? quiet : all;
    return among.length ? hand.at(among[pick % among.length]) : null;
  },

  // What the open table asks for, by the buttons that are there.
  wants: () => {
    const key = (name) => document.querySelector(`#point [data-key^=${name}]`);
    if (!document.getElementById("asked-buttons").hidden && document.querySelector("#asked-buttons button")) { return "asked"; }
    return key("aim-next") ? "a shot" : key("degrees") ? "an angle" : key("middle") ? "a place" : key("number-") ? "a number" : key("write-write") ? "words" : key("sure") ? "sure" : key("back") ? "asked what" : key("verb-") ? "a thing" : "turn";
  },

  // At the open table: the host says yes, a thing or a place on the small table, or a button; at last "Finish…".
  open: (pick, ending) => {
    const yes = document.querySelector("#asked-buttons [data-key^=allow]");
    if (yes) { return hand.at(yes); }
    if (GS.play.waits()) { return null; }
    const able = Array.from(document.querySelectorAll("#point button:not([aria-disabled=true]), #buttons button:not([aria-disabled=true])")).filter((one) => !one.closest("details:not([open])"));
    const finish = able.filter((one) => /^(do|won)$/.test(one.dataset.key) || one.textContent.indexOf("Finish") === 0 || one.textContent.indexOf(" won") > 0);
    if (ending && finish.length) { return hand.at(finish[0]); }
    const back = able.filter((one) => one.dataset.key === "back");
    if (ending && back.length) { return hand.at(back[0]); }
    const svg = document.querySelector("#picture svg");
    if (svg && pick % 3 === 0) {
      svg.scrollIntoView({ block: "center" });
      const box = svg.getBoundingClientRect(), things = Array.from(svg.querySelectorAll("[data-key]"));
      const one = things.length && pick % 2 ? things[pick % things.length].getBoundingClientRect() : null;
      const at = one ? [one.left + one.width / 2, one.top + one.height / 2] : [box.left + box.width * (0.1 + pick % 80 / 100), box.top + box.height * (0.1 + pick % 7 / 9)];
      if (at[0] > 4 && at[0] < innerWidth - 4 && at[1] > 4 && at[1] < innerHeight - 4) { return at; }
    }
    const among = able.filter((one) => finish.indexOf(one) < 0);
    return among.length ? hand.at(among[pick % among.length]) : null;
  },

  at: (one) => {
    one.scrollIntoView({ block: "center", inline: "nearest" });
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2, one.textContent];
  },

  // Somebody who may be touched on the field: where they are.
  touch: (pick) => {
    const svg = document.querySelector("#picture svg.field");
    if (!svg || !GS.sheet.choices || !GS.sheet.choices.length) { return null; }
    svg.scrollIntoView({ block: "center" });
    const box = svg.getBoundingClientRect(), top = Math.max(0, box.top) + 8, low = Math.min(innerHeight, box.bottom) - 8;
    const rings = Array.from(svg.querySelectorAll(".able")).map((one) => {
      const ring = one.getBoundingClientRect();
      return [ring.left + ring.width / 2, ring.top + ring.height / 2];
    }).filter((one) => one[0] > box.left + 8 && one[0] < box.right - 8 && one[1] > top && one[1] < low);
    return rings.length ? rings[pick % rings.length] : null;
  },

  // How many px a soldier is wide as it is drawn, where the camera follows by itself.
  width: () => {
    const svg = document.querySelector("#picture svg.field");
    if (!svg || GS.camera.isHeld || GS.camera.gliding() || !GS.sheet.picture.soldiers.length) { return null; }
    const drawn = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    return drawn * GS.sheet.picture.cube;
  },

  // What axe finds serious.
  axe: () => axe.run().then((all) => all.violations.filter((one) => ["serious", "critical"].includes(one.impact)).map(
    (one) => [one.id, one.nodes.map((node) => node.html.slice(0, 90) + " " + (node.any[0] || {}).message).slice(0, 2)]
  )),
};
