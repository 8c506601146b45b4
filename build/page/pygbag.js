// Starts the game on pygbag's runtime: what its scripts ask the page for, and what the page makes of their reports.
var config = {
  xtermjs: "0",
  _sdl2: "canvas",
  user_canvas: 1,
  user_canvas_managed: 1,
  gui_divider: 1,
  ume_block: 0,
  can_close: 1,
  archive: "{{cookiecutter.archive}}",
  autorun: 0,
  gui_debug: 0,
  PYBUILD: "{{cookiecutter.PYBUILD}}",
  cdn: new URL("{{cookiecutter.cdn}}", document.baseURI).href,
  fb_ar: 1.77,
  fb_width: "1280",
  fb_height: "720",
};
window.busy = 0;

// called before anything of Python is loaded
function custom_onload() {
  const page = window.kartenkiste;
  const machine = window.Module;
  if (!machine) return;
  // "Downloading data... (123/456)" counts the bytes of the standard library
  machine.setStatus = text => {
    const bytes = /\((\d+)\/(\d+)\)/.exec(text || "");
    if (bytes) page.progress("load", Number(bytes[1]), Number(bytes[2]));
    else if (text) page.progress("load", 0, 0);
  };
  machine.onAbort = reason => {
    // a file that is incomplete, or of another version than the rest, is missing as well
    if (/CompileError|LinkError|fetching of the wasm/.test(reason)) page.partMissing("main.wasm", reason);
    page.fail("crash", "abort: " + reason);
  };
  // the list of packages lies beside the runtime, wherever that is
  if (machine.PyConfig) machine.PyConfig.orig_argv.push("PYGPI=" + new URL("../", config.cdn).href);
}

function custom_prerun() { window.kartenkiste.progress("unpack"); }

function custom_postrun() {
  const page = window.kartenkiste;
  // Emscripten's script puts a name into Module or makes it global, depending on its version. Names are looked up each
  // time, because a view of the memory is empty once the memory has grown, and another one takes its place
  const find = name => (window.Module || {})[name] || window[name];
  page.watchResources(() => {
    const [position, base, end] = ["stackSave", "_emscripten_stack_get_base", "_emscripten_stack_get_end"].map(find);
    const stack = position && base && end ? (base() - position()) / (base() - end()) : 0;
    return { stack, bytes: (find("HEAPU8") || []).length };
  }, [config.cdn + "pythons.js"]);
  page.progress("begin");
}

// ---- which parts of the runtime arrive ------------------------------------------------------------------------------
// Its scripts pass over most of what does not. And of a script from another host no page learns what went wrong in it,
// unless it was requested with CORS, as the runtime's first script is anyway.
(() => {
const page = window.kartenkiste;
const pageFetch = window.fetch.bind(window);
// the runtime can do without the others
const PARTS = /(?:main\.(?:js|wasm|data)|rc\.py|\/index-[^/]*\.json|\.whl|\.apk)$/;

// Return the name of the part that an address belongs to, or "".
function partOf(url) {
  const { href, pathname } = new URL(url, document.baseURI);
  return PARTS.test(pathname) ? href : "";
}

// Return why an answer is not the file, or "": some hosts answer with a page of theirs for what they do not have.
function faultOf(status, type) {
  if (status >= 400) return "HTTP " + status;
  return (type || "").startsWith("text/html") ? `HTTP ${status}, text/html` : "";
}

document.createElement = (name, ...options) => {
  const element = Document.prototype.createElement.call(document, name, ...options);
  if (element instanceof HTMLScriptElement) element.crossOrigin = "anonymous";
  return element;
};

// Safari hides errors of such a script anyway once it runs in a timer or a frame, as the game's loop does
for (const name of ["requestAnimationFrame", "setTimeout"]) {
  const schedule = window[name].bind(window);
  const reporting = work => (...values) => {
    try {
      work(...values);
    } catch (error) {
      // the loop leaves C through this
      if (error === "unwind") throw error;
      console.error(error);
      page.fail("crash", page.describeError(error));
    }
  };
  window[name] = (work, ...options) => schedule(typeof work === "function" ? reporting(work) : work, ...options);
}

async function followResponse(part, response) {
  const fault = faultOf(response.status, response.headers.get("content-type"));
  if (fault) {
    page.partMissing(part, fault);
    return;
  }
  try {
    for (const reader = response.clone().body.getReader(); !(await reader.read()).done;) page.partRequested(part);
    page.partArrived(part);
  } catch (error) {
    page.partMissing(part, error.message);
  }
}

window.fetch = (resource, options) => {
  const part = partOf(resource instanceof Request ? resource.url : resource);
  const answer = pageFetch(resource, options);
  if (!part) return answer;
  page.partRequested(part);
  return answer.then(response => {
    followResponse(part, response);
    return response;
  }, error => {
    page.partMissing(part, error.message);
    throw error;
  });
};

function followRequest(part, request) {
  page.partRequested(part);
  request.addEventListener("progress", () => page.partRequested(part));
  request.addEventListener("load", () => {
    const fault = faultOf(request.status, request.getResponseHeader("content-type"));
    if (fault) page.partMissing(part, fault);
    else page.partArrived(part);
  });
  request.addEventListener("error", () => page.partMissing(part, "NetworkError"));
}

const originalOpen = XMLHttpRequest.prototype.open;
XMLHttpRequest.prototype.open = function (method, url, ...options) {
  const part = partOf(url);
  if (part) followRequest(part, this);
  return originalOpen.call(this, method, url, ...options);
};
})();
