// What was done to many candidates at once, the newest first.
import { Box, Flex } from '@chakra-ui/react';
import { useAnswer } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Badge, ButtonLink, Card, TextLink } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
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
  const { label, colour } = stateOf(state);
  return (
    <Card asChild>
      <li>
        <Flex justify="space-between" gap="3" wrap="wrap" align="center">
          <Box asChild fontSize="m" fontWeight="600" overflowWrap="anywhere">
            <h2>
              <TextLink isAlone to={portalPaths.bulkAction(bulk_id)}>
                {kindOf(action).label}
              </TextLink>
            </h2>
          </Box>
          <Badge colour={colour}>{label}</Badge>
        </Flex>
        <Box color="ink-soft" fontSize="s" marginTop="1" overflowWrap="anywhere">
          {`${by}, ${dateTime(at)} · ${meantInWords(bulk)}`}
        </Box>
        {state !== 'done' && <Progress bulk={bulk} />}
        {state === 'done' && (
          <Box asChild marginTop="2">
            <p>{outcomeInWords(bulk)}</p>
          </Box>
        )}
      </li>
    </Card>
  );
}
