// Asks for the reason of something that is then in the audit log, or for another line of text. What was typed stays when it fails.
import { useState } from 'react';
import { TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { useKept } from './useKept';
import { useSending } from './useSending';

interface Props {
  /** By which what was typed is kept when the session ends. */
  name: string;
  /** Of the field. */
  label?: string;
  /** Said when nothing was typed. */
  missing?: string;
  title: string;
  text: string;
  /** The word on the button that sends. */
  agree: string;
  isDangerous?: boolean;
  hint?: string;
  /** What is said where the server gives no reason. */
  fallback: string;
  /** What is said where no answer came, as `failureText` has it, of what may not simply be sent again. */
  whenLost?: string;
  onSend: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

export function ReasonDialog({
  name,
  label = 'Reason',
  missing = 'Please give a reason',
  hint,
  fallback,
  whenLost,
  onSend,
  ...dialog
}: Props) {
  const [{ reason }, change] = useKept(name, { reason: '' });
  const [isChecked, setChecked] = useState(false);
  const { isBusy, send, failureBeside } = useSending();
  const given = reason.trim();
  return (
    <FormDialog
      {...dialog}
      isBusy={isBusy}
      isDirty={given !== ''}
      failure={failureBeside()}
      onSend={() => {
        setChecked(true);
        if (given) void send(() => onSend(given), fallback, whenLost);
      }}
    >
      <TextField
        label={label}
        isRequired
        maxLength={200}
        autoComplete="off"
        hint={hint}
        value={reason}
        onChange={(typed) => {
          change({ reason: typed });
        }}
        error={isChecked && !given ? missing : undefined}
      />
    </FormDialog>
  );
}
