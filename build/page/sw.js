// Keeps one version of the site whole for use without a network. FILES (path -> SHA-256) and VERSION are put in when the
// site is built. A new version is fetched beside the old one and takes over at the next start, never in between.
"use strict";
const VERSION = "/*VERSION*/", FILES = /*FILES*/{}, NAME = "kartenkiste-" + VERSION;
const here = path => new URL(path, self.registration.scope).href;
const kept = new Set(Object.keys(FILES).map(here));

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
}
self.addEventListener("install", event => event.waitUntil(fill()));
self.addEventListener("activate", event => event.waitUntil(caches.keys().then(names =>
  Promise.all(names.filter(name => name.startsWith("kartenkiste-") && name !== NAME).map(name => caches.delete(name))))));
self.addEventListener("message", event => event.waitUntil((async () => {
  // another window still plays on the old version, or the page before this one is just being closed: look again
  for (let tries = 0; tries < 4; tries += 1) {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (event.data === "take over" && windows.length < 2) return self.skipWaiting();
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  event.ports[0].postMessage("later");
})()));
self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.mode === "navigate" && here("./") === url.origin + url.pathname) url.pathname += "index.html";
  const wanted = url.origin + url.pathname + url.search;
  const plain = event.request.mode === "navigate" ? url.origin + url.pathname : wanted;
  if (event.request.method === "GET" && kept.has(plain)) {
    event.respondWith(caches.open(NAME).then(cache => cache.match(plain)).then(found => found || fetch(event.request)));
  }
});
