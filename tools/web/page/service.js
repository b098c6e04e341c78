// Keeps the page for use without a network. All files are kept as one: whoever has the page open plays on with the
// files it began with; a newer page is there when the last one is closed, or when a person asks for it.

const STATE = "elba-@STATE@";
const FILES = ["./", "@FILES@"];

self.addEventListener("install", (event) => {
  const requests = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(STATE).then((cache) => cache.addAll(requests)));
});

self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("elba-") && name !== STATE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  const kept = caches.open(STATE).then((cache) => cache.match(event.request, { ignoreSearch: true, ignoreVary: true }));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});
