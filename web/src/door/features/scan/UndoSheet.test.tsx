import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api/client';
import { UndoSheet } from './UndoSheet';

it('announces each refusal, and closes when the admission has been taken back', async () => {
  const user = userEvent.setup();
  const close = vi.fn<() => void>();
  const undo = vi
    .fn<(reason: string) => Promise<void>>()
    .mockRejectedValueOnce(new Error('The server cannot be reached.'))
    .mockRejectedValueOnce(new Error('The server cannot be reached.'))
    .mockResolvedValueOnce();
  render(<UndoSheet who="Asha Rao" close={close} undo={undo} />);
  for (const reason of ['Scanned by mistake', 'Went out again']) {
    await user.click(screen.getByRole('button', { name: reason }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.');
    expect(screen.getByRole('alert')).toHaveFocus();
  }
  expect(close).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Not the person on the pass' }));
  expect(close).toHaveBeenCalledOnce();
  expect(undo.mock.calls).toEqual([
    ['Scanned by mistake'],
    ['Went out again'],
    ['Not the person on the pass'],
  ]);
});

it('says that it is not known when the answer was lost', async () => {
  const user = userEvent.setup();
  const undo = vi.fn<() => Promise<void>>().mockRejectedValue(ApiError.unusable(0, true));
  render(<UndoSheet who="Asha Rao" close={vi.fn()} undo={undo} />);
  await user.click(screen.getByRole('button', { name: 'Went out again' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('it is not known whether it was taken back');
});
