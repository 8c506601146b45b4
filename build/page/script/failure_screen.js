// The screen that says in words what went wrong, and offers to reload and to copy the details.
import { copyToClipboard } from "./clipboard.js";
import { byId, failureScreen, loadingScreen, mirror, textForm, updateOffer } from "./elements.js";
import { handOver } from "./handover.js";
import { link, linkAfterStart, NO_SCREEN, resumePoint } from "./launch.js";
import { cancelSlowHint, isReady, isStarted } from "./loading_screen.js";
import { missingParts } from "./runtime_parts.js";
import { setSilent } from "./sound.js";
import { unsavedTexts } from "./storage.js";
import { texts } from "./texts.js";
import { updateWakeLock } from "./wake_lock.js";

export let hasFailed = false;

// Stop the page: kind is "load" (a part is missing), "old" (the browser) or "crash".
export function fail(kind, details) {
  if (kind !== "old" && !isReady && missingParts()) {
    kind = "load";
    details = `${missingParts()}\n\n${details}`;
  }
  if (hasFailed) {
    byId("details").textContent += "\n\n" + details;
    return;
  }
  hasFailed = true;
  cancelSlowHint();
  fillIn(kind, details, leaveForReload(kind));
  for (const element of [loadingScreen, mirror, textForm, updateOffer]) element.hidden = true;
  failureScreen.hidden = false;
  // on a small screen the text comes first
  byId("reload").focus({ preventScroll: true });
  setSilent(true);
  updateWakeLock();
}

// A reload asks for the same link again; return whether it will find all unsaved texts.
function leaveForReload(kind) {
  let state = {};
  if (isStarted) state = { asked: linkAfterStart() };
  // a screen that crashes when it is opened again is not opened a third time
  else if (resumePoint) {
    state = { asked: link, renewal: { ...resumePoint, back: kind === "crash" ? NO_SCREEN : resumePoint.back } };
  }
  // the address with the link can be copied, too
  return handOver(state, !isStarted && link ? "#" + link : "") === 0;
}

function fillIn(kind, details, isEverythingKept) {
  const [heading, text] = texts.failures[kind];
  const isDataLost = kind === "crash" && !isEverythingKept && Object.keys(unsavedTexts).length;
  byId("failure-heading").textContent = heading;
  byId("failure-text").textContent = isDataLost ? texts.crashUnsaved : text;
  byId("failure-more").textContent = texts.details;
  byId("reload").textContent = texts.reload;
  byId("copy-details").textContent = texts.copyDetails;
  const startLink = isStarted && link ? ["#" + link] : [];
  const facts = [navigator.userAgent, location.href, ...startLink, new Date().toISOString()];
  byId("details").textContent = `${details}\n\n${facts.join("\n")}`;
}

byId("reload").addEventListener("click", () => location.reload());
byId("copy-details").addEventListener("click", async () => {
  if (await copyToClipboard(byId("details").textContent)) {
    byId("copy-details").textContent = texts.copied;
    return;
  }
  failureScreen.querySelector("details").open = true;
  getSelection().selectAllChildren(byId("details"));
});
