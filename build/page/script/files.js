// Files that the player saves or chooses.
import { setChoosingFile } from "./activity.js";
import { byId } from "./elements.js";
import { sendEvent } from "./events.js";
import { onGesture } from "./gestures.js";

const REVOKE_MS = 10000;
const chooser = byId("file-chooser");

export function saveFile(name, text) {
  download(name, new Blob([text], { type: "application/json" }));
}

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
}

// A phone offers to share the picture; elsewhere, and where sharing is refused, it is downloaded. `base64` is a PNG.
export async function savePicture(name, base64) {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const file = new File([bytes], name, { type: "image/png" });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  download(name, file);
}

export function chooseFile() {
  onGesture(() => {
    setChoosingFile(true);
    chooser.click();
  });
}

chooser.addEventListener("cancel", () => setChoosingFile(false));
chooser.addEventListener("change", async () => {
  setChoosingFile(false);
  const file = chooser.files[0];
  chooser.value = "";
  if (file) sendEvent({ kind: "file", text: await file.text() });
});
