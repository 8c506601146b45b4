// Touch screens, and their vibration.
import { attempt } from "./attempt.js";
import { hasFailed } from "./failure_screen.js";
import { isAway } from "./visibility.js";

export const usesTouch = () => matchMedia("(pointer: coarse)").matches;
export const canVibrate = () => typeof navigator.vibrate === "function" && usesTouch();

// The pattern is milliseconds on and off in turn.
export function vibrate(pattern) {
  // before the first press browsers refuse it
  const wasPressed = !navigator.userActivation || navigator.userActivation.hasBeenActive;
  const isSeen = !isAway && !hasFailed && !document.hidden;
  if (canVibrate() && wasPressed && isSeen) attempt(() => navigator.vibrate(pattern));
}
