// Takes a scan back, with a reason that the portal shows. It is done at once, and the server hears of it now or later.
import { useState } from 'react';
import { Button } from '@/components/Button';
import { ErrorBanner } from '@/components/ErrorBanner';
import { NotHere } from '@/door/kit/checkIn/notHere';
import { Sheet } from '@/door/kit/ui/Sheet';
import type { Way } from '@/door/kit/verdict/verdict';
import { useProblem } from '@/lib/useProblem';
import styles from './sheets.module.css';

const reasons = ['Scanned by mistake', 'Not the person on the pass'] as const;
const wentOut = 'Went out again';
const didNotGo = 'Did not go out';

const titles: Record<Way, string> = {
  in: 'Take the admission back?',
  back: 'Take it back that they came in again?',
  out: 'Take the exit back?',
};

const effects: Record<Way, string> = {
  in: 'will count as not in here, and can be scanned again. Why?',
  back: 'will count as gone out, and stays admitted. Why?',
  out: 'will not count as gone out. Why?',
};

const notKept = 'This phone could not keep it. Please try again.';

interface Props {
  /** A name or a number; neither is translated. */
  who: string;
  way: Way;
  /** The list counts who goes out: that is none of its reasons. */
  isCounted: boolean;
  close: () => void;
  /** Resolves when it is taken back. */
  undo: (reason: string) => Promise<void>;
}

export function UndoSheet({ who, way, isCounted, close, undo }: Props) {
  const [isBusy, setBusy] = useState(false);
  const { problem, fail, clear } = useProblem<{ text: string }>();
  return (
    <Sheet title={titles[way]} close={close}>
      <div className={styles.form}>
        <p>
          <span translate="no">{who}</span> <span>{effects[way]}</span>
        </p>
        {problem && <ErrorBanner occurrence={problem.occurrence}>{problem.text}</ErrorBanner>}
        {[...reasons, ...(way === 'out' ? [didNotGo] : isCounted ? [] : [wentOut])].map((reason) => (
          <Button
            key={reason}
            look="quiet"
            disabled={isBusy}
            onClick={() => {
              setBusy(true);
              clear();
              undo(reason).then(close, (error: unknown) => {
                fail({ text: error instanceof NotHere ? error.message : notKept });
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
