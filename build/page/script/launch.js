// What the address asks for, and where a page that restarted by itself goes on.
import { previousState, replaceState } from "./history_state.js";

// pygbag's runtime would take the address for its own options: until the game has started, the history state keeps it,
// so that a reload finds it, too
export const link = location.hash.slice(1)
  || (/^\?(join|watch)=/.test(location.search) ? location.search.slice(1) : "")
  || previousState.asked || "";
export const linkOptions = Object.fromEntries(new URLSearchParams(link));

// where a page goes on that has restarted by itself, and whether it filled the screen; otherwise null
export const resumePoint = previousState.renewal || null;
// no screen has this address: it leads to the title, which says that the screen is gone
export const NO_SCREEN = "gone";

if (location.hash || location.search) replaceState({ ...previousState, asked: link }, "");

// a reload joins a table on a server again, but starts no new game
export const linkAfterStart = () => linkOptions.join || linkOptions.watch ? link : "";
