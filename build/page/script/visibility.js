// Whether somebody is there: while the page is hidden or behind another window, the game stands still.
import { sendEvent } from "./events.js";
import { setSilent } from "./sound.js";
import { updateWakeLock } from "./wake_lock.js";

export let isAway = false;

function setAway(away) {
  if (away === isAway) return;
  isAway = away;
  setSilent(away);
  updateWakeLock();
  sendEvent({ kind: away ? "hidden" : "shown" });
}

document.addEventListener("visibilitychange", () => setAway(document.hidden));
addEventListener("blur", () => setAway(true));
addEventListener("focus", () => setAway(document.hidden));
// not every browser reports that a frame has the focus again; input shows that somebody is there
for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => setAway(false), true);
