// A dialog that asks for one of several answers. Escape gives the one that changes nothing.
import { Box, Flex } from '@chakra-ui/react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { DialogFrame } from './DialogFrame';

type Give<Answer> = (answer: Answer) => void;

interface Props<Answer> {
  title: string;
  children?: ((give: Give<Answer>) => ReactNode) | undefined;
  buttons: (give: Give<Answer>) => ReactNode;
  /** What it means to leave the question. */
  unanswered: Answer;
  onAnswer: Give<Answer>;
}

export function AnswerDialog<Answer>({ title, children, buttons, unanswered, onAnswer }: Props<Answer>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [given, setGiven] = useState<{ answer: Answer }>();
  const id = useId();

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  useEffect(() => {
    // Closing gives the focus back to where it was.
    if (given) dialog.current?.close();
  }, [given]);
  const give = (answer: Answer) => {
    setGiven({ answer });
  };

  return (
    <DialogFrame
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
      onClose={() => {
        onAnswer(given ? given.answer : unanswered);
      }}
    >
      <Box asChild fontSize="l">
        <h2 id={`${id}-title`}>{title}</h2>
      </Box>
      {children && (
        <Box id={`${id}-text`} marginTop="3">
          {children(give)}
        </Box>
      )}
      <Flex marginTop="5" gap="3" justify="flex-end" wrap="wrap">
        {buttons(give)}
      </Flex>
    </DialogFrame>
  );
}
