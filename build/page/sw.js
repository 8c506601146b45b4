// Keeps the site whole for use without a network. FILES (path -> SHA-256) and VERSION are put in when the site is built.
// A new version is fetched beside the old one. Every start takes the newest whole version and keeps to it until it is
// closed, whichever worker happens to be in charge: browsers let a new worker take over when they please.
"use strict";
const VERSION = "/*VERSION*/", FILES = /*FILES*/{}, SCOPE = self.registration.scope;
// the caches of an origin are one list for all sites on it
const OURS = `kartenkiste ${SCOPE} `, NAME = OURS + VERSION, STARTS = `kartenkiste-starts ${SCOPE}`;
const here = path => new URL(path, SCOPE).href;
// a version is whole once this is in its cache: when that was
const WHOLE = here(".whole");
const start = id => here(".start/" + id);
const words = async response => response && response.text();

async function fits(response, wanted) {
  const sum = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return [...new Uint8Array(sum)].map(byte => byte.toString(16).padStart(2, "0")).join("") === wanted;
}
async function fill() {
  const cache = await caches.open(NAME);
  for (const [path, sum] of Object.entries(FILES)) {
    let response = await fetch(here(path));
    // a file of another version, from the browser's own cache or in the midst of an upload
    if (!response.ok || !await fits(response.clone(), sum)) response = await fetch(here(path), { cache: "reload" });
    if (!response.ok || !await fits(response.clone(), sum)) { await caches.delete(NAME); throw new Error(path + " is of another version"); }
    // without the mark of a redirect, which a navigation must not be answered with
    await cache.put(here(path), new Response(await response.arrayBuffer(), { headers: response.headers }));
  }
  await cache.put(WHOLE, new Response(String(Date.now())));
  // a page of another version says that this one is there
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ scope: SCOPE, version: VERSION });
}

// the cache of the newest whole version
async function newest() {
  let best = NAME, since = -1;
  for (const name of (await caches.keys()).filter(name => name.startsWith(OURS))) {
    const when = Number(await words(await (await caches.open(name)).match(WHOLE)) || -1);
    if (when > since) [best, since] = [name, when];
  }
  return best;
}
// forget versions that are neither the newest nor being played, and starts that are over
async function tidy(best, starting) {
  const starts = await caches.open(STARTS), used = new Set([best, NAME]);
  for (const request of await starts.keys()) {
    const id = request.url.slice(start("").length);
    if (id === starting || await self.clients.get(id)) used.add(await words(await starts.match(request)));
    else await starts.delete(request);
  }
  for (const name of await caches.keys()) if (name.startsWith(OURS) && !used.has(name)) await caches.delete(name);
}
async function versionOf(event) {
  const starts = await caches.open(STARTS);
  if (event.request.mode !== "navigate") {
    const known = event.clientId && await words(await starts.match(start(event.clientId)));
    return known || newest();
  }
  const best = await newest();
  if (event.resultingClientId) await starts.put(start(event.resultingClientId), new Response(best));
  event.waitUntil(tidy(best, event.resultingClientId));
  return best;
}
async function answer(event, path) {
  const found = await (await caches.open(await versionOf(event))).match(path);
  return found || fetch(event.request);
}

self.addEventListener("install", event => event.waitUntil(fill()));
self.addEventListener("activate", event => event.waitUntil(newest().then(best => tidy(best, ""))));
self.addEventListener("fetch", event => {
  const url = new URL(event.request.url), navigates = event.request.mode === "navigate";
  if (event.request.method !== "GET" || !url.href.startsWith(SCOPE)) return;
  if (navigates && here("./") === url.origin + url.pathname) url.pathname += "index.html";
  const path = url.origin + url.pathname + (navigates ? "" : url.search);
  // the browser reads this one whenever it likes, and nobody plays by it
  if (path === here("manifest.webmanifest")) return;
  event.respondWith(answer(event, path));
});
