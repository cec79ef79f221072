// What was done to many candidates at once, the newest first.
import { Flex } from '@chakra-ui/react';
import { useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useAudienceNames } from '@/portal/kit/resources/audience';
import { ButtonLink } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import { JobEntry } from '@/portal/kit/ui/JobCard';
import { PageState } from '@/portal/kit/ui/PageState';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { Progress } from './Progress';
import { isUnderWay, kindOf, meantInWords, outcomeInWords, stateOf, type BulkAction } from './words';

const request = {};
const pollMs = 2_000;

export function BulkPage() {
  const answer = useAnswer('/api/bulk', request, {
    refreshInterval: (latest) => (latest?.bulk.some(isUnderWay) ? pollMs : 0),
  });
  return (
    <PortalPage
      title="Bulk actions"
      actions={
        <ButtonLink look="quiet" to={portalPaths.customers}>
          Pick candidates
        </ButtonLink>
      }
    >
      <PageState
        answer={answer}
        failure="Failed to fetch the bulk actions"
        isEmpty={({ bulk }) => bulk.length === 0}
        empty="Nothing has been done to many at once yet. It begins in the list of customers."
      >
        {({ bulk }) => (
          <Flex asChild direction="column" gap="3">
            <ul>
              {bulk.map((one) => (
                <Entry key={one.bulk_id} bulk={one} />
              ))}
            </ul>
          </Flex>
        )}
      </PageState>
    </PortalPage>
  );
}

function Entry({ bulk }: { bulk: BulkAction }) {
  const { bulk_id, action, by, at, state } = bulk;
  const names = useAudienceNames(bulk.audience);
  const isDone = state === 'done';
  return (
    <JobEntry
      to={portalPaths.bulkAction(bulk_id)}
      heading={kindOf(action).label}
      badge={stateOf(state)}
      about={`${by}, ${dateTime(at)} · ${meantInWords(bulk, names)}`}
      progress={!isDone && <Progress bulk={bulk} />}
      outcome={isDone && outcomeInWords(bulk)}
    />
  );
}
