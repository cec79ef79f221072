import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError, isLost } from '@/lib/api/client';
import { useMaking } from './useMaking';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

interface Banner {
  _id: string;
  version: number;
  name: string;
}

const banner = (_id: string, name = 'Opening', version = 1): Banner => ({ _id, name, version });
const lost = () => Promise.reject<Banner>(ApiError.unusable(0, true));

/** A list as the server has it, and a form that adds to it; `answers` says what becomes of each sending. */
function start(there: Banner[], ...answers: ('kept' | 'lost' | 'not sent')[]) {
  const { result } = renderHook(useMaking);
  const known = [...there];
  let sent = 0;
  const send = () => {
    const answer = answers[sent];
    sent += 1;
    if (answer === 'not sent') return lost();
    const made = banner(`new-${String(sent)}`);
    there.push(made);
    return answer === 'kept' ? Promise.resolve(made) : lost();
  };
  const press = () =>
    result
      .current(
        { known, read: () => Promise.resolve(there), isIt: ({ name }) => name === 'Opening' },
        send,
        (entry) => entry,
      )
      .catch((error: unknown) => error);
  return { press, sent: () => sent };
}

it('finds what a sending has made whose answer was lost, and sends nothing again', async () => {
  const there = [banner('old')];
  const { press, sent } = start(there, 'lost');
  expect(await press()).toMatchObject({ _id: 'new-1' });
  expect(sent()).toBe(1);
  expect(there).toHaveLength(2);
});

it('says that it is not known where it is not there yet, and makes it once when it is pressed again', async () => {
  const there: Banner[] = [banner('old')];
  const { press, sent } = start(there, 'not sent', 'kept');
  expect(isLost(await press())).toBe(true);
  expect(await press()).toMatchObject({ _id: 'new-2' });
  expect([sent(), there.length]).toEqual([2, 2]);
});

it('looks before it sends again: what was under way may be there by now', async () => {
  const there: Banner[] = [];
  const { press, sent } = start(there, 'not sent');
  expect(isLost(await press())).toBe(true);
  there.push(banner('late'));
  expect(await press()).toMatchObject({ _id: 'late' });
  expect(sent()).toBe(1);
});

it('takes none for its own that was there before, or is another', async () => {
  const there = [banner('old'), banner('other', 'Closing')];
  const { press } = start(there, 'not sent');
  there.push(banner('theirs', 'Closing'), banner('edited', 'Opening', 2));
  expect(isLost(await press())).toBe(true);
});

it('makes a second one of the same when the first was answered', async () => {
  const there: Banner[] = [];
  const { press } = start(there, 'kept', 'kept');
  await press();
  await press();
  expect(there).toHaveLength(2);
});
