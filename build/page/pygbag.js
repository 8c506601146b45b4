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
  machine.onAbort = why => page.fail("crash", "abort: " + why);
  // the list of packages lies beside the runtime, wherever that is
  if (machine.PyConfig) machine.PyConfig.orig_argv.push("PYGPI=" + new URL("../", config.cdn).href);
}
function custom_prerun() { window.kartenkiste.progress("unpack"); }
function custom_postrun() { window.kartenkiste.progress("begin"); }
window.busy = 0;
