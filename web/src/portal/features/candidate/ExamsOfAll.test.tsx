// Staff choose for those who came too late to do so themselves.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import type { ExamChoice } from '@/lib/api/types';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { file, payment } from '@/portal/testing/records';
import { renderScreen } from '@/portal/testing/renderScreen';
import { refusal, serveCall, staleVersion } from '@/testing/calls';

const exams = '/api/customers/{customerId}/exams';

const choice = (chosen: string[], version: number): ExamChoice => ({
  open: false,
  version,
  chosen,
  exams: [
    {
      course: 'bca',
      examName: 'BCA',
      collegeName: 'Periyar Institute',
      date: '2025-05-31',
      timeStart: '10:00',
      timeEnd: '11:00',
      venue: 'Hall 1',
      sold_out: false,
      closed: true,
    },
  ],
});

const openAs = (role: string, chosen: string[] = [], hash = '') => {
  session.start(`e30.${btoa(JSON.stringify({ username: 'asha', role }))}.c2ln`);
  serveCall('get', '/api/customers/{customerId}', { ...file(payment()), validity: 'valid' });
  serveCall('get', exams, choice(chosen, 4));
  renderScreen(`${portalPaths.customer('cust-1')}${hash}`);
};

it.each(['admin', 'counter'])('in the role %s also what has its seats given out', async (role) => {
  const sent = serveCall('put', exams, choice(['bca'], 5));
  openAs(role);
  const user = userEvent.setup();
  const box = await screen.findByRole('checkbox', { name: /BCA/ });
  expect(box).toHaveAccessibleDescription(/The seats are given out/);
  await user.click(box);
  expect(box).toHaveAccessibleDescription(/the next free one follows/);
  await user.click(screen.getByRole('button', { name: 'Save 1 exam' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(sent[0]?.body).toEqual({ exams: ['bca'], version: 4 });
});

it('have the focus where a link means them', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  openAs('counter', [], '#exams');
  await screen.findByRole('checkbox', { name: /BCA/ });
  const heading = screen.getByRole('heading', { name: 'Chosen exams' });
  expect(heading).toHaveFocus();
  expect(scroll.mock.contexts).toEqual([heading]);
});

it('also drop what has its seats given out, and read that the seat goes with it', async () => {
  const sent = serveCall('put', exams, choice([], 5));
  openAs('admin', ['bca']);
  const user = userEvent.setup();
  const box = await screen.findByRole('checkbox', { name: /BCA/ });
  await user.click(box);
  expect(box).toHaveAccessibleDescription(/The seats are given out: this seat is given up$/);
  await user.click(screen.getByRole('button', { name: 'Save: no exam' }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(sent[0]?.body).toEqual({ exams: [], version: 4 });
});

it.each([
  ['its answer is lost', refusal(504, 'timeout', ''), /^It is not known whether the choice was saved\./],
  ['it was changed meanwhile', staleVersion, /^This was changed meanwhile\. Look at the choice/],
  ['the server gives no reason', refusal(400, 'bad_request', ''), /^The choice could not be saved\./],
])('speaks of a choice that is not the clerk’s own where %s', async (_, refused, words) => {
  serveCall('put', exams, refused);
  openAs('counter');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: /BCA/ }));
  await user.click(screen.getByRole('button', { name: 'Save 1 exam' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(words);
  expect(alert).not.toHaveTextContent(/your/);
});

it('in the role accountant nothing', async () => {
  openAs('accountant');
  expect(await screen.findByRole('checkbox', { name: /BCA/ })).toBeDisabled();
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
});
