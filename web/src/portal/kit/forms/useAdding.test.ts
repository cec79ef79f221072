import { renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, isLost } from '@/lib/api/client';
import { session } from '@/lib/session';
import { useAdding } from './useAdding';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

const lost = () => Promise.reject<string>(ApiError.unusable(0, true));
const refused = (code: string) =>
  Promise.reject<string>(new ApiError(409, 'Refused', { code, body: { code } }));

/** A form, whose sendings have these answers one after the other; the last one is given again and again. */
function start(...answers: (() => Promise<string>)[]) {
  return open(undefined, ...answers);
}

/** The same of a form whose key outlives the page. */
function open(form: string | undefined, ...answers: (() => Promise<string>)[]) {
  const { result, unmount } = renderHook(() => useAdding(form));
  const keys: string[] = [];
  const press = (body?: unknown) =>
    result
      .current((key) => {
        const answer = answers[Math.min(keys.length, answers.length - 1)];
        keys.push(key);
        return answer?.() ?? lost();
      }, body)
      .catch((error: unknown) => error);
  return { press, keys, unmount };
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

describe('a form that is left before it is answered', () => {
  const added = () => Promise.resolve('added');
  const body = { subject: 'Results' };
  const leave = async (...answers: (() => Promise<string>)[]) => {
    const { press, keys, unmount } = open('message', ...answers);
    await press(body);
    unmount();
    return keys[0];
  };
  const keyOfNext = async (form: string, said: unknown) => {
    const { press, keys } = open(form, added);
    await press(said);
    return keys[0];
  };

  it('goes under its key when it is filled in alike again, until it is answered', async () => {
    const key = await leave(lost);
    expect(await keyOfNext('message', { ...body })).toBe(key);
    expect(await keyOfNext('message', body)).not.toBe(key);
  });

  it('has nothing in the storage of what was typed', async () => {
    await leave(lost);
    expect(JSON.stringify(sessionStorage)).not.toContain('Results');
  });

  it.each([
    ['another text', 'message', { subject: 'Seats' }],
    ['another form', 'bulk action', body],
  ])('is not %s', async (_, form, said) => {
    expect(await keyOfNext(form, said)).not.toBe(await leave(lost));
  });

  it('is not that of another person at the same computer', async () => {
    const key = await leave(lost);
    session.start(`e30.${btoa(JSON.stringify({ username: 'binu' }))}.x`);
    expect(await keyOfNext('message', body)).not.toBe(key);
  });

  it('keeps its key where its place was taken by another text under it', async () => {
    const { press, keys, unmount } = open('message', lost, lost, lost, () =>
      refused('idempotency_key_reused'),
    );
    await press(body);
    await press({ subject: 'Seats' });
    unmount();
    expect(new Set(keys).size).toBe(1);
    expect(await keyOfNext('message', { subject: 'Seats' })).not.toBe(keys[0]);
    expect(await keyOfNext('message', body)).toBe(keys[0]);
  });
});
