// On a host: keeps the page for when there is no network, and takes a newer one when there is.
const NAME = "sleeve";
/** A network that does not answer within so many milliseconds counts as none. */
const LIMIT = 3_000;
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.add("./")).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  // Other files of the host are none of its business.
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
