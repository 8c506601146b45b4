// The keyboard, except in the page's own text field and buttons.
import { textForm, updateOffer } from "./elements.js";
import { eventTime, sendEvent } from "./events.js";
import { hasFailed } from "./failure_screen.js";
import { isStarted } from "./loading_screen.js";
import { resumeSound } from "./sound.js";

// keys of the game that would scroll or search the page
const PREVENTED = new Set([
  ...["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"],
  ...[" ", "Enter", "Backspace", "Escape", "/", "'", "F1"],
]);

function handleKey(event) {
  if (!isStarted || hasFailed || textForm.contains(event.target) || updateOffer.contains(event.target)) return;
  // the runtime's own listeners would take keys that the game leaves to the browser
  event.stopImmediatePropagation();
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.key === "Tab") return;
  if (PREVENTED.has(event.key)) event.preventDefault();
  if (event.type !== "keydown") return;
  resumeSound();
  const { key, code, shiftKey: shift, repeat } = event;
  sendEvent({ kind: "key", key, code, shift, repeat, at: eventTime(event) });
}
for (const name of ["keydown", "keyup", "keypress"]) addEventListener(name, handleKey, true);
