// The service worker: stores the whole site for use without a network. The build fills in FILES (path -> SHA-256) and
// VERSION. A new version is fetched beside the old one. Every start takes the newest complete version and keeps to it
// until it is closed, whichever worker is in charge: browsers let a new worker take over when they please.
"use strict";
const VERSION = "/*VERSION*/";
const FILES = /*FILES*/{};
const SCOPE = self.registration.scope;
// all sites of an origin share one list of caches
const PREFIX = `kartenkiste ${SCOPE} `;
const CACHE = PREFIX + VERSION;
// which version each open page has started with: client id -> name of a cache
const STARTS = `kartenkiste-starts ${SCOPE}`;
const urlOf = path => new URL(path, SCOPE).href;
// a cache with this entry is complete; the entry is the time of that
const COMPLETE = urlOf(".whole");
const startUrl = clientId => urlOf(".start/" + clientId);
const textOf = async response => response && response.text();

async function hasHash(response, expected) {
  const hash = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, "0")).join("") === expected;
}

async function fetchVerified(path, hash) {
  const isGood = async response => response.ok && await hasHash(response.clone(), hash);
  let response = await fetch(urlOf(path));
  // a file of another version, from the browser's own cache or in the middle of an upload
  if (!await isGood(response)) response = await fetch(urlOf(path), { cache: "reload" });
  if (await isGood(response)) return response;
  await caches.delete(CACHE);
  throw new Error(path + " is of another version");
}

async function storeSite() {
  const cache = await caches.open(CACHE);
  for (const [path, hash] of Object.entries(FILES)) {
    const response = await fetchVerified(path, hash);
    // a copy, because a navigation must not be answered with a response that was redirected
    await cache.put(urlOf(path), new Response(await response.arrayBuffer(), { headers: response.headers }));
  }
  await cache.put(COMPLETE, new Response(String(Date.now())));
  // pages of another version offer to reload
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ scope: SCOPE, version: VERSION });
}

const ourCaches = async () => (await caches.keys()).filter(name => name.startsWith(PREFIX));

// Return the name of the newest complete version's cache.
async function newestCache() {
  let newest = CACHE;
  let newestTime = -1;
  for (const name of await ourCaches()) {
    const time = Number(await textOf(await (await caches.open(name)).match(COMPLETE)) || -1);
    if (time > newestTime) [newest, newestTime] = [name, time];
  }
  return newest;
}

// Delete the versions that are neither the newest nor open, and the starts of pages that are closed.
async function deleteUnused(newest, startingId) {
  const starts = await caches.open(STARTS);
  const used = new Set([newest, CACHE]);
  for (const request of await starts.keys()) {
    const id = request.url.slice(startUrl("").length);
    if (id === startingId || await self.clients.get(id)) used.add(await textOf(await starts.match(request)));
    else await starts.delete(request);
  }
  for (const name of await ourCaches()) if (!used.has(name)) await caches.delete(name);
}

// Return the name of the cache that a request is answered from.
async function cacheFor(event) {
  const starts = await caches.open(STARTS);
  if (event.request.mode !== "navigate") {
    const known = event.clientId && await textOf(await starts.match(startUrl(event.clientId)));
    return known || newestCache();
  }
  const newest = await newestCache();
  if (event.resultingClientId) await starts.put(startUrl(event.resultingClientId), new Response(newest));
  event.waitUntil(deleteUnused(newest, event.resultingClientId));
  return newest;
}

async function answer(event, url) {
  const stored = await (await caches.open(await cacheFor(event))).match(url);
  return stored || fetch(event.request);
}

// What the page leaves for pushes: its server, the server's key, the request, and the night in minutes of the day.
async function keptRequest() {
  const text = await textOf(await (await caches.open(`kartenkiste-push ${SCOPE}`)).match(urlOf(".request")));
  return text ? JSON.parse(text) : null;
}

function isNight([from, until]) {
  const now = new Date();
  const minute = now.getHours() * 60 + now.getMinutes();
  return from <= until ? from <= minute && minute < until : from <= minute || minute < until;
}

// A push from the server of a table: a later one takes the place of an earlier one of that table.
async function showNotice(data) {
  const { title, text, party } = data ? data.json() : { title: "Kartenkiste", text: "", party: "" };
  const kept = await keptRequest().catch(() => null);
  const silent = Boolean(kept) && isNight(kept.night);
  const options = { body: text, tag: party, icon: urlOf("icon-192.png"), data: { party }, silent };
  await self.registration.showNotification(title, options);
}

// Send one message to a server, and wait for its answer.
function tellServer(address, text) {
  return new Promise((resolve, reject) => {
    const line = new WebSocket(address);
    line.onopen = () => line.send(text);
    line.onmessage = () => {
      line.close();
      resolve();
    };
    line.onerror = line.onclose = () => reject(new Error("no answer"));
  });
}

// The browser has ended the page's subscription. The server is told of the new one, as there may be no page to do it.
async function renewSubscription(replacement) {
  const kept = await keptRequest();
  if (!kept) return;
  const options = { userVisibleOnly: true, applicationServerKey: kept.key };
  const found = replacement || await self.registration.pushManager.subscribe(options);
  const { endpoint, keys } = found.toJSON();
  const request = { ...JSON.parse(kept.request), endpoint, p256dh: keys.p256dh, auth: keys.auth };
  await tellServer(kept.server, JSON.stringify(request));
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ scope: SCOPE, renewed: true });
}

// Open a table in the page that is there, or in a new one.
async function openTable(party) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(page => page.url.startsWith(SCOPE));
  if (!open) return self.clients.openWindow(urlOf(party ? `./#join=${party}` : "./"));
  open.postMessage({ scope: SCOPE, open: party });
  return open.focus();
}

self.addEventListener("push", event => event.waitUntil(showNotice(event.data)));
self.addEventListener("pushsubscriptionchange", event => event.waitUntil(renewSubscription(event.newSubscription)));
self.addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data.party));
});
self.addEventListener("install", event => event.waitUntil(storeSite()));
self.addEventListener("activate", event => event.waitUntil(newestCache().then(newest => deleteUnused(newest, ""))));
self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  const isNavigation = event.request.mode === "navigate";
  if (event.request.method !== "GET" || !url.href.startsWith(SCOPE)) return;
  if (isNavigation && urlOf("./") === url.origin + url.pathname) url.pathname += "index.html";
  const wanted = url.origin + url.pathname + (isNavigation ? "" : url.search);
  // browsers read this one whenever they like, and no game needs it
  if (wanted === urlOf("manifest.webmanifest")) return;
  event.respondWith(answer(event, wanted));
});
