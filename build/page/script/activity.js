// Whether the player is doing something at the moment.

export let lastInput = 0;
export let isChoosingFile = false;

export function setChoosingFile(on) { isChoosingFile = on; }

function noteInput() {
  lastInput = performance.now();
  // not every browser tells that a file dialog was cancelled
  setChoosingFile(false);
}
for (const name of ["pointerdown", "pointermove", "keydown", "wheel"]) {
  addEventListener(name, noteInput, { capture: true, passive: true });
}
