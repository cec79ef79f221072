// The whole site at one address, with a cache and a history of its own.
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation, type InitialEntry } from 'react-router';
import { SWRConfig } from 'swr';
import { vi } from 'vitest';
import { AppRoutes } from '@/app/App';

export function renderApp(at: InitialEntry) {
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
        <AppRoutes />
        <Watch />
      </MemoryRouter>
    </SWRConfig>,
  );
  return { ...view, user: userEvent.setup({ delay: null }), address: () => address, state: () => state };
}

/** Timers under the test's control, while promises and the server go on by themselves. */
export function controlTime() {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  return (ms: number) => vi.advanceTimersByTimeAsync(ms);
}
