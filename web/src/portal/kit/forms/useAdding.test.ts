import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError, isLost } from '@/lib/api/client';
import { useAdding } from './useAdding';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

const lost = () => Promise.reject<string>(ApiError.unusable(0, true));
const refused = (code: string) =>
  Promise.reject<string>(new ApiError(409, 'Refused', { code, body: { code } }));

/** A form, whose sendings have these answers one after the other; the last one is given again and again. */
function start(...answers: (() => Promise<string>)[]) {
  const { result } = renderHook(useAdding);
  const keys: string[] = [];
  const press = () =>
    result
      .current((key) => {
        const answer = answers[Math.min(keys.length, answers.length - 1)];
        keys.push(key);
        return answer?.() ?? lost();
      })
      .catch((error: unknown) => error);
  return { press, keys };
}

it('is sent again under its key while its answer is lost, and says what the server says then', async () => {
  const { press, keys } = start(lost, () => Promise.resolve('added'));
  expect(await press()).toBe('added');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it('keeps its key from one press to the next until it is answered', async () => {
  const { press, keys } = start(lost, lost, lost, () => Promise.resolve('added'));
  expect(isLost(await press())).toBe(true);
  expect(await press()).toBe('added');
  expect(new Set(keys).size).toBe(1);
  expect(await press()).toBe('added');
  expect(keys[4]).not.toBe(keys[3]);
});

it('keeps its key where the server refuses what it says', async () => {
  const { press, keys } = start(
    () => refused('invalid_field'),
    () => Promise.resolve('added'),
  );
  await press();
  expect(await press()).toBe('added');
  expect(keys[1]).toBe(keys[0]);
});

it.each(['idempotency_key_reused', 'deleted_since'])('has another key after %s', async (code) => {
  const { press, keys } = start(
    () => refused(code),
    () => Promise.resolve('added'),
  );
  expect(await press()).toMatchObject({ details: { code } });
  expect(await press()).toBe('added');
  expect(keys[1]).not.toBe(keys[0]);
});
