import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { morning, saturday } from '@/door/testing/device';
import { ReportsSheet } from './ReportsSheet';

const report = {
  list: saturday,
  passNo: 'CZ6S4932KF26',
  at: morning,
  reason: 'There is no such list',
  places: [{ at: new Date(morning).toISOString(), device: 'Gate 2 · 7F3K' }],
  name: undefined,
};

const dealWith = vi.fn();

beforeEach(() => {
  dealWith.mockReset();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pause = () => {
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
};

/** Presses what is first of that name now. */
const press = (name: string) => {
  const [button] = screen.getAllByRole('button', { name });
  fireEvent.click(button ?? document.body);
};

/** As the desk has them: what was dealt with is shown no more. */
function Found({ kinds }: { kinds: readonly ('double' | 'unsent scan')[] }) {
  const [reports, setReports] = useState(
    kinds.map((kind, place) => ({ ...report, kind, id: `${kind} ${String(place)}` })),
  );
  return (
    <ReportsSheet
      reports={reports}
      now={morning}
      close={vi.fn()}
      dealWith={(id) => {
        dealWith(id);
        setReports(reports.filter((one) => one.id !== id));
      }}
    />
  );
}

it('says what the server does not take, and deletes it here alone', () => {
  const reports = [
    { ...report, id: 'scan', kind: 'unsent scan' as const },
    { ...report, id: 'undo', kind: 'unsent undo' as const },
  ];
  render(<ReportsSheet reports={reports} now={morning} close={vi.fn()} dealWith={dealWith} />);
  const [scan, undo] = screen.getAllByRole('listitem');
  expect(scan).toHaveTextContent(
    'They were scanned here, and the server does not take it: There is no such list',
  );
  expect(scan).toHaveTextContent('10:30 AM at Gate 2 · 7F3K');
  expect(undo).toHaveTextContent(/^CZ6S 4932 KF26Their scan was taken back here/);
  expect(screen.queryByText(/the portal lists them/)).toBeNull();
  pause();
  const [, second] = screen.getAllByRole('button', { name: 'Delete it here' });
  fireEvent.click(second ?? document.body);
  expect(dealWith).not.toHaveBeenCalled();
  const question = screen.getByRole('dialog', { name: 'Delete it for good?' });
  expect(question).toHaveTextContent('CZ6S 4932 KF2610:30 AM at Gate 2 · 7F3K');
  pause();
  press('Delete it for good');
  expect(dealWith).toHaveBeenCalledExactlyOnceWith('undo');
  expect(screen.getByRole('dialog', { name: 'Look at these' })).toBeVisible();
});

it('deletes nothing that is not sent by presses of which one follows the other', () => {
  render(<Found kinds={['unsent scan', 'unsent scan']} />);
  pause();
  press('Delete it here');
  press('Delete it for good');
  expect(dealWith).not.toHaveBeenCalled();
  pause();
  press('Delete it for good');
  press('Delete it here');
  expect(screen.queryByRole('dialog', { name: 'Delete it for good?' })).toBeNull();
  expect(dealWith).toHaveBeenCalledExactlyOnceWith('unsent scan 0');
});

it('takes no press for what has just moved under the thumb', () => {
  render(<Found kinds={['double', 'double', 'unsent scan']} />);
  press('Done');
  expect(dealWith).not.toHaveBeenCalled();
  pause();
  press('Done');
  press('Done');
  expect(dealWith).toHaveBeenCalledExactlyOnceWith('double 0');
  pause();
  press('Done');
  expect(dealWith).toHaveBeenLastCalledWith('double 1');
  press('Delete it here');
  expect(screen.queryByRole('dialog', { name: 'Delete it for good?' })).toBeNull();
});

it('keeps what is not sent where the second step says so', () => {
  render(<Found kinds={['unsent scan']} />);
  pause();
  press('Delete it here');
  press('Keep it');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(dealWith).not.toHaveBeenCalled();
});

it('asks about the deletion no more once the server has taken it', () => {
  const sheet = (reports: Parameters<typeof ReportsSheet>[0]['reports']) => (
    <ReportsSheet reports={reports} now={morning} close={vi.fn()} dealWith={dealWith} />
  );
  const { rerender } = render(sheet([{ ...report, id: 'scan', kind: 'unsent scan' }]));
  pause();
  press('Delete it here');
  rerender(sheet([]));
  expect(screen.getByText('Nothing is left.')).toBeVisible();
});
