// The loading screen: how much has arrived, and the buttons that start the game.
import { byId, loadingScreen, mirror } from "./elements.js";
import { sendEvent } from "./events.js";
import { hasFailed } from "./failure_screen.js";
import { fullscreenGoal, setFullscreen } from "./fullscreen.js";
import { onGesture } from "./gestures.js";
import { replaceState } from "./history_state.js";
import { linkAfterStart, resumePoint } from "./launch.js";
import { noteActivity } from "./runtime_parts.js";
import { resumeSound } from "./sound.js";
import { texts } from "./texts.js";

const SLOW_MS = 45000;
const FADE_MS = 300;
const STEPS = ["load", "unpack", "begin", "ready"];
// bytes take the bar to 80 %, unpacking and the first picture the rest
const LOADED_SHARE = 0.8;
const SHARES = { unpack: 0.85, begin: 0.92, ready: 1 };

// when each step was last heard of, and "title" when the first picture was drawn; for benchmarks
export const marks = {};
export let isReady = false;
export let isStarted = false;
// a page that has restarted by itself goes on without a press
let startRequested = resumePoint !== null;
let share = 0;
let shownStep = STEPS[0];

byId("start").textContent = texts.start;
byId("start-fullscreen").textContent = texts.startFullscreen;
byId("start-fullscreen").hidden = !document.fullscreenEnabled;
byId("slow").textContent = texts.slow;
byId("step").textContent = texts.load;
const slowTimer = setTimeout(() => { byId("slow").hidden = isReady; }, SLOW_MS);
export const cancelSlowHint = () => clearTimeout(slowTimer);

// browsers format numbers as well, but looking up how takes them longer than fetching a file
const megabytes = bytes => (bytes / 1048576).toFixed(1).replace(".", texts.decimalPoint);

export function progress(step, done, total) {
  if (hasFailed || isReady) return;
  noteActivity();
  const reached = step === "load" ? LOADED_SHARE * (total ? done / total : 0) : SHARES[step];
  share = Math.max(share, Math.min(1, reached));
  byId("bar").style.width = (share * 100).toFixed(1) + "%";
  byId("progress").setAttribute("aria-valuenow", String(Math.round(share * 100)));
  marks[step] = performance.now();
  // with the last byte unpacking begins; the text never goes back to an earlier step
  const current = step === "load" && total && done >= total ? "unpack" : step;
  if (STEPS.indexOf(current) < STEPS.indexOf(shownStep)) return;
  shownStep = current;
  const amount = [megabytes(done), texts.of, megabytes(total), "MB"].join("\u00a0");
  byId("step").textContent = texts[current] + (current === "load" && total ? `: ${amount}` : "");
}

function requestStart(inFullscreen) {
  resumeSound();
  startRequested = true;
  byId("start").setAttribute("aria-pressed", String(!inFullscreen));
  byId("start-fullscreen").setAttribute("aria-pressed", String(inFullscreen));
  setFullscreen(inFullscreen);
  if (isReady) start();
  else byId("step").textContent = texts.startsSoon;
}
byId("start").addEventListener("click", () => requestStart(false));
byId("start-fullscreen").addEventListener("click", () => requestStart(true));

// The game has drawn its first picture.
export function ready() {
  if (isReady || hasFailed) return;
  progress("ready");
  isReady = true;
  marks.title = performance.now();
  cancelSlowHint();
  byId("slow").hidden = true;
  loadingScreen.classList.add("ready");
  if (startRequested) start();
}

function start() {
  if (isStarted) return;
  isStarted = true;
  replaceState({ asked: linkAfterStart() }, "");
  loadingScreen.classList.add("gone");
  mirror.hidden = false;
  setTimeout(() => { loadingScreen.hidden = true; }, FADE_MS);
  if (document.activeElement && loadingScreen.contains(document.activeElement)) document.activeElement.blur();
  mirror.focus({ preventScroll: true });
  // the visitor's choice on this screen counts, whatever the settings remember of the last visit
  sendEvent({ kind: "fullscreen", on: fullscreenGoal() });
  sendEvent({ kind: "start" });
  // browsers fill the screen only for a press
  if (resumePoint && resumePoint.full) onGesture(() => setFullscreen(true));
}
