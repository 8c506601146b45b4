// Notices of the browser: the permission for them, Web Push, and what a hidden page tells by itself, as the game stands
// still then. Nothing is asked for before the game wants it, which is after a press.
import { attempt } from "./attempt.js";
import { sendEvent } from "./events.js";
import { isAway } from "./visibility.js";
import { showWaiting, waitingCount } from "./waiting.js";

const hasNotices = () => typeof window.Notification === "function";
const registered = async () => (navigator.serviceWorker ? navigator.serviceWorker.getRegistration() : undefined);
// a page without a worker, such as pygbag's, cannot be called once it is closed
let hasWorker = false;
// what a hidden page says of its table, or null: party, turn, over, text, and the quiet hours in minutes of the day
let prepared = null;
// the turn that was told or seen last
let lastNotice = "";
// the key of the server that the page is subscribed to
let pushKey = "";

export function workerFound() { hasWorker = true; }

// Return what can be had here: "granted", "denied", "default", or why not: "insecure", "framed", "none".
export function noticeState() {
  if (!isSecureContext) return "insecure";
  if (!hasNotices()) return "none";
  return window.parent === window || Notification.permission === "granted" ? Notification.permission : "framed";
}

// Return whether a closed page can be called: "yes", "no", or "home_screen" where only an installed page can.
export function pushState() {
  if (isSecureContext && hasWorker && window.PushManager && hasNotices()) return "yes";
  return isSecureContext && navigator.standalone === false ? "home_screen" : "no";
}

export function askForNotices() {
  const answered = state => sendEvent({ kind: "notices", state });
  attempt(() => Notification.requestPermission().then(answered, () => answered(noticeState())));
}

const encoded = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function subscribed(key) {
  const { pushManager } = await registered();
  const before = await pushManager.getSubscription();
  if (before && encoded(before.options.applicationServerKey) === key) return before;
  // another server's, or the same one's with a new key
  if (before) await before.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

// Subscribe to the pushes of the server with this key; an event brings the subscription, or nothing.
export function subscribeToPush(key) {
  pushKey = key;
  const failed = error => {
    console.info("no push: " + error.message);
    sendEvent({ kind: "push", endpoint: "" });
  };
  subscribed(key).then(found => {
    const { endpoint, keys } = found.toJSON();
    sendEvent({ kind: "push", endpoint, p256dh: keys.p256dh, auth: keys.auth });
  }).catch(failed);
}

// The worker has replaced a subscription that the browser had ended.
export function subscriptionRenewed() { if (pushKey) subscribeToPush(pushKey); }

const requestCache = scope => `kartenkiste-push ${scope}`;

// Keep the request for pushes where the worker finds it, see sw.js.
export async function keepPushRequest(request) {
  const { scope } = await registered();
  await (await caches.open(requestCache(scope))).put(scope + ".request", new Response(request));
}

export async function unsubscribeFromPush() {
  pushKey = "";
  const registration = await registered();
  if (registration) await caches.delete(requestCache(registration.scope));
  const subscription = registration && await registration.pushManager.getSubscription();
  if (subscription) await subscription.unsubscribe();
}

async function closeNotices(party) {
  const registration = await registered();
  if (!registration) return;
  for (const notice of await registration.getNotifications({ tag: party })) notice.close();
}

export async function showNotice(title, body, party) {
  const options = { body, tag: party, icon: "icon-192.png", data: { party } };
  const registration = await registered();
  if (registration) {
    await registration.showNotification(title, options);
    return;
  }
  const notice = new Notification(title, options);
  notice.onclick = () => {
    window.focus();
    notice.close();
    sendEvent({ kind: "notice", party });
  };
}

// Prepare what a hidden page says of its table, or nothing. Somebody who is at the table needs no notice of it.
export function prepareNotice(words) {
  prepared = words;
  if (words && !isAway) attempt(() => closeNotices(words.party).catch(() => {}));
}

export function isQuiet([from, until]) {
  const now = new Date();
  const minute = now.getHours() * 60 + now.getMinutes();
  return from <= until ? from <= minute && minute < until : from <= minute || minute < until;
}

// Look whether a message to a hidden page makes it somebody's turn, or ends the match.
export function noticeMessage(text) {
  if (!prepared) return;
  const { is, seat, turn, standing } = attempt(() => JSON.parse(text), {});
  if (is !== "Step" || seat < 0) return;
  const isOver = Boolean(standing && standing.phase === "over");
  const isTurn = !isOver && Boolean(turn) && turn.to_move === seat;
  const subject = isOver ? "over" : isTurn ? `turn ${turn.length}` : "";
  if (!subject || subject === lastNotice) return;
  lastNotice = subject;
  if (!isAway) return;
  if (isTurn) showWaiting(Math.max(1, waitingCount));
  if (prepared.on && noticeState() === "granted" && !isQuiet(prepared.quiet)) {
    showNotice(isOver ? prepared.over : prepared.turn, prepared.text, prepared.party).catch(() => {});
  }
}
