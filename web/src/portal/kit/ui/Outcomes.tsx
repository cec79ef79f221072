// What became of each of many: by outcome, a page at a time, and read again as long as more come.
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { Answer } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { Button, Card, Chip } from './elements';
import { count } from './format';
import { PageState } from './PageState';
import { useToaster } from './Toaster';

interface OutcomesProps<Id extends string> {
  heading: string;
  /** What the chips are a choice of. */
  label: string;
  outcomes: readonly { id: Id; label: string; total: number }[];
  /** The list of one outcome, and how many it has by now. */
  children: (outcome: Id, total: number) => ReactElement;
}

export function Outcomes<Id extends string>({ heading, label, outcomes, children }: OutcomesProps<Id>) {
  const [chosen, choose] = useState(outcomes[0]?.id);
  const shown = outcomes.find(({ id }) => id === chosen);
  return (
    <Card aria-label={heading}>
      <Box asChild fontSize="l">
        <h2>{heading}</h2>
      </Box>
      <Flex gap="2" wrap="wrap" marginBlock="3" role="group" aria-label={label}>
        {outcomes.map(({ id, label: words, total }) => (
          <Chip
            key={id}
            type="button"
            aria-pressed={chosen === id}
            onClick={() => {
              choose(id);
            }}
          >
            <span>{words}</span>
            <span data-count="">{count(total)}</span>
          </Chip>
        ))}
      </Flex>
      {shown && children(shown.id, shown.total)}
    </Card>
  );
}

interface RowProps {
  /** Whom it is about. */
  who: ReactElement;
  /** When it was, and why. */
  said: string;
  children?: ReactElement;
}

/** One of them: its parts below one another on a phone, and side by side where there is room. */
export const OutcomeRow = ({ who, said, children }: RowProps) => (
  <Grid
    asChild
    gridTemplateColumns={{
      base: 'minmax(0, 1fr)',
      md: children ? 'minmax(0, 3fr) minmax(0, 2fr) minmax(0, 2fr)' : 'minmax(0, 3fr) minmax(0, 4fr)',
    }}
    columnGap="4"
    alignItems="baseline"
  >
    <li>
      <Box overflowWrap="anywhere" fontWeight="600">
        {who}
      </Box>
      <Box fontSize="s" color="ink-soft" overflowWrap="anywhere">
        {said}
      </Box>
      {children}
    </li>
  </Grid>
);

interface Part<One> {
  items: readonly One[];
  next: string | null | undefined;
}

interface OutcomeListProps<Page, One> {
  /** The first page. */
  answer: Answer<Page>;
  partOf: (page: Page) => Part<One>;
  /** The page behind a place. */
  readBehind: (after: string) => Promise<Page>;
  /** How many there are by now. */
  total: number;
  /** What they are called. */
  things: string;
  children: (one: One) => ReactElement;
}

export function OutcomeList<Page, One>(props: OutcomeListProps<Page, One>) {
  const { answer, partOf, readBehind, total, things, children } = props;
  const toaster = useToaster();
  /** The first page as it was with those behind it, once there are any. */
  const [all, setAll] = useState<Part<One>>();
  const [isBusy, setBusy] = useState(false);
  const { mutate } = answer;
  const counted = useRef(total);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (isBusy || all || counted.current === total) return;
    counted.current = total;
    void mutate();
  }, [total, isBusy, all, mutate]);
  const more = async (shown: Part<One>, after: string) => {
    setBusy(true);
    try {
      const { items, next } = partOf(await readBehind(after));
      setAll({ items: [...shown.items, ...items], next });
    } catch (error) {
      toaster.error(failureText(error, `Failed to fetch more ${things}`), error);
    }
    setBusy(false);
  };
  /** From the beginning: those that have come since may lie between those that are shown. */
  const again = () => {
    // The button that was pressed goes, and the focus would go with it.
    list.current?.focus();
    setAll(undefined);
    counted.current = total;
    void mutate();
  };
  return (
    <PageState
      answer={answer}
      failure={`Failed to fetch the ${things}`}
      isEmpty={(page) => (all ?? partOf(page)).items.length === 0}
      empty="Nobody."
    >
      {(page) => {
        const shown = all ?? partOf(page);
        const { items, next } = shown;
        return (
          <>
            <Flex asChild direction="column" gap="3">
              <ul ref={list} tabIndex={-1}>
                {items.map(children)}
              </ul>
            </Flex>
            {all && !next && items.length < total && (
              <Button look="quiet" marginTop="4" onClick={again}>
                {`Read the ${things} again`}
              </Button>
            )}
            {next && (
              <Button look="quiet" marginTop="4" disabled={isBusy} onClick={() => void more(shown, next)}>
                {`More ${things}`}
              </Button>
            )}
          </>
        );
      }}
    </PageState>
  );
}
