// The halls of an exam from above with who sits where, those without a seat, and moving people: by dragging, or by picking
// somebody up and pressing another seat.
import { Box, Flex } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Button, Card } from '@/portal/kit/ui/elements';
import { count } from '@/portal/kit/ui/format';
import { useFreshPrinting } from '@/portal/kit/ui/useFreshPrinting';
import { FindSeated } from './FindSeated';
import { SeatingPaper, type Printed } from './paper';
import type { Sight } from './Publishing';
import { SeatGrid, type SeatLook } from './SeatGrid';
import { initialsOf, takenOf, type HallSeats, type Seating, type Which } from './seats';
import { UnseatedList } from './UnseatedList';
import { useMoves, type Picked } from './useMoves';

interface Props {
  course: string;
  of: Which;
  seating: Seating;
  mayChange: boolean;
  /** How it is at this moment. */
  look: () => Promise<Sight>;
  put: (seating: Seating) => Promise<void>;
  reload: () => Promise<void>;
}

export function HallPictures({ course, of, seating, mayChange, look, put, reload }: Props) {
  const [picked, setPicked] = useState<Picked>();
  const move = useMoves({ course, of, seating, put, reload });
  const { printed, isReading, printFresh } = useFreshPrinting<Printed>();
  /** Of one hall, or of all. */
  const print = (what: Printed['what'], only?: HallSeats) =>
    printFresh(async () => {
      const { seating: now, exam } = await look();
      const halls = now.halls.filter(({ hall }) => only === undefined || hall === only.hall);
      return halls.length === 0 ? undefined : { what, halls, exam, isDraft: now.state === 'draft' };
    });

  const putBack = () => {
    setPicked(undefined);
  };

  useEffect(() => {
    if (!picked) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setPicked(undefined);
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [picked]);

  const press = (hall: HallSeats, label: string, isDragged = false) => {
    const seat = hall.seats.find((one) => one.seat === label);
    const sitting = seat?.customer_id;
    if (picked === undefined || isDragged) {
      if (!sitting) return;
      setPicked({
        id: sitting,
        name: seat?.name ?? 'This candidate',
        from: { hall: hall.hall, seat: label },
      });
      return;
    }
    setPicked(undefined);
    if (sitting !== picked.id) void move(picked, hall, label);
  };

  return (
    <>
      {seating.unseated.length > 0 && (
        <UnseatedList
          seating={seating}
          picked={picked}
          onPick={mayChange ? setPicked : undefined}
          onDragEnd={putBack}
        />
      )}
      {seating.halls.length > 0 && (
        <FindSeated seating={seating} onPick={mayChange ? setPicked : undefined} />
      )}
      {seating.halls.length > 0 && (
        <Box>
          <Box fontSize="s" color="ink-soft">
            <p>All halls:</p>
          </Box>
          <Printing
            isBusy={isReading}
            onPrint={(what) => {
              void print(what);
            }}
            label="all halls"
          />
        </Box>
      )}
      {seating.halls.map((hall) => (
        <Card key={hall.hall} aria-label={hall.name}>
          <Flex gap="3" wrap="wrap" justify="space-between" align="baseline" marginBottom="3">
            <Box asChild fontSize="l" margin="0" overflowWrap="anywhere">
              <h2>{hall.name}</h2>
            </Box>
            <Box color="ink-soft">{`${count(takenOf(hall).length)} of ${count(hall.seats.length)} seats taken`}</Box>
          </Flex>
          <SeatGrid
            name={`Seats of ${hall.name}`}
            rows={hall.rows}
            columns={hall.columns}
            look={(label) => lookOf(hall, label, picked)}
            onPress={
              mayChange
                ? (label) => {
                    press(hall, label);
                  }
                : undefined
            }
            onDrag={(label) => {
              press(hall, label, true);
            }}
            onDragEnd={putBack}
          />
          <Printing
            isBusy={isReading}
            onPrint={(what) => {
              void print(what, hall);
            }}
            label={hall.name}
          />
        </Card>
      ))}
      <Announcement picked={picked} onPutBack={putBack} />
      {printed && <SeatingPaper {...printed} />}
    </>
  );
}

function lookOf(hall: HallSeats, label: string, picked: Picked | undefined): SeatLook {
  const seat = hall.seats.find((one) => one.seat === label);
  if (!seat) return { text: '×', name: `${label}, blocked`, tone: 'blocked' };
  const { customer_id, name, other_exam } = seat;
  if (!customer_id) {
    return other_exam
      ? { text: '•', name: `${label}, another exam`, tone: 'other' }
      : { text: label, name: `${label}, free`, tone: 'free' };
  }
  const isPicked = customer_id === picked?.id;
  const who = [
    label,
    name ?? 'taken',
    other_exam && 'also a candidate of another exam',
    isPicked && 'picked up',
  ];
  return {
    text: initialsOf(name ?? ''),
    name: who.filter(Boolean).join(', '),
    tone: isPicked ? 'picked' : other_exam ? 'other' : 'taken',
    carries: customer_id,
  };
}

/**
 * Whom one has picked up, in sight wherever one scrolls, and said to who does not see it. Below the halls, so that no seat moves
 * away from under the pointer when it comes.
 */
function Announcement({ picked, onPutBack }: { picked: Picked | undefined; onPutBack: () => void }) {
  return (
    <Box position={picked && 'sticky'} bottom="2" zIndex="1">
      <Flex
        role="status"
        gap="3"
        wrap="wrap"
        align="center"
        justify="space-between"
        padding={picked ? '3' : '0'}
        borderRadius="s"
        background={picked && 'marigold-tint'}
      >
        {picked && (
          <>
            <span>
              <strong translate="no">{picked.name}</strong>{' '}
              <span>is picked up. Press the seat to move them to.</span>
            </span>
            <Button look="quiet" size="small" onClick={onPutBack}>
              Put back
            </Button>
          </>
        )}
      </Flex>
    </Box>
  );
}

const papers = [
  ['door', 'Print door list'],
  ['labels', 'Print desk labels'],
  ['plan', 'Print plan'],
] as const;

function Printing({
  isBusy,
  onPrint,
  label,
}: {
  isBusy: boolean;
  onPrint: (what: (typeof papers)[number][0]) => void;
  label: string;
}) {
  return (
    <Flex gap="2" wrap="wrap" marginTop="3">
      {papers.map(([what, words]) => (
        <Button
          key={what}
          look="quiet"
          size="small"
          aria-disabled={isBusy || undefined}
          onClick={() => {
            onPrint(what);
          }}
        >
          <span>{words}</span>
          <span className="visually-hidden">{` of ${label}`}</span>
        </Button>
      ))}
    </Flex>
  );
}
