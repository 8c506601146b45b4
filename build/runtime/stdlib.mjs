// node stdlib.mjs PYODIDE_FOLDER STDLIB.py OUT.zip : lets Pyodide's own Python compile its standard library, see stdlib.py
import fs from "fs";
import path from "path";
import { pathToFileURL } from "url";
const [folder, script, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: folder + path.sep });
python.FS.writeFile("/given.zip", fs.readFileSync(path.join(folder, "python_stdlib.zip")));
python.runPython(fs.readFileSync(script, "utf8"), { filename: path.basename(script) });
python.runPython("rewrite('/given.zip', '/made.zip')");
fs.writeFileSync(out, python.FS.readFile("/made.zip"));
