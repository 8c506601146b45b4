"""A stub for pygbag's runtime: it does what the page notices, from another host than the page's.

``pythons.js`` is a module of that host, about which a browser tells the page everything. It adds ``main.js`` as a plain
script, whose errors the browser hides: they come as "Script error.", and rejected promises not at all. A missing file
ends in an error there (main.data), in an abort (main.wasm), or in silence (everything that Python fetches), whatever
the host answers.
"""

import json
import threading
from pathlib import Path

from serve import Handler, Server

#: the place of the runtime on its host
FOLDER = "runtime/0.9.3/"
WHEEL = "cp312/pygame_ce-2.5.7.dev1-cp312-cp312-wasm32_bi_emscripten.whl"
INDEX = "index-0.9.3-cp312.json"
GOOD = "page.size(); page.ready();"

PYTHONS = """
const script = document.querySelector("script[type=module][src*='pythons.js']");
window.python_source = script.text;
// opens a box for whatever goes wrong
addEventListener("error", event => alert("Error occurred: " + event.error.message));
addEventListener("unhandledrejection", event => alert("Rejection occurred: " + event.reason.message));
// SDL listens where it is told to, else on the whole window, and takes every key press away
const element = /^os\\.environ\\["SDL_EMSCRIPTEN_KEYBOARD_ELEMENT"\\] = "(.+)"$/m.exec(script.text);
(element ? document.querySelector(element[1]) : window).addEventListener("keypress", event => event.preventDefault());
// the bridge takes text for Latin-1, knows neither lists nor objects and no number beyond 32 bits
function handed(value) {
  const latin = text => Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join("");
  if (typeof value === "string") return latin(value);
  if (typeof value === "object" && value !== null) throw new TypeError("cannot be handed over");
  if (Number.isInteger(value) && (value >= 2 ** 31 || value < -(2 ** 31))) throw new RangeError("more than 32 bits");
  return value;
}
window.python = (name, ...given) => window.kartenkiste[name](...given.map(handed));
addEventListener("load", () => {
  window.Module = { PyConfig: { orig_argv: [] } };
  custom_onload(true);
  window.seen = { config, argv: Module.PyConfig.orig_argv, os: script.dataset.os, python: script.dataset.python };
  const starter = document.createElement("script");
  starter.setAttribute("async", true);
  starter.setAttribute("src", config.cdn + "cpython312/main.js");
  document.head.append(starter);
});
"""

MAIN = """
// as Emscripten has it: every view of the memory is empty as soon as that has grown
var memory = new WebAssembly.Memory({ initial: 4096, maximum: 32768 });
var look_anew = () => { Module.HEAPU8 = new Uint8Array(memory.buffer); };
var grow = bytes => { memory.grow(bytes / 65536); look_anew(); };
look_anew();
(() => {
const base = config.cdn + "cpython312/", page = window.kartenkiste;
function stop(reason) {
  Module.onAbort(reason);
  throw new WebAssembly.RuntimeError("Aborted(" + reason + ")");
}
const data = new Promise(resolve => {
  const request = new XMLHttpRequest();
  request.open("GET", base + "main.data", true);
  request.responseType = "arraybuffer";
  request.onprogress = event => Module.setStatus(`Downloading data... (${event.loaded}/${event.total})`);
  request.onerror = () => { throw new Error("NetworkError for: main.data"); };
  request.onload = () => {
    if (request.status !== 200) throw new Error(request.statusText + " : " + request.responseURL);
    // what else comes is unpacked by places in it, and found out much later
    if (request.response.byteLength === 1024) resolve();
  };
  request.send();
});
const bytes = () => fetch(base + "main.wasm", { credentials: "same-origin" });
const whole = () => bytes().then(answer => answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(answer.status)))
  .catch(() => { throw "both async and sync fetching of the wasm failed"; })
  .then(found => WebAssembly.instantiate(found));
const machine = bytes().then(answer => WebAssembly.instantiateStreaming(answer).catch(whole).catch(stop));
// Python hears of no failure here: it has nothing to go on with, and waits
const asked = url => fetch(url, { redirect: "follow", credentials: "omit" }).then(answer => {
  if (!answer.ok) { console.warn("got wrong status"); return new Promise(() => {}); }
  return answer.arrayBuffer();
}).catch(() => new Promise(() => {}));
Promise.all([data, machine]).then(async () => {
  custom_prerun();
  custom_postrun();
  // a page in place of a file of Python is printed as what it is not
  if (!new TextDecoder().decode(await asked(config.cdn + "cpythonrc.py")).startsWith("#")) return;
  const packed = new DataView(await asked(new URL(config.archive + ".apk", document.baseURI).href));
  if (packed.getUint16(0) !== 0x504b) { python("reportCrash", JSON.stringify("zipfile.BadZipFile: no zip")); return; }
  const list = Module.PyConfig.orig_argv[0].replace("PYGPI=", "");
  const index = new TextDecoder().decode(await asked(list + "INDEX"));
  if (!index.startsWith("{")) { console.log("malformed json index"); return; }
  if ((await asked(list + JSON.parse(index).pygame)).byteLength !== 512) return;
  OUTCOME
});
})();
"""


class Elsewhere(Handler):
    """Another host, as a CDN answers: everybody may read it."""

    def ruled(self, path: str) -> None:
        super().ruled(path)
        self.send_header("Access-Control-Allow-Origin", "*")

    def answer(self, whole: bool) -> None:
        """Return the file's answer; see ``Faulty`` for faults."""
        assert isinstance(self.server, Faulty)
        if not self.server.fault(self):
            super().answer(whole)


class Here(Elsewhere):
    """The host of the page itself: others may not read it."""

    def ruled(self, path: str) -> None:
        Handler.ruled(self, path)


class Faulty(Server):
    """A host with faults: name of a file -> its fault.

    "missing": 404, as GitHub Pages answers. "blocked": 404 that other hosts may not even read. "page": a page of its
    own in its place. "half": half of what was promised. "held": nothing, until ``released`` is set.
    """

    def __init__(self, folder: Path, faults: dict[str, str], handler: type[Handler] = Elsewhere) -> None:
        super().__init__(folder)
        self.RequestHandlerClass = handler
        self.faults = faults
        self.released = threading.Event()

    def fault(self, handler: Handler) -> bool:
        """Answer with the fault of the file; return whether it has one."""
        how = self.faults.get(handler.path.split("?")[0].rsplit("/", 1)[-1], "")
        if how == "held":
            self.released.wait()
        if how in ("", "held"):
            return False
        html, half = b"<!doctype html><p>Nothing here.", b"// half of it\n"
        handler.send_response(404 if how in ("missing", "blocked") else 200)
        if how != "blocked":
            handler.ruled(handler.path)
        if how in ("missing", "page"):
            handler.send_header("Content-Type", "text/html; charset=utf-8")
        elif how == "half":
            kind = "application/wasm" if handler.path.endswith(".wasm") else "text/javascript"
            handler.send_header("Content-Type", kind)
        body = b"" if how == "blocked" else half if how == "half" else html
        handler.send_header("Content-Length", str(2 * len(body)) if how == "half" else str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)
        handler.close_connection = how == "half"
        return True


def write(root: Path, outcome: str) -> None:
    """Write the runtime into a folder that is to be served; ``outcome`` runs when all of it has arrived."""
    home = root / FOLDER
    machine = home / "cpython312"
    machine.mkdir(parents=True)
    (home / "pythons.js").write_text(PYTHONS, encoding="utf-8")
    (home / "cpythonrc.py").write_text("# Python's own start\n", encoding="utf-8")
    (machine / "main.js").write_text(MAIN.replace("INDEX", INDEX).replace("OUTCOME", outcome), encoding="utf-8")
    (home / "strange.js").write_text("throw new Error('what nobody is told');", encoding="utf-8")
    (machine / "main.wasm").write_bytes(b"\0asm\1\0\0\0")
    (machine / "main.data").write_bytes(bytes(1024))
    (home.parent / INDEX).write_text(json.dumps({"pygame": WHEEL}), encoding="utf-8")
    (home.parent / WHEEL).parent.mkdir()
    (home.parent / WHEEL).write_bytes(bytes(512))
