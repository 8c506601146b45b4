// The controls of the screen as real buttons of the page, so that the game can be played without seeing its picture.
import { mirror, textField } from "./elements.js";
import { eventTime, sendEvent } from "./events.js";
import { hasFailed } from "./failure_screen.js";
import { picturePlace } from "./layout.js";
import { updateTextEntry } from "./text_entry.js";
import { textsIn } from "./texts.js";
import { placeUpdateOffer } from "./update_offer.js";

// the button and the style of each control, by its id
const buttons = new Map();
const styles = new Map();
let isFocusingItself = false;

// Do something that moves the focus without telling the game, which would take it for the player's doing.
export function withoutFocusEvents(work) {
  isFocusingItself = true;
  const result = work();
  isFocusingItself = false;
  return result;
}

function addButton(id) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.id = id;
  button.addEventListener("click", event => sendEvent({ kind: "use", id, at: eventTime(event) }));
  button.addEventListener("focus", event => {
    if (!isFocusingItself) sendEvent({ kind: "focus", id, at: eventTime(event) });
  });
  buttons.set(id, button);
  return button;
}

// every write costs a layout: only what has changed is written
function updateButton(button, label, isEnabled, isOn, style) {
  if (button.textContent !== label) button.textContent = label;
  if (button.disabled === isEnabled) button.disabled = !isEnabled;
  if (isOn !== null && button.getAttribute("aria-pressed") !== String(isOn)) {
    button.setAttribute("aria-pressed", String(isOn));
  }
  if (styles.get(button.dataset.id) === style) return;
  styles.set(button.dataset.id, style);
  // the policy lets scripts set a style, but no attribute with one
  button.style.cssText = style;
}

function updateButtons(items, styleOf) {
  const gone = new Set(buttons.keys());
  let before = null;
  for (const [id, label, isEnabled, isOn, ...box] of items) {
    gone.delete(id);
    const button = buttons.get(id) || addButton(id);
    updateButton(button, label, isEnabled, isOn, styleOf(box));
    const next = before ? before.nextSibling : mirror.firstChild;
    if (next !== button) mirror.insertBefore(button, next);
    before = button;
  }
  for (const id of gone) {
    buttons.get(id).remove();
    buttons.delete(id);
    styles.delete(id);
  }
}

function moveFocus(target, hadFocus, isTyping) {
  const active = document.activeElement;
  if (target && !isTyping && target !== active) target.focus({ preventScroll: true });
  // the focused button has gone
  else if (!target && hadFocus && hadFocus !== active) mirror.focus({ preventScroll: true });
}

// Show the controls of a screen: what game/app/mirror.py sends.
export function mirrorScene(seen) {
  document.documentElement.lang = seen.lang;
  mirror.setAttribute("aria-label", seen.words || "Kartenkiste");
  if (hasFailed) return;
  const place = picturePlace();
  const length = (pixels, start = 0) => (start + pixels * place.scale).toFixed(1) + "px";
  const styleOf = ([x, y, width, height]) => `left:${length(x, place.left)};top:${length(y, place.top)}`
    + `;width:${length(width)};height:${length(height)}`;
  const active = document.activeElement;
  const hadFocus = [...buttons.values()].includes(active) ? active : null;
  updateButtons(seen.items, styleOf);
  const isTyping = seen.typed !== null && document.activeElement === textField;
  withoutFocusEvents(() => moveFocus(buttons.get(seen.focus), hadFocus, isTyping));
  updateTextEntry(seen.typed, textsIn(seen.lang), seen.field ? styleOf(seen.field) : "");
  placeUpdateOffer(seen.offer, textsIn(seen.lang), place);
}
