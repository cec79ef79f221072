import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Desk } from '@/door/kit/checkIn/desk';
import { changeSettings } from '@/door/kit/device/settings';
import { serveCall } from '@/testing/calls';
import { PhoneMessage } from './PhoneMessage';

const now = Date.parse('2025-05-31T05:00:00Z');
const message = { id: 'message-one', text: 'Come to Gate 1', by: 'asha', at: '2025-05-31T04:59:00Z' };

const deskThat = (isOnline: boolean) =>
  ({
    state: () => ({ list: { list: 'day:2025-05-31', label: 'Sat 31 May' }, unsent: 2, asOf: now }),
    connection: { isOnline },
  }) as unknown as Desk;

beforeEach(() => {
  localStorage.clear();
  changeSettings({ place: 'Gate 2', tag: '7F3K' });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it('tells how the phone is, and shows what is said on it until somebody has seen it', async () => {
  const sent = serveCall('post', '/api/check-in/report', { message }, { message: null });
  const user = userEvent.setup({ delay: null });
  render(<PhoneMessage desk={deskThat(true)} now={now} />);
  vi.advanceTimersByTime(10_000);
  expect(await screen.findByRole('alert')).toHaveTextContent(/Come to Gate 1.*asha/);
  const report = {
    device: 'Gate 2 · 7F3K',
    list: 'day:2025-05-31',
    unsent: 2,
    roster_at: '2025-05-31T05:00:00.000Z',
  };
  expect(sent[0]?.body).toEqual(report);
  vi.useRealTimers();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => {
    expect(sent[1]?.body).toEqual({ ...report, seen: 'message-one' });
  });
});

it('says nothing without a network, and shows nothing that was seen before', async () => {
  localStorage.setItem('door-message-seen', message.id);
  const sent = serveCall('post', '/api/check-in/report', { message });
  const { unmount } = render(<PhoneMessage desk={deskThat(false)} now={now} />);
  vi.advanceTimersByTime(30_000);
  unmount();
  render(<PhoneMessage desk={deskThat(true)} now={now} />);
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(screen.queryByRole('alert')).toBeNull();
});
