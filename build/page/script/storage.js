// The browser's storage, and the texts that it refused.
import { attempt } from "./attempt.js";
import { sendEvent } from "./events.js";
import { previousState } from "./history_state.js";

// copies in several folders of one host share its storage: each has keys of its own. Folders whose name is a number do
// not count, because itch.io gives every upload another one, and a new version must find what the one before stored
const FOLDER = new URL(".", location.href).pathname.replace(/\/[0-9-]+(?=\/)/g, "");
const PREFIX = "kartenkiste" + FOLDER;
// the prefix that all copies of a host shared in old versions, and the key that says they were copied from there
const OLD_PREFIX = "kartenkiste.";
const MIGRATED = "moved";

// texts that the storage has refused, by name: they last as long as the page, and are handed to its next load
export const unsavedTexts = { ...previousState.held };

const isMigrated = () => localStorage.getItem(PREFIX + MIGRATED) !== null;

function namesUnder(prefix) {
  const found = [];
  for (let index = 0; index < localStorage.length; index += 1) {
    const key = localStorage.key(index);
    const name = key.slice(prefix.length);
    // a name with a slash belongs to a copy in a deeper folder
    if (key.startsWith(prefix) && !name.includes("/") && name !== MIGRATED) found.push(name);
  }
  return found;
}

// until everything is copied, what is missing here is read from the old prefix
function storedText(name) {
  const own = localStorage.getItem(PREFIX + name);
  return own !== null || isMigrated() ? own : localStorage.getItem(OLD_PREFIX + name);
}

// copies, because other copies of the game on this host and older versions of this one still read the old prefix
function migrate() {
  if (isMigrated()) return;
  for (const name of namesUnder(OLD_PREFIX)) {
    if (localStorage.getItem(PREFIX + name) === null) localStorage.setItem(PREFIX + name, storedText(name));
  }
  localStorage.setItem(PREFIX + MIGRATED, "1");
}
attempt(migrate);

// Return why the browser refuses this, or "".
function refusalOf(work) {
  try {
    work();
    return "";
  } catch (error) {
    return String(error) || "refused";
  }
}

export function readText(name) {
  return Object.hasOwn(unsavedTexts, name) ? unsavedTexts[name] : attempt(() => storedText(name), null);
}

// Store a text, or keep it in the page; return why the browser refuses it, or "".
export function writeText(name, text) {
  const refusal = refusalOf(() => localStorage.setItem(PREFIX + name, text));
  if (refusal) unsavedTexts[name] = text;
  else delete unsavedTexts[name];
  return refusal;
}

export function removeText(name) {
  delete unsavedTexts[name];
  return refusalOf(() => {
    localStorage.removeItem(PREFIX + name);
    // otherwise it would be read from there again
    if (!isMigrated()) localStorage.removeItem(OLD_PREFIX + name);
  });
}

export function textNames() {
  const stored = attempt(() => [...namesUnder(PREFIX), ...(isMigrated() ? [] : namesUnder(OLD_PREFIX))], []);
  return [...new Set([...stored, ...Object.keys(unsavedTexts)])].sort();
}

// another tab has changed a match; an event without a key says that everything was cleared
addEventListener("storage", event => {
  const name = event.key === null ? "" : event.key.slice(PREFIX.length);
  if (event.key === null || event.key.startsWith(PREFIX + "match-")) sendEvent({ kind: "elsewhere", name });
});
