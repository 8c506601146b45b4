// What this load of the page leaves for the next one: its state, and the texts that the storage refused.
import { previousState, replaceState } from "./history_state.js";
import { isStarted } from "./loading_screen.js";
import { unsavedTexts } from "./storage.js";

// Leave a state with as many of the unsaved texts as the browser takes, the smallest first, or only with all of them.
// Return how many were left out, or -1 if the browser takes no state. `lost` lets the next load say that some are gone.
export function handOver(state, hash = "", all = false) {
  const names = Object.keys(unsavedTexts).sort((one, other) => unsavedTexts[one].length - unsavedTexts[other].length);
  for (let count = names.length; count >= (all ? names.length : 0); count -= 1) {
    const held = Object.fromEntries(names.slice(0, count).map(name => [name, unsavedTexts[name]]));
    const lost = count < names.length || (!isStarted && Boolean(previousState.lost));
    if (replaceState({ ...state, held, lost }, hash)) return names.length - count;
  }
  return -1;
}

// another link in the address bar of an open page
addEventListener("hashchange", () => {
  if (location.hash.length <= 1) return;
  handOver({}, location.hash);
  location.reload();
});
