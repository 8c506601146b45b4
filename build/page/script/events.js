// Events for the game, which takes them once a frame.

let events = [];

// the time of an event; the stamps of some browsers are ahead of their own clock
export const eventTime = event => Math.min(event.timeStamp, performance.now());

export function sendEvent(event) {
  const last = events[events.length - 1];
  // a mouse reports far more often than there are frames
  if (event.kind === "move" && last && last.kind === "move" && last.finger === event.finger) events.pop();
  events.push(event);
}

// Return the events since the last call as JSON, or "".
export function takeEvents() {
  if (!events.length) return "";
  const taken = events;
  events = [];
  return JSON.stringify(taken);
}
