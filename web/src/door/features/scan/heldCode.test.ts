import { expect, it, vi } from 'vitest';
import { HeldCode } from './heldCode';

it('takes a code that is held before the camera for one scan', () => {
  const held = new HeldCode();
  expect(held.isNew('A', 0)).toBe(true);
  for (let now = 100; now < 20_000; now += 100) expect(held.isNew('A', now)).toBe(false);
});

it('takes it again when it has been away', () => {
  const held = new HeldCode();
  expect(held.isNew('A', 0)).toBe(true);
  expect(held.isNew('A', 1_000)).toBe(false);
  expect(held.isNew('A', 4_000)).toBe(true);
});

it('takes another one as soon as the verdict could be read', () => {
  const held = new HeldCode();
  expect(held.isNew('A', 0)).toBe(true);
  expect(held.isNew('B', 500)).toBe(false);
  expect(held.isNew('B', 1_000)).toBe(true);
});

it('does not take a code that was scanned in another way at the same moment', () => {
  const held = new HeldCode();
  held.hold('A', 0);
  expect(held.isNew('A', 1_000)).toBe(false);
});

it('takes two that are held before the camera for one scan each', () => {
  const held = new HeldCode();
  const scans = [];
  for (let now = 0; now < 20_000; now += 100) {
    for (const code of ['A', 'B']) if (held.isNew(code, now)) scans.push(code);
  }
  expect(scans).toEqual(['A', 'B']);
});

it('takes a code that is held while nothing can be scanned for the same scan, and a new one when it can', () => {
  const held = new HeldCode();
  expect(held.isNew('A', 0)).toBe(true);
  for (let now = 1_000; now < 10_000; now += 500) for (const code of ['A', 'B']) held.see(code, now);
  expect(held.isNew('A', 10_000)).toBe(false);
  expect(held.isNew('B', 10_000)).toBe(true);
});

it('takes the next code though the clock of the phone is set back meanwhile', () => {
  const stopwatch = vi.spyOn(performance, 'now').mockReturnValue(0);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_200_000);
  const held = new HeldCode();
  expect(held.isNew('A')).toBe(true);
  stopwatch.mockReturnValue(5_000);
  clock.mockReturnValue(5_000);
  held.see('A');
  expect(held.isNew('B')).toBe(true);
  stopwatch.mockReturnValue(9_000);
  clock.mockReturnValue(9_000);
  held.hold('C');
  expect(held.isNew('C')).toBe(false);
  expect(held.isNew('A')).toBe(false);
  stopwatch.mockReturnValue(10_000);
  clock.mockReturnValue(10_000);
  expect(held.isNew('A')).toBe(true);
});
