// Keeps the screen on while the page scans. The browser lets go whenever the page is hidden, and an iPhone gives the first lock of
// a page to a press alone: one that was loaded again has none until then.
import { useEffect } from 'react';

export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isAsking = false;
    let isGone = false;
    const take = async () => {
      const isHeld = lock?.released === false;
      if (document.visibilityState !== 'visible' || isGone || isAsking || isHeld) return;
      isAsking = true;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isGone) void lock.release();
      } catch {
        // Low battery, or no press yet: the phone decides.
      } finally {
        isAsking = false;
      }
    };
    const onChange = () => void take();
    void take();
    document.addEventListener('visibilitychange', onChange);
    // A finger counts as a press when it leaves the screen.
    document.addEventListener('pointerup', onChange);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', onChange);
      document.removeEventListener('pointerup', onChange);
      void lock?.release();
    };
  }, []);
}
