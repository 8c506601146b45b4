// The page around the game, the same for both runtimes: loading screen, failures, input with the browser's own time
// stamps, storage, sound, size, and the buttons by which the game is played without seeing it. Python calls
// window.kartenkiste with plain strings and numbers and asks once a frame for what has happened.
"use strict";
(() => {
const byId = id => document.getElementById(id);
const canvas = byId("canvas"), stage = byId("stage"), mirror = byId("mirror"), loading = byId("loading"), trouble = byId("trouble");
const PREFIX = "kartenkiste.";
// more pixels than this cost more than a frame has time for
const MOST_PIXELS = 2100000;
const SLOW_MS = 45000, SILENT_MS = 8000, LOG_KEPT = 40, LINES_KEPT = 60;

// ---- words ---------------------------------------------------------------------------------------------------------
const WORDS = {
  de: {
    load: "Die Kiste wird geholt", unpack: "Die Karten werden ausgepackt", begin: "Der Tisch wird gedeckt", ready: "Alles da!",
    start: "Spielen", full: "Im Vollbild", soon: "Gleich geht’s los", of: "von", slow: "Die Verbindung ist langsam. Bitte noch etwas Geduld: Beim nächsten Mal geht es schneller.",
    again: "Neu laden", copy: "Einzelheiten kopieren", copied: "Kopiert", more: "Einzelheiten",
    failLoad: ["Da fehlt ein Teil", "Eine Datei des Spiels ließ sich nicht laden. Prüfe die Internetverbindung und lade die Seite neu. Hilft das nicht, ist das Spiel dort, wo es liegt, nicht vollständig."],
    failOld: ["Dieser Browser kann das Spiel nicht zeigen", "Das Spiel braucht WebAssembly mit SIMD. Nimm eine aktuelle Ausgabe von Firefox, Chrome, Edge oder Safari (ab 16.4), oder einen anderen Browser auf diesem Gerät."],
    failCrash: ["Da ist etwas schiefgegangen", "Das Spiel ist stehen geblieben. Dein Spielstand ist nach jedem Zug gespeichert: Lade die Seite neu und spiele weiter. Kommt es wieder vor, hilft uns eine Nachricht mit den Einzelheiten."],
  },
  en: {
    load: "Fetching the box", unpack: "Unpacking the cards", begin: "Laying the table", ready: "All here!",
    start: "Play", full: "Full screen", soon: "Starting in a moment", of: "of", slow: "The connection is slow. Please bear with it: next time will be faster.",
    again: "Reload", copy: "Copy details", copied: "Copied", more: "Details",
    failLoad: ["A part is missing", "A file of the game did not load. Check the internet connection and reload the page. If that does not help, the game is incomplete where it is hosted."],
    failOld: ["This browser cannot show the game", "The game needs WebAssembly with SIMD. Take a current Firefox, Chrome, Edge or Safari (16.4 or later), or another browser on this device."],
    failCrash: ["Something went wrong", "The game has stopped. Your game is saved after every move: reload the page and play on. If it happens again, a message with the details helps us."],
  },
};
// storage that is switched off throws on mere access
const guarded = (work, otherwise) => { try { return work(); } catch (error) { return otherwise; } };
const tongue = (navigator.language || "en").slice(0, 2).toLowerCase();
const chosen = guarded(() => JSON.parse(localStorage.getItem(PREFIX + "settings")).language, "");
const language = [chosen, tongue, "en"].find(name => Object.hasOwn(WORDS, name));
const words = WORDS[language];
document.documentElement.lang = language;

// ---- what the address asks for; it is taken once, so that a reload goes on instead of starting anew -----------------------
const asked = {};
new URLSearchParams(location.hash.slice(1)).forEach((value, key) => { asked[key] = value; });
if (location.hash || location.search) guarded(() => history.replaceState(null, "", location.pathname));
addEventListener("hashchange", () => { if (location.hash.length > 1) location.reload(); });

// ---- loading screen ----------------------------------------------------------------------------------------------------
let wanted = false, started = false, isReady = false, failed = false, share = 0;
const began = performance.now(), marks = {};
byId("start").textContent = words.start;
byId("start-full").textContent = words.full;
byId("slow").textContent = words.slow;
byId("step").textContent = words.load;
const megabytes = bytes => (bytes / 1048576).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
function progress(step, done, total) {
  if (failed || isReady) return;
  // bytes take the bar to 80 %, unpacking and the first picture the rest
  const reached = step === "load" ? 0.8 * (total ? done / total : 0) : { unpack: 0.85, begin: 0.92, ready: 1 }[step];
  share = Math.max(share, Math.min(1, reached));
  byId("bar").style.width = (share * 100).toFixed(1) + "%";
  byId("progress").setAttribute("aria-valuenow", String(Math.round(share * 100)));
  byId("step").textContent = words[step] + (step === "load" && total ? ` · ${megabytes(done)} ${words.of} ${megabytes(total)} MB` : "");
  marks[step] = performance.now();
}
const slow = setTimeout(() => { byId("slow").hidden = isReady; }, SLOW_MS);
function wish(full) {
  wakeSound();
  wanted = true;
  byId(full ? "start-full" : "start").setAttribute("aria-pressed", "true");
  if (full) fullscreen(true);
  if (isReady) start();
  else byId("step").textContent = words.soon;
}
byId("start").addEventListener("click", () => wish(false));
byId("start-full").addEventListener("click", () => wish(true));
byId("start-full").hidden = !document.fullscreenEnabled;
function ready() {
  if (isReady || failed) return;
  progress("ready");
  isReady = true;
  marks.title = performance.now();
  clearTimeout(slow);
  byId("slow").hidden = true;
  loading.classList.add("ready");
  if (wanted) start();
}
function start() {
  if (started) return;
  started = true;
  loading.classList.add("gone");
  mirror.hidden = false;
  setTimeout(() => { loading.hidden = true; }, 300);
  if (document.activeElement && loading.contains(document.activeElement)) document.activeElement.blur();
  mirror.focus({ preventScroll: true });
  tell({ kind: "start" });
}

// ---- failures: always words on the page, never an alert and never a grey page ---------------------------------------------------
const lines = [];
for (const name of ["log", "info", "warn", "error"]) {
  const plain = console[name].bind(console);
  console[name] = (...all) => {
    plain(...all);
    const line = all.map(String).join(" ").slice(0, 2000);
    lines.push(line);
    if (lines.length > LINES_KEPT) lines.shift();
    // a runtime that only prints what went wrong while it starts would leave the loading screen for ever
    if (!isReady && !failed && /Traceback \(most recent call last\)|ModuleNotFoundError|SyntaxError:/.test(line)) {
      setTimeout(() => { if (!isReady) fail("crash", lines.slice(-25).join("\n")); }, SILENT_MS);
    }
  };
}
function fail(kind, details) {
  const [head, text] = words["fail" + kind[0].toUpperCase() + kind.slice(1)];
  if (failed) { byId("details").textContent += "\n\n" + details; return; }
  failed = true;
  clearTimeout(slow);
  byId("trouble-head").textContent = head;
  byId("trouble-text").textContent = text;
  byId("trouble-more").textContent = words.more;
  byId("again").textContent = words.again;
  byId("copy").textContent = words.copy;
  byId("details").textContent = `${details}\n\n${navigator.userAgent}\n${location.href}\n${new Date().toISOString()}`;
  loading.hidden = true;
  mirror.hidden = true;
  trouble.hidden = false;
  byId("again").focus();
  silence(true);
}
byId("again").addEventListener("click", () => location.reload());
byId("copy").addEventListener("click", async () => {
  try { await navigator.clipboard.writeText(byId("details").textContent); byId("copy").textContent = words.copied; }
  catch (error) {
    trouble.querySelector("details").open = true;
    getSelection().selectAllChildren(byId("details"));
  }
});
// first in line and alone: the runtime's own handlers would open alert boxes
addEventListener("error", event => {
  const tag = event.target && event.target.tagName;
  if (tag === "SCRIPT") fail("load", `script: ${event.target.src}`);
  // what browsers and extensions raise about their own affairs
  else if (/^(ResizeObserver loop|Script error)/.test(event.message)) console.warn(event.message);
  else if (event.error || event.message) fail("crash", String((event.error && event.error.stack) || event.message));
  event.stopImmediatePropagation();
}, true);
addEventListener("unhandledrejection", event => {
  const why = event.reason;
  // a refused play() or full screen is no failure of the game
  if (!(why instanceof DOMException)) fail("crash", String((why && why.stack) || why));
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
window.alert = text => console.warn("alert: " + text);
// the least module that needs SIMD: one function that spreads a zero over a vector
const SIMD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 0x0a, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b];
const able = typeof WebAssembly === "object";
const simd = () => able && guarded(() => WebAssembly.validate(new Uint8Array(SIMD)), false);

// ---- what has happened, for Python to take once a frame ------------------------------------------------------------------
let happened = [];
function tell(event) {
  const last = happened[happened.length - 1];
  // a mouse reports far more often than there are frames
  if (event.kind === "move" && last && last.kind === "move" && last.finger === event.finger) happened.pop();
  happened.push(event);
}
const place = event => {
  const box = canvas.getBoundingClientRect();
  return [(event.clientX - box.left) * canvas.width / box.width, (event.clientY - box.top) * canvas.height / box.height];
};
const fingers = new Map();
function pointer(kind, event) {
  wakeSound();
  const touch = event.pointerType === "touch";
  // numbers of fingers are small and stay with the finger
  if (touch && kind === "down") { let free = 0; while ([...fingers.values()].includes(free)) free += 1; fingers.set(event.pointerId, free); }
  const finger = touch ? fingers.get(event.pointerId) : 0;
  if (finger === undefined) return;
  const [x, y] = place(event);
  tell({ kind, x, y, button: kind === "move" ? 0 : event.button, touch, finger, at: event.timeStamp });
  if (touch && kind === "up") fingers.delete(event.pointerId);
}
canvas.addEventListener("pointerdown", event => {
  // a click into a frame of another page does not give it the keys by itself once its default is prevented
  window.focus();
  guarded(() => canvas.setPointerCapture(event.pointerId));
  pointer("down", event);
});
canvas.addEventListener("pointermove", event => pointer("move", event));
canvas.addEventListener("pointerup", event => pointer("up", event));
canvas.addEventListener("pointercancel", event => pointer("up", event));
canvas.addEventListener("mousedown", event => event.preventDefault());
canvas.addEventListener("touchstart", event => event.preventDefault(), { passive: false });
canvas.addEventListener("wheel", event => {
  const [x, y] = place(event);
  tell({ kind: "wheel", x, y, turn: event.deltaY < 0 ? 1 : -1, at: event.timeStamp });
  event.preventDefault();
}, { passive: false });
for (const name of ["contextmenu", "selectstart", "dragstart"])
  addEventListener(name, event => { if (!trouble.contains(event.target) && event.target !== field) event.preventDefault(); });
for (const name of ["gesturestart", "gesturechange"]) addEventListener(name, event => event.preventDefault());
addEventListener("touchmove", event => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });

// keys of the game that would scroll or search the page
const HELD_BACK = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "Enter", "Backspace", "Home", "End", "PageUp", "PageDown", "/", "'", "F1", "Escape"]);
function key(event) {
  if (!started || failed || form.contains(event.target)) return;
  // the runtime's own listeners would take keys from the browser that the game leaves to it
  event.stopImmediatePropagation();
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.key === "Tab") return;
  if (HELD_BACK.has(event.key)) event.preventDefault();
  if (event.type !== "keydown") return;
  wakeSound();
  tell({ kind: "key", key: event.key, code: event.code, shift: event.shiftKey, repeat: event.repeat, at: event.timeStamp });
}
for (const name of ["keydown", "keyup", "keypress"]) addEventListener(name, key, true);

// ---- size ---------------------------------------------------------------------------------------------------------------
function size() {
  const box = stage.getBoundingClientRect();
  const wide = Math.max(1, box.width), high = Math.max(1, box.height);
  const ratio = Math.min(window.devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (wide * high)));
  return [Math.max(1, Math.floor(wide * ratio)), Math.max(1, Math.floor(high * ratio))];
}
let told = "", settling = 0;
function resized() {
  clearTimeout(settling);
  // every size means new pictures: wait until the window has come to rest
  settling = setTimeout(() => {
    const now = size();
    if (told && String(now) !== told) { told = String(now); tell({ kind: "size", w: now[0], h: now[1] }); }
  }, 120);
}
if (window.ResizeObserver) new ResizeObserver(resized).observe(stage);
addEventListener("resize", resized);
addEventListener("orientationchange", resized);

function fullscreen(on) {
  const change = on ? document.documentElement.requestFullscreen : document.exitFullscreen;
  if (!change || on === Boolean(document.fullscreenElement)) return;
  guarded(() => change.call(on ? document.documentElement : document).catch(() => tell({ kind: "fullscreen", on: false })));
}
document.addEventListener("fullscreenchange", () => { tell({ kind: "fullscreen", on: Boolean(document.fullscreenElement) }); resized(); });

// ---- sound: begins with the first gesture, and is silent while the page is hidden --------------------------------------------
const sounds = [], players = new Set();
for (const name of ["AudioContext", "webkitAudioContext"]) {
  const Plain = window[name];
  if (Plain) window[name] = class extends Plain { constructor(...all) { super(...all); sounds.push(this); } };
}
const play = HTMLMediaElement.prototype.play;
HTMLMediaElement.prototype.play = function () { players.add(this); return play.call(this); };
function wakeSound() {
  for (const sound of sounds) if (sound.state === "suspended" && !document.hidden) guarded(() => sound.resume().catch(() => {}));
}
let paused = [];
function silence(on) {
  for (const sound of sounds) guarded(() => (on ? sound.suspend() : sound.resume()).catch(() => {}));
  if (on) { paused = [...players].filter(player => !player.paused); paused.forEach(player => player.pause()); }
  else { paused.forEach(player => guarded(() => play.call(player).catch(() => {}))); paused = []; }
}
document.addEventListener("visibilitychange", () => {
  silence(document.hidden);
  tell({ kind: document.hidden ? "hidden" : "shown" });
});

// ---- storage ----------------------------------------------------------------------------------------------------------------
function names() {
  const found = [];
  for (let place = 0; place < localStorage.length; place += 1) {
    const name = localStorage.key(place);
    if (name.startsWith(PREFIX)) found.push(name.slice(PREFIX.length));
  }
  return found.sort();
}

// ---- the game without its picture: buttons, news, log ------------------------------------------------------------------------
const buttons = new Map();
let focusing = false;
function show(text) {
  const seen = JSON.parse(text);
  document.documentElement.lang = seen.lang;
  mirror.setAttribute("aria-label", seen.words || "Kartenkiste");
  const box = canvas.getBoundingClientRect(), gone = new Set(buttons.keys());
  const across = box.width / canvas.width, down = box.height / canvas.height;
  let before = null;
  for (const [id, label, enabled, on, x, y, w, h] of seen.items) {
    gone.delete(id);
    let button = buttons.get(id);
    if (!button) {
      button = document.createElement("button");
      button.type = "button";
      button.dataset.id = id;
      button.addEventListener("click", event => tell({ kind: "use", id, at: event.timeStamp }));
      button.addEventListener("focus", event => { if (!focusing) tell({ kind: "focus", id, at: event.timeStamp }); });
      buttons.set(id, button);
    }
    if (button.textContent !== label) button.textContent = label;
    if (button.disabled === enabled) button.disabled = !enabled;
    if (on !== null && button.getAttribute("aria-pressed") !== String(on)) button.setAttribute("aria-pressed", String(on));
    const style = `left:${(box.left + x * across).toFixed(1)}px;top:${(box.top + y * down).toFixed(1)}px;width:${(w * across).toFixed(1)}px;height:${(h * down).toFixed(1)}px`;
    if (button.getAttribute("style") !== style) button.setAttribute("style", style);
    const next = before ? before.nextSibling : mirror.firstChild;
    if (next !== button) mirror.insertBefore(button, next);
    before = button;
  }
  const active = document.activeElement, wasThere = buttons.get(active && active.dataset ? active.dataset.id : "") === active;
  for (const id of gone) { buttons.get(id).remove(); buttons.delete(id); }
  focusing = true;
  const aim = buttons.get(seen.focus);
  if (aim && aim !== document.activeElement) aim.focus({ preventScroll: true });
  else if (!aim && wasThere && document.activeElement !== active) mirror.focus({ preventScroll: true });
  focusing = false;
  typing(seen.typed);
}
// ---- names: nothing but a field of the page opens the keyboard of a phone; what is typed there becomes keys -----------------------
const form = byId("typing"), field = byId("typed");
let typedBefore = null;
function typing(text) {
  const wanted = text !== null && matchMedia("(pointer: coarse)").matches;
  if (wanted === !form.hidden) return;
  form.hidden = !wanted;
  typedBefore = wanted ? text : null;
  if (wanted) { field.value = text; field.focus(); field.select(); }
}
function typed(keys) {
  const at = performance.now();
  for (const key of keys) tell({ kind: "key", key, code: "", shift: false, repeat: false, at });
}
form.addEventListener("submit", event => {
  event.preventDefault();
  typed([...Array.from(typedBefore, () => "Backspace"), ...Array.from(field.value), "Enter"]);
});
byId("typed-undone").addEventListener("click", () => typed(["Escape"]));

function say(text) { byId("news").textContent = text; }
function record(text) {
  const log = byId("log");
  for (const line of JSON.parse(text)) {
    const row = document.createElement("p");
    row.textContent = line;
    log.append(row);
  }
  while (log.children.length > LOG_KEPT) log.firstChild.remove();
}

// ---- files --------------------------------------------------------------------------------------------------------------------
const chooser = byId("file");
chooser.addEventListener("change", async () => {
  const file = chooser.files[0];
  chooser.value = "";
  if (file) tell({ kind: "file", text: await file.text() });
});

window.kartenkiste = {
  progress, ready, fail, show, say, record, marks, asked, simd,
  take() { if (!happened.length) return ""; const now = happened; happened = []; return JSON.stringify(now); },
  size() { const now = size(); told = String(now); return told; },
  about() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return JSON.stringify({ language: tongue, calm, asked, fullscreen: Boolean(document.fullscreenEnabled), now: performance.now() });
  },
  // answers are JSON, because the runtimes do not agree on what null is
  read(name) { return JSON.stringify(guarded(() => localStorage.getItem(PREFIX + name), null)); },
  write(name, text) { try { localStorage.setItem(PREFIX + name, text); return ""; } catch (error) { return String(error) || "refused"; } },
  remove(name) { guarded(() => localStorage.removeItem(PREFIX + name)); },
  names() { return JSON.stringify(guarded(names, [])); },
  fullscreen,
  save(name, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  },
  choose() { chooser.click(); },
  reload() { location.reload(); },
  finished() { return failed; },
};
if (!able) fail("old", "WebAssembly: " + typeof WebAssembly);
})();
