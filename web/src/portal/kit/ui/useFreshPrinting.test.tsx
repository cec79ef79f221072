import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { Frame } from './Frame';
import { useFreshPrinting } from './useFreshPrinting';

it.each([
  ['is there', () => Promise.resolve('A paper')],
  ['could not be read', () => Promise.reject(new Error('No answer'))],
])('prints and says nothing once another screen is open by the time the paper %s', async (_, read) => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const printed = vi.fn<() => Promise<void>>();
  function Paper() {
    const { printFresh } = useFreshPrinting<string>();
    return <button onClick={() => printed.mockReturnValue(printFresh(read))}>Print</button>;
  }
  const page = (isThere: boolean) => (
    <MemoryRouter>
      <Frame>{isThere ? <Paper /> : <p>Another screen</p>}</Frame>
    </MemoryRouter>
  );
  const { rerender } = render(page(true));
  act(() => {
    screen.getByRole('button').click();
    rerender(page(false));
  });
  await act(async () => {
    await printed();
  });
  expect(print).not.toHaveBeenCalled();
  expect(screen.queryByText(/printed/)).not.toBeInTheDocument();
});
