// The last lines of the console, for the details of a failure, and failures that a runtime only prints.
import { fail, hasFailed } from "./failure_screen.js";
import { isReady } from "./loading_screen.js";
import { noteActivity } from "./runtime_parts.js";

const LINES_KEPT = 60;
const LONGEST_LINE = 2000;
const LINES_SHOWN = 25;
// a runtime that prints one of these may still go on for so long before it counts as stopped
const STOPPED_MS = 8000;
// what a runtime prints when it cannot start. pygbag's prints how to install a module that it lacks
const START_FAILED = /Traceback \(most recent call last\)|ModuleNotFoundError|SyntaxError:|pip_install\(/;
const lines = [];

export const lastLines = (count = LINES_SHOWN) => lines.slice(-count);

function keepLine(line) {
  lines.push(line);
  if (lines.length > LINES_KEPT) lines.shift();
  noteActivity();
  if (isReady || hasFailed || !START_FAILED.test(line)) return;
  setTimeout(() => { if (!isReady) fail("crash", lastLines().join("\n")); }, STOPPED_MS);
}

for (const name of ["log", "info", "warn", "error"]) {
  const print = console[name].bind(console);
  console[name] = (...values) => {
    print(...values);
    keepLine(values.map(String).join(" ").slice(0, LONGEST_LINE));
  };
}
