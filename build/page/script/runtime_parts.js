// The parts of the runtime that are on their way or missing, and a start that has come to a standstill.
import { lastLines } from "./console_log.js";
import { fail, hasFailed } from "./failure_screen.js";
import { isReady } from "./loading_screen.js";

// a runtime may ask once more for a part that did not arrive within this time
const RETRY_MS = 4000;
// of the console, beside the names of the missing parts
const LINES_WITH_PARTS = 10;
// a slow connection gives a sign of life sooner
const STALLED_S = 14;

// part -> why it is missing, or "" while it is on its way. Before the game is ready every failure counts as a failure
// of these, whatever a script of the runtime calls it
const parts = new Map();
let quietSeconds = 0;
let stallTimer = 0;

export function missingParts() {
  return [...parts].filter(([, reason]) => reason).map(([part, reason]) => `${part}: ${reason}`).join("\n");
}
export function noteActivity() { quietSeconds = 0; }
export function partRequested(part) { parts.set(part, ""); noteActivity(); }
export function partArrived(part) { parts.delete(part); noteActivity(); }
export function partMissing(part, reason) {
  parts.set(part, String(reason) || "?");
  setTimeout(() => { if (missingParts() && !isReady) fail("load", lastLines(LINES_WITH_PARTS).join("\n")); }, RETRY_MS);
}

// A browser does not tell what an error in a script of another host says, nor whose script it was. Such an error counts
// if nothing happens after it: nothing is on its way, and the game does not start.
export function noteHiddenError(message) {
  console.warn(message);
  if (isReady || stallTimer) return;
  stallTimer = setInterval(() => {
    quietSeconds = [...parts.values()].includes("") ? 0 : quietSeconds + 1;
    const isStalled = quietSeconds >= STALLED_S;
    if (isReady || hasFailed || isStalled) clearInterval(stallTimer);
    if (!isReady && isStalled) fail("crash", [message, ...lastLines()].join("\n"));
  }, 1000);
}
