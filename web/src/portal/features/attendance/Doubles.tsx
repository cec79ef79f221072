// People who were let in twice while devices had no network, with what to do about each.
import { useToken } from '@/lib/session';
import { useUndo } from '@/portal/kit/checkIn/UndoDialog';
import { mayWorkAtCounter } from '@/portal/kit/session/username';
import { FoundCard, FoundRow, ScanLine } from './Found';
import { TickOffButton, useTickOff } from './TickOff';
import type { AttendanceAnswer } from './useAttendance';

interface Props {
  attendance: AttendanceAnswer;
  page: number;
  onPage: (page: number) => void;
  readAgain: () => Promise<unknown>;
}

export function Doubles({ attendance: { list, doubles, doubles_total }, page, onPage, readAgain }: Props) {
  const tickingOff = useTickOff(list, 'double', readAgain);
  const { undo, dialog } = useUndo(list, readAgain);
  const mayAct = mayWorkAtCounter(useToken() ?? '');
  return (
    <>
      {doubles_total > 0 && (
        <FoundCard
          id="doubles"
          title="Let in twice"
          total={doubles_total}
          text="Two devices admitted the same pass, and at least one of them had no network. Ask at the place of the second scan: if the same person came back, tick it off. If two people came with one pass, find the second one by the name, look at an ID, and withdraw the pass if it was given away. Undo takes one scan back; the other goes on counting."
          page={page}
          onPage={onPage}
        >
          {doubles.map(({ id, candidate, first, second }) => (
            <FoundRow
              key={id}
              candidate={candidate}
              actions={
                mayAct && (
                  <TickOffButton
                    candidate={candidate}
                    onClick={() => {
                      tickingOff.tick(id, candidate);
                    }}
                  />
                )
              }
            >
              {[first, second].map((scan) => (
                <ScanLine
                  list={list}
                  key={scan.nonce}
                  candidate={candidate}
                  scan={scan}
                  undo={mayAct ? undo : undefined}
                />
              ))}
            </FoundRow>
          ))}
        </FoundCard>
      )}
      {dialog}
      {tickingOff.dialog}
    </>
  );
}
