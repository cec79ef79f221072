// People who were let in twice while devices had no network, with what to do about each.
import { useToken } from '@/lib/session';
import { callForBody } from '@/portal/kit/api/data';
import { useUndo } from '@/portal/kit/checkIn/UndoDialog';
import { ReasonDialog } from '@/portal/kit/forms/ReasonDialog';
import { useKept } from '@/portal/kit/forms/useKept';
import { Button } from '@/portal/kit/ui/elements';
import { mayWorkAtCounter, usernameIn } from '@/portal/kit/session/username';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { FoundCard, FoundRow, ScanLine } from './Found';
import type { AttendanceAnswer } from './useAttendance';

interface Props {
  attendance: AttendanceAnswer;
  page: number;
  onPage: (page: number) => void;
  readAgain: () => Promise<unknown>;
}

const nothing = { id: '', name: '' };

export function Doubles({ attendance: { list, doubles, doubles_total }, page, onPage, readAgain }: Props) {
  const [ticking, tick] = useKept(`dealing-with-${list}`, nothing);
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
                  <Button
                    look="quiet"
                    size="small"
                    aria-label={`Tick off ${candidate.name || candidate.pass_no}`}
                    onClick={() => {
                      tick({ id, name: candidate.name || candidate.pass_no });
                    }}
                  >
                    Tick off
                  </Button>
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
      {ticking.id && (
        <TickOffDialog
          list={list}
          {...ticking}
          readAgain={readAgain}
          onClose={() => {
            tick(nothing);
          }}
        />
      )}
    </>
  );
}

interface DialogProps {
  list: string;
  id: string;
  name: string;
  readAgain: () => Promise<unknown>;
  onClose: () => void;
}

function TickOffDialog({ list, id, name, readAgain, onClose }: DialogProps) {
  const toaster = useToaster();
  const me = usernameIn(useToken() ?? '');
  const tickOff = async (reason: string) => {
    try {
      const { by } = await callForBody('post', '/api/check-in/deal-with', {
        body: { list, double: id, reason },
      });
      toaster.success(by === me ? `${name} is ticked off.` : `${by} has ticked ${name} off already.`);
      onClose();
    } finally {
      await readAgain();
    }
  };
  return (
    <ReasonDialog
      name={`tick-off-${id}`}
      title={`Tick off ${name}?`}
      text="Nobody has to look at it any more, and both scans stay. Who did it and why is in the audit log."
      agree="Tick off"
      hint="For example: the same person came back"
      fallback="It could not be ticked off. Please try again."
      onSend={tickOff}
      onClose={onClose}
    />
  );
}
