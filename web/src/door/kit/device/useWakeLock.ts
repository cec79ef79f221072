// Keeps the screen on while somebody scans. The browser lets go whenever the page is hidden.
import { useEffect } from 'react';

export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    const take = async () => {
      if (document.visibilityState !== 'visible' || isGone) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isGone) void lock.release();
      } catch {
        // Low battery: the phone decides.
      }
    };
    const onChange = () => void take();
    void take();
    document.addEventListener('visibilitychange', onChange);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', onChange);
      void lock?.release();
    };
  }, []);
}
