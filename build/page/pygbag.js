// Starts the game on pygbag's runtime: what its scripts ask the page for, and what the page makes of their reports.
var config = {
  xtermjs: "0", _sdl2: "canvas", user_canvas: 1, user_canvas_managed: 1, gui_divider: 1, ume_block: 0, can_close: 1,
  archive: "{{cookiecutter.archive}}", autorun: 0, gui_debug: 0, PYBUILD: "{{cookiecutter.PYBUILD}}",
  cdn: new URL("{{cookiecutter.cdn}}", document.baseURI).href, fb_ar: 1.77, fb_width: "1280", fb_height: "720",
};
// called before anything of Python is loaded
function custom_onload() {
  const page = window.kartenkiste, machine = window.Module;
  if (!machine) return;
  // "Downloading data... (123/456)" counts the bytes of the standard library
  machine.setStatus = text => {
    const found = /\((\d+)\/(\d+)\)/.exec(text || "");
    if (found) page.progress("load", Number(found[1]), Number(found[2]));
    else if (text) page.progress("load", 0, 0);
  };
  machine.onAbort = why => {
    // what has arrived but is not whole, or not of one kind with the rest, is missing as well
    if (/CompileError|LinkError|fetching of the wasm/.test(why)) page.lose("main.wasm", why);
    page.fail("crash", "abort: " + why);
  };
  // the list of packages lies beside the runtime, wherever that is
  if (machine.PyConfig) machine.PyConfig.orig_argv.push("PYGPI=" + new URL("../", config.cdn).href);
}
function custom_prerun() { window.kartenkiste.progress("unpack"); }
function custom_postrun() {
  const page = window.kartenkiste;
  // what Emscripten's script does not put into Module is global there, if it is there at all; and a view of the memory is
  // empty once that has grown, in favour of another one
  const of = name => (window.Module || {})[name] || window[name];
  page.guard(() => {
    const [now, base, end] = ["stackSave", "_emscripten_stack_get_base", "_emscripten_stack_get_end"].map(of);
    const stack = now && base && end ? (base() - now()) / (base() - end()) : 0;
    return { stack, bytes: (of("HEAPU8") || []).length };
  }, [config.cdn + "pythons.js"]);
  page.progress("begin");
}
window.busy = 0;

// ---- which of the runtime's parts arrive ------------------------------------------------------------------------------------------
// Its scripts pass over most of what does not, and of a script that comes from another host no page learns what went wrong,
// unless it was asked for in the way in which the runtime's first script is anyway.
(() => {
const page = window.kartenkiste, plain = window.fetch.bind(window);
// the others can be done without
const PARTS = /(?:main\.(?:js|wasm|data)|rc\.py|\/index-[^/]*\.json|\.whl|\.apk)$/;
const named = url => { const { href, pathname } = new URL(url, document.baseURI); return PARTS.test(pathname) ? href : ""; };
document.createElement = (name, ...more) => {
  const made = Document.prototype.createElement.call(document, name, ...more);
  if (made instanceof HTMLScriptElement) made.crossOrigin = "anonymous";
  return made;
};
// Safari keeps it to itself all the same once such a script runs by the clock or with the frames, as the game's loop does
for (const name of ["requestAnimationFrame", "setTimeout"]) {
  const later = window[name].bind(window);
  window[name] = (work, ...more) => later(typeof work !== "function" ? work : (...given) => {
    try {
      work(...given);
    } catch (error) {
      // by this the loop leaves C
      if (error === "unwind") throw error;
      console.error(error);
      page.fail("crash", page.whole(error));
    }
  }, ...more);
}
// some hosts answer with a page of theirs for what they do not have
const fault = (status, kind) => status >= 400 ? "HTTP " + status : (kind || "").startsWith("text/html") ? "HTTP " + status + ", text/html" : "";
async function follow(part, response) {
  const why = fault(response.status, response.headers.get("content-type"));
  if (why) { page.lose(part, why); return; }
  try {
    for (const reader = response.clone().body.getReader(); !(await reader.read()).done;) page.expect(part);
    page.found(part);
  } catch (error) {
    page.lose(part, error.message);
  }
}
window.fetch = (what, how) => {
  const part = named(what instanceof Request ? what.url : what), answer = plain(what, how);
  if (!part) return answer;
  page.expect(part);
  return answer.then(response => { follow(part, response); return response; }, error => { page.lose(part, error.message); throw error; });
};
const open = XMLHttpRequest.prototype.open;
XMLHttpRequest.prototype.open = function (way, url, ...more) {
  const part = named(url);
  if (part) {
    page.expect(part);
    this.addEventListener("progress", () => page.expect(part));
    this.addEventListener("load", () => {
      const why = fault(this.status, this.getResponseHeader("content-type"));
      if (why) page.lose(part, why);
      else page.found(part);
    });
    this.addEventListener("error", () => page.lose(part, "NetworkError"));
  }
  return open.call(this, way, url, ...more);
};
})();
