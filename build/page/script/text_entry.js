// The text field of the page: only such a field opens the keyboard of a phone, and has caret, clipboard and the
// system's ways to write an umlaut. With a mouse it lies where the game has its own, with a finger above the keyboard.
// The game gets the text as keys.
import { byId, canvas, stage, textField, textForm } from "./elements.js";
import { sendEvent } from "./events.js";
import { stageBox } from "./layout.js";
import { usesTouch } from "./vibration.js";

// whether what is in the field has yet to be sent
let isPending = false;
let shownStyle = "";

// Show the field with a text, or hide it for null; `style` is the place of the game's own field.
export function updateTextEntry(text, texts, style) {
  const isWanted = text !== null;
  const isInPlace = isWanted && style !== "" && !usesTouch();
  textForm.classList.toggle("in-place", isInPlace);
  textForm.style.cssText = isInPlace ? style : "";
  // straight from one field to another: the text of the first has been sent already
  const isAnotherField = isWanted && !textForm.hidden && !isPending && style !== shownStyle;
  shownStyle = style;
  if (isWanted === !textForm.hidden && !isAnotherField) return;
  textForm.hidden = !isWanted;
  // the keyboard of a phone takes part of the height: until the text is done the game keeps its size
  stage.style.height = isWanted && !isInPlace ? stageBox.height + "px" : "";
  isPending = isWanted;
  textField.setAttribute("aria-label", texts.textField);
  byId("text-cancel").setAttribute("aria-label", texts.cancel);
  if (!isWanted) return;
  textField.value = text;
  textField.focus();
  textField.select();
}

function sendKeys(keys) {
  if (!isPending) return;
  isPending = false;
  const at = performance.now();
  for (const key of keys) sendEvent({ kind: "key", key, code: "", shift: false, repeat: false, at });
}

// all of the game's own text is selected: one Backspace empties its field
export function submitText() { if (!textForm.hidden) sendKeys(["Backspace", ...Array.from(textField.value), "Enter"]); }
function cancelText() { sendKeys(["Escape"]); }

textForm.addEventListener("submit", event => {
  event.preventDefault();
  submitText();
});
byId("text-cancel").addEventListener("click", cancelText);
textField.addEventListener("keydown", event => {
  if (event.isComposing) return;
  const isSubmit = event.key === "Tab" && textForm.classList.contains("in-place");
  if (event.key !== "Escape" && !isSubmit) return;
  event.preventDefault();
  if (isSubmit) submitText();
  else cancelText();
});
// before the game hears of the press
canvas.addEventListener("pointerdown", submitText, true);
