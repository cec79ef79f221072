// Where somebody sits: found by name or pass number, and picked up from there.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Button, Card, TextLink } from '@/portal/kit/ui/elements';
import { FindField, isFoundBy } from '@/portal/kit/ui/Finding';
import { takenOf, type Seating } from './seats';
import type { Picked } from './useMoves';

/** As many as are read before somebody types another letter. */
const most = 10;

interface Props {
  seating: Seating;
  /** None where nobody may be moved. */
  onPick: ((picked: Picked) => void) | undefined;
}

export function FindSeated({ seating, onPick }: Props) {
  const [sought, setSought] = useState('');
  const wanted = sought.trim();
  const found = seating.halls.flatMap((hall) =>
    takenOf(hall)
      .filter(isFoundBy(wanted))
      .map((seat) => ({ hall, seat })),
  );
  return (
    <Card aria-label="Find a candidate">
      <FindField sought={sought} onChange={setSought} />
      <Box role="status" marginTop={wanted && '3'}>
        {wanted && found.length === 0 && <p>Nobody with a seat is called so.</p>}
        {wanted && found.length > most && <p>{`The first ${String(most)} of ${String(found.length)}.`}</p>}
      </Box>
      {wanted && found.length > 0 && (
        <ul aria-label="Found">
          {found.slice(0, most).map(({ hall, seat }) => (
            <Flex
              asChild
              key={`${hall.hall} ${seat.seat}`}
              gap="3"
              wrap="wrap"
              justify="space-between"
              align="center"
              paddingBlock="2"
            >
              <li>
                <Box minWidth="0" overflowWrap="anywhere">
                  <TextLink to={portalPaths.customer(seat.customer_id)} translate="no">
                    {seat.name ?? seat.pass_no}
                  </TextLink>
                  <Box fontSize="s" color="ink-soft">
                    <span translate="no">{seat.pass_no}</span> <span>{`· ${seat.seat}, ${hall.name}`}</span>
                  </Box>
                </Box>
                {onPick && (
                  <Button
                    look="quiet"
                    size="small"
                    onClick={() => {
                      onPick({
                        id: seat.customer_id,
                        name: seat.name ?? 'This candidate',
                        from: { hall: hall.hall, seat: seat.seat },
                      });
                    }}
                  >
                    <span>Pick up</span>
                    <span className="visually-hidden">{` ${seat.name ?? ''}`}</span>
                  </Button>
                )}
              </li>
            </Flex>
          ))}
        </ul>
      )}
    </Card>
  );
}
