// One bulk action: how far it is, stopping and resuming it, and what became of whom.
import { Flex } from '@chakra-ui/react';
import { useParams } from 'react-router';
import { call } from '@/lib/api/client';
import { useToken } from '@/lib/session';
import { useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useAudienceNames } from '@/portal/kit/resources/audience';
import { maySee } from '@/portal/kit/session/rights';
import { mayAdminister, roleIn, usernameIn } from '@/portal/kit/session/username';
import { ButtonLink } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { JobCard } from '@/portal/kit/ui/JobCard';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { Progress } from './Progress';
import { Results } from './Results';
import { isUnderWay, kindOf, meantInWords, stateOf, type BulkAction } from './words';

const pollMs = 2_000;

export function BulkActionPage() {
  const { id = '' } = useParams();
  const answer = useAnswer(
    '/api/bulk/{id}',
    { path: { id } },
    { refreshInterval: (latest) => (latest && isUnderWay(latest) ? pollMs : 0) },
  );
  const readAgain = async () => {
    await answer.mutate();
  };
  return (
    <PortalPage
      title="Bulk action"
      actions={
        <ButtonLink look="quiet" to={portalPaths.bulk}>
          All bulk actions
        </ButtonLink>
      }
    >
      <PageState
        answer={answer}
        failure="Failed to fetch the bulk action"
        others={{ to: portalPaths.bulk, label: 'bulk actions' }}
      >
        {(bulk) => (
          <Flex direction="column" gap="4">
            <How bulk={bulk} readAgain={readAgain} />
            <Results bulk={bulk} />
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

function How({ bulk, readAgain }: { bulk: BulkAction; readAgain: () => Promise<void> }) {
  const { bulk_id, action, state, by, at, reason, waiting, error, total, done, skipped, failed, left } = bulk;
  const token = useToken() ?? '';
  const names = useAudienceNames(bulk.audience);
  const kind = kindOf(action);
  const mayAct = kind.isAdmins ? mayAdminister(token) : maySee(roleIn(token), portalPaths.newBulk);
  const isStopped = mayAct && state === 'stopped';
  const isOthersTill = action === 'mark_paid' && by !== usernameIn(token);
  const path = { id: bulk_id };
  return (
    <JobCard
      heading={kind.label}
      badge={stateOf(state)}
      about={`${by}, ${dateTime(at)} · ${meantInWords(bulk, names)}`}
      reason={reason && `Reason: ${reason}`}
      progress={<Progress bulk={bulk} />}
      waiting={waiting}
      error={error}
      counts={[
        ['Candidates', total],
        ['Done', done],
        ['Passed over', skipped],
        ['Failed', failed],
        ['Left', left],
      ]}
      stop={
        mayAct &&
        isUnderWay(bulk) && {
          act: () => call('post', '/api/bulk/{id}/stop', { path }),
          failure: 'It could not be stopped',
        }
      }
      note={
        isStopped && isOthersTill && 'The money goes into the till of who began it; only they can resume it.'
      }
      resume={
        isStopped &&
        !isOthersTill && {
          act: () => call('post', '/api/bulk/{id}/resume', { path }),
          failure: 'It could not be resumed',
        }
      }
      readAgain={readAgain}
    />
  );
}
