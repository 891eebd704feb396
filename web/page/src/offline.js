// On a host: keeps the page for when there is no network, and takes a newer one when there is.
const NAME = "sleeve";
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.add("./")).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const fresh = fetch(event.request).then(async (answer) => {
    if (answer.ok) (await caches.open(NAME)).put("./", answer.clone());
    return answer;
  });
  event.respondWith(fresh.catch(async () => (await caches.match("./")) ?? Response.error()));
});
