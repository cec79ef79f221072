// Questions and announcements that a person must answer before going on. They are asked from event handlers:
// `if (await confirm({…})) …`.
import { createContext, Fragment, use, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { Reference } from '@/components/Reference';
import { referenceOf } from '@/lib/api/client';
import { AnswerDialog } from './AnswerDialog';
import { Button } from './elements';

export interface Question {
  title: string;
  text?: ReactNode;
  /** Where the server failed: the id by which that is found in its log. */
  reference?: string | undefined;
  /** The word on the button that agrees. */
  agree?: string;
  refuse?: string;
  isDangerous?: boolean;
}

interface Dialogs {
  /** Whether the person agreed. */
  confirm: (question: Question) => Promise<boolean>;
  /** Resolves when the person has read it. */
  alert: (text: string, more?: ReactNode, thrown?: unknown) => Promise<void>;
  /** Shows a dialog of the caller's own until it answers. */
  ask: <Answer>(dialog: (answer: (answer: Answer) => void) => ReactElement) => Promise<Answer>;
}

const DialogsContext = createContext<Dialogs | undefined>(undefined);

export function useDialogs(): Dialogs {
  const dialogs = use(DialogsContext);
  if (!dialogs) throw new Error('useDialogs needs a DialogsProvider around it');
  return dialogs;
}

interface Asked {
  dialog: ReactElement;
}

export function DialogsProvider({ children }: { children: ReactElement }) {
  const [queue, setQueue] = useState<readonly Asked[]>([]);
  const dialogs = useMemo<Dialogs>(() => {
    const ask: Dialogs['ask'] = (dialog) =>
      new Promise((resolve) => {
        const asked: Asked = {
          dialog: dialog((answer) => {
            setQueue((others) => others.filter((other) => other !== asked));
            resolve(answer);
          }),
        };
        setQueue((others) => [...others, asked]);
      });
    return {
      ask,
      confirm: (question) => ask((answer) => <Dialog question={question} onAnswer={answer} />),
      alert: async (text, more, thrown) => {
        const told = { title: text, text: more, reference: referenceOf(thrown), agree: 'OK' };
        await ask<boolean>((answer) => <Dialog question={told} isAlert onAnswer={answer} />);
      },
    };
  }, []);

  const [current] = queue;
  return (
    <DialogsContext value={dialogs}>
      {children}
      {current && <Fragment key={queue.length}>{current.dialog}</Fragment>}
    </DialogsContext>
  );
}

interface DialogProps {
  question: Question;
  isAlert?: boolean;
  onAnswer: (agreed: boolean) => void;
}

function Dialog({ question, isAlert = false, onAnswer }: DialogProps) {
  const { title, text, reference, agree, refuse, isDangerous } = question;
  return (
    <AnswerDialog
      title={title}
      unanswered={false}
      onAnswer={onAnswer}
      buttons={(give) => (
        <>
          {!isAlert && (
            <Button
              look="quiet"
              onClick={() => {
                give(false);
              }}
            >
              {refuse ?? 'Cancel'}
            </Button>
          )}
          <Button
            look={isDangerous ? 'danger' : 'primary'}
            onClick={() => {
              give(true);
            }}
          >
            {agree ?? 'OK'}
          </Button>
        </>
      )}
    >
      {text || reference
        ? () => (
            <>
              <div>{text}</div>
              <Reference id={reference} />
            </>
          )
        : undefined}
    </AnswerDialog>
  );
}
