// Fetches the site's code once a page that is whole without it has been painted: until then it would compete with
// what is read. A page that nobody sees is not painted, and waits for nothing.
const { entry, ahead } = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset ?? {};

const patienceMs = 2_000;

function fetchCode(): void {
  // Side by side, as each of them would otherwise be heard of only when the one before has come.
  for (const address of ahead?.split(' ') ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = address;
    document.head.append(link);
  }
  if (entry) void import(/* @vite-ignore */ entry);
}

if (document.visibilityState === 'hidden') fetchCode();
else {
  let hasBegun = false;
  const begin = () => {
    if (!hasBegun) fetchCode();
    hasBegun = true;
  };
  // The paint itself, where the browser reports it; a frame is handed over a little before it is on the screen.
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
  } else {
    requestAnimationFrame(() => setTimeout(begin));
  }
  document.addEventListener('visibilitychange', begin, { once: true });
  setTimeout(begin, patienceMs);
}

export {};
