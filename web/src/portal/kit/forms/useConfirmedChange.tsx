// A change of the timetable: whom it disturbs is told with numbers before it is saved, and it is saved once the person
// has agreed to exactly that.
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import type { components } from '@/lib/api/schema';
import { ApiError } from '@/lib/api/client';
import { hours, shortDay } from '@/lib/examTime';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { CheckField } from '@/portal/kit/ui/Field';
import { count, counted } from '@/portal/kit/ui/format';
import { Abandoned } from './abandoned';

type Refusal = components['schemas']['NotConfirmed'];
export type Clash = components['schemas']['Clash'];
interface Disturbed {
  paid: number;
  paidForAll: number;
  clashes: readonly Clash[];
  overlaps: readonly Clash[];
  /** How many hold a place, where more do than there are to be. */
  placesHeld: number;
  /** Whether published seats stay in the halls before. */
  seatsStay: boolean;
  /** Whether the passes of those who hold it say something else then: there is something to mail. */
  passesChange: boolean;
  confirm: string[];
}

interface Words {
  question: string;
  /** What becomes of the passes of those who hold it. */
  passes: string;
  /** What is offered to those who hold it, where anything is. */
  tell?: string;
}

/**
 * Sends a change, with what was agreed to and whether those who hold it are to be told, and again after each question;
 * throws `Abandoned` where that is refused. What is made with nobody told who holds it is reported with how many these are.
 */
export function useConfirmedChange(words: Words) {
  const { confirm: ask } = useDialogs();
  return async <Answer,>(
    send: (confirm: string[], tell: boolean) => Promise<Answer>,
    onUntold?: (holders: number) => void,
  ): Promise<Answer> => {
    let agreed: string[] = [];
    let isTold = false;
    let holders = 0;
    for (;;) {
      try {
        const answer = await send(agreed, isTold);
        if (holders > 0 && !isTold) onUntold?.(holders);
        return answer;
      } catch (failure) {
        const disturbed = disturbedBy(failure);
        if (!disturbed) throw failure;
        const goesOn = await ask({
          title: words.question,
          text: (
            <Facts
              disturbed={disturbed}
              words={words}
              isTold={isTold}
              onTell={(tell) => {
                isTold = tell;
              }}
            />
          ),
          agree: 'Save all the same',
          isDangerous: true,
        });
        if (!goesOn) throw new Abandoned();
        agreed = disturbed.confirm;
        holders = disturbed.passesChange ? disturbed.paid + disturbed.paidForAll : 0;
      }
    }
  };
}

function disturbedBy(failure: unknown): Disturbed | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  const { code, body } = failure.details;
  if (code !== 'exam_is_held' && code !== 'hall_is_occupied' && code !== 'places_are_held') return undefined;
  const { paid, paidForAll, clashes, overlaps, placesHeld, seatsStay, passesChange, confirm } =
    body as Refusal;
  return {
    paid: paid ?? 0,
    paidForAll: paidForAll ?? 0,
    clashes: clashes ?? [],
    overlaps: overlaps ?? [],
    placesHeld: placesHeld ?? 0,
    seatsStay: seatsStay ?? false,
    passesChange: passesChange ?? true,
    confirm: confirm ?? [],
  };
}

interface FactsProps {
  disturbed: Disturbed;
  words: Words;
  isTold: boolean;
  onTell: (tell: boolean) => void;
}

function Facts({ disturbed, words, isTold, onTell }: FactsProps) {
  const { paid, paidForAll, clashes, overlaps, placesHeld, seatsStay, passesChange } = disturbed;
  const holders = paid + paidForAll;
  const [isTicked, setTicked] = useState(isTold);
  return (
    <Box display="grid" gap="3">
      {holders > 0 && (
        <p>
          <strong>{holdersInWords(paid, paidForAll)}</strong>
          {passesChange && <span>{` ${words.passes}`}</span>}
        </p>
      )}
      {seatsStay && (
        <p>
          <strong>The seats that are published stay where they are</strong>{' '}
          <span>until they are assigned and published again.</span>
        </p>
      )}
      {placesHeld > 0 && (
        <p>
          <strong>{`${counted(placesHeld, 'candidate holds', 'candidates hold')} a place.`}</strong>{' '}
          <span>They keep it, and nobody else can take one until fewer do.</span>
        </p>
      )}
      {overlaps.length > 0 && (
        <Exams
          title="Who has paid for all exams could take these beside it, and cannot any more:"
          exams={overlaps}
        />
      )}
      {clashes.length > 0 && <Clashes clashes={clashes} />}
      {words.tell && holders > 0 && passesChange && (
        <CheckField
          label={words.tell}
          isChecked={isTicked}
          onChange={(isNow) => {
            setTicked(isNow);
            onTell(isNow);
          }}
        />
      )}
    </Box>
  );
}

const candidates = (number: number) => counted(number, 'candidate has paid', 'candidates have paid');

function holdersInWords(paid: number, paidForAll: number): string {
  const all = 'for all exams, this one among them.';
  if (paidForAll === 0) return `${candidates(paid)} for this exam.`;
  if (paid === 0) return `${candidates(paidForAll)} ${all}`;
  return `${candidates(paid)} for this exam, and ${count(paidForAll)} ${all}`;
}

/** The exams that are in a hall at the same time. */
export function Clashes({ clashes }: { clashes: readonly Clash[] }) {
  const [first] = clashes;
  const others = clashes.length === 1 ? 'another exam' : `${count(clashes.length)} other exams`;
  const hall = first?.halls[0] ?? first?.venue ?? '';
  return <Exams title={`${hall} has ${others} at that time:`} exams={clashes} />;
}

function Exams({ title, exams }: { title: string; exams: readonly Clash[] }) {
  return (
    <div>
      <p>
        <strong>{title}</strong>
      </p>
      <Box asChild paddingInlineStart="5" listStyleType="disc">
        <ul>
          {exams.map(({ _id, examName, collegeName, date, timeStart, timeEnd }) => (
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
