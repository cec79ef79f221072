// The screen that makes an entry of the package manager or changes one. Each entry holds a choice of other entries.
import { Box, Flex } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Fresh } from '@/portal/kit/resources/useFresh';
import type { List } from '@/portal/kit/resources/useList';
import { Card } from '@/portal/kit/ui/elements';
import { ManagerPage } from '@/portal/kit/ui/ManagerPage';
import { Failed, Loading } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { isRefusedFor, stillThere } from './choice';
import { EditorForm } from './EditorForm';
import { useForm, type FieldErrors, type Form } from './useForm';

/** A kind of entry: what its form says and holds, whichever entry is in it. */
interface Kind<Entry, Values, Chosen extends string> {
  /** What one entry is called, with a capital letter. */
  noun: string;
  listPath: string;
  /** What the entries to choose from are called, and the field that holds the choice. */
  optionsNoun: string;
  chosen: Chosen;
  toValues: (entry: Entry | undefined) => Values;
  validate: (values: Values) => FieldErrors<Values>;
}

interface Props<Entry, Values, Chosen extends string> {
  kind: Kind<Entry, Values, Chosen>;
  /** Undefined when a new one is made. */
  id: string | undefined;
  stored: Fresh<Entry>;
  /** The entries to choose from. */
  options: Pick<List<{ _id: string }>, 'entries' | 'error' | 'retry' | 'reload'>;
  /** Gives what to tell the person. */
  save: (values: Values, entry: Entry | undefined) => Promise<string>;
  children: (form: Form<Values>) => ReactNode;
  /** Beside the form where there is room, and below it elsewhere. */
  aside?: (values: Values) => ReactNode;
}

interface Versioned {
  _id: string;
  version: number;
}

export function ManagerForm<
  Entry extends Versioned,
  Values extends Record<Chosen, string[]>,
  Chosen extends string,
>(props: Props<Entry, Values, Chosen>) {
  const { kind, id, stored, options } = props;
  const { noun, optionsNoun } = kind;
  const isLoaded = (id === undefined || stored.thing) && options.entries;
  return (
    <ManagerPage title={id === undefined ? `Create New ${noun}` : `Edit ${noun}`}>
      {stored.error ? (
        <Failed
          text={`Failed to fetch ${noun.toLowerCase()}`}
          error={stored.error}
          others={{ to: kind.listPath, label: `${noun.toLowerCase()}s` }}
          retry={stored.retry}
        />
      ) : options.error && !options.entries ? (
        <Failed text={`Failed to fetch ${optionsNoun}`} error={options.error} retry={options.retry} />
      ) : isLoaded ? (
        <Editor {...props} />
      ) : (
        <Loading />
      )}
    </ManagerPage>
  );
}

function Editor<Entry extends Versioned, Values extends Record<Chosen, string[]>, Chosen extends string>({
  kind: { noun, listPath, chosen, toValues, validate },
  stored,
  options,
  save,
  children,
  aside,
}: Props<Entry, Values, Chosen>) {
  const navigate = useNavigate();
  const { success } = useToaster();
  const [entry, setEntry] = useState(stored.thing);
  const isNew = entry === undefined;
  const one = noun.toLowerCase();
  const leave = () => void navigate(listPath);

  const form = useForm({
    subject: { form: `${one}-${entry?._id ?? 'new'}`, id: entry?._id, version: entry?.version },
    initial: toValues(entry),
    validate,
    save: async (values) => {
      const message = await save(values, entry).catch(async (failure: unknown) => {
        if (isRefusedFor(failure, chosen)) {
          form.update({ [chosen]: await stillThere(values[chosen], options) } as Partial<Values>);
        }
        throw failure;
      });
      success(message);
    },
    describe: (failure) => ({
      title: isNew ? `Failed to create ${one}` : `Failed to update ${one}`,
      detail: (failure as Error).message,
    }),
    onSaved: leave,
  });

  const editor = (
    <Card flex="1 1 26rem" maxWidth="48rem">
      <EditorForm
        form={form}
        label={isNew ? `Create New ${noun}` : `Edit ${noun}`}
        submitLabel={isNew ? `Create ${noun}` : `Update ${noun}`}
        onCancel={leave}
        onReload={async () => {
          const newer = await stored.reload();
          setEntry(newer);
          form.reset(toValues(newer));
        }}
      >
        {children(form)}
      </EditorForm>
    </Card>
  );
  if (!aside) return editor;
  return (
    <Flex wrap="wrap" align="flex-start" gap="5">
      {editor}
      <Box flex="1 1 18rem" minWidth="0" maxWidth="26rem" position={{ xl: 'sticky' }} top="5">
        {aside(form.values)}
      </Box>
    </Flex>
  );
}
