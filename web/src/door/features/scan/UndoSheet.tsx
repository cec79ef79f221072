// Takes an admission back, with a reason that the portal shows.
import { useState } from 'react';
import { Button } from '@/components/Button';
import { BusyLabel } from '@/components/BusyLabel';
import { ErrorBanner } from '@/components/ErrorBanner';
import { Sheet } from '@/door/kit/ui/Sheet';
import styles from './sheets.module.css';

const reasons = ['Scanned by mistake', 'Another person than on the pass', 'Went out again'] as const;

interface Props {
  who: string;
  close: () => void;
  undo: (reason: string) => Promise<void>;
}

export function UndoSheet({ who, close, undo }: Props) {
  const [busyWith, setBusyWith] = useState<string>();
  const [problem, setProblem] = useState<string>();
  return (
    <Sheet title="Take the admission back?" close={close}>
      <div className={styles.form}>
        <p>{who} counts as not in afterwards, and can be scanned again. Why?</p>
        {problem && <ErrorBanner occurrence={1}>{problem}</ErrorBanner>}
        {reasons.map((reason) => (
          <Button
            key={reason}
            look="quiet"
            disabled={busyWith !== undefined}
            onClick={() => {
              setBusyWith(reason);
              undo(reason).then(close, (error: unknown) => {
                setProblem((error as Error).message || 'It could not be taken back. Please try again.');
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
