import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Desk } from '@/door/kit/checkIn/desk';
import { malformed, type Verdict } from '@/door/kit/verdict/verdict';
import { useScan } from './useScan';

const connection = { now: () => 0 };

it('shows what could not be done in place of a verdict, until there is another verdict', async () => {
  const desk = { connection, scan: () => Promise.resolve(malformed) } as unknown as Desk;
  const { result } = renderHook(() => useScan(desk));
  await act(async () => {
    result.current.check(undefined);
    await Promise.resolve();
  });
  expect(result.current).toMatchObject({ isShown: true, problem: undefined });
  act(() => {
    result.current.tell('It could not be noted.');
  });
  expect(result.current).toMatchObject({ isShown: false, problem: 'It could not be noted.' });
  act(() => {
    result.current.replace(malformed);
  });
  expect(result.current).toMatchObject({ isShown: true, problem: undefined });
});

it('keeps a refusal on the screen when a scanner brings the next one at once, and remembers both', async () => {
  const verdicts: Verdict[] = [
    { ...malformed, name: 'Asha' },
    { ...malformed, result: 'admitted', name: 'Binu' },
  ];
  const desk = { connection, scan: () => Promise.resolve(verdicts.shift()) } as unknown as Desk;
  const { result } = renderHook(() => useScan(desk));
  await act(async () => {
    result.current.check(undefined);
    result.current.check(undefined);
    await new Promise((done) => setTimeout(done, 0));
  });
  expect(result.current).toMatchObject({ isShown: true, waiting: 1, last: { verdict: { name: 'Asha' } } });
  expect(result.current.isReady()).toBe(false);
  act(() => {
    result.current.goOn();
  });
  expect(result.current).toMatchObject({ isShown: true, waiting: 0, last: { verdict: { name: 'Binu' } } });
  expect(result.current.history.map(({ verdict }) => verdict.name)).toEqual(['Binu', 'Asha']);
});

it('takes a green verdict away when a scanner begins the next code', async () => {
  const desk = {
    connection,
    scan: () => Promise.resolve({ ...malformed, result: 'admitted' }),
  } as unknown as Desk;
  const { result } = renderHook(() => useScan(desk));
  await act(async () => {
    result.current.check(undefined);
    await Promise.resolve();
  });
  expect(result.current.isShown).toBe(true);
  act(() => {
    result.current.begin();
  });
  expect(result.current.isShown).toBe(false);
});
