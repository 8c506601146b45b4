// node compiled.mjs RUNTIME_FOLDER compiled.py CALL : lets Pyodide's own Python compile an archive, see compiled.py. CALL is
// the function's arguments as JSON; its first two are the archive that is given and the one that is made.
import fs from "fs";
import path from "path";
import { pathToFileURL } from "url";
const [folder, script, call] = process.argv.slice(2), [given, made, ...rest] = JSON.parse(call);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
// columns of places in the sources are a third of what is compiled, and are of use only beside the sources themselves
const env = { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ indexURL: folder + path.sep, env });
python.FS.writeFile("/given.zip", fs.readFileSync(given));
python.runPython(fs.readFileSync(script, "utf8"), { filename: path.basename(script) });
python.globals.get("rewrite")("/given.zip", "/made.zip", ...rest);
fs.writeFileSync(made, python.FS.readFile("/made.zip"));
