// Deletes an entry of a list after a question, and takes it out of the list.
import type { List } from './useList';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { useToaster } from '@/portal/kit/ui/Toaster';

interface Options<Entry> {
  list: List<Entry>;
  question: string;
  nameOf: (entry: Entry) => string;
  /** Gives what to tell the person. */
  remove: (id: string) => Promise<string | undefined>;
  onRemoved: (entry: Entry) => void;
  onFailed: (error: unknown) => void;
}

export function useDeletion<Entry extends { _id: string }>({
  list,
  question,
  nameOf,
  remove,
  onRemoved,
  onFailed,
}: Options<Entry>): (entry: Entry) => Promise<void> {
  const { confirm } = useDialogs();
  const { success } = useToaster();
  return async (entry) => {
    if (!(await confirm({ title: question, text: nameOf(entry), agree: 'Delete', isDangerous: true })))
      return;
    try {
      const message = await remove(entry._id);
      list.remove(entry._id);
      if (message) success(message);
      onRemoved(entry);
    } catch (error) {
      onFailed(error);
      // Perhaps somebody else has deleted it already.
      list.retry();
    }
  };
}
