// The state that one load of the page leaves for the next in the browser's history. The next load may be another
// version of the page, so its fields keep their names: asked, renewal (with back and full), held, lost.
import { attempt } from "./attempt.js";

export const previousState = attempt(() => history.state, null) || {};

// Replace the state and the address's hash; return false where the browser refuses it.
export function replaceState(state, hash) {
  return attempt(() => {
    history.replaceState(state, "", location.pathname + hash);
    return true;
  }, false);
}
