// Takes an admission back, with a reason that the portal shows.
import { useState } from 'react';
import { Button } from '@/components/Button';
import { BusyLabel } from '@/components/BusyLabel';
import { ErrorBanner } from '@/components/ErrorBanner';
import { isLost } from '@/lib/api/client';
import { whyNotKnown } from '@/lib/api/notKnown';
import { Sheet } from '@/door/kit/ui/Sheet';
import { useProblem } from '@/lib/useProblem';
import styles from './sheets.module.css';

const reasons = ['Scanned by mistake', 'Not the person on the pass', 'Went out again'] as const;

const failed = 'It could not be taken back. Please try again.';
const lost = 'it is not known whether it was taken back. Please try again: nothing is done twice.';

interface Props {
  who: string;
  close: () => void;
  undo: (reason: string) => Promise<void>;
}

export function UndoSheet({ who, close, undo }: Props) {
  const [busyWith, setBusyWith] = useState<string>();
  const { problem, fail, clear } = useProblem<{ text: string }>();
  return (
    <Sheet title="Take the admission back?" close={close}>
      <div className={styles.form}>
        <p>
          <span translate="no">{who}</span> will count as not in, and can be scanned again. Why?
        </p>
        {problem && <ErrorBanner occurrence={problem.occurrence}>{problem.text}</ErrorBanner>}
        {reasons.map((reason) => (
          <Button
            key={reason}
            look="quiet"
            disabled={busyWith !== undefined}
            onClick={() => {
              setBusyWith(reason);
              clear();
              undo(reason).then(close, (error: unknown) => {
                fail({
                  text: isLost(error) ? `${whyNotKnown(error)} ${lost}` : (error as Error).message || failed,
                });
                setBusyWith(undefined);
              });
            }}
          >
            <BusyLabel busy={busyWith === reason && reason}>{reason}</BusyLabel>
          </Button>
        ))}
      </div>
    </Sheet>
  );
}
