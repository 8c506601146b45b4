// A watch on stack and memory: the page restarts before it can run out of either. Nothing should ever use them up; if
// something does, half of them is gone long before the end. At half the game is asked once nobody is doing anything, at
// three quarters at once. A page that its host would not deliver again stays as long as it can.
import { isChoosingFile, lastInput } from "./activity.js";
import { hasFailed } from "./failure_screen.js";
import { resumePoint } from "./launch.js";
import { isStarted } from "./loading_screen.js";
import { isAwaitingAnswer, requestRestart } from "./restart.js";

const CHECK_MS = 2000;
const IDLE_MS = 5000;
const PROBE_MS = 4000;
const PAUSE_MS = 10000;
// a page that runs out again within a minute would restart for ever
const TOO_SOON_MS = 60000;
// more than twice what the game takes after hours, and less than what a phone gives a page
const MOST_MEMORY = 1.25 * 2 ** 30;
const TIGHT = 0.5;
const URGENT = 0.75;
const LAST_CHANCE = 0.88;

let isProbing = false;
let nextCheck = 0;
let lastWarning = "";

function warnOnce(text) {
  if (lastWarning !== text) console.warn(text);
  lastWarning = text;
}

// Return whether the page and everything in `needed` can be loaded again.
async function isReachable(needed) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PROBE_MS);
  const page = location.pathname + (location.pathname.endsWith("/") ? "index.html" : "");
  const options = { cache: "no-store", signal: limit.signal };
  try {
    const answers = await Promise.all([page, ...needed].map(path => fetch(path, options)));
    return answers.every(answer => answer.ok);
  } catch (error) {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function check({ stack, bytes }, needed) {
  const memory = bytes / MOST_MEMORY;
  const share = Math.max(stack, memory);
  const urgent = share >= URGENT;
  const now = performance.now();
  if (hasFailed || !isStarted || isProbing || isAwaitingAnswer || document.hidden || share < TIGHT) return;
  if (!urgent && (now < nextCheck || isChoosingFile || now - lastInput < IDLE_MS)) return;
  const reason = `Kartenkiste: ${stack > memory ? "the stack" : "the memory"} runs out`;
  if (resumePoint && now < TOO_SOON_MS) {
    warnOnce(`${reason} so soon again.`);
    return;
  }
  isProbing = true;
  const canReload = await isReachable(needed);
  isProbing = false;
  nextCheck = performance.now() + PAUSE_MS;
  if (canReload || share >= LAST_CHANCE) requestRestart(reason, { urgent, mayLoseData: urgent });
  else warnOnce(`${reason}, and the host does not answer. The page goes on.`);
}

// `measure` returns the share of the stack, from 0 to 1, and the bytes of memory that are in use between two tasks;
// `needed` are addresses besides the page's own without which it cannot restart.
export function watchResources(measure, needed = []) {
  setInterval(() => check(measure(), needed), CHECK_MS);
}
