// Making something new once: after an answer that was lost the list says whether it was made, before it is sent again.
import { useRef } from 'react';
import { ApiError, isLost } from '@/lib/api/client';
import { wait } from '@/lib/wait';

/** How often, and how far apart, a lost answer is asked about. It may still be under way. */
const looks = 3;
const betweenLooksMs = 2_000;

export interface Making<Entry> {
  /** What was in the list before; undefined where it was not loaded. */
  known: readonly { _id: string }[] | undefined;
  /** What is in it now. */
  read: () => Promise<readonly Entry[]>;
  /** Whether an entry is what the form says. */
  isIt: (entry: Entry) => boolean;
}

type Entry = { _id: string; version: number };

/** For one form: gives what `send` made, now or by an earlier sending whose answer was lost. */
export function useMaking() {
  /** What was there before the sending whose answer was lost. */
  const before = useRef<ReadonlySet<string> | undefined>(undefined);
  return async function make<Made extends Entry, Saved>(
    { known, read, isIt }: Making<Made>,
    send: () => Promise<Saved>,
    savedAs: (entry: Made) => Saved,
  ): Promise<Saved> {
    const look = async (ids: ReadonlySet<string>) =>
      (await read()).find((entry) => !ids.has(entry._id) && entry.version === 1 && isIt(entry));
    const done = (saved: Saved) => {
      before.current = undefined;
      return saved;
    };

    if (before.current) {
      const found = await look(before.current).catch(() => {
        throw ApiError.unusable(0, true);
      });
      if (found) return done(savedAs(found));
    }
    const ids = before.current ?? new Set(known?.map(({ _id }) => _id));
    try {
      return done(await send());
    } catch (error) {
      before.current = undefined;
      if (!isLost(error)) throw error;
      before.current = ids;
      for (let looked = 0; looked < looks; looked += 1) {
        if (looked > 0) await wait(betweenLooksMs, new AbortController().signal);
        const found = await look(ids).catch(() => undefined);
        if (found) return done(savedAs(found));
      }
      throw error;
    }
  };
}
