// Files that the player saves or chooses.
import { setChoosingFile } from "./activity.js";
import { byId } from "./elements.js";
import { sendEvent } from "./events.js";
import { onGesture } from "./gestures.js";

const REVOKE_MS = 10000;
const chooser = byId("file-chooser");

export function saveFile(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
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
