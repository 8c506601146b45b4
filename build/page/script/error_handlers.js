// Errors that nobody caught: each ends on the failure screen, never in an alert.
import { fail } from "./failure_screen.js";
import { isReady } from "./loading_screen.js";
import { noteHiddenError } from "./runtime_parts.js";

// Return an error's stack with its message: the stacks of some browsers are only a list of places.
export function describeError(error) {
  const message = String(error);
  const stack = String((error && error.stack) || "");
  if (!stack) return message;
  return stack.includes(message) ? stack : `${message}\n${stack}`;
}

// Return whether a script is the game's: from the page's own host or from that of pygbag's runtime.
function isOurs(url) {
  const hosts = [location.href, window.config && config.cdn].filter(Boolean);
  return !url.startsWith("blob:") && hosts.some(host => new URL(host).origin === new URL(url, host).origin);
}

function handleError(event) {
  const { message, error, target } = event;
  if (target && target.tagName === "SCRIPT") {
    // extensions add scripts that the policy refuses
    if (isOurs(target.src)) fail("load", `script: ${target.src}`);
  // raised by browsers and extensions about their own affairs
  } else if (/^ResizeObserver loop/.test(message)) console.warn(message);
  else if (/^Script error/.test(message)) noteHiddenError(message);
  // a script of the runtime that cannot be parsed is incomplete, or another page in its place
  else if (error instanceof SyntaxError && /\.m?js$/.test(event.filename)) {
    fail("load", `${event.filename}: ${describeError(error)}`);
  } else if (error || message) fail("crash", error ? describeError(error) : String(message));
  event.stopImmediatePropagation();
}

function handleRejection(event) {
  const { reason } = event;
  // a refused play() or full screen is no failure; before the game is ready, other refusals are
  const isHarmless = reason instanceof DOMException
    && (isReady || /^(NotAllowed|Abort|NotSupported)Error$/.test(reason.name));
  if (!isHarmless) fail("crash", describeError(reason));
  event.preventDefault();
  event.stopImmediatePropagation();
}

// these come first and let no other handler run: the runtime's own would open alert boxes
addEventListener("error", handleError, true);
addEventListener("unhandledrejection", handleRejection, true);
window.alert = text => console.warn("alert: " + text);
