// Full screen: until the game has started the visitor's own buttons decide, then the game asks for it.
import { sendEvent } from "./events.js";
import { onResize } from "./layout.js";

// what the browser was asked for and has not done yet, or null
let requested = null;

export const isFullscreen = () => Boolean(document.fullscreenElement);
export const fullscreenGoal = () => requested === null ? isFullscreen() : requested;
const reportFullscreen = () => sendEvent({ kind: "fullscreen", on: isFullscreen() });

export function setFullscreen(on) {
  const owner = on ? document.documentElement : document;
  const change = on ? owner.requestFullscreen : owner.exitFullscreen;
  if (on === fullscreenGoal()) return;
  // browsers refuse it without a gesture, and say so on the console
  if (!change || (on && navigator.userActivation && !navigator.userActivation.isActive)) {
    reportFullscreen();
    return;
  }
  requested = on;
  const done = () => {
    requested = null;
    reportFullscreen();
  };
  // some browsers refuse by throwing, others by rejecting
  new Promise(resolve => resolve(change.call(owner))).then(done, done);
}

document.addEventListener("fullscreenchange", () => {
  reportFullscreen();
  onResize();
});
