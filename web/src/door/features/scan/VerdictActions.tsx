// What can be done about a verdict.
import { notChosen, type Verdict } from '@/door/kit/verdict/verdict';

interface Props {
  verdict: Verdict;
  /** Takes back the scan of this device that let them in. */
  undo: (nonce: string) => void;
  letIn: () => void;
  /** After a look. */
  checkIn: () => void;
  /** People go out here at this moment. */
  goesOut: boolean;
}

export function VerdictActions({ verdict, undo, letIn, checkIn, goesOut }: Props) {
  const { result, reason, isOffline, isLook, passNo, undoes } = verdict;
  if (undoes !== undefined) {
    return (
      <button
        type="button"
        onClick={() => {
          undo(undoes);
        }}
      >
        Undo
      </button>
    );
  }
  if (isLook) {
    const may = goesOut ? result === 'already' || result === 'free' : result === 'free' || result === 'away';
    if (!may) return null;
    return (
      <button type="button" onClick={checkIn}>
        <span>{goesOut ? 'Check out' : 'Check in'}</span>
      </button>
    );
  }
  const isUndecided = (isOffline && reason === 'unknown') || reason === notChosen;
  const mayLetIn = result === 'unchecked' || (result === 'refused' && isUndecided);
  if (!mayLetIn || !passNo) return null;
  return (
    <button type="button" onClick={letIn}>
      Let in
    </button>
  );
}
