// In the place of a list: the list to be put in order, and beside it how the site will show it.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useKept } from '@/portal/kit/forms/useKept';
import type { List } from '@/portal/kit/resources/useList';
import { useFresh } from '@/portal/kit/resources/useFresh';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, Card, Notice } from '@/portal/kit/ui/elements';
import { PageState } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { useUnsavedWarning } from '@/portal/kit/ui/UnsavedProvider';
import { SortableList, type Row } from './SortableList';
import { useArrangement, type OrderPath, type SavedOrder } from './useArrangement';

interface Props<Entry> {
  path: OrderPath;
  list: List<Entry>;
  /** What is put in order, in the middle of a sentence and in the plural. */
  what: string;
  rowOf: (entry: Entry) => Omit<Row, 'id'>;
  preview: (entries: readonly Entry[]) => ReactElement;
  onClose: () => void;
}

/** A list that can be put in order: `children` shows it as it is. */
export function Arrangeable<Entry extends { _id: string }>({
  children,
  ...order
}: Omit<Props<Entry>, 'onClose'> & { children: ReactElement }) {
  const [{ isOpen }, keep] = useKept(`order-${order.path}`, { isOpen: false });
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) {
    return (
      <OrderEditor
        {...order}
        onClose={() => {
          keep({ isOpen: false });
        }}
      />
    );
  }
  return (
    <>
      {(order.list.entries?.length ?? 0) > 1 && (
        <Button
          ref={opener}
          look="quiet"
          size="small"
          marginBottom="4"
          onClick={() => {
            keep({ isOpen: true });
          }}
        >
          Change order
        </Button>
      )}
      {children}
    </>
  );
}

function OrderEditor<Entry extends { _id: string }>(props: Props<Entry>) {
  const { thing, error, retry } = useFresh(props.path, {});
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <Card aria-label={`Order of the ${props.what}`}>
      <Box asChild fontSize="xl" marginBottom="3">
        <h2 ref={heading} tabIndex={-1}>
          {`Order of the ${props.what}`}
        </h2>
      </Box>
      <PageState
        answer={{
          data: thing,
          error,
          mutate: () => {
            retry();
            return Promise.resolve();
          },
        }}
        failure="Failed to fetch the order"
      >
        {(order) => <Arranging {...props} first={order} />}
      </PageState>
    </Card>
  );
}

const question = {
  title: 'Leave the order as it was?',
  text: 'What you have moved is not saved and will be lost.',
  agree: 'Leave',
  refuse: 'Stay',
  isDangerous: true,
};

const meanwhileWords = {
  order:
    'Somebody else has saved another order meanwhile. Yours is still here: save it in the place of theirs, or take theirs.',
  list: 'The list has changed meanwhile. What is new is at the end, and what was deleted is gone. Please look at it and save again.',
};

function Arranging<Entry extends { _id: string }>({
  path,
  list,
  what,
  rowOf,
  preview,
  onClose,
  first,
}: Props<Entry> & { first: SavedOrder }) {
  const { arranged, isDirty, meanwhile, isBusy, failure, move, takeSaved, save } = useArrangement(
    path,
    list,
    first,
  );
  const toaster = useToaster();
  const { confirm } = useDialogs();
  const release = useUnsavedWarning(isDirty);
  return (
    <Grid gap="5" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }}>
      <div>
        <SortableList
          label={`Order of the ${what}`}
          rows={arranged.map((entry) => ({ id: entry._id, ...rowOf(entry) }))}
          onMove={move}
        />
        {meanwhile && (
          <Notice tone="warning" role="alert" marginTop="4">
            <p>{meanwhileWords[meanwhile]}</p>
            {meanwhile === 'order' && (
              <Button look="quiet" size="small" marginTop="3" onClick={takeSaved}>
                Take theirs
              </Button>
            )}
          </Notice>
        )}
        {failure && (
          <Notice tone="error" role="alert" marginTop="4">
            {failure}
          </Notice>
        )}
        <Flex gap="3" wrap="wrap" marginTop="4">
          <Button
            aria-disabled={isBusy || undefined}
            aria-busy={isBusy || undefined}
            onClick={() => {
              if (isBusy) return;
              if (!isDirty && !meanwhile) {
                onClose();
                return;
              }
              void save((message) => {
                release();
                toaster.success(message);
                onClose();
              });
            }}
          >
            Save order
          </Button>
          <Button
            look="quiet"
            disabled={isBusy}
            onClick={() => {
              void (async () => {
                if (isDirty && !(await confirm(question))) return;
                release();
                onClose();
              })();
            }}
          >
            Cancel
          </Button>
        </Flex>
      </div>
      <section aria-label="Preview">
        <Box asChild fontSize="l" marginBottom="3">
          <h3>As visitors see it</h3>
        </Box>
        {preview(arranged)}
      </section>
    </Grid>
  );
}
