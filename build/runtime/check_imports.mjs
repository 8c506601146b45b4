// node check_imports.mjs SIDE_MODULE PYODIDE_FOLDER : fails if the side module imports what Pyodide's main module does not provide
import fs from "fs";
const [side, folder] = process.argv.slice(2);
const compiled = await WebAssembly.compile(fs.readFileSync(side));
const main = await WebAssembly.compile(fs.readFileSync(`${folder}/pyodide.asm.wasm`));
const glue = fs.readFileSync(`${folder}/pyodide.asm.js`, "utf8");
const names = list => list.map(entry => entry.name);
const fromGlue = [...glue.match(/var wasmImports=\{([\s\S]*?)\};/)[1].matchAll(/(?:^|,)\s*"?([A-Za-z_$][\w$]*)"?\s*:/g)].map(found => found[1]);
const provided = new Set([...names(WebAssembly.Module.exports(main)), ...names(WebAssembly.Module.exports(compiled)), ...fromGlue,
  "memory", "__indirect_function_table", "__memory_base", "__table_base", "__stack_pointer", "__c_longjmp", "__cpp_exception",
  // SDL calls it only where Asyncify is on, which it is not in Pyodide
  "emscripten_sleep"]);
const imports = names(WebAssembly.Module.imports(compiled)), missing = imports.filter(name => !provided.has(name));
console.log(`${imports.length} imports, missing: ${missing.join(" ") || "none"}`);
process.exit(missing.length ? 1 : 0);
