// Deletes an entry of a list after a question, and takes it out of the list. For a part of the catalogue the question
// says what depends on it, and may offer something milder.
import type { List } from './useList';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { DeletionDialog, type DeletionAnswer, type Instead } from './DeletionDialog';
import type { CatalogueKind } from './dependents';

/** Of which part of the catalogue the entries are. */
export interface CataloguePart<Entry> {
  kind: CatalogueKind;
  /** What there is to say of an entry beside what depends on it. */
  stateOf?: (entry: Entry) => string;
  insteadFor?: (entry: Entry) => readonly (Instead & { run: () => void })[];
}

/** Gives what to tell the person. What others need is spared, unless the person has read what is lost with it. */
export type Remove = (id: string, sparing: { if_unused?: true }) => Promise<string | undefined>;

interface Options<Entry> {
  list: List<Entry>;
  question: string;
  nameOf: (entry: Entry) => string;
  /** Undefined for what nothing else depends on. */
  part?: CataloguePart<Entry> | undefined;
  remove: Remove;
  onRemoved: (entry: Entry) => void;
  onFailed: (error: unknown) => void;
}

export function useDeletion<Entry extends { _id: string }>({
  list,
  question,
  nameOf,
  part,
  remove,
  onRemoved,
  onFailed,
}: Options<Entry>): (entry: Entry) => Promise<void> {
  const { ask, confirm } = useDialogs();
  const { success } = useToaster();

  /** How to delete it; undefined when it stays. */
  const askAbout = async (entry: Entry): Promise<Parameters<Remove>[1] | undefined> => {
    const name = nameOf(entry);
    if (!part) {
      const agreed = await confirm({ title: question, text: name, agree: 'Delete', isDangerous: true });
      return agreed ? {} : undefined;
    }
    const { kind, stateOf, insteadFor } = part;
    const instead = insteadFor?.(entry) ?? [];
    const answer = await ask<DeletionAnswer>((onAnswer) => (
      <DeletionDialog
        question={question}
        name={name}
        kind={kind}
        id={entry._id}
        state={stateOf?.(entry)}
        instead={instead}
        onAnswer={onAnswer}
      />
    ));
    if (typeof answer === 'object') instead.find(({ label }) => label === answer.instead)?.run();
    if (answer === 'delete') return { if_unused: true };
    return answer === 'all the same' ? {} : undefined;
  };

  return async (entry) => {
    const sparing = await askAbout(entry);
    if (!sparing) return;
    try {
      const message = await remove(entry._id, sparing);
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
