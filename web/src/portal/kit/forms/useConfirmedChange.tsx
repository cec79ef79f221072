// A change of the timetable: whom it disturbs is told with numbers before it is saved, and it is saved once the person
// has agreed to exactly that.
import { Box } from '@chakra-ui/react';
import type { components } from '@/lib/api/schema';
import { ApiError } from '@/lib/api/client';
import { hours, shortDay } from '@/lib/examTime';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { count } from '@/portal/kit/ui/format';
import { Abandoned } from './abandoned';

type Refusal = components['schemas']['NotConfirmed'];
export type Clash = components['schemas']['Clash'];
interface Disturbed {
  paid: number;
  paidForAll: number;
  clashes: readonly Clash[];
  confirm: string[];
}

interface Words {
  question: string;
  /** What becomes of the passes of those who hold it. */
  passes: string;
}

/** Sends a change, with what was agreed to, and again after each question; throws `Abandoned` where that is refused. */
export function useConfirmedChange(words: Words) {
  const { confirm: ask } = useDialogs();
  return async <Answer,>(send: (confirm: string[]) => Promise<Answer>): Promise<Answer> => {
    let agreed: string[] = [];
    for (;;) {
      try {
        return await send(agreed);
      } catch (failure) {
        const disturbed = disturbedBy(failure);
        if (!disturbed) throw failure;
        const goesOn = await ask({
          title: words.question,
          text: <Facts disturbed={disturbed} passes={words.passes} />,
          agree: 'Save all the same',
          isDangerous: true,
        });
        if (!goesOn) throw new Abandoned();
        agreed = disturbed.confirm;
      }
    }
  };
}

function disturbedBy(failure: unknown): Disturbed | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  const { code, body } = failure.details;
  if (code !== 'exam_is_held' && code !== 'hall_is_occupied') return undefined;
  const { paid, paidForAll, clashes, confirm } = body as Refusal;
  return { paid: paid ?? 0, paidForAll: paidForAll ?? 0, clashes: clashes ?? [], confirm: confirm ?? [] };
}

function Facts({ disturbed, passes }: { disturbed: Disturbed; passes: string }) {
  const { paid, paidForAll, clashes } = disturbed;
  return (
    <Box display="grid" gap="3">
      {paid + paidForAll > 0 && (
        <p>
          <strong>{holders(paid, paidForAll)}</strong> <span>{passes}</span>
        </p>
      )}
      {clashes.length > 0 && <Clashes clashes={clashes} />}
    </Box>
  );
}

const candidates = (number: number) =>
  `${count(number)} ${number === 1 ? 'candidate has' : 'candidates have'} paid`;

function holders(paid: number, paidForAll: number): string {
  const all = 'for all exams, this one among them.';
  if (paidForAll === 0) return `${candidates(paid)} for this exam.`;
  if (paid === 0) return `${candidates(paidForAll)} ${all}`;
  return `${candidates(paid)} for this exam, and ${count(paidForAll)} ${all}`;
}

/** The exams that are in a hall at the same time. */
export function Clashes({ clashes }: { clashes: readonly Clash[] }) {
  const [first] = clashes;
  return (
    <div>
      <p>
        <strong>
          {`${first?.venue ?? ''} has ${clashes.length === 1 ? 'another exam' : `${count(clashes.length)} other exams`} at that time:`}
        </strong>
      </p>
      <Box asChild paddingInlineStart="5" listStyleType="disc">
        <ul>
          {clashes.map(({ _id, examName, collegeName, date, timeStart, timeEnd }) => (
            <li key={_id}>
              {[examName || 'An exam without a name', collegeName, shortDay(date), hours(timeStart, timeEnd)]
                .filter(Boolean)
                .join(', ')}
            </li>
          ))}
        </ul>
      </Box>
    </div>
  );
}
