// The end of the event, a step at a time: registration is closed, what is open is looked at, what is needed is exported,
// and everything about candidates is deleted.
import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Elements } from '@/lib/elements';
import { call } from '@/lib/api/client';
import { keyOf, useAnswer } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { lookFirst } from '@/portal/kit/api/lookFirst';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useKept } from '@/portal/kit/forms/useKept';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Badge, Button, ButtonLink, Card, TextLink } from '@/portal/kit/ui/elements';
import { date, dateTime } from '@/portal/kit/ui/format';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { wide } from '@/portal/kit/ui/wide';
import { checkTexts, type Check, type Closing } from './closing';
import { DeleteDialog } from './DeleteDialog';
import { Report } from './Report';

const request = {};
const pollMs = 3_000;

export function ClosingPage() {
  const answer = useAnswer('/api/closing', request, {
    refreshInterval: (latest) => (latest?.deletion && latest.deletion.step !== 'done' ? pollMs : 0),
  });
  const { mutate } = useSWRConfig();
  const step = answer.data?.deletion?.step;
  useEffect(() => {
    // What the dashboard counts, and the menu shows of it, goes with the candidates.
    if (step !== undefined) void mutate(keyOf('/api/admin/dashboard', {}));
  }, [mutate, step]);
  return (
    <PortalPage title="Closing the event">
      <PageState answer={answer} failure="Failed to fetch how far the closing is">
        {(closing) =>
          closing.deletion ? (
            <Flex direction="column" gap="4" maxWidth="48rem">
              <Report deletion={closing.deletion} />
            </Flex>
          ) : (
            <Steps closing={closing} reload={answer.mutate} />
          )
        }
      </PageState>
    </PortalPage>
  );
}

function Steps({ closing, reload }: { closing: Closing; reload: () => Promise<unknown> }) {
  const { event, last_day, over, registration_closed_at, registration_closed_by, checks } = closing;
  const [{ isDeleting }, setDeleting] = useKept('closing', { isDeleting: false });
  const [isBusy, setBusy] = useState(false);
  const { confirm } = useDialogs();
  const toaster = useToaster();
  const isClosed = Boolean(registration_closed_at);
  const isBlocked = checks.some((check) => check.blocks && check.count > 0);

  const change = async (step: 'close_registration' | 'reopen_registration') => {
    const isClosing = step === 'close_registration';
    if (
      isClosing &&
      !(await confirm({
        title: 'Close registration?',
        text: 'From now on nobody can register, on the site or at the counter. It can be opened again.',
        agree: 'Close registration',
      }))
    ) {
      return;
    }
    setBusy(true);
    try {
      await call('post', '/api/closing', { body: { step, despite_warnings: false } });
      toaster.success(isClosing ? 'Registration is closed' : 'Registration is open again');
    } catch (error) {
      toaster.error(failureText(error, 'It could not be changed', lookFirst), error);
    }
    await reload();
    setBusy(false);
  };

  return (
    <Grid
      gap="4"
      gridTemplateColumns="minmax(0, 48rem)"
      // Two steps beside each other, and what is read at a stretch no wider for it.
      css={{ [wide]: { gridTemplateColumns: 'repeat(2, minmax(0, 48rem))' } }}
    >
      <Box color="ink-soft" gridColumn="1 / -1" maxWidth="48rem">
        <p>
          {`When ${event} is over, everything about its candidates is deleted except what the accounts must keep. ${
            over
              ? `Its last day was ${date(last_day)}.`
              : `Its last day is ${date(last_day)}: it is not over.`
          }`}
        </p>
      </Box>
      <Step number={1} title="Close registration" isDone={isClosed}>
        {isClosed ? (
          <p>
            <span>{`Closed since ${dateTime(registration_closed_at ?? '')} by ${registration_closed_by ?? ''}.`}</span>{' '}
            Anybody who tries to register is told that registration has closed.
          </p>
        ) : (
          <p>Nobody can register any more, on the site or at the counter. It can be opened again.</p>
        )}
        <Box marginTop="3">
          <Button
            look={isClosed ? 'quiet' : 'primary'}
            disabled={isBusy}
            onClick={() => void change(isClosed ? 'reopen_registration' : 'close_registration')}
          >
            {isClosed ? 'Open registration again' : 'Close registration'}
          </Button>
        </Box>
      </Step>
      <Step number={2} title="Look at what is still open" isDone={checks.every((check) => check.count === 0)}>
        <List>
          {checks.map((check) => (
            <CheckLine key={check.kind} check={check} />
          ))}
        </List>
      </Step>
      <Step number={3} title="Export what you need">
        <p>
          What the accounts must keep is written to a file automatically. Anything else, such as names for
          certificates, has to be exported before: it cannot be recovered.
        </p>
        <Box marginTop="3">
          <ButtonLink look="quiet" to={portalPaths.exports}>
            Go to exports
          </ButtonLink>
        </Box>
      </Step>
      <Step number={4} title="Delete personal data">
        <p>
          Candidates, orders, mails, notes and the rows of the Google Sheet are deleted, and people are taken
          out of the audit log. Passes no longer open. This cannot be undone, and can begin two minutes after
          registration was closed.
        </p>
        {(isBlocked || !isClosed) && (
          <Box asChild marginTop="2" color="ink-soft">
            <p>
              {isClosed
                ? 'Payments or refunds are under way, so nothing can be deleted yet.'
                : 'Close registration first.'}
            </p>
          </Box>
        )}
        <Box marginTop="3">
          <Button
            look="quiet"
            color="error"
            disabled={!isClosed || isBlocked}
            onClick={() => {
              setDeleting({ isDeleting: true });
            }}
          >
            Delete personal data…
          </Button>
        </Box>
      </Step>
      {isDeleting && (
        <DeleteDialog
          closing={closing}
          reload={reload}
          onClose={() => {
            setDeleting({ isDeleting: false });
          }}
        />
      )}
    </Grid>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDone?: boolean;
  children: Elements;
}

function Step({ number, title, isDone = false, children }: StepProps) {
  return (
    <Card aria-label={title}>
      <Flex align="center" justify="space-between" gap="3" marginBottom="2">
        <Box asChild fontSize="l">
          <h2>{`${String(number)}. ${title}`}</h2>
        </Box>
        {isDone && <Badge colour="green">Done</Badge>}
      </Flex>
      {children}
    </Card>
  );
}

function CheckLine({ check: { kind, count: number, blocks } }: { check: Check }) {
  const { none, some, advice, path, places = [] } = checkTexts[kind];
  if (number === 0) {
    return (
      <li>
        <Mark colour="primary" aria-hidden="true">
          ✓
        </Mark>
        <span>{none}</span>
      </li>
    );
  }
  const text = some(number);
  return (
    <li>
      <Mark colour={blocks ? 'error' : 'ink'} aria-hidden="true">
        !
      </Mark>
      <span>
        {path ? <TextLink to={path}>{text}</TextLink> : <strong>{text}</strong>}
        <span>{`. ${advice}`}</span>
        {places.map(([label, to]) => (
          <Box key={to} asChild marginInlineStart="2">
            <TextLink to={to}>{label}</TextLink>
          </Box>
        ))}
      </span>
    </li>
  );
}

const List = chakra('ul', {
  base: {
    listStyle: 'none',
    padding: '0',
    margin: '0',
    display: 'grid',
    gap: '2',
    '& li': { display: 'flex', gap: '2' },
  },
});

const Mark = chakra('span', {
  base: { flex: 'none', width: '1.25rem', fontWeight: '700', textAlign: 'center' },
  variants: {
    colour: { primary: { color: 'primary' }, error: { color: 'error' }, ink: { color: 'ink' } },
  },
});
