// Lets the page Today open without a network: keeps its shell and its files, and nothing else. What the page shows is not
// here but in the page's own encrypted storage.
const CACHE = "today-{{ version }}";
const FILES = {{ files|safe }};
const SHELL = "{{ shell }}";
const NETWORK_MS = 4000;

// A new version of the site is a new script: it takes over at once, and deletes the files of the version before.
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (FILES.includes(new URL(event.request.url).pathname)) event.respondWith(file(event.request));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES, new Request(SHELL, { cache: "reload" })]);
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("today-") && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function page(request) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(NETWORK_MS) });
    if (response.status < 500) return response;
  } catch {
    // No network, or hardly any.
  }
  return (await caches.match(SHELL, { cacheName: CACHE })) ?? fetch(request);
}

async function file(request) {
  return (await caches.match(request.url, { cacheName: CACHE })) ?? fetch(request);
}
