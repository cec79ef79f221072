import { afterEach, describe, expect, it, vi } from 'vitest';
import { serveCall } from '@/testing/calls';
import { isOverdue, nextEnd } from './limits';

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`;
const minute = 60_000;
const hour = 60 * minute;

describe('the end of a session', () => {
  const token = tokenOf({ role: 'counter', exp: 600 * 60 });

  it('is idle time after the last call, or the end that the token has, whichever comes first', () => {
    expect(nextEnd(token, { at: 10 * minute, ahead: 0 }, 50 * minute)).toEqual({
      id: 10 * minute,
      left: 18 * minute,
      isIdle: true,
    });
    expect(nextEnd(token, { at: 590 * minute, ahead: 0 }, 595 * minute)).toEqual({
      id: 600 * minute,
      left: 5 * minute,
      isIdle: false,
    });
  });

  it.each([-12 * hour, 12 * hour])('is by the server’s clock, which is %i ms ahead of this one', (ahead) => {
    const now = 595 * minute - ahead;
    expect(nextEnd(token, { at: now, ahead }, now)).toEqual({
      id: 600 * minute,
      left: 5 * minute,
      isIdle: false,
    });
  });

  it('does not come from idleness at the door', () => {
    const door = tokenOf({ role: 'door', exp: 600 * 60 });
    expect(nextEnd(door, { at: 10 * minute, ahead: 0 }, 100 * minute)?.isIdle).toBe(false);
  });

  it('is not known of what is no token, nor before the server has answered', () => {
    expect(nextEnd('x', undefined, 0)).toBeUndefined();
    expect(nextEnd(token, undefined, 1000 * minute)).toBeUndefined();
  });

  it('is asked about once the server certainly refuses, as a question keeps an idle session alive', () => {
    const at = (minutes: number) => nextEnd(token, { at: 0, ahead: 0 }, minutes * minute);
    expect(
      [57, 59, 60.9].map((minutes) => isOverdue(at(minutes) ?? { id: 0, left: 0, isIdle: false })),
    ).toEqual([false, false, false]);
    expect(isOverdue(at(61) ?? { id: 0, left: 0, isIdle: false })).toBe(true);
  });
});

describe('what an open door in the same browser asks', () => {
  /** A page with code of its own, and the storage that all pages of the browser have. */
  async function openPage() {
    vi.resetModules();
    const { session } = await import('@/lib/session');
    const { lastCall } = await import('@/lib/lastCall');
    const { call } = await import('@/lib/api/client');
    return { session, lastCall, ask: () => call('get', '/api/admin/sessions', {}) };
  }

  afterEach(() => {
    vi.useRealTimers();
  });

  it('does not move the end of the portal’s session', async () => {
    serveCall('get', '/api/admin/sessions', []);
    const portal = await openPage();
    const door = await openPage();
    door.session.keepUnder('door');
    portal.session.start(tokenOf({ role: 'admin' }));
    door.session.start(tokenOf({ role: 'door' }));
    vi.useFakeTimers({ toFake: ['Date'], now: 10 * minute });
    await portal.ask();
    vi.setSystemTime(50 * minute);
    await door.ask();
    expect(door.lastCall()?.at).toBe(50 * minute);
    const token = portal.session.token() ?? '';
    expect(nextEnd(token, portal.lastCall(), 50 * minute)).toMatchObject({ left: 18 * minute, isIdle: true });
  });
});
