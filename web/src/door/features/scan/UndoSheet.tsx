// Takes a scan back, with a reason that the portal shows. It is done at once, and the server hears of it now or later.
import { useState } from 'react';
import { Button } from '@/components/Button';
import { ErrorBanner } from '@/components/ErrorBanner';
import { Sheet } from '@/door/kit/ui/Sheet';
import { useProblem } from '@/lib/useProblem';
import styles from './sheets.module.css';

const reasons = ['Scanned by mistake', 'Not the person on the pass', 'Went out again'] as const;

interface Props {
  /** A name or a number; neither is translated. */
  who: string;
  close: () => void;
  /** Resolves when it is kept. */
  undo: (reason: string) => Promise<void>;
}

export function UndoSheet({ who, close, undo }: Props) {
  const [isBusy, setBusy] = useState(false);
  const { problem, fail, clear } = useProblem<{ text: string }>();
  return (
    <Sheet title="Take the admission back?" close={close}>
      <div className={styles.form}>
        <p>
          <span translate="no">{who}</span> will count as not in here, and can be scanned again. Why?
        </p>
        {problem && <ErrorBanner occurrence={problem.occurrence}>{problem.text}</ErrorBanner>}
        {reasons.map((reason) => (
          <Button
            key={reason}
            look="quiet"
            disabled={isBusy}
            onClick={() => {
              setBusy(true);
              clear();
              undo(reason).then(close, () => {
                fail({ text: 'This phone could not keep it. Please try again.' });
                setBusy(false);
              });
            }}
          >
            {reason}
          </Button>
        ))}
      </div>
    </Sheet>
  );
}
