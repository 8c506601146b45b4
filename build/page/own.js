// Starts the game on the site's own runtime. FILES (path -> bytes), VERSION, BUNDLE, RUNTIME and BOOT are put in when the site is built.
"use strict";
(async () => {
const page = window.kartenkiste;
if (page.finished()) return;
if (!page.simd()) { page.fail("old", "WebAssembly SIMD"); return; }
const FILES = /*FILES*/{}, VERSION = "/*VERSION*/", BUNDLE = "/*BUNDLE*/", RUNTIME = "/*RUNTIME*/", BOOT = /*BOOT*/"";
const here = path => new URL(path, document.baseURI).href;
const TYPES = { wasm: "application/wasm", json: "application/json" };

let done = 0, failure = "";
const total = Object.values(FILES).reduce((sum, bytes) => sum + bytes, 0);
const plain = window.fetch.bind(window), early = new Map();
// the runtime only prints it when one of its files does not arrive: the page says so itself
function broken(path, error) {
  failure = failure || `${path}: ${error.message}`;
  page.fail("load", failure);
}
// what has arrived is counted beside the response itself: of that one, and of none made here, browsers keep the compiled code
async function count(path, body) {
  const reader = body.getReader();
  try {
    for (let part; !(part = await reader.read()).done;) {
      done += part.value.byteLength;
      page.progress("load", done, total);
    }
  } catch (error) {
    broken(path, error);
  }
}
function get(path) {
  const wanted = TYPES[path.split("?")[0].split(".").pop()];
  const arrived = plain(here(path)).then(response => {
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    count(path, response.clone().body);
    if (!wanted || (response.headers.get("content-type") || "").startsWith(wanted)) return response;
    // some hosts know no WebAssembly, and nothing compiles as it comes that does not say what it is
    return new Response(response.body, { headers: { "content-type": wanted } });
  });
  arrived.catch(error => broken(path, error));
  return arrived;
}

try {
  page.progress("load", 0, total);
  // all at once, not one after the other as the runtime would ask for them
  for (const path of Object.keys(FILES)) early.set(here(path), get(path));
  const bundle = early.get(here(BUNDLE)).then(response => response.arrayBuffer());
  bundle.catch(() => {});
  window.fetch = (what, how) => {
    const url = here(typeof what === "string" ? what : what.url || String(what)), found = early.get(url);
    early.delete(url);
    return found || plain(what, how);
  };
  const starter = RUNTIME + "pyodide.mjs";
  // whatever the browser's words for it are: it was not to be had
  const { loadPyodide } = await import(here(starter)).catch(error => { broken(starter, error); throw error; });
  const python = await loadPyodide({ indexURL: here(RUNTIME), packages: ["pygame-ce"], checkIntegrity: false, enableRunUntilComplete: false,
    stdout: line => console.log(line), stderr: line => console.warn(line) });
  window.fetch = plain;
  page.progress("unpack");
  page.python = python;
  // the frame loop leaves Python through an exception that is none
  python._api._skip_unwind_fatal_error = true;
  python.canvas.setCanvas2D(document.getElementById("canvas"));
  python.unpackArchive(await bundle, "zip", { extractDir: "/game" });
  page.progress("begin");
  python.globals.set("boot_source", BOOT);
  const machine = python._module, base = machine._emscripten_stack_get_base(), stack = base - machine._emscripten_stack_get_end();
  page.guard(() => ({ stack: (base - machine.stackSave()) / stack, bytes: machine.HEAPU8.length }));
  python.runPython("exec(compile(boot_source, 'boot.py', 'exec'), {'__name__': 'boot'})");
} catch (error) {
  // the runtime's other script is imported as well, and not every browser names what it could not import
  const lost = [[/import/i, "pyodide.asm.js"], [/fetch|network/i, "pyodide.asm"]].find(([words]) => words.test(error.message));
  const missing = failure || (lost ? `${RUNTIME}${lost[1]}: ${error.message}` : "");
  page.fail(missing ? "load" : "crash", missing || page.whole(error));
}
// Later visits need no network; this one is over with loading first. A worker that has stored a version whole says which:
// another one than this page's is what the next start takes. It is looked for at each start, once an hour, and when asked.
const workers = window.isSecureContext && navigator.serviceWorker, HOUR_MS = 3600000;
if (workers) {
  const quietly = work => work.catch(error => console.info("no service worker: " + error.message));
  const look = () => quietly(workers.getRegistration().then(found => found && found.update()));
  workers.addEventListener("message", ({ data }) => { if (data.scope === here("./") && data.version !== VERSION) page.outdated(); });
  workers.startMessages();
  setTimeout(() => quietly(workers.register("sw.js")), 3000);
  setInterval(look, HOUR_MS);
  page.look = look;
}
})();
