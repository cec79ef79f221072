import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Desk } from '@/door/kit/checkIn/desk';
import { malformed } from '@/door/kit/verdict/verdict';
import { useScan } from './useScan';

it('shows what could not be done in place of a verdict, until there is another verdict', async () => {
  const desk = { scan: () => Promise.resolve(malformed) } as unknown as Desk;
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
