// On a web server: keeps the page for offline use, and loads a newer one if there is a network.
const NAME = "sleeve";
/** The network counts as down if it does not answer within this many milliseconds. */
const LIMIT = 3_000;
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.add("./")).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  // Leave all other files of the server alone.
  if (mode !== "navigate" || new URL(url).pathname !== new URL(self.registration.scope).pathname) return;
  event.respondWith(answer(event));
});
async function answer(event) {
  const cache = await caches.open(NAME);
  const fresh = fetch(event.request).then((answer) => {
    if (answer.ok) event.waitUntil(cache.put("./", answer.clone()));
    return answer;
  });
  const kept = await cache.match("./");
  if (!kept) return fresh;
  const late = new Promise((settle) => setTimeout(settle, LIMIT, kept));
  return Promise.race([fresh.catch(() => kept), late]);
}
