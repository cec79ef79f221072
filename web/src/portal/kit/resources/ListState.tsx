// What stands in the place of a list: that it is on the way, that it did not come, or that it is empty.
import type { ReactElement, ReactNode } from 'react';
import { Empty, Failed, Loading } from '@/portal/kit/ui/PageState';
import type { List } from './useList';

interface Props<Entry> {
  list: List<Entry>;
  failure: string;
  empty: ReactNode;
  children: (entries: readonly Entry[]) => ReactElement;
}

export function ListState<Entry>({ list, failure, empty, children }: Props<Entry>) {
  const { entries, error, retry } = list;
  if (!entries) {
    if (error) return <Failed text={failure} error={error} retry={retry} />;
    return <Loading />;
  }
  return (
    <>
      {error && <Failed text={`${failure}. This is what was here before.`} error={error} retry={retry} />}
      {entries.length === 0 ? <Empty>{empty}</Empty> : children(entries)}
    </>
  );
}
