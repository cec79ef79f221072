// A list whose rows are put in order: by dragging them at their handles, by the arrow keys on a handle, or by the buttons of a
// row, for those who can neither drag nor use a keyboard. What has moved is said aloud.
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { Button } from '@/portal/kit/ui/elements';
import { shiftOf } from './moves';
import { useDrag } from './useDrag';

export interface Row {
  id: string;
  name: string;
  /** What is seen of it beside its name. */
  picture?: ReactElement | undefined;
  note?: string | undefined;
}

interface Props {
  label: string;
  rows: readonly Row[];
  onMove: (from: number, to: number) => void;
}

export function SortableList({ label, rows, onMove }: Props) {
  const helpId = useId();
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');
  const last = rows.length - 1;

  const move = (from: number, to: number) => {
    const row = rows[from];
    if (!row) return;
    if (to < 0 || to > last) {
      say(`${row.name} is ${to < 0 ? 'first' : 'last'} already.`);
      return;
    }
    onMove(from, to);
    say(`${row.name} is now number ${String(to + 1)} of ${String(rows.length)}.`);
  };
  const { drag, handle } = useDrag(list, move);

  const onKey = (key: KeyboardEvent, at: number) => {
    const places: Readonly<Record<string, number>> = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: last,
    };
    const to = places[key.key];
    if (to === undefined || key.altKey || key.ctrlKey || key.metaKey) return;
    key.preventDefault();
    move(at, to);
  };

  return (
    <>
      <Box id={helpId} fontSize="s" color="ink-soft" marginBottom="3">
        Drag at the dots, or press the arrow keys on them. Home and End move to the first and last place.
      </Box>
      <SortedList ref={list} aria-label={label}>
        {rows.map(({ id, name, picture, note }, at) => {
          const isDragged = drag?.from === at;
          const shift = drag && (isDragged ? drag.by : shiftOf(at, drag));
          return (
            <SortableRow
              key={id}
              data-dragged={isDragged || undefined}
              data-dragging={drag !== undefined || undefined}
              style={shift === undefined ? {} : { transform: `translateY(${String(shift)}px)` }}
            >
              <Handle
                aria-label={`Move ${name}`}
                aria-describedby={helpId}
                onKeyDown={(key) => {
                  onKey(key, at);
                }}
                {...handle(at)}
              >
                <Dots />
              </Handle>
              <Box aria-hidden="true" color="ink-soft" fontVariantNumeric="tabular-nums">
                {String(at + 1)}
              </Box>
              <Flex flex="1" minWidth="0" wrap="wrap" align="center" columnGap="3" rowGap="1">
                {picture}
                <Box flex="1 1 7rem" minWidth="0">
                  <Box fontWeight="700" lineHeight="1.3" overflowWrap="anywhere">
                    {name}
                  </Box>
                  {note && (
                    <Box fontSize="s" color="ink-soft">
                      {note}
                    </Box>
                  )}
                </Box>
              </Flex>
              <Flex gap="1" direction={{ base: 'column', md: 'row' }}>
                <Step
                  way="up"
                  name={name}
                  isEnd={at === 0}
                  onClick={() => {
                    move(at, at - 1);
                  }}
                />
                <Step
                  way="down"
                  name={name}
                  isEnd={at === last}
                  onClick={() => {
                    move(at, at + 1);
                  }}
                />
              </Flex>
            </SortableRow>
          );
        })}
      </SortedList>
      <div className="visually-hidden" aria-live="polite">
        {said}
      </div>
    </>
  );
}

interface StepProps {
  way: 'up' | 'down';
  name: string;
  isEnd: boolean;
  onClick: () => void;
}

/** At the end of the list it does nothing, but keeps the focus. */
function Step({ way, name, isEnd, onClick }: StepProps) {
  return (
    <Button
      look="quiet"
      size="small"
      minWidth="control"
      aria-label={`Move ${name} ${way}`}
      aria-disabled={isEnd || undefined}
      onClick={onClick}
    >
      <span aria-hidden="true">{way === 'up' ? '↑' : '↓'}</span>
    </Button>
  );
}

function Dots() {
  return (
    <svg width="12" height="20" viewBox="0 0 12 20" fill="currentColor" aria-hidden="true">
      {[4, 10, 16].map((y) => [
        <circle key={`left-${String(y)}`} cx="3" cy={y} r="1.6" />,
        <circle key={`right-${String(y)}`} cx="9" cy={y} r="1.6" />,
      ])}
    </svg>
  );
}

const SortedList = chakra('ol', {
  base: { display: 'flex', flexDirection: 'column', gap: '2', padding: '0', listStyle: 'none' },
});

const SortableRow = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: { base: '2', md: '3' },
    padding: '2',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 's',
    background: 'surface',
    '&[data-dragging]': { userSelect: 'none' },
    '@media (prefers-reduced-motion: no-preference)': {
      '&[data-dragging]:not([data-dragged])': { transition: 'transform 0.15s' },
    },
    '&[data-dragged]': {
      position: 'relative',
      zIndex: '1',
      borderColor: 'primary',
      boxShadow: 'card',
      cursor: 'grabbing',
    },
  },
});

const Handle = chakra(
  'button',
  {
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      flex: 'none',
      width: 'control',
      minHeight: 'control',
      border: '0',
      borderRadius: 's',
      background: 'transparent',
      color: 'ink-soft',
      cursor: 'grab',
      // A finger on it drags the row and not the page.
      touchAction: 'none',
      '&:hover': { background: 'primary-tint' },
      '&:active': { cursor: 'grabbing' },
    },
  },
  { defaultProps: { type: 'button' } },
);
