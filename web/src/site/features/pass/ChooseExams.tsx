// Who has bought all exams says on the pass which they sit. It loads what can be chosen by itself, so that the pass is there first.
import { useEffect } from 'react';
import useSWR from 'swr';
import { Button } from '@/components/Button';
import { ExamChoice } from '@/components/ExamChoice';
import { Reference } from '@/components/Reference';
import { call, referenceOf } from '@/lib/api/client';
import type { ExamChoice as Choice, Pass } from '@/lib/api/types';
import box from '@/components/Box.module.css';

interface Props {
  orderId: string;
  /** As the pass has it. */
  state: NonNullable<Pass['choice']>;
  /** Whether the pass is being loaded again. */
  isLooking: boolean;
  /** Loads the pass again, which shows what is chosen. */
  onChosen: () => Promise<unknown>;
}

export function ChooseExams({ orderId, state, isLooking, onChosen }: Props) {
  const { data, error, isValidating, mutate } = useSWR<Choice | undefined, Error>(
    ['exams', orderId],
    () => call('get', '/api/order/{order_id}/exams', { path: { order_id: orderId } }),
    { revalidateOnFocus: false },
  );
  const seen = data?.version;
  useEffect(() => {
    if (seen !== undefined && seen < state.version) void mutate();
  }, [seen, state.version, mutate]);
  const now = data && data.version >= state.version ? data : state;
  // What was saved just now may not be on the pass yet, where the network is slow or gone.
  const isBehind =
    now.version > state.version && [...now.chosen].sort().join() !== [...state.chosen].sort().join();
  return (
    <section className={box.card} aria-labelledby="choose-exams">
      <h2 id="choose-exams">{now.chosen.length > 0 ? 'Your choice of exams' : 'Choose your exams'}</h2>
      <p>{wordsOf(now)}</p>
      {isBehind && !isLooking && <p role="status">The pass above does not show this choice yet.</p>}
      {data ? (
        <ExamChoice
          choice={data}
          save={(exams, version) =>
            call('put', '/api/order/{order_id}/exams', {
              path: { order_id: orderId },
              body: { exams, version },
            })
          }
          reload={async (saved) => {
            await Promise.all([saved ? mutate(saved, { revalidate: false }) : mutate(), onChosen()]);
          }}
        />
      ) : error && !isValidating ? (
        <>
          <p role="alert">The exams could not be loaded.</p>
          <Button look="quiet" onClick={() => void mutate()}>
            Load the exams again
          </Button>
          <Reference id={referenceOf(error)} />
        </>
      ) : (
        <p role="status">Loading the exams…</p>
      )}
    </section>
  );
}

function wordsOf({ open, chosen }: Pick<Choice, 'open' | 'chosen'>): string {
  if (!open) {
    return chosen.length > 0
      ? 'The seats are given out, so nothing can be changed here any more.'
      : 'The seats are given out. Please contact us if you want to sit an exam.';
  }
  return chosen.length > 0
    ? 'You can change it until the seats of an exam are given out.'
    : 'You have paid for every exam. Tick those that you will sit: each keeps a place for you. Without a choice you have no seat.';
}
