// A restart of the page by itself: the game says where it is, and the next load of the page goes on there.
import { sendEvent } from "./events.js";
import { isFullscreen } from "./fullscreen.js";
import { handOver } from "./handover.js";
import { linkAfterStart, NO_SCREEN } from "./launch.js";
import { submitText } from "./text_entry.js";

const ANSWER_MS = 3000;
export let isAwaitingAnswer = false;
let reason = "";
let resumeAddress = NO_SCREEN;
let mayLose = false;

// Ask the game where it is. It answers with restart(), at once if it is urgent, otherwise as soon as nobody is doing
// anything.
export function requestRestart(why, { urgent, mayLoseData }) {
  reason = why;
  mayLose = mayLoseData;
  resumeAddress = NO_SCREEN;
  // so that a text that is half typed is not lost
  if (urgent) submitText();
  sendEvent({ kind: "renewal", urgent });
  if (!urgent) return;
  // a game that does not answer has saved everything after every move, and the title leads there
  isAwaitingAnswer = true;
  setTimeout(() => {
    isAwaitingAnswer = false;
    restart(resumeAddress);
  }, ANSWER_MS);
}

export function restart(address) {
  resumeAddress = address;
  const state = { asked: linkAfterStart(), renewal: { back: address, full: isFullscreen() } };
  if (handOver(state, "", !mayLose) < 0) {
    console.warn(`${reason}, and the browser does not keep where it was. The page goes on.`);
    return;
  }
  console.warn(`${reason}. The page starts anew and goes on where it was.`);
  location.reload();
}
