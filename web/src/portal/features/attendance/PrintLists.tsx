// Lists on paper, with room for a signature: of a day by name for the entrance, and by exam and hour for its halls.
import { BusyLabel } from '@/components/BusyLabel';
import type { AnswerOf } from '@/portal/kit/api/data';
import { Button } from '@/portal/kit/ui/elements';
import { paperByExam, paperByName, readAll, type WholeList } from './sheets';
import { usePaper } from './usePaper';

type Lists = AnswerOf<'/api/check-in/lists'>;

export function PrintLists({ list, lists }: { list: string; lists: Lists }) {
  const { isBusy, print, sheets } = usePaper();
  const exams = examsOf(list, lists);
  return (
    <>
      <Button
        look="quiet"
        aria-disabled={isBusy || undefined}
        onClick={() => void print(async () => paperByName(await readAll(list)))}
      >
        <BusyLabel busy={isBusy && 'Making lists...'}>Print by name</BusyLabel>
      </Button>
      {exams.length > 0 && (
        <Button
          look="quiet"
          aria-disabled={isBusy || undefined}
          onClick={() =>
            void print(async () => {
              const all: WholeList[] = [];
              for (const exam of exams) all.push(await readAll(exam));
              return paperByExam(all);
            })
          }
        >
          <BusyLabel busy={isBusy && 'Making lists...'}>Print by exam</BusyLabel>
        </Button>
      )}
      {sheets}
    </>
  );
}

/** The lists of the exams that are held on a day, which come by their hours; none for the list of an exam. */
function examsOf(list: string, lists: Lists): string[] {
  const day = list.startsWith('day:') && lists.find((one) => one.list === list);
  if (!day) return [];
  const held = lists.filter((one) => one.list.startsWith('exam:') && one.begins_at === day.begins_at);
  return held.map((one) => one.list);
}
