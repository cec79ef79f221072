// Writes all candidates into the spreadsheet, shows how far it is, and tells how it ended.
import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useId } from 'react';
import { BusyLabel } from '@/components/BusyLabel';
import { useToken } from '@/lib/session';
import type { SyncState } from '@/portal/kit/api/entries';
import { failureText } from '@/portal/kit/api/failure';
import { mayAdminister } from '@/portal/kit/session/username';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Button, Card, Notice } from '@/portal/kit/ui/elements';
import { count, dateTime } from '@/portal/kit/ui/format';
import { Failed, Loading } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { Bar } from '@/portal/kit/ui/ProgressBar';
import { wide } from '@/portal/kit/ui/wide';
import { useSync, type SyncOutcome } from './useSync';

function textOf({ end, message }: SyncOutcome): string {
  switch (end) {
    case 'done':
      return `Sync successful! ${message}`.trim();
    case 'failed':
      return 'Sync failed! Check console for details.';
    case 'lost':
      return 'It is not known how the sync ended.';
  }
}

function failureOf(outcome: SyncOutcome | undefined | '' | null): string | undefined {
  if (!outcome || outcome.end === 'done') return undefined;
  const { end, message } = outcome;
  if (end === 'lost') return message;
  return message ? `Error: ${message}` : 'Sync failed';
}

export function SheetSyncPage() {
  const sync = useSync();
  const { alert } = useDialogs();
  const { state, outcome, isRunning } = sync;
  const maySync = mayAdminister(useToken() ?? '');

  useEffect(() => {
    if (outcome) void alert(textOf(outcome));
  }, [outcome, alert]);

  const failure = failureOf(outcome ?? (state?.error && { end: 'failed', message: state.error }));
  return (
    <PortalPage title="Sheet Sync">
      <Grid
        gap="4"
        alignItems="start"
        gridTemplateColumns="minmax(0, 48rem)"
        css={{ [wide]: { gridTemplateColumns: 'repeat(2, minmax(0, 48rem))' } }}
      >
        <Card>
          <Flex direction="column" gap="4" align="flex-start">
            <p>
              Writes every candidate into the spreadsheet, so that people without the portal can read them.
            </p>
            {maySync && (
              <Flex wrap="wrap" gap="3">
                <Button
                  disabled={isRunning}
                  aria-busy={isRunning}
                  onClick={() => {
                    sync.start('changes');
                  }}
                >
                  <BusyLabel busy={isRunning && 'Syncing...'}>Sync Now</BusyLabel>
                </Button>
                <Button
                  look="quiet"
                  disabled={isRunning}
                  onClick={() => {
                    sync.start('all');
                  }}
                >
                  Sync everything again
                </Button>
              </Flex>
            )}
            {isRunning && <Progress state={state} />}
            {!isRunning && failure && (
              <Notice tone="error" role="alert">
                {failure}
              </Notice>
            )}
            {sync.loadError && (
              <Failed
                text={failureText(sync.loadError, 'Sync failed')}
                error={sync.loadError}
                retry={sync.retry}
              />
            )}
            {!state && !sync.loadError && <Loading />}
            {state && (
              <>
                <p>
                  <strong>Last Sync:</strong>{' '}
                  <span>{state.last_sync ? dateTime(state.last_sync) : 'Never'}</span>
                </p>
                {state.sheet_url && (
                  <SheetLink href={state.sheet_url} target="_blank" rel="noreferrer">
                    View Google Sheet
                  </SheetLink>
                )}
              </>
            )}
          </Flex>
        </Card>
        <Card aria-label="Good to know">
          <Flex direction="column" gap="3">
            <Box asChild fontSize="l">
              <h2>Good to know</h2>
            </Box>
            {maySync && (
              <p>
                Sync Now leaves the sheet alone when nothing has changed since the last time. If somebody has
                changed the sheet by hand, sync everything again.
              </p>
            )}
            <p>
              What is written beside the rows stays where it is, but rows move up when old unpaid
              registrations are deleted. Write what must stay with a candidate in a note in the portal.
            </p>
          </Flex>
        </Card>
      </Grid>
    </PortalPage>
  );
}

function Progress({ state }: { state: SyncState | undefined }) {
  const id = useId();
  const isCounting = state?.running && state.total > 0;
  return (
    <Box width="full">
      <label htmlFor={id}>
        {isCounting ? `${count(state.done)} of ${count(state.total)} candidates` : 'Starting...'}
      </label>
      <Bar id={id} {...(isCounting && { value: state.done, max: state.total })} />
      <Box role="status" fontSize="s" color="ink-soft" marginTop={state?.waiting ? '2' : '0'}>
        {state?.running && state.waiting}
      </Box>
    </Box>
  );
}

const SheetLink = chakra('a', {
  base: { color: 'primary', fontWeight: '600', textUnderlineOffset: '0.2em' },
});
