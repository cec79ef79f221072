// Runs before every test file: a browser-like page as index.html makes it, and a server that refuses every
// request a test did not expect.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { server } from './server';

const { asyncWrapper } = getConfig();
// The scheduler's own, also while a test moves the time.
const { setImmediate } = globalThis;

configure({
  // A page's code is fetched when it is shown, which takes its time on a busy machine.
  asyncUtilTimeout: 60_000,
  // Effects run in a task after the one that shows an element. The library waits for a timer, which overtakes that task
  // when the machine is busy, and what an effect does, such as moving the focus, is not done yet.
  asyncWrapper: (callback) =>
    asyncWrapper(async () => {
      const result = await callback();
      await new Promise((resolve) => setImmediate(resolve));
      return result;
    }),
});

/** The test that runs; another object for each. */
let running = {};

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  // A request that a test leaves without an answer ends by its time limit during another test, or when no page exists any
  // more: as in a tab that was closed, nobody hears of it.
  const { fetch } = globalThis;
  globalThis.fetch = (...request) => {
    const asker = running;
    return new Promise((resolve, reject) => {
      const answer = fetch(...request);
      answer.then(
        (response) => {
          if (asker === running) resolve(response);
        },
        (error: Error) => {
          if (asker === running) reject(error);
        },
      );
    });
  };
});

beforeEach(() => {
  running = {};
  document.head.innerHTML = `<meta name="cashfree-sdk" content="https://sdk.example/cashfree.js">
    <meta name="cashfree-mode" content="sandbox">`;
});

afterEach(() => {
  cleanup();
  running = {};
  vi.useRealTimers();
  server.resetHandlers();
  sessionStorage.clear();
  localStorage.clear();
  delete window.Cashfree;
});

afterAll(() => {
  server.close();
});

// jsdom looks through every rule of every sheet whenever a role is asked for, and the portal's style library makes thousands.
// Its sheets stay out of the page: what is hidden is hidden by attributes, and how it looks is for the browser tests.
document.head.insertBefore = function insertUnlessStyled<T extends Node>(node: T, before: Node | null): T {
  const isStyle = node instanceof HTMLStyleElement && node.dataset.emotion !== undefined;
  return isStyle ? node : (Node.prototype.insertBefore.call(this, node, before) as T);
};

// What jsdom does not have.
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null }) as unknown as MediaQueryList;
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.IntersectionObserver = class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  constructor(private readonly notify: IntersectionObserverCallback) {}
  /** Everything is in view. */
  observe(target: Element) {
    const entry = { isIntersecting: true, target } as unknown as IntersectionObserverEntry;
    queueMicrotask(() => {
      this.notify([entry], this);
    });
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
