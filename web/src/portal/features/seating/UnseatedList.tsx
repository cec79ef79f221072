// Those who sit the exam and have no seat, each with the reason.
import { Box, Flex } from '@chakra-ui/react';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, Card, TextLink } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { reasons, type Seating } from './seats';
import type { Picked } from './useMoves';

interface Props {
  seating: Seating;
  picked: Picked | undefined;
  /** None where nobody may be moved. */
  onPick: ((picked: Picked) => void) | undefined;
  onDragEnd: () => void;
}

export function UnseatedList({ seating, picked, onPick, onDragEnd }: Props) {
  return (
    <Card aria-label="Without a seat">
      <Box asChild fontSize="l" marginBottom="3">
        <h2>{`Without a seat: ${count(seating.unseated.length)}`}</h2>
      </Box>
      <Box asChild maxHeight="24rem" overflowY="auto" tabIndex={0}>
        <ul aria-label="Candidates without a seat">
          {seating.unseated.map(({ customer_id, name, pass_no, reason }) => (
            <Flex
              asChild
              key={customer_id}
              gap="3"
              wrap="wrap"
              justify="space-between"
              align="center"
              paddingBlock="2"
            >
              <li>
                <Box minWidth="0" overflowWrap="anywhere">
                  <TextLink to={portalPaths.customer(customer_id)} translate="no">
                    {name}
                  </TextLink>
                  <Box fontSize="s" color="ink-soft">
                    <span translate="no">{pass_no}</span> <span>{`· ${reasons[reason]}`}</span>
                  </Box>
                </Box>
                {onPick && seating.halls.length > 0 && reason !== 'not_chosen' && (
                  <Button
                    look="quiet"
                    size="small"
                    aria-pressed={picked?.id === customer_id}
                    draggable
                    onDragStart={(event) => {
                      event.dataTransfer.setData('text/plain', customer_id);
                      onPick({ id: customer_id, name, from: undefined });
                    }}
                    onDragEnd={onDragEnd}
                    onClick={() => {
                      onPick({ id: customer_id, name, from: undefined });
                    }}
                  >
                    <span>Choose a seat</span>
                    <span className="visually-hidden">{` for ${name}`}</span>
                  </Button>
                )}
              </li>
            </Flex>
          ))}
        </ul>
      </Box>
    </Card>
  );
}
