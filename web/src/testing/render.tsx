// Routes at one address, with their own cache and history.
import { getConfig, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, type InitialEntry } from 'react-router';
import { SWRConfig } from 'swr';
import { onTestFinished, vi } from 'vitest';

export function renderRoutes(routes: ReactNode, at: InitialEntry) {
  let address = '';
  let state: unknown;
  function Watch() {
    const location = useLocation();
    address = location.pathname + location.search + location.hash;
    state = location.state;
    return null;
  }
  const view = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[at]}>
        {routes}
        <Watch />
      </MemoryRouter>
    </SWRConfig>,
  );
  return { ...view, user: userEvent.setup({ delay: null }), address: () => address, state: () => state };
}

/**
 * Timers under the test's control, while promises and the server go on by themselves. What waits for them waits in timers,
 * too; so time passes a little, at a tenth of its speed: what a busy machine takes must not come near what a test tells
 * apart. Time does not pass inside `act`: when two of its scopes overlap, which timers bring about, React waits for ever for
 * a pause that comes only outside of them.
 */
export function controlTime() {
  const creep = setInterval(() => {
    // What cleans up after a test may take a moment more than its time.
    if (vi.isFakeTimers()) vi.advanceTimersByTime(1);
  }, 10);
  onTestFinished(() => {
    clearInterval(creep);
  });
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
      // jsdom makes frames by an interval: begun in a time that then ends, there would be none for any test after it.
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
  return (ms: number) =>
    getConfig().asyncWrapper(async () => {
      // What is on the screen may not have begun to wait yet.
      await settled();
      await vi.advanceTimersByTimeAsync(ms);
      await settled();
    });
}

/**
 * When React has rendered what was changed and run the effects of it, which it does in tasks of their own: one where the machine
 * is fast, and else as many as there are.
 */
async function settled(): Promise<void> {
  for (let task = 0; task < 20; task += 1) await new Promise((done) => setImmediate(done));
}
