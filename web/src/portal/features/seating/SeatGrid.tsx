// A hall from above, the front on top. Its seats are one stop of the tab key; arrows go from seat to seat.
import { Box, chakra } from '@chakra-ui/react';
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { rowsOf } from './seats';

export interface SeatLook {
  /** What stands on it. */
  text: string;
  /** What it is called: its label, and who sits there. */
  name: string;
  /** Beside the pointer, where the name does not say how it is. */
  title?: string;
  tone: 'free' | 'taken' | 'blocked' | 'other' | 'picked';
  /** Of one that is switched on and off. */
  isPressed?: boolean;
  /** Who can be dragged from it. */
  carries?: string | undefined;
}

interface Props {
  name: string;
  rows: number;
  columns: number;
  look: (label: string) => SeatLook;
  /** None where the hall is only looked at. */
  onPress?: ((label: string) => void) | undefined;
  onDrag?: (label: string) => void;
  /** Wherever it was dropped, or not. */
  onDragEnd?: () => void;
}

const step: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export function SeatGrid({ name, rows, columns, look, onPress, onDrag, onDragEnd }: Props) {
  const [current, setCurrent] = useState('A1');
  const table = useRef<HTMLTableElement>(null);
  const all = rowsOf(rows, columns);
  // A hall that was made smaller may have lost it.
  const stop = all.some(({ labels }) => labels.includes(current)) ? current : 'A1';

  const onKeyDown = (event: KeyboardEvent) => {
    const by = step[event.key];
    if (!by) return;
    event.preventDefault();
    const row = all.findIndex(({ labels }) => labels.includes(stop));
    const column = all[row]?.labels.indexOf(stop) ?? 0;
    const next = all[row + by[0]]?.labels[column + by[1]];
    if (next === undefined) return;
    setCurrent(next);
    table.current?.querySelector<HTMLElement>(`[data-seat="${next}"]`)?.focus();
  };

  const seat = (label: string) => {
    const { text, name: called, title, tone, isPressed, carries } = look(label);
    if (!onPress) {
      return (
        <Place data-tone={tone} data-seat={label}>
          <span className="visually-hidden">{called}</span>
          <span aria-hidden="true" translate="no">
            {text}
          </span>
        </Place>
      );
    }
    return (
      <PlaceButton
        type="button"
        data-tone={tone}
        data-seat={label}
        tabIndex={label === stop ? 0 : -1}
        aria-label={called}
        aria-pressed={isPressed}
        title={title ?? called}
        draggable={carries !== undefined}
        onFocus={() => {
          setCurrent(label);
        }}
        onClick={() => {
          onPress(label);
        }}
        onDragStart={(event: DragEvent) => {
          event.dataTransfer.setData('text/plain', carries ?? '');
          event.dataTransfer.effectAllowed = 'move';
          onDrag?.(label);
        }}
        onDragEnd={onDragEnd}
        onDragOver={(event: DragEvent) => {
          event.preventDefault();
        }}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          onPress(label);
        }}
      >
        <span aria-hidden="true" translate="no">
          {text}
        </span>
      </PlaceButton>
    );
  };

  return (
    <Box
      overflowX="auto"
      paddingBottom="2"
      role="region"
      aria-label={name}
      tabIndex={onPress ? undefined : 0}
    >
      <Table ref={table} onKeyDown={onPress && onKeyDown} aria-label={name}>
        <thead>
          <tr>
            <td />
            {Array.from({ length: columns }, (_, column) => (
              <th key={column} scope="col">
                {column + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map(({ row, labels }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {labels.map((label) => (
                <td key={label}>{seat(label)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}

const Table = chakra('table', {
  base: {
    borderCollapse: 'separate',
    borderSpacing: '0.1875rem',
    fontSize: 'xs',
    '& th': { color: 'ink-soft', fontWeight: '600', paddingInline: '1', textAlign: 'center' },
    '& td': { padding: '0' },
  },
});

const place = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '2.75rem',
  minHeight: '2.75rem',
  padding: '0',
  border: '1px solid',
  borderColor: 'line-strong',
  borderRadius: 's',
  background: 'surface',
  color: 'ink',
  fontFamily: 'inherit',
  fontSize: 'xs',
  fontWeight: '600',
  // Beside the colour, for who does not see it.
  '&[data-tone=taken]': { background: 'primary-tint', borderColor: 'primary' },
  '&[data-tone=blocked]': { background: 'grey-tint', color: 'ink-soft', borderStyle: 'dashed' },
  '&[data-tone=other]': { background: 'marigold-tint', borderColor: 'marigold', borderStyle: 'dotted' },
  '&[data-tone=picked]': { background: 'primary', color: 'on-primary', borderColor: 'primary' },
} as const;

const Place = chakra('span', { base: place });
const PlaceButton = chakra('button', { base: { ...place, cursor: 'pointer' } });
