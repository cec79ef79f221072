import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { token } from '@/portal/testing/attendance';
import { open, serveFile } from '@/portal/testing/candidate';
import { file, payment } from '@/portal/testing/records';
import { serveCall } from '@/testing/calls';

type Admission = ReturnType<typeof file>['admissions'][number];

const admission = (change: Partial<Admission>): Admission => ({
  list: 'day:2025-05-31',
  label: 'Sat 31 May',
  at: '2025-05-31T05:00:00Z',
  by: 'meera',
  device: 'Gate 2',
  nonce: 'nonce-one',
  standing: 'counts',
  ...change,
});
const admissions = [
  admission({}),
  admission({ nonce: 'nonce-two', device: 'Gate 5', standing: 'also' }),
  admission({
    list: 'exam:bca',
    label: 'BCA',
    nonce: 'nonce-three',
    device: 'Hall 1',
    standing: 'without_right',
    reason: 'the pass was withdrawn',
  }),
  admission({ nonce: 'nonce-four', device: 'Gate 4', standing: 'went_out' }),
  admission({ nonce: 'nonce-five', device: 'Gate 6', standing: 'back' }),
];

beforeEach(() => {
  session.start(token('counter'));
});

it('shows each scan that let the candidate in or out, and takes the one back that is named', async () => {
  serveFile(
    { ...file(payment()), admissions },
    { ...file(payment()), admissions: admissions.filter(({ nonce }) => nonce !== 'nonce-three') },
  );
  const sent = serveCall('post', '/api/check-in/undo', { result: 'undone', still_in: null } as never);
  const { user } = await open();
  const table = screen.getByRole('table', { name: 'At the Doors' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows[0]).toHaveTextContent(/Sat 31 May.*In.*Gate 2.*meera/);
  expect(rows[1]).toHaveTextContent(/Scanned again.*Gate 5/);
  expect(rows[2]).toHaveTextContent(/BCA.*Without a right.*the pass was withdrawn.*Hall 1/);
  expect(rows[3]).toHaveTextContent(/Went out.*Gate 4/);
  expect(rows[4]).toHaveTextContent(/Back in.*Gate 6/);
  await user.click(screen.getByRole('button', { name: 'Undo the scan at Hall 1, BCA' }));
  await user.type(screen.getByLabelText('Reason'), 'She was sent away');
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('The scan at Hall 1 is taken back.')).toBeVisible();
  expect(sent[0]?.body).toEqual({
    code: 'cust -1',
    list: 'exam:bca',
    reason: 'She was sent away',
    undoes: 'nonce-three',
  });
  expect(within(table).getAllByRole('row')).toHaveLength(5);
});

it('shows nothing of somebody who was at no door, and no undo to those who may not', async () => {
  session.start(token('accountant'));
  serveFile(file(payment()), { ...file(payment()), admissions });
  const { unmount } = await open();
  expect(screen.queryByRole('region', { name: 'At the Doors' })).toBeNull();
  unmount();
  await open();
  expect(await screen.findByRole('region', { name: 'At the Doors' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});
