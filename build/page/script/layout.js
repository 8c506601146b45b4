// The size of the game's picture, where it is on the page, and what a notch or a home bar covers of it.
import { byId, canvas, stage, textForm } from "./elements.js";
import { sendEvent } from "./events.js";

// more pixels than this cost more than a frame has time for
const MOST_PIXELS = 2100000;
// the game draws no smaller picture than this in either direction
const LEAST_SIDE = 320;
// every size means new pictures: a change counts once the window has come to rest
const SETTLED_MS = 120;

// their sizes are the insets: of the left and upper side, and of the right and lower side
const insets = [byId("insets-top-left"), byId("insets-bottom-right")];
export const topInset = () => parseFloat(getComputedStyle(insets[0]).height);
// the stage when the game last heard of its size
export let stageBox = stage.getBoundingClientRect();
let reportedSize = "";
let settleTimer = 0;

// Return width, height and the insets above, right, below and left, in pixels of the picture.
function measure() {
  const box = stage.getBoundingClientRect();
  const width = Math.max(1, box.width);
  const height = Math.max(1, box.height);
  // a small stage shows a larger picture reduced, all of it in proportion
  const sharp = Math.max(window.devicePixelRatio || 1, LEAST_SIDE / Math.min(width, height));
  const ratio = Math.min(sharp, Math.sqrt(MOST_PIXELS / (width * height)));
  const inPixels = side => Math.min(MOST_PIXELS / LEAST_SIDE, Math.max(LEAST_SIDE, Math.floor(side * ratio)));
  const pixels = [Math.floor(inPixels(width)), Math.floor(inPixels(height))];
  const [start, end] = insets.map(element => getComputedStyle(element));
  const covered = [start.height, end.width, end.height, start.width];
  return [...pixels, ...covered.map(length => Math.ceil(parseFloat(length) * pixels[0] / width))];
}

// Return what measure() does, as text; the game knows this size from now on.
export function pictureSize() {
  reportedSize = String(measure());
  stageBox = stage.getBoundingClientRect();
  return reportedSize;
}

// Return where the picture is on the page: in proportion, in the middle of its box, as the style has it.
export function picturePlace() {
  const box = canvas.getBoundingClientRect();
  const scale = Math.min(box.width / canvas.width, box.height / canvas.height);
  const left = box.left + (box.width - canvas.width * scale) / 2;
  const top = box.top + (box.height - canvas.height * scale) / 2;
  return { scale, left, top };
}

// Return where in the picture an event happened.
export function positionOf(event) {
  const { scale, left, top } = picturePlace();
  return [(event.clientX - left) / scale, (event.clientY - top) / scale];
}

function reportSettledSize() {
  // a phone that is turned while a text is typed
  if (!textForm.hidden && stage.getBoundingClientRect().width !== stageBox.width) stage.style.height = "";
  const [w, h, ...safe] = measure();
  if (!reportedSize || String([w, h, ...safe]) === reportedSize) return;
  pictureSize();
  sendEvent({ kind: "size", w, h, safe });
}
export function onResize() {
  clearTimeout(settleTimer);
  settleTimer = setTimeout(reportSettledSize, SETTLED_MS);
}

if (window.ResizeObserver) for (const box of [stage, ...insets]) new ResizeObserver(onResize).observe(box);
if (window.visualViewport) {
  const moveTextForm = () => {
    document.documentElement.style.setProperty("--viewport-top", visualViewport.offsetTop + "px");
  };
  for (const name of ["resize", "scroll"]) visualViewport.addEventListener(name, moveTextForm);
}
addEventListener("resize", onResize);
addEventListener("orientationchange", onResize);
