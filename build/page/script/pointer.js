// Mouse and fingers on the picture, and the gestures of the browser that would disturb the game.
import { attempt } from "./attempt.js";
import { canvas, failureScreen, textField } from "./elements.js";
import { eventTime, sendEvent } from "./events.js";
import { positionOf } from "./layout.js";
import { resumeSound } from "./sound.js";

// pointer id -> number of the finger: small, and the same as long as the finger is down
const fingers = new Map();

function freeNumber() {
  const taken = [...fingers.values()];
  let number = 0;
  while (taken.includes(number)) number += 1;
  return number;
}

function sendPointer(kind, event) {
  resumeSound();
  const touch = event.pointerType === "touch";
  if (touch && kind === "down") fingers.set(event.pointerId, freeNumber());
  const finger = touch ? fingers.get(event.pointerId) : 0;
  if (finger === undefined) return;
  const [x, y] = positionOf(event);
  sendEvent({ kind, x, y, button: kind === "move" ? 0 : event.button, touch, finger, at: eventTime(event) });
  if (touch && kind === "up") fingers.delete(event.pointerId);
}

canvas.addEventListener("pointerdown", event => {
  // because the default is prevented, a click into a frame of another page does not give the frame the keyboard
  window.focus();
  attempt(() => canvas.setPointerCapture(event.pointerId));
  sendPointer("down", event);
});
canvas.addEventListener("pointermove", event => {
  // the second button of a mouse is no press of its own while the first one is held
  if (event.button > 0) sendEvent({ kind: "broken" });
  sendPointer("move", event);
});
canvas.addEventListener("pointerup", event => sendPointer("up", event));
canvas.addEventListener("pointercancel", event => {
  // first, so that nothing is dropped where the pointer happened to be
  sendEvent({ kind: "broken" });
  sendPointer("up", event);
});
canvas.addEventListener("wheel", event => {
  const [x, y] = positionOf(event);
  sendEvent({ kind: "wheel", x, y, turn: event.deltaY < 0 ? 1 : -1, at: eventTime(event) });
  event.preventDefault();
}, { passive: false });

canvas.addEventListener("mousedown", event => event.preventDefault());
canvas.addEventListener("touchstart", event => event.preventDefault(), { passive: false });
for (const name of ["contextmenu", "selectstart", "dragstart"]) {
  addEventListener(name, event => {
    if (!failureScreen.contains(event.target) && event.target !== textField) event.preventDefault();
  });
}
for (const name of ["gesturestart", "gesturechange"]) addEventListener(name, event => event.preventDefault());
addEventListener("touchmove", event => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
