// What became of each candidate of a bulk action.
import { Box, Flex } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { read, useAnswer, type AnswerOf } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, Card, Chip, TextLink } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { reasonInWords, type BulkAction } from './words';

type Page = AnswerOf<'/api/bulk/{id}/results'>;
type Result = Page['results'][number];

const outcomes = [
  { id: 'done', label: 'Done', of: ({ done }: BulkAction) => done },
  { id: 'skipped', label: 'Passed over', of: ({ skipped }: BulkAction) => skipped },
  { id: 'failed', label: 'Failed', of: ({ failed }: BulkAction) => failed },
] as const;

export function Results({ bulk }: { bulk: BulkAction }) {
  const [outcome, setOutcome] = useState<string>('done');
  const shown = outcomes.find(({ id }) => id === outcome)?.of(bulk) ?? 0;
  return (
    <Card aria-label="Results">
      <Box asChild fontSize="l">
        <h2>Results</h2>
      </Box>
      <Flex gap="2" wrap="wrap" marginBlock="3" role="group" aria-label="What became of them">
        {outcomes.map(({ id, label, of }) => (
          <Chip
            key={id}
            type="button"
            aria-pressed={outcome === id}
            onClick={() => {
              setOutcome(id);
            }}
          >
            <span>{label}</span>
            <span data-count="">{count(of(bulk))}</span>
          </Chip>
        ))}
      </Flex>
      <Outcome key={outcome} id={bulk.bulk_id} outcome={outcome} total={shown} />
    </Card>
  );
}

interface OutcomeProps {
  id: string;
  outcome: string;
  /** How many there are by now. */
  total: number;
}

function Outcome({ id, outcome, total }: OutcomeProps) {
  const toaster = useToaster();
  const [later, setLater] = useState<{ results: readonly Result[]; next: string | undefined }>();
  const [isBusy, setBusy] = useState(false);
  const answer = useAnswer('/api/bulk/{id}/results', { path: { id }, query: { outcome } });
  const { mutate } = answer;
  const counted = useRef(total);
  useEffect(() => {
    // Not beneath a further page, which goes on from the first as it was.
    if (isBusy || later || counted.current === total) return;
    counted.current = total;
    void mutate();
  }, [total, isBusy, later, mutate]);
  const more = async (after: string) => {
    setBusy(true);
    try {
      const page = await read('/api/bulk/{id}/results', { path: { id }, query: { outcome, after } });
      setLater((known) => ({
        results: [...(known?.results ?? []), ...page.results],
        next: page.next ?? undefined,
      }));
    } catch (error) {
      toaster.error(failureText(error, 'Failed to fetch more results'), error);
    }
    setBusy(false);
  };
  return (
    <PageState
      answer={answer}
      failure="Failed to fetch the results"
      isEmpty={({ results }) => results.length === 0}
      empty="Nobody."
    >
      {(first) => {
        const next = later ? later.next : first.next;
        return (
          <>
            <Flex asChild direction="column" gap="3">
              <ul>
                {[...first.results, ...(later?.results ?? [])].map((one) => (
                  <Entry key={one.customer_id} result={one} />
                ))}
              </ul>
            </Flex>
            {next && (
              <Button look="quiet" marginTop="4" disabled={isBusy} onClick={() => void more(next)}>
                More results
              </Button>
            )}
          </>
        );
      }}
    </PageState>
  );
}

function Entry({ result: { customer_id, name, reason, at } }: { result: Result }) {
  const said = [dateTime(at), reason && reasonInWords(reason)].filter(Boolean).join(' · ');
  return (
    <li>
      <Box overflowWrap="anywhere" fontWeight="600">
        <TextLink isAlone to={portalPaths.customer(customer_id)} translate="no">
          {name ?? customer_id}
        </TextLink>
      </Box>
      <Box fontSize="s" color="ink-soft" overflowWrap="anywhere">
        {said}
      </Box>
    </li>
  );
}
