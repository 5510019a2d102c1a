/**
 * A self-destroying service worker, served as /sw.js by the development server: takes the place of a worker that `npm start` has left at this address, removes what it
 * stored, and itself. Development has none.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.registration.unregister();
      for (const name of await caches.keys()) await caches.delete(name);
      for (const client of await self.clients.matchAll({ type: 'window' })) client.navigate(client.url);
    })(),
  );
});
