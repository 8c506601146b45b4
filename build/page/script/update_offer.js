// The offer to reload for a newer version. The game says where it covers nothing that matters, or null while a match is
// being played; nothing reloads before the button is pressed.
import { byId, mirror, updateOffer } from "./elements.js";
import { topInset } from "./layout.js";
import { requestRestart } from "./restart.js";

const MARGIN = 4;
let isDeclined = false;

export function placeUpdateOffer(box, texts, { scale, left, top }) {
  updateOffer.hidden = isDeclined || !box;
  if (updateOffer.hidden) return;
  for (const [id, text] of [["update-text", texts.newVersion], ["update-reload", texts.reloadNow]]) {
    // a status that is written again is read out again
    if (byId(id).textContent !== text) byId(id).textContent = text;
  }
  byId("update-later").setAttribute("aria-label", texts.later);
  const [x, y, width, height] = box;
  const highest = topInset() + MARGIN + updateOffer.offsetHeight / 2;
  updateOffer.style.left = left + (x + width / 2) * scale + "px";
  updateOffer.style.top = Math.max(top + (y + height / 2) * scale, highest) + "px";
}

byId("update-reload").addEventListener("click", () => {
  requestRestart("Kartenkiste: a newer version is there", { urgent: true, mayLoseData: false });
});
byId("update-later").addEventListener("click", () => {
  isDeclined = true;
  updateOffer.hidden = true;
  mirror.focus({ preventScroll: true });
});
