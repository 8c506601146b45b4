// The screen stays on while a game is being played, as far as the browser allows it.
import { attempt } from "./attempt.js";
import { hasFailed } from "./failure_screen.js";
import { isAway } from "./visibility.js";

let isWanted = false;
let isRequesting = false;
let lock = null;

export function keepScreenOn(on) {
  isWanted = on;
  updateWakeLock();
}

export async function updateWakeLock() {
  const needed = isWanted && !isAway && !hasFailed && !document.hidden;
  if (!needed && lock) {
    const old = lock;
    lock = null;
    attempt(() => old.release().catch(() => {}));
  }
  if (!needed || lock || isRequesting || !navigator.wakeLock) return;
  isRequesting = true;
  try {
    const granted = await navigator.wakeLock.request("screen");
    lock = granted;
    // browsers take it back when the page is hidden or the battery is low
    granted.addEventListener("release", () => { if (lock === granted) lock = null; });
  } catch (error) { /* the screen goes off as usual */ }
  isRequesting = false;
  // it may not be needed any more
  if (lock) updateWakeLock();
}

document.addEventListener("visibilitychange", updateWakeLock);
addEventListener("pointerup", () => { if (isWanted && !lock) updateWakeLock(); }, true);
