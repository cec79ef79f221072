// People whom a device without a network let in, although their pass does not admit them.
import { Box, Flex } from '@chakra-ui/react';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { ButtonLink, Card } from '@/portal/kit/ui/elements';
import { dateTime } from '@/portal/kit/ui/format';
import type { AttendanceAnswer } from './answers';

type Reason = AttendanceAnswer['without_right'][number]['reason'];

const reasons: Record<Reason, string> = {
  malformed: 'The code is no pass',
  unknown: 'There is no such pass',
  unpaid: 'The pass is not paid for',
  withdrawn: 'The pass was withdrawn',
  wrong_list: 'The pass is for another exam',
  online_only: 'The exam is taken online',
  undone: 'The scan was taken back',
};

export function WithoutRight({ people }: { people: AttendanceAnswer['without_right'] }) {
  if (people.length === 0) return null;
  return (
    <Card aria-labelledby="without-right">
      <Box asChild fontSize="l">
        <h2 id="without-right">{`Let in without a right (${String(people.length)})`}</h2>
      </Box>
      <Box asChild color="ink-soft" marginTop="1" marginBottom="3">
        <p>
          A device without a network let them in, and their pass did not admit them. They are not counted.
          Find them, and send them to the counter.
        </p>
      </Box>
      <Flex asChild direction="column" gap="3">
        <ul>
          {people.map(({ candidate, reason, at }) => (
            <Box
              asChild
              key={`${candidate.customer_id} ${at.at} ${at.device}`}
              paddingTop="3"
              borderTop="1px solid"
              borderColor="line"
            >
              <li>
                <Flex justify="space-between" gap="3" wrap="wrap" align="center">
                  <Box minWidth="0" overflowWrap="anywhere">
                    <strong translate="no">{candidate.name}</strong>
                    <span translate="no">{`${candidate.name && ', '}${candidate.pass_no}`}</span>
                    <Box fontSize="s" color="ink-soft">
                      {`${reasons[reason]}. ${dateTime(at.at)} at ${at.device} (${at.by})`}
                    </Box>
                  </Box>
                  {candidate.name && (
                    <ButtonLink
                      look="quiet"
                      size="small"
                      to={portalPaths.customer(candidate.customer_id)}
                      aria-label={`See candidate ${candidate.name}`}
                    >
                      See candidate
                    </ButtonLink>
                  )}
                </Flex>
              </li>
            </Box>
          ))}
        </ul>
      </Flex>
    </Card>
  );
}
