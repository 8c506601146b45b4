// The clipboard.
import { attempt } from "./attempt.js";
import { sendEvent } from "./events.js";
import { onGesture } from "./gestures.js";
import { withoutFocusEvents } from "./mirror.js";

// Copy a text the old way, which needs no permission.
function copyBySelection(text) {
  const area = document.createElement("textarea");
  const before = document.activeElement;
  area.className = "copy-source";
  area.value = text;
  document.body.append(area);
  return withoutFocusEvents(() => {
    area.select();
    const isCopied = attempt(() => document.execCommand("copy"), false);
    area.remove();
    if (before) before.focus({ preventScroll: true });
    return isCopied;
  });
}

// Return whether the browser let it.
export async function copyToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    return copyBySelection(text);
  }
}

// Copy for the game; a text that begins with # is a link into this page.
export function copyText(text) {
  const copied = text.startsWith("#") ? location.origin + location.pathname + text : text;
  onGesture(() => copyToClipboard(copied).then(ok => sendEvent({ kind: "copied", ok })));
}
