// How many tables wait for somebody: in the page's title, on its icon in the tab, and on that of an installed page.
import { attempt } from "./attempt.js";

const SIZE = 64;
const BADGE_COLOUR = "#C8102E";
const plainTitle = document.title;
const iconLink = document.querySelector("[rel=icon]");
const plainIcon = iconLink.href;

function drawnIcon(image, count) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, SIZE, SIZE);
  context.fillStyle = BADGE_COLOUR;
  context.beginPath();
  context.arc(SIZE - 20, 20, 20, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#FFFFFF";
  context.font = "700 32px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(count > 9 ? "9+" : String(count), SIZE - 20, 22, 36);
  return canvas.toDataURL();
}

// the number that is shown
export let waitingCount = 0;

export function showWaiting(count) {
  waitingCount = count;
  document.title = count ? `(${count}) ${plainTitle}` : plainTitle;
  attempt(() => (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {}));
  if (!count) {
    iconLink.href = plainIcon;
    return;
  }
  const image = new Image();
  image.onload = () => {
    if (waitingCount === count) iconLink.href = attempt(() => drawnIcon(image, count), plainIcon);
  };
  image.src = plainIcon;
}
