// What screen readers read out: messages, and the lines of the log.
import { byId } from "./elements.js";

const LOG_LINES_KEPT = 40;

export function announce(text) { byId("announcements").textContent = text; }

export function appendLog(lines, fresh) {
  const log = byId("log");
  if (fresh) log.replaceChildren();
  for (const line of lines) {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    log.append(paragraph);
  }
  while (log.children.length > LOG_LINES_KEPT) log.firstChild.remove();
}
