// A group: how far its registration is, who is in it, who has paid, and what is printed for it.
import { Box, chakra, Flex } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import { useParams } from 'react-router';
import { rupees } from '@/lib/format';
import { useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { Button, ButtonLink, Card, Notice } from '@/portal/kit/ui/elements';
import { count, counted, dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { ProgressBar } from '@/portal/kit/ui/ProgressBar';
import { paymentModeLabel, StatusBadge } from '@/portal/kit/ui/status';
import { useFreshPrinting } from '@/portal/kit/ui/useFreshPrinting';
import { GroupState, registeredOf, type Group } from './GroupList';
import { GroupReceipt, Passes } from './paper';
import { peopleText } from './Preview';
import { readPeople, usePeople, type Member } from './usePeople';

const pollMs = 1_000;

export function GroupPage() {
  const { id = '' } = useParams();
  const group = useAnswer(
    '/api/imports/{id}',
    { path: { id } },
    { refreshInterval: (latest) => (latest?.state === 'running' ? pollMs : 0) },
  );
  const isRunning = group.data === undefined || group.data.state === 'running';
  const people = usePeople(id, isRunning);
  const readNow = async () => {
    const members = await readPeople(id);
    await people.mutate(members, { revalidate: false });
    return members;
  };
  return (
    <PortalPage title="Group">
      <PageState
        answer={group}
        failure="Failed to fetch the group"
        others={{ to: portalPaths.imports, label: 'lists' }}
      >
        {(known) => (
          <Flex direction="column" gap="4">
            <Facts group={known} />
            {!isRunning && (
              <PageState
                answer={people}
                failure="Failed to fetch the people of the group"
                isEmpty={(members) => members.length === 0}
                empty="Nobody of this list is registered."
              >
                {(members) => <People group={known} members={members} readNow={readNow} />}
              </PageState>
            )}
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

const Pairs = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'max-content minmax(0, 1fr)' },
    columnGap: '4',
    rowGap: { base: '0', sm: '1' },
    marginTop: '3',
    '& dt': { color: 'ink-soft' },
    '& dd': { overflowWrap: 'anywhere', marginBottom: { base: '2', sm: '0' } },
  },
});

function Facts({ group }: { group: Group }) {
  const {
    package: bought,
    college,
    course,
    payment,
    mode,
    reference,
    receipt_no,
    created_at,
    created_by,
  } = group;
  const facts: readonly (readonly [string, string])[] = [
    ['For', [bought, college, course].filter(Boolean).join(', ')],
    [
      'Payment',
      `${payment === 'paid' ? 'Paid with the list' : 'Each pays later'}, ${paymentModeLabel(mode)}`,
    ],
    ...(reference ? [['Reference', reference] as const] : []),
    ...(receipt_no ? [['Receipt no.', receipt_no] as const] : []),
    ['Uploaded', `${dateTime(created_at)}, ${created_by}`],
  ];
  return (
    <Card>
      <Flex justify="space-between" gap="3" wrap="wrap" align="center">
        <Box asChild fontSize="l" minWidth="0" overflowWrap="anywhere">
          <h2 translate="no">{group.group}</h2>
        </Box>
        <GroupState state={group.state} />
      </Flex>
      <Pairs>
        {facts.map(([term, text]) => (
          <Box key={term} display="contents">
            <dt>{term}</dt>
            <dd>{text}</dd>
          </Box>
        ))}
      </Pairs>
      {group.state === 'running' && (
        <ProgressBar
          words={`${count(group.done)} of ${count(group.total)} registered. It goes on when you leave this page.`}
          done={group.done}
          total={group.total}
        />
      )}
      {group.error && (
        <Notice tone="error" marginTop="3">
          {group.error}
        </Notice>
      )}
      {group.refused.length > 0 && (
        <Notice tone="warning" marginTop="3">
          <p>{`${peopleText(group.refused.length)} of the list could not be registered any more:`}</p>
          <ul>
            {group.refused.map(({ line, message }) => (
              <li key={line}>{`Line ${String(line)}: ${message}`}</li>
            ))}
          </ul>
        </Notice>
      )}
    </Card>
  );
}

const columns: readonly Column<Member>[] = [
  { header: 'Name', isTitle: true, cell: ({ name }) => <span translate="no">{name}</span> },
  { header: 'Status', isAside: true, cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Pass no.', isWhole: true, cell: ({ pass_no }) => <span translate="no">{pass_no}</span> },
  { header: 'Email', cell: ({ email }) => <span translate="no">{email}</span> },
  { header: 'Phone', isWhole: true, cell: ({ phone }) => phone },
  {
    header: 'Action',
    isAction: true,
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

const isPaid = ({ status }: Member) => status === 'PAID';
const hasPass = ({ qr }: Member) => qr !== undefined;

interface PeopleProps {
  group: Group;
  members: readonly Member[];
  readNow: () => Promise<readonly Member[]>;
}

function People({ group, members, readNow }: PeopleProps) {
  const { printed, isReading, printFresh } = useFreshPrinting<{
    what: 'passes' | 'receipt';
    members: readonly Member[];
  }>();
  const print = (what: 'passes' | 'receipt') =>
    printFresh(async () => {
      const now = (await readNow()).filter(what === 'passes' ? hasPass : isPaid);
      return now.length === 0 ? undefined : { what, members: now };
    });
  const paid = members.filter(isPaid);
  const withPass = members.filter(hasPass);
  const sum = paid.reduce((total, { net }) => total + net, 0);
  return (
    <>
      <Flex gap="3" wrap="wrap" align="center" justify="space-between">
        <p>
          {`${peopleText(members.length)}, ${count(paid.length)} paid, ${rupees(sum)}.${
            registeredOf(group) > members.length ? ' The others are not there any more.' : ''
          }`}
        </p>
        <Flex gap="2" wrap="wrap">
          {withPass.length > 0 && (
            <Button
              look="quiet"
              aria-disabled={isReading || undefined}
              onClick={() => {
                void print('passes');
              }}
            >
              <Printer size={18} aria-hidden="true" />
              <span>{`Print ${counted(withPass.length, 'pass', 'passes')}`}</span>
            </Button>
          )}
          {group.receipt_no && paid.length > 0 && (
            <Button
              look="quiet"
              aria-disabled={isReading || undefined}
              onClick={() => {
                void print('receipt');
              }}
            >
              <Printer size={18} aria-hidden="true" />
              <span>Print receipt for all</span>
            </Button>
          )}
        </Flex>
      </Flex>
      <DataTable
        label="People of the group"
        rows={members}
        columns={columns}
        keyOf={({ customer_id }) => customer_id}
      />
      {printed?.what === 'passes' && <Passes members={printed.members} />}
      {printed?.what === 'receipt' && <GroupReceipt group={group} members={printed.members} />}
    </>
  );
}
