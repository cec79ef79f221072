import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Desk } from '@/door/kit/checkIn/desk';
import { malformed, type Result, type Verdict } from '@/door/kit/verdict/verdict';
import type { Shown } from './turns';
import { useScan, type Scan } from './useScan';

const connection = { now: () => 0 };

afterEach(() => {
  vi.useRealTimers();
});

const passes = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

/** A page that shows verdicts, one after the other, each about a person of another name. */
function open(results: readonly Result[], calls: Partial<Desk> = {}) {
  vi.useFakeTimers();
  const desk = { connection, ...calls } as unknown as Desk;
  const { result } = renderHook(() => useScan(desk));
  for (const [place, verdict] of results.entries()) {
    act(() => {
      result.current.say({ ...malformed, result: verdict, name: ['Asha', 'Binu', 'Chandra'][place] });
    });
  }
  return result;
}

const names = (all: readonly Shown[]) => all.map(({ verdict: { name } }) => name);
const onScreen = ({ last, isShown }: Scan) => (isShown ? last?.verdict.name : undefined);
function lastOf({ last }: Scan): Shown {
  if (!last) throw new Error('There is no verdict');
  return last;
}

it('shows what could not be done in place of a verdict, until there is another verdict', () => {
  const result = open(['unchecked']);
  passes(3_000);
  act(() => {
    result.current.tell('It could not be noted.');
  });
  expect(result.current).toMatchObject({ isShown: false, problem: 'It could not be noted.' });
  passes(1_000);
  act(() => {
    result.current.replace(lastOf(result.current), malformed);
  });
  expect(result.current).toMatchObject({ isShown: true, problem: undefined });
});

it('leaves a refusal on the screen until it could be seen, and names it still, whatever else is to be said', () => {
  const result = open(['refused']);
  passes(2_999);
  act(() => {
    result.current.tell('It could not be noted.');
  });
  expect(onScreen(result.current)).toBe('Asha');
  passes(1);
  expect(result.current).toMatchObject({ isShown: false, problem: 'It could not be noted.' });
  act(() => {
    result.current.say({ ...malformed, result: 'admitted', name: 'Binu' });
  });
  expect(onScreen(result.current)).toBe('Binu');
  expect(names(result.current.missed)).toEqual(['Asha']);
});

it('names a person once whose refusal made room for words and is looked at again', () => {
  const result = open(['refused']);
  passes(3_000);
  act(() => {
    result.current.tell('It could not be noted.');
  });
  expect(names(result.current.missed)).toEqual(['Asha']);
  act(() => {
    result.current.showLast();
  });
  passes(10_000);
  expect(onScreen(result.current)).toBe('Asha');
  expect(result.current.missed).toEqual([]);
});

it('keeps words that a verdict covers until they were on the screen, whatever is scanned meanwhile', () => {
  const scan = vi.fn(() => new Promise<Verdict>(() => undefined));
  const result = open(['refused'], { scan });
  act(() => {
    result.current.tell('It could not be noted.');
  });
  act(() => {
    result.current.check(undefined);
    result.current.say({ ...malformed, result: 'admitted', name: 'Binu' });
  });
  passes(3_000);
  expect(onScreen(result.current)).toBe('Binu');
  passes(600);
  expect(result.current).toMatchObject({ isShown: false, problem: 'It could not be noted.' });
  passes(1_000);
  act(() => {
    result.current.check(undefined);
  });
  expect(result.current.problem).toBeUndefined();
});

it('keeps words until they could be read where a scanner takes the verdict above them away and brings the next one', () => {
  const scan = vi.fn(() => new Promise<Verdict>(() => undefined));
  const result = open(['admitted'], { scan });
  act(() => {
    result.current.tell('It could not be noted.');
  });
  expect(onScreen(result.current)).toBe('Asha');
  act(() => {
    result.current.begin();
  });
  passes(300);
  act(() => {
    result.current.check(undefined);
    result.current.say({ ...malformed, result: 'admitted', name: 'Binu' });
  });
  expect(onScreen(result.current)).toBe('Binu');
  passes(600);
  expect(result.current).toMatchObject({ isShown: false, problem: 'It could not be noted.' });
  passes(1_000);
  act(() => {
    result.current.check(undefined);
  });
  expect(result.current.problem).toBeUndefined();
});

it('lets in a person whose verdict was overtaken by a refusal, and leaves that where it is', () => {
  const result = open(['unchecked']);
  const asha = lastOf(result.current);
  passes(3_000);
  act(() => {
    result.current.say({ ...malformed, name: 'Binu' });
  });
  expect(names(result.current.missed)).toEqual(['Asha']);
  act(() => {
    result.current.replace(asha, { ...asha.verdict, result: 'admitted', undoes: 'a-nonce' });
  });
  expect(result.current).toMatchObject({
    isShown: true,
    last: { verdict: { result: 'refused', name: 'Binu' } },
  });
  expect(result.current.missed).toEqual([]);
  const history = result.current.history.map(({ verdict: { name, result: of } }) => [name, of]);
  expect(history).toEqual([
    ['Binu', 'refused'],
    ['Asha', 'admitted'],
  ]);
});

it('goes on to who waits when the scan of the verdict on the screen is taken back, and leaves another one there', () => {
  const result = open(['already']);
  act(() => {
    result.current.replace(lastOf(result.current), { ...malformed, result: 'already', undoes: 'a-nonce' });
    result.current.say({ ...malformed, name: 'Binu' });
  });
  expect(result.current).toMatchObject({ waiting: 1, last: { verdict: { result: 'already' } } });
  act(() => {
    result.current.takenBack('a-nonce');
  });
  expect(onScreen(result.current)).toBe('Binu');
  expect(result.current.isReady()).toBe(true);
  act(() => {
    result.current.takenBack('another');
  });
  expect(onScreen(result.current)).toBe('Binu');
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
