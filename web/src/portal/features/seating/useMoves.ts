// Moving a candidate to another seat, or letting two change places.
import { callForBody } from '@/portal/kit/api/data';
import { failureText } from '@/portal/kit/api/failure';
import { lookFirst } from '@/portal/kit/api/lookFirst';
import { orReadAgain } from '@/portal/kit/api/readAgain';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { useToaster } from '@/portal/kit/ui/Toaster';
import type { HallSeats, Seating, Which } from './seats';

/** Who is to be moved. */
export interface Picked {
  id: string;
  name: string;
  /** None of one without a seat. */
  from: { hall: string; seat: string } | undefined;
}

interface Moving {
  course: string;
  of: Which;
  seating: Seating;
  put: (seating: Seating) => Promise<void>;
  reload: () => Promise<void>;
}

export function useMoves({ course, of, seating, put, reload }: Moving) {
  const { alert, confirm } = useDialogs();
  const toaster = useToaster();
  return async (picked: Picked, hall: HallSeats, label: string): Promise<void> => {
    const seat = hall.seats.find((one) => one.seat === label);
    if (!seat) {
      await alert('Nobody can sit there', 'This seat is blocked.');
      return;
    }
    if (seat.other_exam) {
      await alert('This seat is taken', 'A candidate of another exam sits there at that time.');
      return;
    }
    const isTaken = Boolean(seat.customer_id);
    if (isTaken && !picked.from) {
      await alert('This seat is taken', 'Choose a free one, or move who sits there first.');
      return;
    }
    const question = {
      title: 'Let these two change places?',
      text: `${picked.name} gets ${label}, and ${seat.name ?? 'who sits there'} gets ${picked.from?.seat ?? ''}.`,
      agree: 'Change places',
    };
    if (isTaken && !(await confirm(question))) return;
    try {
      const body = {
        customer_id: picked.id,
        hall: hall.hall,
        seat: label,
        version: seating.version,
        swap: isTaken,
        // Who comes late may have the seat by now, and has not been asked about.
        ...(isTaken && { with: seat.customer_id }),
      };
      const request = { path: { course }, query: { of }, body };
      const moved = () => callForBody('post', '/api/seating/{course}/move', request);
      await put(await orReadAgain(moved, reload));
      toaster.success(`${picked.name} sits on ${label} in ${hall.name}.`);
    } catch (failure) {
      toaster.error(failureText(failure, 'The candidate could not be moved', lookFirst), failure);
    }
  };
}
