// A start from an iPhone's home screen shows nothing but a picture of exactly the screen's size, which the page
// provides.
import { byId } from "./elements.js";

const LOGO_SHARE = 0.6;

function addSplashImage(width, height, orientation) {
  const picture = document.createElement("canvas");
  const pen = picture.getContext("2d");
  const logo = byId("logo");
  [picture.width, picture.height] = [width, height];
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--wood");
  pen.fillRect(0, 0, width, height);
  const logoWidth = Math.min(width, height) * LOGO_SHARE;
  const logoHeight = logoWidth * logo.naturalHeight / logo.naturalWidth;
  pen.drawImage(logo, (width - logoWidth) / 2, (height - logoHeight) / 2, logoWidth, logoHeight);
  const link = document.createElement("link");
  link.rel = "apple-touch-startup-image";
  link.media = `(orientation: ${orientation})`;
  link.href = picture.toDataURL();
  document.head.append(link);
}

// only Safari on iPhone and iPad has this property
if ("standalone" in navigator) addEventListener("load", () => {
  const sides = [screen.width, screen.height].map(side => Math.round(side * devicePixelRatio));
  const [short, long] = sides.sort((one, other) => one - other);
  addSplashImage(short, long, "portrait");
  addSplashImage(long, short, "landscape");
});
