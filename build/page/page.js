// The page around the game, the same for both runtimes: loading screen, failures, input with the browser's own time
// stamps, storage, sound, size, and the buttons by which the game is played without seeing it. Python calls
// window.kartenkiste with plain strings and numbers and asks once a frame for what has happened.
"use strict";
(() => {
const byId = id => document.getElementById(id);
const canvas = byId("canvas"), stage = byId("stage"), mirror = byId("mirror"), loading = byId("loading"), trouble = byId("trouble");
// copies in several folders of one host share its storage: each has names of its own. Folders that are but numbers do not
// count, for itch.io gives every upload another one, and a new version must find what the one before has stored
const FOLDER = new URL(".", location.href).pathname.replace(/\/[0-9-]+(?=\/)/g, "");
const PREFIX = "kartenkiste" + FOLDER;
// how all copies of a host named their texts once, and what says that this one has taken them over
const SHARED = "kartenkiste.", MOVED = "moved";
// more pixels than this cost more than a frame has time for
const MOST_PIXELS = 2100000;
// the game draws no smaller picture than this, in either direction
const LEAST_SIDE = 320;
const SLOW_MS = 45000, SILENT_MS = 8000, LOG_KEPT = 40, LINES_KEPT = 60;
// a part that did not arrive may be asked for once more in this time; so many seconds without a sign are no slow line
const LOST_MS = 4000, STILL_S = 14;

// ---- words ---------------------------------------------------------------------------------------------------------
const WORDS = {
  de: {
    load: "Die Kiste lädt", unpack: "Die Karten werden ausgepackt", begin: "Der Tisch wird gedeckt", ready: "Alles da!",
    start: "Spielen", full: "Im Vollbild", soon: "Gleich geht’s los", of: "von", point: ",", slow: "Die Verbindung ist langsam. Noch etwas Geduld, bitte: Beim nächsten Mal geht es schneller.",
    again: "Neu laden", copy: "Einzelheiten kopieren", copied: "Kopiert", more: "Einzelheiten", typed: "Eingabe", undone: "Abbrechen",
    newer: "Eine neue Version ist da.", reload: "Jetzt neu laden", later: "Später",
    failLoad: ["Da fehlt ein Teil", "Eine Datei des Spiels ließ sich nicht laden. Prüfe die Internetverbindung und lade die Seite neu. Hilft das nicht, fehlt die Datei auf dem Server."],
    failOld: ["In diesem Browser läuft das Spiel nicht", "Das Spiel braucht WebAssembly mit SIMD. Nimm eine aktuelle Version von Firefox, Chrome, Edge oder Safari (ab 16.4) oder einen anderen Browser auf diesem Gerät."],
    failCrash: ["Da ist etwas schiefgegangen", "Das Spiel ist stehen geblieben. Deine Partie wird nach jedem Zug gespeichert: Lade die Seite neu und spiel weiter. Passiert das wieder, schick uns bitte die Einzelheiten."],
    unkept: "Das Spiel ist stehen geblieben. Weil dieser Browser hier nichts speichert, ist nach dem Neuladen ein Teil deiner Partie weg. Schick uns bitte die Einzelheiten.",
  },
  en: {
    load: "Loading the box", unpack: "Unpacking the cards", begin: "Laying the table", ready: "All set!",
    start: "Play", full: "Full screen", soon: "Starting in a moment", of: "of", point: ".", slow: "The connection is slow. Please be patient: next time will be faster.",
    again: "Reload", copy: "Copy details", copied: "Copied", more: "Details", typed: "Your entry", undone: "Cancel",
    newer: "A new version is ready.", reload: "Reload now", later: "Later",
    failLoad: ["A part is missing", "A file of the game didn’t load. Check your internet connection and reload the page. If that doesn’t help, the file is missing on the server."],
    failOld: ["This browser can’t run the game", "The game needs WebAssembly with SIMD. Use a current version of Firefox, Chrome, Edge or Safari (16.4 or later), or another browser on this device."],
    failCrash: ["Something went wrong", "The game has stopped. Your game is saved after every move: reload the page and play on. If it happens again, please send us the details."],
    unkept: "The game has stopped. Because nothing can be saved in this browser, part of your game is gone once you reload. Please send us the details.",
  },
};
// storage that is switched off throws on mere access
const guarded = (work, otherwise) => { try { return work(); } catch (error) { return otherwise; } };
const tongue = (navigator.language || "en").slice(0, 2).toLowerCase();
const store = storing();
// what the page handed on to this load, see handOn()
const left = guarded(() => history.state, null) || {};
// what the storage has not taken, by name: it lasts as long as the page, and when that starts anew or is stopped
const held = { ...left.held };
const kept = name => Object.hasOwn(held, name) ? held[name] : store.read(name);
const chosen = guarded(() => JSON.parse(kept("settings")).language, "");
const language = [chosen, tongue, "en"].find(name => Object.hasOwn(WORDS, name));
const words = WORDS[language];
document.documentElement.lang = language;

// ---- what the address asks for; it is taken once, so that a reload goes on instead of starting anew -----------------------
const asked = {};
// pygbag's runtime would take the address for its own options: until the game has begun it is kept beside the address
const link = location.hash.slice(1) || (/^\?(join|watch)=/.test(location.search) ? location.search.slice(1) : "")
  || left.asked || "";
// no screen's address: it leads to the title, which says so
const GONE = "gone";
// the page has started anew by itself, and nobody has to press anything: where it goes on, and whether it filled the screen
const renewal = left.renewal || null, renewed = Boolean(renewal);
new URLSearchParams(link).forEach((value, key) => { asked[key] = value; });
const address = (state, hash) => guarded(() => { history.replaceState(state, "", location.pathname + hash); return true; }, false);
if (location.hash || location.search) address({ ...left, asked: link }, "");
addEventListener("hashchange", () => { if (location.hash.length > 1) { handOn({}, location.hash); location.reload(); } });
// Hand this on to the next load of the page, with as much of what is held as the browser takes, the smallest first, or only
// with all of it; return how many texts were left out, or -1 where the browser takes no state. The next page tells of those
function handOn(state, hash = "", all = false) {
  const names = Object.keys(held).sort((one, other) => held[one].length - held[other].length);
  for (let count = names.length; count >= (all ? names.length : 0); count -= 1) {
    const along = Object.fromEntries(names.slice(0, count).map(name => [name, held[name]]));
    const lost = count < names.length || !started && Boolean(left.lost);
    if (address({ ...state, held: along, lost }, hash)) return names.length - count;
  }
  return -1;
}

// ---- loading screen ----------------------------------------------------------------------------------------------------
let wanted = renewed, started = false, isReady = false, failed = false, share = 0;
// for how many seconds nothing has been heard of what is being loaded
let still = 0;
const STEPS = ["load", "unpack", "begin", "ready"], marks = {};
let reading = STEPS[0];
byId("start").textContent = words.start;
byId("start-full").textContent = words.full;
byId("slow").textContent = words.slow;
byId("step").textContent = words.load;
// browsers know it as well, and take longer to look up what they know than to fetch a file
const megabytes = bytes => (bytes / 1048576).toFixed(1).replace(".", words.point);
function progress(step, done, total) {
  if (failed || isReady) return;
  still = 0;
  // bytes take the bar to 80 %, unpacking and the first picture the rest
  const reached = step === "load" ? 0.8 * (total ? done / total : 0) : { unpack: 0.85, begin: 0.92, ready: 1 }[step];
  share = Math.max(share, Math.min(1, reached));
  byId("bar").style.width = (share * 100).toFixed(1) + "%";
  byId("progress").setAttribute("aria-valuenow", String(Math.round(share * 100)));
  marks[step] = performance.now();
  // with the last byte the unpacking begins; words never go back to an earlier step
  const now = step === "load" && total && done >= total ? "unpack" : step;
  if (STEPS.indexOf(now) < STEPS.indexOf(reading)) return;
  reading = now;
  const figure = now === "load" && total ? `: ${[megabytes(done), words.of, megabytes(total), "MB"].join("\u00a0")}` : "";
  byId("step").textContent = words[now] + figure;
}
const slow = setTimeout(() => { byId("slow").hidden = isReady; }, SLOW_MS);
function wish(full) {
  wakeSound();
  wanted = true;
  byId("start").setAttribute("aria-pressed", String(!full));
  byId("start-full").setAttribute("aria-pressed", String(full));
  fill(full);
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
// a reload leads back to others' table, but begins no new game
const lasting = () => asked.join || asked.watch ? link : "";
function start() {
  if (started) return;
  started = true;
  address({ asked: lasting() }, "");
  loading.classList.add("gone");
  mirror.hidden = false;
  setTimeout(() => { loading.hidden = true; }, 300);
  if (document.activeElement && loading.contains(document.activeElement)) document.activeElement.blur();
  mirror.focus({ preventScroll: true });
  // what is or is just becoming true, whatever the settings remember of the last visit
  tell({ kind: "fullscreen", on: filling === null ? isFull() : filling });
  tell({ kind: "start" });
  // browsers fill the screen after a press alone
  if (renewed && renewal.full) byPress(() => fill(true));
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
    still = 0;
    // a runtime that only prints what went wrong while it starts would leave the loading screen for ever; of a module that
    // it lacks pygbag's prints how one might install it
    if (!isReady && !failed && /Traceback \(most recent call last\)|ModuleNotFoundError|SyntaxError:|pip_install\(/.test(line)) {
      setTimeout(() => { if (!isReady) fail("crash", lines.slice(-25).join("\n")); }, SILENT_MS);
    }
  };
}
// the parts of the runtime that are on their way, or why they did not arrive: before the game is there all that fails fails
// for want of them, whatever a script of the runtime calls it
const parts = new Map();
const lost = () => [...parts].filter(([, why]) => why).map(([part, why]) => `${part}: ${why}`).join("\n");
function expect(part) { parts.set(part, ""); still = 0; }
function found(part) { parts.delete(part); still = 0; }
function lose(part, why) {
  parts.set(part, String(why) || "?");
  setTimeout(() => { if (lost() && !isReady) fail("load", lines.slice(-10).join("\n")); }, LOST_MS);
}
// a browser keeps to itself what an error in a script of another host says, and whose script it was: it counts if nothing
// happens any more, nothing is on its way and there is no game
let watch = 0;
function muted(words) {
  console.warn(words);
  if (isReady || watch) return;
  watch = setInterval(() => {
    still = [...parts.values()].includes("") ? 0 : still + 1;
    if (isReady || failed || still >= STILL_S) clearInterval(watch);
    if (!isReady && still >= STILL_S) fail("crash", [words, ...lines.slice(-25)].join("\n"));
  }, 1000);
}
function fail(kind, details) {
  if (kind !== "old" && !isReady && lost()) { kind = "load"; details = `${lost()}\n\n${details}`; }
  const [head, text] = words["fail" + kind[0].toUpperCase() + kind.slice(1)];
  if (failed) { byId("details").textContent += "\n\n" + details; return; }
  failed = true;
  clearTimeout(slow);
  // what was asked for is still to be had, by a reload or by copying the address; what broke as it was opened again is not
  const again = started ? { asked: lasting() } : renewed ? { asked: link, renewal: { ...renewal, back: kind === "crash" ? GONE : renewal.back } } : {};
  const isWhole = !handOn(again, !started && link ? "#" + link : "");
  byId("trouble-head").textContent = head;
  byId("trouble-text").textContent = kind === "crash" && !isWhole && Object.keys(held).length ? words.unkept : text;
  byId("trouble-more").textContent = words.more;
  byId("again").textContent = words.again;
  byId("copy").textContent = words.copy;
  const tail = [navigator.userAgent, location.href, ...(started && link ? ["#" + link] : []), new Date().toISOString()];
  byId("details").textContent = `${details}\n\n${tail.join("\n")}`;
  loading.hidden = true;
  mirror.hidden = true;
  form.hidden = true;
  offer.hidden = true;
  trouble.hidden = false;
  // on a small screen the words come first
  byId("again").focus({ preventScroll: true });
  silence(true);
  keepAwake();
}
byId("again").addEventListener("click", () => location.reload());
byId("copy").addEventListener("click", async () => {
  if (await copied(byId("details").textContent)) { byId("copy").textContent = words.copied; return; }
  trouble.querySelector("details").open = true;
  getSelection().selectAllChildren(byId("details"));
});
async function copied(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch (error) { /* the way below needs no permission */ }
  const area = document.createElement("textarea"), before = document.activeElement;
  area.className = "copied";
  area.value = text;
  document.body.append(area);
  focusing = true;
  area.select();
  const done = guarded(() => document.execCommand("copy"), false);
  area.remove();
  if (before) before.focus({ preventScroll: true });
  focusing = false;
  return done;
}
// an error with its message: the stacks of some browsers hold nothing but the places
function whole(error) {
  const said = String(error), stack = String((error && error.stack) || "");
  return !stack || stack.includes(said) ? stack || said : `${said}\n${stack}`;
}
const ours = url => !url.startsWith("blob:")
  && [location.href, window.config && config.cdn].some(base => base && new URL(base).origin === new URL(url, base).origin);
// first in line and alone: the runtime's own handlers would open alert boxes
addEventListener("error", event => {
  const tag = event.target && event.target.tagName;
  // what something else puts into the page, and the policy refuses, is no part of the game
  if (tag === "SCRIPT") { if (ours(event.target.src)) fail("load", `script: ${event.target.src}`); }
  // what browsers and extensions raise about their own affairs
  else if (/^ResizeObserver loop/.test(event.message)) console.warn(event.message);
  else if (/^Script error/.test(event.message)) muted(event.message);
  // a script of the runtime that nobody can read is not whole, or another page in its place
  else if (event.error instanceof SyntaxError && /\.m?js$/.test(event.filename)) fail("load", `${event.filename}: ${whole(event.error)}`);
  else if (event.error || event.message) fail("crash", event.error ? whole(event.error) : String(event.message));
  event.stopImmediatePropagation();
}, true);
addEventListener("unhandledrejection", event => {
  const why = event.reason;
  // a refused play() or full screen is no failure of the game; whatever else a browser refuses, it may begin without
  const refused = why instanceof DOMException && (isReady || /^(NotAllowed|Abort|NotSupported)Error$/.test(why.name));
  if (!refused) fail("crash", whole(why));
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
window.alert = text => console.warn("alert: " + text);
// the least module that needs SIMD: one function that spreads a zero over a vector
const SIMD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 0x0a, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b];
const able = typeof WebAssembly === "object";
const simd = () => able && guarded(() => WebAssembly.validate(new Uint8Array(SIMD)), false);

// ---- what a browser does for a press alone -------------------------------------------------------------------------------------
// The game asks for the clipboard or a file a frame after the press. For WebKit that is too late, but what the press's own
// handler has scheduled still counts as the press: so it is done at the next of these moments, if there is one.
let owed = null, chances = 0;
function settle() { const work = owed; owed = null; if (work) work(); }
function byPress(work) { owed = work; if (!chances) settle(); }
function pressed() {
  for (const ms of [0, 60, 150, 400]) {
    chances += 1;
    setTimeout(() => { chances -= 1; settle(); }, ms);
  }
}
for (const name of ["pointerup", "click", "keydown"]) addEventListener(name, pressed, true);

// ---- what has happened, for Python to take once a frame ------------------------------------------------------------------
let happened = [];
// the moment of an event; some browsers' stamps lie ahead of their own clock
const stamp = event => Math.min(event.timeStamp, performance.now());
function tell(event) {
  const last = happened[happened.length - 1];
  // a mouse reports far more often than there are frames
  if (event.kind === "move" && last && last.kind === "move" && last.finger === event.finger) happened.pop();
  happened.push(event);
}
// how fine the clock is: some browsers round it, to 1, 16.7 or 100 ms, so that nobody is told apart by it. Readings that follow
// each other see the very step; a coarse clock goes on between two glances, and by no less than its step
const GLANCES = 400, GLANCE_MS = 4, READINGS = 400, STEPS_WANTED = 6;
function steps(read) {
  const within = { least: Infinity, seen: 0 }, between = { least: Infinity, seen: 0 };
  let last = read();
  const glance = left => {
    for (let reading = 0; reading < READINGS; reading += 1) {
      const now = read(), where = reading ? within : between;
      if (now <= last) continue;
      where.least = Math.min(where.least, now - last);
      where.seen += 1;
      last = now;
    }
    // several, for a busy page may miss a step or two
    if (within.seen < STEPS_WANTED && left > 0) setTimeout(glance, GLANCE_MS, left - 1);
  };
  glance(GLANCES);
  // either may have missed a step
  return () => {
    const least = Math.min(within.least, between.seen < STEPS_WANTED ? Infinity : between.least);
    return least === Infinity ? 0 : Math.round(1000 * least) / 1000;
  };
}
const clocks = [steps(() => performance.now()), steps(() => new Event("tick").timeStamp)];
// where the picture is on the page: in proportion, in the middle of its box, as the style has it
function picture() {
  const box = canvas.getBoundingClientRect();
  const scale = Math.min(box.width / canvas.width, box.height / canvas.height);
  const left = box.left + (box.width - canvas.width * scale) / 2, top = box.top + (box.height - canvas.height * scale) / 2;
  return { scale, left, top };
}
const place = event => {
  const shown = picture();
  return [(event.clientX - shown.left) / shown.scale, (event.clientY - shown.top) / shown.scale];
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
  tell({ kind, x, y, button: kind === "move" ? 0 : event.button, touch, finger, at: stamp(event) });
  if (touch && kind === "up") fingers.delete(event.pointerId);
}
canvas.addEventListener("pointerdown", event => {
  // a click into a frame of another page does not give it the keys by itself once its default is prevented
  window.focus();
  guarded(() => canvas.setPointerCapture(event.pointerId));
  pointer("down", event);
});
canvas.addEventListener("pointermove", event => {
  // a second button of a mouse is no press of its own while the first one is held
  if (event.button > 0) tell({ kind: "broken" });
  pointer("move", event);
});
canvas.addEventListener("pointerup", event => pointer("up", event));
canvas.addEventListener("pointercancel", event => {
  // nothing that is being dragged may be dropped where the pointer happened to be
  tell({ kind: "broken" });
  pointer("up", event);
});
canvas.addEventListener("mousedown", event => event.preventDefault());
canvas.addEventListener("touchstart", event => event.preventDefault(), { passive: false });
canvas.addEventListener("wheel", event => {
  const [x, y] = place(event);
  tell({ kind: "wheel", x, y, turn: event.deltaY < 0 ? 1 : -1, at: stamp(event) });
  event.preventDefault();
}, { passive: false });
for (const name of ["contextmenu", "selectstart", "dragstart"])
  addEventListener(name, event => { if (!trouble.contains(event.target) && event.target !== field) event.preventDefault(); });
for (const name of ["gesturestart", "gesturechange"]) addEventListener(name, event => event.preventDefault());
addEventListener("touchmove", event => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });

// keys of the game that would scroll or search the page
const HELD_BACK = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "Enter", "Backspace", "Home", "End", "PageUp", "PageDown", "/", "'", "F1", "Escape"]);
function key(event) {
  if (!started || failed || form.contains(event.target) || offer.contains(event.target)) return;
  // the runtime's own listeners would take keys from the browser that the game leaves to it
  event.stopImmediatePropagation();
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.key === "Tab") return;
  if (HELD_BACK.has(event.key)) event.preventDefault();
  if (event.type !== "keydown") return;
  wakeSound();
  tell({ kind: "key", key: event.key, code: event.code, shift: event.shiftKey, repeat: event.repeat, at: stamp(event) });
}
for (const name of ["keydown", "keyup", "keypress"]) addEventListener(name, key, true);

// ---- size ---------------------------------------------------------------------------------------------------------------
function size() {
  const box = stage.getBoundingClientRect();
  const wide = Math.max(1, box.width), high = Math.max(1, box.height);
  // a small stage shows a larger picture reduced, all of it in proportion
  const sharp = Math.max(window.devicePixelRatio || 1, LEAST_SIDE / Math.min(wide, high));
  const ratio = Math.min(sharp, Math.sqrt(MOST_PIXELS / (wide * high)));
  const side = length => Math.min(MOST_PIXELS / LEAST_SIDE, Math.max(LEAST_SIDE, Math.floor(length * ratio)));
  const now = [Math.floor(side(wide)), Math.floor(side(high))];
  // what a notch or a home bar covers on each side, in pixels of the picture
  const [before, after] = EDGES.map(box => getComputedStyle(box));
  const edges = [before.height, after.width, after.height, before.width].map(length => Math.ceil(parseFloat(length) * now[0] / wide));
  return [...now, ...edges];
}
const EDGES = [byId("before"), byId("after")];
let told = "", settling = 0, laid = stage.getBoundingClientRect();
const noted = now => { told = String(now); laid = stage.getBoundingClientRect(); return told; };
function resized() {
  clearTimeout(settling);
  // every size means new pictures: wait until the window has come to rest
  settling = setTimeout(() => {
    // a phone that is turned while a name is typed
    if (!form.hidden && stage.getBoundingClientRect().width !== laid.width) stage.style.height = "";
    const now = size();
    if (told && String(now) !== told) { noted(now); tell({ kind: "size", w: now[0], h: now[1], safe: now.slice(2) }); }
  }, 120);
}
if (window.ResizeObserver) for (const box of [stage, ...EDGES]) new ResizeObserver(resized).observe(box);
if (window.visualViewport) {
  const seen = () => document.documentElement.style.setProperty("--seen-top", visualViewport.offsetTop + "px");
  for (const name of ["resize", "scroll"]) visualViewport.addEventListener(name, seen);
}
addEventListener("resize", resized);
addEventListener("orientationchange", resized);

// ---- full screen: until the game has begun the visitor's own buttons decide, then the game asks for it ---------------------
const isFull = () => Boolean(document.fullscreenElement);
const tellFull = () => tell({ kind: "fullscreen", on: isFull() });
// what the browser was asked for and has not done yet
let filling = null;
function fill(on) {
  const aim = on ? document.documentElement : document, change = on ? aim.requestFullscreen : aim.exitFullscreen;
  if (on === (filling === null ? isFull() : filling)) return;
  // browsers refuse it without a gesture, and say so on the console
  if (!change || (on && navigator.userActivation && !navigator.userActivation.isActive)) { tellFull(); return; }
  filling = on;
  const done = () => { filling = null; tellFull(); };
  // refused by throwing or by rejecting, depending on the browser
  new Promise(resolve => resolve(change.call(aim))).then(done, done);
}
document.addEventListener("fullscreenchange", () => { tellFull(); resized(); });

// ---- sound: begins with the first gesture, and is silent while the page is hidden --------------------------------------------
const sounds = [], players = new Set();
for (const name of ["AudioContext", "webkitAudioContext"]) {
  const Plain = window[name];
  // behind the words of a failure nothing sounds again, whoever asks for it
  if (Plain) window[name] = class extends Plain {
    constructor(...all) { super(...all); sounds.push(this); if (failed) silence(true); }
    resume() { return failed ? Promise.resolve() : super.resume(); }
  };
}
const play = HTMLMediaElement.prototype.play;
HTMLMediaElement.prototype.play = function () {
  players.add(this);
  if (failed) return Promise.resolve();
  // one that has loaded only now waits until somebody is there again
  if (away) { paused.push(this); return Promise.resolve(); }
  return play.call(this);
};
function wakeSound() {
  if (failed) return;
  for (const sound of sounds) if (sound.state === "suspended" && !document.hidden) guarded(() => sound.resume().catch(() => {}));
}
let paused = [];
function silence(on) {
  if (failed && !on) return;
  for (const sound of sounds) guarded(() => (on ? sound.suspend() : sound.resume()).catch(() => {}));
  if (on) { paused = [...players].filter(player => !player.paused); paused.forEach(player => player.pause()); }
  else { paused.forEach(player => guarded(() => play.call(player).catch(() => {}))); paused = []; }
}
let away = false;
// hidden, or behind another window: the game stands still until somebody is there again
function leave(gone) {
  if (gone === away) return;
  away = gone;
  silence(gone);
  keepAwake();
  tell({ kind: gone ? "hidden" : "shown" });
}
document.addEventListener("visibilitychange", () => leave(document.hidden));
addEventListener("blur", () => leave(true));
addEventListener("focus", () => leave(document.hidden));
// not every browser says that a frame has the focus again; whoever uses it is there
for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => leave(false), true);

// ---- the screen stays on while a game is being played, as far as the browser lets it; pulses for the hand ----------------------------
let awake = false, lock = null, asking = false;
async function keepAwake() {
  const wanted = awake && !away && !failed && !document.hidden;
  if (!wanted && lock) { const held = lock; lock = null; guarded(() => held.release().catch(() => {})); }
  if (!wanted || lock || asking || !navigator.wakeLock) return;
  asking = true;
  try {
    const held = lock = await navigator.wakeLock.request("screen");
    // taken back by the browser, when the page is hidden or the battery is low
    held.addEventListener("release", () => { if (lock === held) lock = null; });
  } catch (error) { /* the screen goes off as it always does */ }
  asking = false;
  if (lock) keepAwake();
}
document.addEventListener("visibilitychange", keepAwake);
addEventListener("pointerup", () => { if (awake && !lock) keepAwake(); }, true);
const pulses = () => typeof navigator.vibrate === "function" && touches();
function pulse(pattern) {
  const used = !navigator.userActivation || navigator.userActivation.hasBeenActive;
  if (pulses() && used && !away && !failed && !document.hidden) guarded(() => navigator.vibrate(pattern));
}

// ---- a start from an iPhone's home screen: it shows nothing of its own, only a picture of the screen's size that the page brings -------
function splash(wide, high, shape) {
  const picture = document.createElement("canvas"), pen = picture.getContext("2d"), logo = byId("logo"), link = document.createElement("link");
  [picture.width, picture.height] = [wide, high];
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--wood");
  pen.fillRect(0, 0, wide, high);
  const across = Math.min(wide, high) * 0.6, down = across * logo.naturalHeight / logo.naturalWidth;
  pen.drawImage(logo, (wide - across) / 2, (high - down) / 2, across, down);
  [link.rel, link.media, link.href] = ["apple-touch-startup-image", `(orientation: ${shape})`, picture.toDataURL()];
  document.head.append(link);
}
if ("standalone" in navigator) addEventListener("load", () => {
  const sides = [screen.width, screen.height].map(side => Math.round(side * devicePixelRatio)).sort((one, other) => one - other);
  splash(...sides, "portrait");
  splash(...sides.reverse(), "landscape");
});

// ---- storage, and what another tab does to it ----------------------------------------------------------------------------------------------------------------
// Texts that were stored before folders had names of their own are copied once. They stay where they are, for the other
// copies on this host and for an older version of this one. Until all are copied what is missing here is read there.
function storing() {
  const refusal = work => { try { work(); return ""; } catch (error) { return String(error) || "refused"; } };
  const moved = () => localStorage.getItem(PREFIX + MOVED) !== null;
  const named = prefix => {
    const found = [];
    for (let place = 0; place < localStorage.length; place += 1) {
      const name = localStorage.key(place).slice(prefix.length);
      // what lies deeper is another copy's
      if (localStorage.key(place).startsWith(prefix) && !name.includes("/") && name !== MOVED) found.push(name);
    }
    return found;
  };
  const read = name => {
    const own = localStorage.getItem(PREFIX + name);
    return own !== null || moved() ? own : localStorage.getItem(SHARED + name);
  };
  guarded(() => {
    if (moved()) return;
    for (const name of named(SHARED)) if (localStorage.getItem(PREFIX + name) === null) localStorage.setItem(PREFIX + name, read(name));
    localStorage.setItem(PREFIX + MOVED, "1");
  });
  return {
    read: name => guarded(() => read(name), null),
    write: (name, text) => refusal(() => localStorage.setItem(PREFIX + name, text)),
    remove: name => refusal(() => {
      localStorage.removeItem(PREFIX + name);
      // else it would come back from there
      if (!moved()) localStorage.removeItem(SHARED + name);
    }),
    names: () => guarded(() => [...new Set([...named(PREFIX), ...(moved() ? [] : named(SHARED))])].sort(), []),
  };
}
addEventListener("storage", event => {
  // without a key everything was cleared
  const name = event.key === null ? "" : event.key.slice(PREFIX.length);
  if (event.key === null || event.key.startsWith(PREFIX + "match-")) tell({ kind: "elsewhere", name });
});

// ---- the game without its picture: buttons, news, log ------------------------------------------------------------------------
const buttons = new Map(), placed = new Map();
let focusing = false;
function show(text) {
  const seen = JSON.parse(text);
  document.documentElement.lang = seen.lang;
  mirror.setAttribute("aria-label", seen.words || "Kartenkiste");
  if (failed) return;
  const shown = picture(), gone = new Set(buttons.keys());
  const length = (pixels, from = 0) => (from + pixels * shown.scale).toFixed(1) + "px";
  const boxed = (x, y, w, h) => `left:${length(x, shown.left)};top:${length(y, shown.top)};width:${length(w)};height:${length(h)}`;
  let before = null;
  for (const [id, label, enabled, on, x, y, w, h] of seen.items) {
    gone.delete(id);
    let button = buttons.get(id);
    if (!button) {
      button = document.createElement("button");
      button.type = "button";
      button.dataset.id = id;
      button.addEventListener("click", event => tell({ kind: "use", id, at: stamp(event) }));
      button.addEventListener("focus", event => { if (!focusing) tell({ kind: "focus", id, at: stamp(event) }); });
      buttons.set(id, button);
    }
    if (button.textContent !== label) button.textContent = label;
    if (button.disabled === enabled) button.disabled = !enabled;
    if (on !== null && button.getAttribute("aria-pressed") !== String(on)) button.setAttribute("aria-pressed", String(on));
    const style = boxed(x, y, w, h);
    // the policy lets scripts set a style, not the attribute
    if (placed.get(id) !== style) { placed.set(id, style); button.style.cssText = style; }
    const next = before ? before.nextSibling : mirror.firstChild;
    if (next !== button) mirror.insertBefore(button, next);
    before = button;
  }
  const active = document.activeElement, wasThere = buttons.get(active && active.dataset ? active.dataset.id : "") === active;
  for (const id of gone) { buttons.get(id).remove(); buttons.delete(id); placed.delete(id); }
  focusing = true;
  const aim = buttons.get(seen.focus);
  const types = seen.typed !== null && document.activeElement === field;
  if (aim && !types && aim !== document.activeElement) aim.focus({ preventScroll: true });
  else if (!aim && wasThere && document.activeElement !== active) mirror.focus({ preventScroll: true });
  focusing = false;
  typing(seen.typed, WORDS[seen.lang] || words, seen.field ? boxed(...seen.field) : "");
  offering(seen.offer, WORDS[seen.lang] || words, shown);
}
// ---- a newer version is there, and the next start takes it. The game says where a line of that covers nothing that counts, or
// that a match is being played; nothing starts anew before the button is used -------------------------------------------------------
const offer = byId("offer");
let declined = false;
function offering(box, { newer, reload, later }, { scale, left, top }) {
  offer.hidden = declined || !box;
  if (offer.hidden) return;
  const [x, y, w, h] = box, edge = parseFloat(getComputedStyle(EDGES[0]).height) + 4;
  for (const [id, said] of [["offer-text", newer], ["offer-reload", reload]]) if (byId(id).textContent !== said) byId(id).textContent = said;
  byId("offer-later").setAttribute("aria-label", later);
  offer.style.left = left + (x + w / 2) * scale + "px";
  offer.style.top = Math.max(top + (y + h / 2) * scale, edge + offer.offsetHeight / 2) + "px";
}
byId("offer-reload").addEventListener("click", () => { why = "Kartenkiste: a newer version is there"; ask(true); });
byId("offer-later").addEventListener("click", () => { declined = offer.hidden = true; mirror.focus({ preventScroll: true }); });
// ---- names: only a field of the page opens the keyboard of a phone, and has caret, clipboard and the system's ways to write an ----
// umlaut. With a mouse it lies where the game has its own, with a finger above the keyboard. What is typed becomes keys.
const form = byId("typing"), field = byId("typed");
let typedBefore = null, typedAt = "";
const touches = () => matchMedia("(pointer: coarse)").matches;
function typing(text, { typed: label, undone }, style) {
  const wanted = text !== null, inPlace = wanted && style !== "" && !touches();
  form.classList.toggle("in-place", inPlace);
  form.style.cssText = inPlace ? style : "";
  // from one field straight to another: what was typed in the first has gone to the game already
  const another = wanted && !form.hidden && typedBefore === null && style !== typedAt;
  typedAt = style;
  if (wanted === !form.hidden && !another) return;
  form.hidden = !wanted;
  // the keyboard of a phone takes part of the height: the game does not move for the time of a name
  stage.style.height = wanted && !inPlace ? laid.height + "px" : "";
  typedBefore = wanted ? text : null;
  field.setAttribute("aria-label", label);
  byId("typed-undone").setAttribute("aria-label", undone);
  if (wanted) { field.value = text; field.focus(); field.select(); }
}
function typed(keys) {
  // once for each time that the field is there
  if (typedBefore === null) return;
  typedBefore = null;
  const at = performance.now();
  for (const key of keys) tell({ kind: "key", key, code: "", shift: false, repeat: false, at });
}
// the game has everything selected, and takes no letter for an order: one Backspace empties its field
const keep = () => typed(["Backspace", ...Array.from(field.value), "Enter"]);
const undo = () => typed(["Escape"]);
form.addEventListener("submit", event => { event.preventDefault(); keep(); });
byId("typed-undone").addEventListener("click", undo);
field.addEventListener("keydown", event => {
  if (event.isComposing) return;
  if (event.key === "Escape") { event.preventDefault(); undo(); }
  if (event.key === "Tab" && form.classList.contains("in-place")) { event.preventDefault(); keep(); }
});
// whatever is pressed beside the field ends the typing first
canvas.addEventListener("pointerdown", () => { if (!form.hidden) keep(); }, true);

function say(words) { byId("news").textContent = words; }
function record(text, fresh) {
  const log = byId("log");
  if (fresh) log.replaceChildren();
  for (const line of JSON.parse(text)) {
    const row = document.createElement("p");
    row.textContent = line;
    log.append(row);
  }
  while (log.children.length > LOG_KEPT) log.firstChild.remove();
}

// ---- lines to a server, for whoever plays with other devices: one that this page was built for, or the one that it came from -------
const SERVER = "/*SERVER*/" || new URL("party", document.baseURI).href.replace(/^h...(s?):/, "ws$1:");
// so many texts wait for Python's next look: a page that nobody sees is told what it missed when it comes again
const MOST_UNHEARD = 400, BROKEN = 1006;
const sockets = new Map();
let dialled = 0, unheard = 0;
function dial(address) {
  const number = dialled += 1, early = [];
  const over = code => { if (sockets.delete(number)) tell({ kind: "line", number, closed: code }); };
  // what the policy or the page's own encryption forbids is refused at once
  const socket = guarded(() => new WebSocket(address), null);
  sockets.set(number, { socket, over, early });
  if (!socket) { over(BROKEN); return number; }
  socket.onopen = () => { for (const text of early.splice(0)) socket.send(text); };
  socket.onmessage = event => {
    if (!sockets.has(number)) return;
    tell({ kind: "line", number, text: String(event.data) });
    if ((unheard += 1) > MOST_UNHEARD) { socket.close(); over(BROKEN); }
  };
  socket.onclose = event => over(event.code);
  // not every browser says that a line has ended which its policy forbids
  socket.onerror = () => setTimeout(over, 0, BROKEN);
  return number;
}
function talk(number, text) {
  const line = sockets.get(number);
  if (!line) return;
  if (line.socket.readyState === WebSocket.OPEN) line.socket.send(text);
  else line.early.push(text);
}
function hangUp(number) {
  const line = sockets.get(number);
  if (line) { line.socket.close(); line.over(1000); }
}
// a device that has its network back does not wait for the next try
addEventListener("online", () => { if (!away) tell({ kind: "shown" }); });

// ---- what the runtime has runs out: before anything can break, the page starts anew and goes on where it was ----------------------
// Nothing here should ever use up its stack or its memory; if something does all the same, half of either is gone long before
// the end. Then the game is asked, as soon as nobody does anything, where it shall go on; with a quarter left it cannot wait
// long. A page that its host would not give again stays as long as it lives.
const LOOK_MS = 2000, CALM_MS = 5000, PROBE_MS = 4000, PAUSE_MS = 10000, ANSWER_MS = 3000, AGAIN_MS = 60000;
// half of the memory is more than the game takes after hours, and less than what a phone gives a page
const TIGHT = 0.5, URGENT = 0.75, LAST = 0.88, MOST_MEMORY = 1.25 * 2 ** 30;
let used = 0, isChoosing = false, isUrgent = false, waits = false, why = "", wished = GONE;
for (const name of ["pointerdown", "pointermove", "keydown", "wheel"])
  addEventListener(name, () => { used = performance.now(); isChoosing = false; }, { capture: true, passive: true });
// whether the hosts of the page and of what it needs besides would give all of it again
async function reachable(needs) {
  const limit = new AbortController(), late = setTimeout(() => limit.abort(), PROBE_MS);
  const page = location.pathname + (location.pathname.endsWith("/") ? "index.html" : "");
  try {
    const answers = await Promise.all([page, ...needs].map(path => fetch(path, { cache: "no-store", signal: limit.signal })));
    return answers.every(answer => answer.ok);
  } catch (error) {
    return false;
  } finally {
    clearTimeout(late);
  }
}
function renew(back) {
  wished = back;
  // what the browser does not take would be lost, and is worth waiting for
  const isTaken = handOn({ asked: lasting(), renewal: { back, full: isFull() } }, "", !isUrgent) >= 0;
  if (!isTaken) { console.warn(`${why}, and the browser does not keep where it was. The page goes on.`); return; }
  console.warn(`${why}. The page starts anew and goes on where it was.`);
  location.reload();
}
// look() tells the share of the stack, from 0 to 1, and the bytes of memory that are in use between two tasks; needs:
// addresses without which no page could start anew
function guard(look, needs = []) {
  let said = "", next = 0;
  const warn = text => { if (said !== text) console.warn(text); said = text; };
  setInterval(async () => {
    const { stack, bytes } = look(), memory = bytes / MOST_MEMORY, share = Math.max(stack, memory);
    const urgent = share >= URGENT, now = performance.now();
    if (failed || !started || waits || document.hidden || share < TIGHT) return;
    if (!urgent && (now < next || isChoosing || now - used < CALM_MS)) return;
    why = `Kartenkiste: ${stack > memory ? "the stack" : "the memory"} runs out`;
    // what runs out within a minute does so again: starting anew and anew is no way to play
    if (renewed && now < AGAIN_MS) { warn(`${why} so soon again.`); return; }
    waits = true;
    const there = await reachable(needs);
    waits = false;
    next = performance.now() + PAUSE_MS;
    if (!there && share < LAST) { warn(`${why}, and the host does not answer. The page goes on.`); return; }
    isUrgent = urgent;
    ask(urgent);
  }, LOOK_MS);
}
// let the game say where it is, as soon as nobody does anything or at once, and start anew then
function ask(urgent) {
  wished = GONE;
  // a name that is half typed lies in the page's own field
  if (urgent && !form.hidden) keep();
  tell({ kind: "renewal", urgent });
  // nobody answers any more: everything is stored after every move, and the title leads there
  if (urgent) { waits = true; setTimeout(() => { waits = false; renew(wished); }, ANSWER_MS); }
}

// ---- files --------------------------------------------------------------------------------------------------------------------
const chooser = byId("file");
chooser.addEventListener("cancel", () => { isChoosing = false; });
chooser.addEventListener("change", async () => {
  isChoosing = false;
  const file = chooser.files[0];
  chooser.value = "";
  if (file) tell({ kind: "file", text: await file.text() });
});

window.kartenkiste = {
  progress, ready, fail, whole, show, record, marks, asked, simd, expect, found, lose,
  take() { if (!happened.length) return ""; const now = happened; happened = []; unheard = 0; return JSON.stringify(now); },
  size() { return noted(size()); },
  about() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return JSON.stringify({ language: tongue, calm, asked, touch: touches(), fullscreen: Boolean(document.fullscreenEnabled),
      vibrates: pulses(), now: performance.now(), server: SERVER, here: location.origin + location.pathname,
      back: renewed ? renewal.back : "", lost: Boolean(left.lost) });
  },
  now() { return performance.now(); },
  grain() { return Math.max(...clocks.map(step => step())); },
  // texts come as JSON, which is ASCII: one of the runtimes hands them over as Latin-1
  say(text) { say(JSON.parse(text)); },
  report(text) { fail("crash", JSON.parse(text)); },
  // answers are JSON, because the runtimes do not agree on what null is
  read(name) { return JSON.stringify(kept(name)); },
  write(name, text) {
    const words = JSON.parse(text), refusal = store.write(name, words);
    if (refusal) held[name] = words;
    else delete held[name];
    return refusal;
  },
  remove(name) { delete held[name]; return store.remove(name); },
  names() { return JSON.stringify([...new Set([...store.names(), ...Object.keys(held)])].sort()); },
  fullscreen(on) { if (started) fill(Boolean(on)); },
  awake(on) { awake = Boolean(on); keepAwake(); },
  // milliseconds on and off in turn, parted by commas
  pulse(pattern) { pulse(pattern.split(",").map(Number)); },
  save(name, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.parse(text)], { type: "application/json" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  },
  choose() { byPress(() => { isChoosing = true; chooser.click(); }); },
  // what begins with # is a link into this page
  copy(text) {
    const words = JSON.parse(text), all = words.startsWith("#") ? location.origin + location.pathname + words : words;
    byPress(() => copied(all).then(ok => tell({ kind: "copied", ok })));
  },
  dial(address) { return dial(JSON.parse(address)); },
  talk(number, text) { talk(number, JSON.parse(text)); },
  hangUp,
  renew, guard,
  // there is a newer version than this page's: the next start takes it
  outdated() { tell({ kind: "outdated" }); },
  // looks for one, where there is a worker that would fetch it
  look() {},
  finished() { return failed; },
};
if (!able) fail("old", "WebAssembly: " + typeof WebAssembly);
})();
