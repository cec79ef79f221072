// Deletes an entry of a list after a question, takes its row away, and says when it did not work.
import { useState } from 'react';
import type { List } from './useList';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { useToaster } from '@/portal/kit/ui/Toaster';

interface Options<Entry> {
  list: List<Entry>;
  question: string;
  failure: string;
  remove: (id: string) => Promise<{ message: string } | undefined>;
}

export interface Deletion<Entry> {
  /** What did not work the last time. */
  problem: { text: string; error: unknown } | undefined;
  ask: (entry: Entry) => Promise<void>;
}

export function useDeletion<Entry extends { _id: string; name: string }>({
  list,
  question,
  failure,
  remove,
}: Options<Entry>): Deletion<Entry> {
  const { confirm } = useDialogs();
  const { success } = useToaster();
  const [problem, setProblem] = useState<Deletion<Entry>['problem']>();

  const ask = async ({ _id, name }: Entry) => {
    setProblem(undefined);
    if (!(await confirm({ title: question, text: name, agree: 'Delete', isDangerous: true }))) return;
    try {
      const answer = await remove(_id);
      list.remove(_id);
      if (answer?.message) success(answer.message);
      document.querySelector<HTMLElement>('h1')?.focus();
    } catch (error) {
      setProblem({ text: failure, error });
      // Perhaps somebody else has deleted it already.
      list.retry();
    }
  };

  return { problem, ask };
}
