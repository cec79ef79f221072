// The service worker that opens the page without a network (../worker.ts). A new release takes over between two scans.
const address = '/door-worker.js';
const scope = '/door';

const lookAgainMs = 30 * 60_000;

/** Tells `found` when a new release is here and waits; what it is given puts the release in place. */
export async function keepUpToDate(found: (apply: () => void) => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let isApplied = false;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isApplied) location.reload();
  });
  try {
    const registration = await serviceWorker.register(address, { scope });
    const look = () => {
      const { waiting } = registration;
      // The first one of all has nothing to replace.
      if (!waiting || !registration.active) return;
      found(() => {
        isApplied = true;
        waiting.postMessage({ type: 'SKIP_WAITING' });
      });
    };
    look();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', look);
    });
    setInterval(() => void registration.update().catch(() => undefined), lookAgainMs);
  } catch (error) {
    console.error('The door does not open without a network on this device', error);
  }
}
