// One screen of the portal at its address, for tests: with its messages and questions, without sidebar and session.
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { SWRConfig } from 'swr';
import { expect } from 'vitest';
import { Frame } from '@/portal/kit/ui/Frame';
import { screens } from '@/portal/app/screens';
import { portalPaths } from '@/portal/kit/navigation/paths';

export function renderScreen(at: string) {
  let address = '';
  function Watch() {
    address = useLocation().pathname;
    return null;
  }
  const view = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[at]}>
        <Frame>
          <Suspense>
            <Routes>
              {screens.map(({ path, Screen }) => (
                <Route key={path} path={`${portalPaths.dashboard}/${path}`} element={<Screen />} />
              ))}
              <Route path="*" element={null} />
            </Routes>
          </Suspense>
        </Frame>
        <Watch />
      </MemoryRouter>
    </SWRConfig>,
  );
  // Files that the dialog would not offer can still be dropped or forced.
  return { ...view, user: userEvent.setup({ delay: null, applyAccept: false }), address: () => address };
}

/** The question that is open, and its answer. */
export const question = () => screen.findByRole('alertdialog');

export async function answer(user: ReturnType<typeof userEvent.setup>, button: string) {
  const dialog = await question();
  const pressed = await within(dialog).findByRole('button', { name: button });
  // What depends on a thing is told before it can be deleted.
  await waitFor(() => {
    expect(pressed).toBeEnabled();
  });
  await user.click(pressed);
}

/** Presses a button once it can be pressed: what asked the question that was refused is busy for a moment more. */
export async function pressAgain(user: ReturnType<typeof userEvent.setup>, name: string) {
  const button = screen.getByRole('button', { name });
  await waitFor(() => {
    expect(button).toBeEnabled();
  });
  await user.click(button);
}
