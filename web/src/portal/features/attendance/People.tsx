// Who of a list is in, and who is not: on the screen a part at a time, and on paper.
import { Box, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { useToken } from '@/lib/session';
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { portalPaths } from '@/portal/kit/navigation/paths';
import type { ChosenFilters } from '@/portal/kit/resources/audience';
import { maySee } from '@/portal/kit/session/rights';
import { roleIn } from '@/portal/kit/session/username';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Badge, Button, ButtonLink, Card } from '@/portal/kit/ui/elements';
import { SelectField } from '@/portal/kit/ui/Field';
import { count, dateTime } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { examOf, isOnline, paperByName, readAll, type ListedCandidate, type Wanted } from './sheets';
import { usePaper } from './usePaper';

/** A press brings so many more, or all that are left. */
const atOnce = 50;

type Shown = 'none' | 'yes' | 'no' | 'inside' | 'out' | 'all';

const choices: readonly { value: Shown; label: string; ofCounted?: true }[] = [
  { value: 'none', label: 'Show no names' },
  { value: 'yes', label: 'Those who are in' },
  { value: 'inside', label: 'Those who are inside now', ofCounted: true },
  { value: 'out', label: 'Those who have gone out', ofCounted: true },
  { value: 'no', label: 'Those who are not in' },
  { value: 'all', label: 'Everybody' },
];

const columns: readonly Column<ListedCandidate>[] = [
  { header: 'Name', isTitle: true, cell: ({ name }) => <span translate="no">{name}</span> },
  {
    header: 'Pass no.',
    isWhole: true,
    cell: ({ pass_no }) => (
      <Box asChild whiteSpace={{ lg: 'nowrap' }} translate="no">
        <span>{pass_no}</span>
      </Box>
    ),
  },
  { header: 'Phone', isWhole: true, cell: ({ phone }) => phone },
  {
    header: 'Exam',
    cell: (candidate) => (
      <>
        <div>{examOf(candidate)}</div>
        {isOnline(candidate) && <Badge colour="yellow">Online</Badge>}
      </>
    ),
  },
  {
    header: 'In since',
    cell: ({ admitted, out }) => (
      <>
        <div>{admitted ? `${dateTime(admitted.at)} at ${admitted.device}` : '—'}</div>
        {out && <div>{`Out since ${dateTime(out.at)} at ${out.device}`}</div>}
      </>
    ),
  },
  {
    header: 'Action',
    isAction: true,
    isWhole: true,
    minWidth: '9rem',
    cell: ({ customer_id, name }) => (
      <ButtonLink
        look="quiet"
        size="small"
        to={portalPaths.customer(customer_id)}
        aria-label={`See candidate ${name}`}
      >
        See candidate
      </ButtonLink>
    ),
  },
];

interface Read {
  candidates: readonly ListedCandidate[];
  next: string | null | undefined;
}

const wantedOf: Record<Shown, Wanted> = {
  none: {},
  yes: { admitted: 'yes' },
  no: { admitted: 'no' },
  inside: { inside: 'yes' },
  out: { inside: 'no' },
  all: {},
};

interface Props {
  list: string;
  /** The list counts who goes out. */
  isCounted: boolean;
}

export function People({ list, isCounted }: Props) {
  const [shown, setShown] = useState<Shown>('none');
  const [found, setFound] = useState<Read>();
  const [isBusy, setBusy] = useState(false);
  const wanted = useRef<Shown>('none');
  const toaster = useToaster();
  const paper = usePaper();
  const mayWrite = maySee(roleIn(useToken() ?? ''), portalPaths.newMessage);
  const audience = toAudience(list, shown);

  const load = async (choice: Shown, before: Read | undefined) => {
    setBusy(true);
    try {
      const read = await more(list, wantedOf[choice], before);
      // Another choice was made meanwhile.
      if (wanted.current === choice) setFound(read);
    } catch (error) {
      toaster.error(failureText(error, 'The people could not be read. Please try again.'), error);
    }
    setBusy(false);
  };

  const choose = (choice: Shown) => {
    wanted.current = choice;
    setShown(choice);
    setFound(undefined);
    if (choice !== 'none') void load(choice, undefined);
  };

  return (
    <Card aria-labelledby="people">
      <Box asChild fontSize="l" marginBottom="3">
        <h2 id="people">People</h2>
      </Box>
      <Flex gap="3" wrap="wrap" align="flex-end" marginBottom="3">
        <Box flex="1 1 16rem" maxWidth="24rem">
          <SelectField
            label="Show"
            options={choices.filter(({ ofCounted, value }) => isCounted || !ofCounted || value === shown)}
            value={shown}
            onChange={(choice) => {
              choose(choices.find(({ value }) => value === choice)?.value ?? 'none');
            }}
          />
        </Box>
        {found && (
          <>
            <Button
              look="quiet"
              disabled={isBusy}
              onClick={() => {
                choose(shown);
              }}
            >
              Read again
            </Button>
            <Button
              look="quiet"
              aria-disabled={paper.isBusy || undefined}
              onClick={() =>
                void paper.print(async () =>
                  paperByName(await readAll(list, wantedOf[shown]), wordsOnPaper[shown]),
                )
              }
            >
              <BusyLabel busy={paper.isBusy && 'Making lists...'}>Print these</BusyLabel>
            </Button>
            {mayWrite && audience && found.candidates.length > 0 && (
              <ButtonLink
                look="quiet"
                to={`${portalPaths.newMessage}?${new URLSearchParams(audience).toString()}`}
              >
                Write to these
              </ButtonLink>
            )}
          </>
        )}
      </Flex>
      {found && mayWrite && !audience && (
        <Box asChild fontSize="s" color="ink-soft" marginBottom="3">
          <p>Who is inside changes too fast to be written to. Write to those who are in.</p>
        </Box>
      )}
      {found && found.candidates.length === 0 && <p>Nobody.</p>}
      {found && found.candidates.length > 0 && (
        <DataTable
          label="People"
          rows={found.candidates}
          columns={columns}
          keyOf={({ customer_id }) => customer_id}
        />
      )}
      {found?.next && (
        <Flex justify="space-between" align="center" gap="3" wrap="wrap" marginTop="4">
          <Box asChild fontSize="s" color="ink-soft">
            <p role="status">{`${count(found.candidates.length)} are shown, and there may be more.`}</p>
          </Box>
          <Button look="quiet" disabled={isBusy} onClick={() => void load(shown, found)}>
            <BusyLabel busy={isBusy && 'Reading...'}>Show more</BusyLabel>
          </Button>
        </Flex>
      )}
      {paper.sheets}
    </Card>
  );
}

const wordsOnPaper: Record<Shown, string> = {
  none: '',
  yes: 'in',
  no: 'not in',
  inside: 'inside',
  out: 'gone out',
  all: '',
};

/**
 * The same people as the filters of a message, which finds them at the moment that it is sent; none of those who go in and out.
 * Who was let in without being expected is among those who are in.
 */
function toAudience(list: string, shown: Shown): ChosenFilters | undefined {
  const [kind, exam = ''] = list.split(':');
  // On the list of a day is everybody with a pass, on that of an exam who comes to sit it.
  const expected: ChosenFilters = {
    validity: 'valid',
    ...(kind === 'exam' && { holds_exam: exam, exam_preference: 'Offline' }),
  };
  switch (shown) {
    case 'yes':
      return { validity: 'valid', checked_in: list };
    case 'no':
      return { ...expected, not_checked_in: list };
    case 'all':
      return expected;
    case 'none':
    case 'inside':
    case 'out':
      return undefined;
  }
}

/** A page of the server may have few of those who are wanted, or none. */
async function more(list: string, wanted: Wanted, before: Read | undefined): Promise<Read> {
  const candidates = [...(before?.candidates ?? [])];
  const enough = candidates.length + atOnce;
  let next = before?.next;
  do {
    const page = await callForBody('get', '/api/check-in/attendance/candidates', {
      query: { list, ...(next && { page: next }), ...wanted },
    });
    candidates.push(...page.candidates);
    next = page.next;
  } while (next && candidates.length < enough);
  return { candidates, next };
}
