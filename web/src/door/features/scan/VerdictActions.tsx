// What can be done about a verdict.
import type { Verdict } from '@/door/kit/verdict/verdict';

interface Props {
  verdict: Verdict;
  undo: () => void;
  letIn: () => void;
}

export function VerdictActions({ verdict: { result, reason, isOffline, passNo }, undo, letIn }: Props) {
  if (result === 'admitted') {
    return (
      <button type="button" onClick={undo}>
        Undo
      </button>
    );
  }
  const mayLetIn = result === 'unchecked' || (result === 'refused' && isOffline && reason === 'unknown');
  if (!mayLetIn || !passNo) return null;
  return (
    <button type="button" onClick={letIn}>
      Let in
    </button>
  );
}
