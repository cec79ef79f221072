import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
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

it('says what the server does not take, and deletes it here alone', async () => {
  const dealWith = vi.fn();
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
  const [, second] = screen.getAllByText('Delete it here');
  await userEvent.click(second ?? document.body);
  expect(dealWith).toHaveBeenCalledExactlyOnceWith('undo');
});
