// People whom a device without a network let in, although their pass does not admit them.
import { useToken } from '@/lib/session';
import { useUndo } from '@/portal/kit/checkIn/UndoDialog';
import { mayWorkAtCounter } from '@/portal/kit/session/username';
import { FoundCard, FoundRow, ScanLine } from './Found';
import { TickOffButton, useTickOff } from './TickOff';
import type { AttendanceAnswer } from './useAttendance';

type Reason = AttendanceAnswer['without_right'][number]['reason'];

const reasons: Record<Reason, string> = {
  malformed: 'The code is no pass',
  unknown: 'There is no such pass',
  unpaid: 'The pass is not paid for',
  withdrawn: 'The pass was withdrawn',
  wrong_list: 'The pass is for another exam',
  not_chosen: 'They have chosen other exams',
  online_only: 'The exam is taken online',
  undone: 'The scan was taken back',
};

interface Props {
  attendance: AttendanceAnswer;
  page: number;
  onPage: (page: number) => void;
  readAgain: () => Promise<unknown>;
}

export function WithoutRight({
  attendance: { list, without_right, without_right_total },
  page,
  onPage,
  readAgain,
}: Props) {
  const { undo, dialog } = useUndo(`${list} without-right`, readAgain);
  const tickingOff = useTickOff(list, 'without_right', readAgain);
  const mayAct = mayWorkAtCounter(useToken() ?? '');
  return (
    <>
      {without_right_total > 0 && (
        <FoundCard
          id="without-right"
          title="Let in without a right"
          total={without_right_total}
          text="A device without a network let them in, and their pass did not admit them. They are not counted. Find them, and send them to the counter. Tick off who has paid there. Undo takes the scan of those back who were sent away."
          page={page}
          onPage={onPage}
        >
          {without_right.map(({ candidate, reason, at: scan }) => (
            <FoundRow
              key={scan.nonce}
              candidate={candidate}
              actions={
                mayAct && (
                  <TickOffButton
                    candidate={candidate}
                    onClick={() => {
                      tickingOff.tick(scan.nonce, candidate);
                    }}
                  />
                )
              }
            >
              <ScanLine
                list={list}
                candidate={candidate}
                scan={scan}
                words={`${reasons[reason]}. `}
                undo={mayAct ? undo : undefined}
              />
            </FoundRow>
          ))}
        </FoundCard>
      )}
      {dialog}
      {tickingOff.dialog}
    </>
  );
}
