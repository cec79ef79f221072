// Questions and announcements that a person must answer before going on. They are asked from event handlers:
// `if (await confirm({…})) …`.
import { Box, Flex } from '@chakra-ui/react';
import { createContext, use, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { Reference } from '@/components/Reference';
import { referenceOf } from '@/lib/api/client';
import { DialogFrame } from './DialogFrame';
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
  alert: (text: string, more?: string, thrown?: unknown) => Promise<void>;
}

const DialogsContext = createContext<Dialogs | undefined>(undefined);

export function useDialogs(): Dialogs {
  const dialogs = use(DialogsContext);
  if (!dialogs) throw new Error('useDialogs needs a DialogsProvider around it');
  return dialogs;
}

interface Asked {
  question: Question;
  isAlert: boolean;
  answer: (agreed: boolean) => void;
}

export function DialogsProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Asked[]>([]);
  const dialogs = useMemo<Dialogs>(() => {
    const ask = (question: Question, isAlert: boolean) =>
      new Promise<boolean>((answer) => {
        setQueue((asked) => [...asked, { question, isAlert, answer }]);
      });
    return {
      confirm: (question) => ask(question, false),
      alert: async (text, more, thrown) => {
        await ask({ title: text, text: more, reference: referenceOf(thrown), agree: 'OK' }, true);
      },
    };
  }, []);

  const [current] = queue;
  return (
    <DialogsContext value={dialogs}>
      {children}
      {current && (
        <Dialog
          key={queue.length}
          asked={current}
          onAnswer={(agreed) => {
            setQueue((asked) => asked.slice(1));
            current.answer(agreed);
          }}
        />
      )}
    </DialogsContext>
  );
}

function Dialog({ asked, onAnswer }: { asked: Asked; onAnswer: (agreed: boolean) => void }) {
  const { question, isAlert } = asked;
  const dialog = useRef<HTMLDialogElement>(null);
  const agreed = useRef(false);
  const id = useId();

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const close = (agrees: boolean) => {
    agreed.current = agrees;
    // Closing gives the focus back to where it was.
    dialog.current?.close();
  };

  return (
    <DialogFrame
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={question.text ? `${id}-text` : undefined}
      onClose={() => {
        onAnswer(agreed.current);
      }}
    >
      <Box asChild fontSize="l">
        <h2 id={`${id}-title`}>{question.title}</h2>
      </Box>
      {question.text && (
        <Box id={`${id}-text`} marginTop="3">
          {question.text}
        </Box>
      )}
      <Reference id={question.reference} />
      <Flex marginTop="5" gap="3" justify="flex-end" wrap="wrap">
        {!isAlert && (
          <Button
            look="quiet"
            onClick={() => {
              close(false);
            }}
          >
            {question.refuse ?? 'Cancel'}
          </Button>
        )}
        <Button
          look={question.isDangerous ? 'danger' : 'primary'}
          onClick={() => {
            close(true);
          }}
        >
          {question.agree ?? 'OK'}
        </Button>
      </Flex>
    </DialogFrame>
  );
}
