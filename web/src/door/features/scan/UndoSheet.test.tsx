import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { NotHere } from '@/door/kit/checkIn/notHere';
import { UndoSheet } from './UndoSheet';

it('announces each failure of the phone, and closes when the undo is kept', async () => {
  const user = userEvent.setup();
  const close = vi.fn<() => void>();
  const undo = vi
    .fn<(reason: string) => Promise<void>>()
    .mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'))
    .mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'))
    .mockResolvedValueOnce();
  render(<UndoSheet who="Asha Rao" way="in" isCounted={false} close={close} undo={undo} />);
  for (const reason of ['Scanned by mistake', 'Went out again']) {
    await user.click(screen.getByRole('button', { name: reason }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This phone could not keep it.');
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

it('does not close over a scan that the phone does not have, and says where to look', async () => {
  const user = userEvent.setup();
  const close = vi.fn<() => void>();
  const undo = () => Promise.reject(new NotHere());
  render(<UndoSheet who="Asha Rao" way="in" isCounted={false} close={close} undo={undo} />);
  await user.click(screen.getByRole('button', { name: 'Scanned by mistake' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The portal shows under “Attendance”');
  expect(close).not.toHaveBeenCalled();
});

it('says of an exit what becomes of it, and has no reason that the list counts by itself', () => {
  const props = { who: 'Asha Rao', isCounted: true, close: vi.fn(), undo: vi.fn() };
  const { rerender } = render(<UndoSheet {...props} way="out" />);
  expect(screen.getByText('will not count as gone out. Why?')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Did not go out' })).toBeVisible();
  rerender(<UndoSheet {...props} way="in" />);
  expect(screen.queryByRole('button', { name: 'Went out again' })).toBeNull();
  rerender(<UndoSheet {...props} way="back" />);
  expect(screen.getByText('will count as gone out, and stays admitted. Why?')).toBeVisible();
});
