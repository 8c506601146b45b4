// Starts the game on Pyodide, the runtime of the self-contained site. The build fills in FILES (path -> bytes),
// VERSION, BUNDLE, RUNTIME and BOOT.
"use strict";
const FILES = /*FILES*/{};
const VERSION = "/*VERSION*/";
const BUNDLE = "/*BUNDLE*/";
const RUNTIME = "/*RUNTIME*/";
const BOOT = /*BOOT*/"";

const page = window.kartenkiste;
const urlOf = path => new URL(path, document.baseURI).href;
const pageFetch = window.fetch.bind(window);

// ---- download: every file at once, not one after the other as the runtime would ask for them ----------------------
const TYPES = { wasm: "application/wasm", json: "application/json" };
const totalBytes = Object.values(FILES).reduce((sum, bytes) => sum + bytes, 0);
const responses = new Map();
let loadedBytes = 0;
// the first file that did not arrive, and why: the runtime would only print it
let loadFailure = "";

function failToLoad(path, error) {
  loadFailure = loadFailure || `${path}: ${error.message}`;
  page.fail("load", loadFailure);
}

// A copy of the response is counted: browsers keep the compiled code only of a response that no script has made.
async function countBytes(path, body) {
  const reader = body.getReader();
  try {
    for (let chunk; !(chunk = await reader.read()).done;) {
      loadedBytes += chunk.value.byteLength;
      page.progress("load", loadedBytes, totalBytes);
    }
  } catch (error) {
    failToLoad(path, error);
  }
}

function download(path) {
  const type = TYPES[path.split("?")[0].split(".").pop()];
  const arrived = pageFetch(urlOf(path)).then(response => {
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    countBytes(path, response.clone().body);
    if (!type || (response.headers.get("content-type") || "").startsWith(type)) return response;
    // some hosts do not know WebAssembly, and browsers compile while loading only what has its type
    return new Response(response.body, { headers: { "content-type": type } });
  });
  arrived.catch(error => failToLoad(path, error));
  return arrived;
}

// Give the runtime what has been asked for already.
function fetchOnce(resource, options) {
  const url = urlOf(typeof resource === "string" ? resource : resource.url || String(resource));
  const response = responses.get(url);
  responses.delete(url);
  return response || pageFetch(resource, options);
}

// ---- start ----------------------------------------------------------------------------------------------------------
async function loadRuntime() {
  const script = RUNTIME + "pyodide.mjs";
  const { loadPyodide } = await import(urlOf(script)).catch(error => {
    failToLoad(script, error);
    throw error;
  });
  return loadPyodide({
    indexURL: urlOf(RUNTIME),
    packages: ["pygame-ce"],
    checkIntegrity: false,
    enableRunUntilComplete: false,
    stdout: line => console.log(line),
    stderr: line => console.warn(line),
  });
}

function watchStackAndMemory(machine) {
  const base = machine._emscripten_stack_get_base();
  const size = base - machine._emscripten_stack_get_end();
  page.watchResources(() => ({ stack: (base - machine.stackSave()) / size, bytes: machine.HEAPU8.length }));
}

function reportFailure(error) {
  // the runtime imports another script of its own, and not every browser names what it could not import
  const guesses = [[/import/i, "pyodide.asm.js"], [/fetch|network/i, "pyodide.asm"]];
  const guess = guesses.find(([pattern]) => pattern.test(error.message));
  const missing = loadFailure || (guess ? `${RUNTIME}${guess[1]}: ${error.message}` : "");
  page.fail(missing ? "load" : "crash", missing || page.describeError(error));
}

async function startGame() {
  page.progress("load", 0, totalBytes);
  for (const path of Object.keys(FILES)) responses.set(urlOf(path), download(path));
  const bundle = responses.get(urlOf(BUNDLE)).then(response => response.arrayBuffer());
  bundle.catch(() => {});
  window.fetch = fetchOnce;
  const python = await loadRuntime();
  window.fetch = pageFetch;
  page.progress("unpack");
  page.python = python;
  // the frame loop leaves Python through an exception, which is no error
  python._api._skip_unwind_fatal_error = true;
  python.canvas.setCanvas2D(document.getElementById("canvas"));
  python.unpackArchive(await bundle, "zip", { extractDir: "/game" });
  page.progress("begin");
  python.globals.set("boot_source", BOOT);
  watchStackAndMemory(python._module);
  python.runPython("exec(compile(boot_source, 'boot_pyodide.py', 'exec'), {'__name__': 'boot'})");
}

// ---- the service worker: later visits need no network --------------------------------------------------------------
// A worker that has stored a version completely tells which. One that is not this page's is what the next start takes.
// The page looks for one at each start, once an hour, and when the game asks for it.
const HOUR_MS = 3600000;
// the first visit is done with loading by then
const REGISTER_MS = 3000;

function startServiceWorker() {
  const workers = window.isSecureContext && navigator.serviceWorker;
  if (!workers) return;
  const ignoreRefusal = work => work.catch(error => console.info("no service worker: " + error.message));
  const checkForUpdate = () => {
    return ignoreRefusal(workers.getRegistration().then(registration => registration && registration.update()));
  };
  workers.addEventListener("message", ({ data }) => {
    if (data.scope !== urlOf("./")) return;
    if (data.open) page.noticeOpened(data.open);
    else if (data.renewed) page.subscriptionRenewed();
    else if (data.version !== VERSION) page.newVersionFound();
  });
  workers.startMessages();
  setTimeout(() => ignoreRefusal(workers.register("sw.js").then(page.workerFound)), REGISTER_MS);
  setInterval(checkForUpdate, HOUR_MS);
  page.checkForUpdate = checkForUpdate;
}

if (!page.hasFailed()) {
  if (page.hasSimd()) startGame().catch(reportFailure).then(startServiceWorker);
  else page.fail("old", "WebAssembly SIMD");
}
