// What the game calls: `window.kartenkiste`. Arguments and answers are numbers and strings. Texts come as JSON, which
// is ASCII, because one of the runtimes hands them over as Latin-1; answers are JSON, because the runtimes do not agree
// on what null is.
import { announce, appendLog } from "./announcements.js";
import { clockResolution } from "./clock_resolution.js";
import { connect, disconnect, resetUnread, send, serverAddress } from "./connections.js";
import { copyText } from "./clipboard.js";
import { describeError } from "./error_handlers.js";
import { sendEvent, takeEvents } from "./events.js";
import { fail, hasFailed } from "./failure_screen.js";
import { chooseFile, saveFile, savePicture } from "./files.js";
import { setFullscreen } from "./fullscreen.js";
import { previousState } from "./history_state.js";
import { linkOptions, resumePoint } from "./launch.js";
import { pictureSize } from "./layout.js";
import { isStarted, marks, progress, ready } from "./loading_screen.js";
import { mirrorScene } from "./mirror.js";
import {
  askForNotices, keepPushRequest, noticeState, prepareNotice, pushState, subscribeToPush, subscriptionRenewed,
  unsubscribeFromPush, workerFound,
} from "./notices.js";
import "./pointer.js";
import { watchResources } from "./resources.js";
import { restart } from "./restart.js";
import { partArrived, partMissing, partRequested } from "./runtime_parts.js";
import "./splash_image.js";
import { readText, removeText, textNames, writeText } from "./storage.js";
import { watchTables } from "./table_watch.js";
import { browserLanguage } from "./texts.js";
import { canVibrate, usesTouch, vibrate } from "./vibration.js";
import { showWaiting } from "./waiting.js";
import { keepScreenOn } from "./wake_lock.js";
import { hasSimd, hasWebAssembly } from "./webassembly.js";
// last, because it keeps keys from every listener that is added after it
import "./keyboard.js";

const startInfo = () => ({
  language: browserLanguage,
  reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
  linkOptions,
  touch: usesTouch(),
  fullscreen: Boolean(document.fullscreenEnabled),
  vibration: canVibrate(),
  server: serverAddress,
  address: location.origin + location.pathname,
  resumeAt: resumePoint ? resumePoint.back : "",
  dataLost: Boolean(previousState.lost),
});

window.kartenkiste = {
  // starting and failing
  progress,
  ready,
  marks,
  linkOptions,
  hasSimd,
  partRequested,
  partArrived,
  partMissing,
  fail,
  reportCrash(text) { fail("crash", JSON.parse(text)); },
  hasFailed: () => hasFailed,
  describeError,
  watchResources,
  restart,

  // input and picture
  startInfo: () => JSON.stringify(startInfo()),
  takeEvents() {
    resetUnread();
    return takeEvents();
  },
  size: pictureSize,
  now: () => performance.now(),
  clockResolution,

  // for screen readers
  mirrorScene(scene) { mirrorScene(JSON.parse(scene)); },
  announce(text) { announce(JSON.parse(text)); },
  appendLog(lines, fresh) { appendLog(JSON.parse(lines), fresh); },

  // storage, files, clipboard
  read: name => JSON.stringify(readText(name)),
  write: (name, text) => writeText(name, JSON.parse(text)),
  remove: removeText,
  names: () => JSON.stringify(textNames()),
  saveFile(name, text) { saveFile(name, JSON.parse(text)); },
  // a promise would be kept by Python
  savePicture(name, base64) { void savePicture(name, base64); },
  chooseFile,
  copyText(text) { copyText(JSON.parse(text)); },

  // the device
  setFullscreen(on) { if (isStarted) setFullscreen(Boolean(on)); },
  keepScreenOn(on) { keepScreenOn(Boolean(on)); },
  // milliseconds on and off in turn, separated by commas
  vibrate(pattern) { vibrate(pattern.split(",").map(Number)); },

  // notices
  showWaiting,
  noticeState,
  pushState,
  askForNotices,
  subscribeToPush,
  unsubscribeFromPush() { unsubscribeFromPush().catch(() => {}); },
  keepPushRequest(request) { keepPushRequest(request).catch(() => {}); },
  prepareNotice(words) { prepareNotice(JSON.parse(words)); },
  watchTables(told) { watchTables(JSON.parse(told)); },
  // the service worker is there, and a notice of it was pressed
  workerFound,
  subscriptionRenewed,
  noticeOpened(party) { sendEvent({ kind: "notice", party }); },

  // connections
  connect: address => connect(JSON.parse(address)),
  send(number, text) { send(number, JSON.parse(text)); },
  disconnect,

  // updates
  newVersionFound() { sendEvent({ kind: "outdated" }); },
  // replaced where a service worker can fetch a newer version
  checkForUpdate() {},
};

if (!hasWebAssembly) fail("old", "WebAssembly: " + typeof WebAssembly);
