// Tells the portal how this phone is, and hears what is said on it. Nothing at the door depends on it.
import { useCallback, useEffect, useState } from 'react';
import { call } from '@/lib/api/client';
import type { ResponseOf } from '@/lib/api/operation';
import type { Desk } from '@/door/kit/checkIn/desk';
import { deviceName, getSettings } from '@/door/kit/device/settings';

type Message = NonNullable<ResponseOf<'/api/check-in/report', 'post'>['message']>;

const everyMs = 10_000;
const key = 'door-message-seen';

export function useReport(desk: Desk) {
  const [message, setMessage] = useState<Message>();

  const report = useCallback(async () => {
    const { list, unsent, asOf } = desk.state();
    if (!list || !desk.connection.isOnline || document.visibilityState !== 'visible') return;
    const seen = lastSeen();
    const answer = await call('post', '/api/check-in/report', {
      body: {
        device: deviceName(getSettings()),
        list: list.list,
        unsent,
        ...(asOf !== undefined && { roster_at: new Date(asOf).toISOString() }),
        ...(seen && { seen }),
      },
    });
    const said = answer?.message ?? undefined;
    setMessage(said?.id === lastSeen() ? undefined : said);
  }, [desk]);

  useEffect(() => {
    const timer = setInterval(() => {
      // The next one says it again; a network that is gone is found by the scans.
      report().catch(() => undefined);
    }, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, [report]);

  const see = () => {
    if (!message) return;
    try {
      localStorage.setItem(key, message.id);
    } catch {
      // A full phone shows it once more.
    }
    setMessage(undefined);
    report().catch(() => undefined);
  };
  return { message, see };
}

function lastSeen(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
