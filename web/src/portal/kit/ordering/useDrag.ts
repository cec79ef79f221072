// Dragging one row of a list by its handle, with a mouse, a pen or a finger. The rows stay where they are in the document
// until it is dropped: one that is moved there loses the pointer.
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { placeOf, type Extent } from './moves';

/** So near to an edge of the window the page scrolls on. */
const edgePx = 64;
const scrollPx = 8;

interface Drag {
  from: number;
  to: number;
  /** How far it is from its own place. */
  by: number;
  /** How much room it takes among the others. */
  room: number;
}

interface Grip {
  from: number;
  rows: readonly Extent[];
  /** Where on the page it was taken, and where in the window the pointer is now. */
  startY: number;
  clientY: number;
}

export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const grip = useRef<Grip>(undefined);
  const isDragging = drag !== undefined;

  const follow = () => {
    const held = grip.current;
    if (!held) return;
    const by = held.clientY + scrollY - held.startY;
    setDrag((now) => now && { ...now, by, to: placeOf(held.rows, held.from, by) });
  };
  const cancel = () => {
    grip.current = undefined;
    setDrag(undefined);
  };

  useEffect(() => {
    if (!isDragging) return;
    let frame = requestAnimationFrame(function scroll() {
      const y = grip.current?.clientY ?? innerHeight / 2;
      const step = y < edgePx ? -scrollPx : y > innerHeight - edgePx ? scrollPx : 0;
      if (step !== 0) {
        scrollBy(0, step);
        follow();
      }
      frame = requestAnimationFrame(scroll);
    });
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      cancel();
    };
    addEventListener('keydown', onKey);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('keydown', onKey);
    };
  }, [isDragging]);

  const handle = (from: number) => ({
    onPointerDown: (pointer: PointerEvent<HTMLElement>) => {
      if (!pointer.isPrimary || pointer.button !== 0) return;
      const rows = [...(list.current?.children ?? [])].map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return { top: top + scrollY, height };
      });
      const [row, next] = [rows[from], rows[from + 1] ?? rows[from - 1]];
      if (!row || !next) return;
      pointer.currentTarget.setPointerCapture(pointer.pointerId);
      const gap = Math.abs(next.top - row.top) - (next.top > row.top ? row.height : next.height);
      grip.current = { from, rows, startY: pointer.clientY + scrollY, clientY: pointer.clientY };
      setDrag({ from, to: from, by: 0, room: row.height + gap });
    },
    onPointerMove: (pointer: PointerEvent<HTMLElement>) => {
      if (!grip.current) return;
      grip.current.clientY = pointer.clientY;
      follow();
    },
    onPointerUp: () => {
      const held = grip.current;
      if (!held) return;
      const to = placeOf(held.rows, held.from, held.clientY + scrollY - held.startY);
      cancel();
      if (to !== held.from) onDrop(held.from, to);
    },
    onPointerCancel: cancel,
  });

  return { drag, handle };
}
