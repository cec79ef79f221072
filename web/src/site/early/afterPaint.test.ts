import { beforeEach, expect, it, vi } from 'vitest';

const fetched = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) => href);

let paint: (() => void) | undefined;

/** A browser that reports these entries. */
const browser = (...supportedEntryTypes: string[]) => {
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static readonly supportedEntryTypes = supportedEntryTypes;
      constructor(private readonly callback: () => void) {}
      observe() {
        paint = this.callback;
      }
    },
  );
};

beforeEach(() => {
  document.head.insertAdjacentHTML(
    'beforeend',
    '<script type="module" data-entry="data:text/javascript," data-ahead="/a.js /b.js"></script>',
  );
  paint = undefined;
  vi.useFakeTimers();
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    paint = () => {
      callback(0);
      vi.advanceTimersByTime(1);
    };
    return 1;
  });
  vi.resetModules();
});

const twoFiles = ['http://localhost:8080/a.js', 'http://localhost:8080/b.js'];

it.each([
  ['that reports the paint', ['paint']],
  ['that does not', []],
])('fetches the code after the first paint, once and not before, in a browser %s', async (_, types) => {
  browser(...types);
  await import('./afterPaint');
  vi.advanceTimersByTime(1_000);
  expect(fetched()).toEqual([]);
  paint?.();
  expect(fetched()).toEqual(twoFiles);
  vi.advanceTimersByTime(5_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(fetched()).toEqual(twoFiles);
});

it('waits for no paint in a page that nobody sees, or that is left before', async () => {
  browser('paint');
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await import('./afterPaint');
  expect(fetched()).toEqual(twoFiles);

  document.head.querySelectorAll('link').forEach((link) => {
    link.remove();
  });
  visibility.mockReturnValue('visible');
  vi.resetModules();
  await import('./afterPaint');
  expect(fetched()).toEqual([]);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(fetched()).toEqual(twoFiles);
});

it('does not wait for ever', async () => {
  browser('paint');
  await import('./afterPaint');
  vi.advanceTimersByTime(2_100);
  expect(fetched()).toEqual(twoFiles);
});
