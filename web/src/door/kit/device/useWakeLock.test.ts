import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useWakeLock } from './useWakeLock';

const request = vi.fn<() => Promise<WakeLockSentinel>>();

/** A lock, and the ways in which it ends. */
function lock() {
  const sentinel = {
    released: false,
    release: () => {
      sentinel.released = true;
      return Promise.resolve();
    },
  };
  return sentinel as { released: boolean } & WakeLockSentinel;
}

const settled = () => new Promise((done) => setTimeout(done, 0));

const happens = (event: string) =>
  act(async () => {
    document.dispatchEvent(new Event(event));
    await settled();
  });

beforeEach(() => {
  request.mockReset();
  vi.stubGlobal('navigator', Object.create(navigator, { wakeLock: { value: { request } } }));
});

it('asks at each press until it has a lock, and again once that has gone', async () => {
  const refused = new DOMException('', 'NotAllowedError');
  const [first, second] = [lock(), lock()];
  request.mockRejectedValueOnce(refused).mockRejectedValueOnce(refused);
  request.mockResolvedValueOnce(first).mockResolvedValueOnce(second);
  const { unmount } = renderHook(useWakeLock);
  await act(settled);
  // No press, as on returning from another app.
  await happens('visibilitychange');
  expect(request).toHaveBeenCalledTimes(2);
  await happens('pointerup');
  expect(request).toHaveBeenCalledTimes(3);
  await happens('pointerup');
  expect(request).toHaveBeenCalledTimes(3);
  await first.release();
  await happens('pointerup');
  expect(request).toHaveBeenCalledTimes(4);
  unmount();
  expect(second.released).toBe(true);
  await happens('pointerup');
  expect(request).toHaveBeenCalledTimes(4);
});

it('lets go of a lock that comes when nobody scans any more, and asks for one at a time', async () => {
  const late = lock();
  let give: ((lock: WakeLockSentinel) => void) | undefined;
  request.mockReturnValueOnce(
    new Promise((resolve) => {
      give = resolve;
    }),
  );
  const { unmount } = renderHook(useWakeLock);
  await happens('pointerup');
  expect(request).toHaveBeenCalledOnce();
  unmount();
  await act(async () => {
    give?.(late);
    await settled();
  });
  expect(late.released).toBe(true);
});
