// The order of a list while somebody changes it: theirs, and the saved one that it is sent over.
import { useState } from 'react';
import { ApiError } from '@/lib/api/client';
import { callForBody, read } from '@/portal/kit/api/data';
import { useKept } from '@/portal/kit/forms/useKept';
import { useSending } from '@/portal/kit/forms/useSending';
import type { List } from '@/portal/kit/resources/useList';
import { mergedOrder, moved } from './moves';

export type OrderPath =
  '/api/banners/order' | '/api/inst-brand/order' | '/api/brand/order' | '/api/packages/order';

export interface SavedOrder {
  ids: string[];
  version: number;
}

/** What others did meanwhile: they changed the order, or what is in the list. */
type Meanwhile = 'order' | 'list';

const meanwhileIn = (failure: unknown): Meanwhile | undefined => {
  if (!(failure instanceof ApiError)) return undefined;
  if (failure.details.code === 'stale_version') return 'order';
  return failure.details.field === 'ids' ? 'list' : undefined;
};

export function useArrangement<Entry extends { _id: string }>(
  path: OrderPath,
  list: List<Entry>,
  first: SavedOrder,
) {
  const entries = list.entries ?? [];
  const there = entries.map(({ _id }) => _id);
  const [saved, setSaved] = useState(first);
  // With the version that it was arranged over: another may have been saved while the session was over.
  const [{ wanted, version }, keep] = useKept<{ wanted: readonly string[]; version: number }>(
    `arranging-${path}`,
    { wanted: first.ids, version: first.version },
  );
  const [meanwhile, setMeanwhile] = useState<Meanwhile | undefined>(
    version === first.version ? undefined : 'order',
  );
  const sending = useSending();

  const ids = mergedOrder(wanted, there);
  const savedIds = mergedOrder(saved.ids, there);

  /** What others have done is read, and the own order stays, with what is new at its end. */
  const catchUp = async (what: Meanwhile) => {
    const now = await read(path, {});
    const newest = await list.reload();
    const present = newest.map(({ _id }) => _id);
    setSaved(now);
    keep({ wanted: mergedOrder(ids, mergedOrder(now.ids, present)), version: now.version });
    setMeanwhile(what);
  };

  return {
    arranged: ids.flatMap((id) => entries.filter(({ _id }) => _id === id)),
    isDirty: ids.join() !== savedIds.join(),
    meanwhile,
    isBusy: sending.isBusy,
    failure: sending.failureBeside(),
    move: (from: number, to: number) => {
      keep({ wanted: moved(ids, from, to) });
    },
    takeSaved: () => {
      keep({ wanted: saved.ids, version: saved.version });
      setMeanwhile(undefined);
    },
    save: (onSaved: (message: string) => void) =>
      sending.send(async () => {
        try {
          const { message, order } = await callForBody('put', path, {
            body: { ids, version: saved.version },
          });
          setSaved(order);
          setMeanwhile(undefined);
          // It is saved, whether the list comes now or later.
          await list.reload().catch(list.retry);
          onSaved(message);
        } catch (failure) {
          const what = meanwhileIn(failure);
          if (what === undefined) throw failure;
          await catchUp(what);
        }
      }, 'Failed to save the order'),
  };
}
