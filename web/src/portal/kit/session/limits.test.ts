import { describe, expect, it } from 'vitest';
import { nextEnd } from './limits';

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`;
const minute = 60_000;

describe('the end of a session', () => {
  it('is idle time after the last call, or the end that the token has, whichever comes first', () => {
    const token = tokenOf({ role: 'counter', exp: 600 * 60 });
    expect(nextEnd(token, 10 * minute)).toEqual({ at: 68 * minute, isIdle: true });
    expect(nextEnd(token, 590 * minute)).toEqual({ at: 600 * minute, isIdle: false });
  });

  it('does not come from idleness at the door', () => {
    const token = tokenOf({ role: 'door', exp: 600 * 60 });
    expect(nextEnd(token, 10 * minute)).toEqual({ at: 600 * minute, isIdle: false });
  });

  it('is not known of what is no token', () => {
    expect(nextEnd('x', 0)).toBeUndefined();
  });
});
