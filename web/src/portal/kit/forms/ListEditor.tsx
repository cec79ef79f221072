// A form above a list: it adds an entry, or changes the one that was picked in the list.
import { Box, Flex } from '@chakra-ui/react';
import { useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { deletionFailure, wordsOf } from '@/portal/kit/api/failure';
import { ListState } from '@/portal/kit/resources/ListState';
import { useDeletion, type CataloguePart, type Remove } from '@/portal/kit/resources/useDeletion';
import type { List } from '@/portal/kit/resources/useList';
import { Card } from '@/portal/kit/ui/elements';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { EditorForm } from './EditorForm';
import { useDiscard } from '@/portal/kit/ui/useDiscard';
import { useForm, type FieldErrors, type Form } from './useForm';

interface Props<Entry, Values> {
  /** By which the form keeps its draft. */
  name: string;
  list: List<Entry>;
  words: Words;
  nameOf: (entry: Entry) => string;
  /** For a part of the catalogue, on which others may depend. */
  part?: CataloguePart<Entry>;
  toValues: (entry: Entry | undefined) => Values;
  validate: (values: Values, edited: Entry | undefined) => FieldErrors<Values>;
  /** Gives what is stored now, and what to tell the person. */
  save: (values: Values, edited: Entry | undefined) => Promise<{ entry: Entry; message: string }>;
  remove: Remove;
  /** A picture is being prepared that belongs to what is saved. */
  isPreparing?: boolean;
  fields: (form: Form<Values>, edited: Entry | undefined) => ReactNode;
  children: (entries: readonly Entry[], actions: Actions<Entry>) => ReactElement;
}

interface Words {
  /** What stands above the form and on its button. */
  adding: { heading: string; submit: string };
  editing: { heading: string; submit: string };
  list: string;
  empty: string;
  question: string;
  fetchFailure: string;
  saveFailure: string;
  removeFailure: string;
}

interface Actions<Entry> {
  edited: Entry | undefined;
  edit: (entry: Entry) => void;
  remove: (entry: Entry) => void;
}

export function ListEditor<Entry extends { _id: string; version: number }, Values extends object>({
  name,
  list,
  words,
  nameOf,
  part,
  toValues,
  validate,
  save,
  remove,
  isPreparing = false,
  fields,
  children,
}: Props<Entry, Values>) {
  const toaster = useToaster();
  const discard = useDiscard();
  const [edited, setEdited] = useState<Entry>();
  const formHeading = useRef<HTMLHeadingElement>(null);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const listHeadingId = useId();

  const form = useForm({
    subject: { form: name, id: edited?._id, version: edited?.version },
    initial: toValues(undefined),
    validate: (values) => validate(values, edited),
    save: async (values) => {
      const { entry, message } = await save(values, edited);
      list.put(entry);
      toaster.success(message);
    },
    describe: (failure) => ({ title: wordsOf(failure, words.saveFailure), detail: undefined }),
    onSaved: () => {
      startWith(undefined);
    },
  });

  const startWith = (entry: Entry | undefined) => {
    setEdited(entry);
    form.reset(toValues(entry));
  };
  const goTo = (entry: Entry | undefined) => {
    startWith(entry);
    formHeading.current?.focus();
  };

  const { keptId } = form;
  const kept = keptId === undefined ? undefined : list.entries?.find(({ _id }) => _id === keptId);
  if (kept) {
    // The session ended while this one was being changed; the list has just come, so go on with it.
    setEdited(kept);
    form.resume(toValues(kept), kept.version);
  }

  const askAndRemove = useDeletion({
    list,
    question: words.question,
    nameOf,
    part,
    remove,
    onRemoved: ({ _id }) => {
      if (edited?._id === _id) startWith(undefined);
      listHeading.current?.focus();
    },
    onFailed: (failure) => {
      toaster.error(deletionFailure(failure, words.removeFailure), failure);
    },
  });

  const { heading, submit } = edited ? words.editing : words.adding;
  return (
    <Flex direction="column" gap="5">
      <Card>
        <Box asChild fontSize="xl" marginBottom="4" scrollMarginTop="6rem">
          <h2 ref={formHeading} tabIndex={-1}>
            {heading}
          </h2>
        </Box>
        <EditorForm
          form={form}
          label={heading}
          submitLabel={submit}
          isPreparing={isPreparing}
          onReload={async () => {
            goTo(await list.reloadOne(edited?._id));
          }}
          onCancel={
            edited &&
            (() => {
              goTo(undefined);
            })
          }
        >
          {fields(form, edited)}
        </EditorForm>
      </Card>
      <section aria-labelledby={listHeadingId}>
        <Box asChild fontSize="xl" marginBottom="4">
          <h2 id={listHeadingId} ref={listHeading} tabIndex={-1}>
            {words.list}
          </h2>
        </Box>
        <ListState list={list} failure={words.fetchFailure} empty={words.empty}>
          {(entries) =>
            children(entries, {
              edited,
              edit: (entry) => {
                discard(form, () => {
                  goTo(entry);
                });
              },
              remove: (entry) => void askAndRemove(entry),
            })
          }
        </ListState>
      </section>
    </Flex>
  );
}
