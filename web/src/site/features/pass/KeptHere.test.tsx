import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { keptPasses } from '@/lib/keptPasses';
import { pass } from '@/testing/server';
import { KeptHere } from './KeptHere';

const { keepOffline, removeOffline } = vi.hoisted(() => ({ keepOffline: vi.fn(), removeOffline: vi.fn() }));
vi.mock('./offline', () => ({ keepOffline, removeOffline }));

beforeEach(() => {
  keepOffline.mockReset().mockResolvedValue(true);
  removeOffline.mockReset().mockResolvedValue(undefined);
});

const of = (name: string) => (
  <MemoryRouter>
    <KeptHere pass={{ ...pass, name }} />
  </MemoryRouter>
);
const names = () => keptPasses.get().map(({ name }) => name);
const remove = () => userEvent.click(screen.getByRole('button', { name: 'Remove the pass from it' }));

it('keeps a pass under the name that comes anew', async () => {
  const { rerender } = render(of('Asha Nair'));
  expect(await screen.findByText(/opens here without a network/)).toBeVisible();
  rerender(of('Asha R Nair'));
  expect(names()).toEqual(['Asha R Nair']);
  expect(keepOffline).toHaveBeenCalledTimes(2);
});

it('says that a pass is removed once it is, and can be asked again where it is not', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  let fail: (cause: Error) => void = () => undefined;
  removeOffline.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  render(of('Asha Nair'));
  await remove();
  expect(screen.queryByText(/^This device no longer keeps your pass/)).toBeNull();
  await act(async () => {
    fail(new Error('The storage is broken'));
    await Promise.resolve();
  });
  expect(screen.getByText(/^This device could not remove your pass/)).toBeVisible();
  expect(names()).toEqual(['Asha Nair']);
  expect(error).toHaveBeenCalledOnce();
  await remove();
  expect(await screen.findByText(/^This device no longer keeps your pass/)).toBeVisible();
  expect(names()).toEqual([]);
});

it('keeps nothing any more of what comes anew after the pass was removed', async () => {
  const { rerender } = render(of('Asha Nair'));
  await remove();
  rerender(of('Asha R Nair'));
  expect(screen.getByText(/^This device no longer keeps your pass/)).toBeVisible();
  expect(names()).toEqual([]);
  expect(keepOffline).toHaveBeenCalledOnce();
});

it('has nothing kept any more, and does not say so, where a pass is removed that was just being kept', async () => {
  let kept: (isKept: boolean) => void = () => undefined;
  keepOffline.mockReturnValue(
    new Promise((resolve) => {
      kept = resolve;
    }),
  );
  render(of('Asha Nair'));
  const [, removed] = keepOffline.mock.lastCall as [string, AbortSignal];
  expect(removed.aborted).toBe(false);
  await remove();
  expect(removed.aborted).toBe(true);
  expect(removeOffline).toHaveBeenCalledExactlyOnceWith('order_1');
  await act(async () => {
    kept(true);
    await Promise.resolve();
  });
  expect(screen.getByText(/^This device no longer keeps your pass/)).toBeVisible();
});
