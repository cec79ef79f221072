// A few fields over the page, that are sent or given up. What was typed stays when sending fails, and is given up only
// once the person agrees.
import { Box, Flex } from '@chakra-ui/react';
import { useEffect, useId, useRef, type ReactElement } from 'react';
import type { Elements } from '@/lib/elements';
import { composes } from './composes';
import { DialogFrame } from './DialogFrame';
import { Button, Notice } from './elements';
import { focusFirstInvalid } from './focusFirstInvalid';
import { useDiscard } from './useDiscard';
import { useUnsavedWarning } from './UnsavedProvider';

interface Props {
  title: string;
  text?: string | ReactElement | undefined;
  /** The word on the button that sends. */
  agree: string;
  isDangerous?: boolean;
  isBusy: boolean;
  /** Something was typed or chosen that is not sent. */
  isDirty: boolean;
  /** Why it could not be sent. */
  failure?: string | ReactElement | undefined;
  onSend: () => void;
  onClose: () => void;
  children: Elements;
}

export function FormDialog({
  title,
  text,
  agree,
  isDangerous = false,
  isBusy,
  isDirty,
  failure,
  onSend,
  onClose,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const discard = useDiscard();
  useUnsavedWarning(isDirty);
  useEffect(() => {
    const opener = document.activeElement;
    if (!dialog.current?.open) dialog.current?.showModal();
    return () => {
      // A dialog that goes without being closed gives the focus to nobody.
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  useEffect(() => {
    if (!isBusy) focusFirstInvalid(dialog.current);
  }, [isBusy]);
  /** What is being sent is not called off. */
  const leave = () => {
    if (isBusy) return;
    discard({ isDirty }, () => {
      dialog.current?.close();
    });
  };
  return (
    <DialogFrame
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      onKeyDown={(key) => {
        if (key.key !== 'Escape' || composes(key)) return;
        // Before the browser makes it `cancel`: it closes at the second Escape whatever `cancel` has answered.
        key.preventDefault();
        leave();
      }}
      // The other ways of leaving a dialog, such as a phone's way back. One of a field inside it is no way out.
      onCancel={(cancel) => {
        if (cancel.target !== dialog.current) return;
        cancel.preventDefault();
        leave();
      }}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault();
          if (isBusy) return;
          onSend();
          // Once it is said what is wrong.
          requestAnimationFrame(() => {
            focusFirstInvalid(dialog.current);
          });
        }}
      >
        <Box asChild fontSize="l">
          <h2 id={`${id}-title`}>{title}</h2>
        </Box>
        {text && (
          <Box id={`${id}-text`} marginTop="2" color="ink-soft">
            {text}
          </Box>
        )}
        <Flex direction="column" gap="4" marginTop="4">
          {children}
          {failure && (
            <Notice tone="error" role="alert">
              {failure}
            </Notice>
          )}
        </Flex>
        <Flex marginTop="5" gap="3" justify="flex-end" wrap="wrap">
          <Button look="quiet" disabled={isBusy} onClick={leave}>
            Cancel
          </Button>
          <Button
            type="submit"
            look={isDangerous ? 'danger' : 'primary'}
            aria-disabled={isBusy || undefined}
            aria-busy={isBusy || undefined}
          >
            {agree}
          </Button>
        </Flex>
      </form>
    </DialogFrame>
  );
}
