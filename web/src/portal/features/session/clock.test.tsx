// The limits of a session are the server's: this device's clock may be hours off, and may be put right meanwhile.
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { dashboard, lineAtRest, noLogs } from '@/portal/testing/records';
import { renderApp } from '@/portal/testing/renderApp';
import { heading } from '@/portal/testing/signIn';
import { server } from '@/testing/server';

const hour = 3_600_000;
const began = Date.parse('2025-05-31T04:00:00Z');
let serverTime = began;
type User = ReturnType<typeof renderApp>['user'];

const token = `e30.${btoa(JSON.stringify({ username: 'admin', role: 'admin', exp: (began + 10 * hour) / 1000 }))}.c2ln`;

const says = (body: object, status = 200) =>
  HttpResponse.json(body, { status, headers: { Date: new Date(serverTime).toUTCString() } });

/** Answers as the server, and counts how often it was asked whether the session still holds. */
function serve(status = 200) {
  const asked = { times: 0 };
  server.use(
    http.get('*/api/admin/dashboard', () => says(dashboard)),
    http.get('*/api/admin/logs', () => says(noLogs)),
    http.get('*/api/till', () => says({ code: 'forbidden', message: '' }, 403)),
    http.get('*/api/admin/sessions', () => {
      asked.times += 1;
      return says([], status);
    }),
  );
  return asked;
}

beforeEach(() => {
  serverTime = began;
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([-12, 12])('goes on at a computer whose clock is %i hours off', async (off) => {
  vi.setSystemTime(began + off * hour);
  const asked = serve();
  session.start(token);
  renderApp(portalPaths.dashboard);
  await heading('Dashboard');
  // Longer than it takes to look at the clock again.
  await new Promise((next) => setTimeout(next, 1_200));
  expect(session.token()).toBe(token);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(asked.times).toBe(0);
});

it('asks the server when the clock says that it is over, and goes on with its yes', async () => {
  vi.setSystemTime(began);
  const asked = serve();
  session.start(token);
  // A screen that does not read again by itself.
  renderApp(portalPaths.auditLog);
  await heading('Audit log');
  vi.setSystemTime(began + 12 * hour);
  await waitFor(() => expect(asked.times).toBe(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(session.token()).toBe(token);
});

it('ends with the server’s no', async () => {
  vi.setSystemTime(began);
  serve(401);
  session.start(token);
  renderApp(portalPaths.dashboard);
  await heading('Dashboard');
  vi.setSystemTime(began + 12 * hour);
  serverTime = began + 12 * hour;
  expect(await screen.findByRole('heading', { name: 'Admin Portal' })).toBeVisible();
  expect(session.token()).toBeUndefined();
});

it('speaks of the end two minutes before it, by the server’s clock', async () => {
  vi.setSystemTime(began - 12 * hour);
  serverTime = began + 10 * hour - 100_000;
  serve();
  session.start(token);
  renderApp(portalPaths.dashboard);
  // The dialog is drawn again when the server has said what time it is.
  await waitFor(() => expect(screen.getByText(/You have been signed in all day/)).toBeVisible());
});

const waysToStay: [string, (user: User) => Promise<void>][] = [
  ['a press', (user) => user.click(screen.getByRole('button', { name: 'Stay signed in' }))],
  [
    'a phone’s way back',
    () =>
      act(async () => {
        const dialog = screen.getByRole<HTMLDialogElement>('alertdialog');
        // No key and no pointer comes to the page.
        dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
        dialog.close();
        await Promise.resolve();
      }),
  ],
];

it.each(waysToStay)(
  'comes to an idle end on a screen that reads by itself, and not with a person at it: %s',
  async (_, stay) => {
    vi.setSystemTime(began);
    serve();
    const marks: (string | null)[] = [];
    for (const [path, body] of [
      ['payments/line', lineAtRest],
      ['admin/sessions', []],
    ] as const) {
      server.use(
        http.get(`*/api/${path}`, ({ request }) => {
          marks.push(request.headers.get('X-Background'));
          return says(body);
        }),
      );
    }
    session.start(token);
    const { user } = renderApp(portalPaths.dashboard);
    await waitFor(() => expect(marks).toEqual([null]));
    vi.setSystemTime(began + 0.9 * hour);
    // As its timer does.
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(marks).toEqual([null, '1']));
    vi.setSystemTime(began + 0.95 * hour);
    expect(await screen.findByText(/Nothing has happened for almost an hour/)).toBeVisible();
    await stay(user);
    await waitFor(() => expect(marks).toEqual([null, '1', null]));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  },
);
