// Why an admission is taken back.
import { useState } from 'react';
import { call } from '@/lib/api/client';
import { failureText } from '@/portal/kit/api/failure';
import { TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { useToaster } from '@/portal/kit/ui/Toaster';

interface Props {
  name: string;
  passNo: string;
  list: string;
  readAgain: () => Promise<unknown>;
  onClose: () => void;
}

export function UndoDialog({ name, passNo, list, readAgain, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const toaster = useToaster();

  const send = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    setBusy(true);
    setFailure(undefined);
    try {
      await call('post', '/api/check-in/undo', { body: { code: passNo, list, reason: reason.trim() } });
      toaster.success(`${name} counts as not in.`);
      onClose();
      await readAgain();
    } catch (error) {
      setFailure(failureText(error, 'The admission could not be taken back. Please try again.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={`Take back the admission of ${name}?`}
      text="The pass can be scanned again afterwards. Who did it and why is in the audit log."
      agree="Take back"
      isDangerous
      isBusy={isBusy}
      failure={failure}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextField
        label="Reason"
        isRequired
        maxLength={200}
        autoComplete="off"
        value={reason}
        onChange={setReason}
        error={isChecked && reason.trim() === '' ? 'Please give a reason' : undefined}
      />
    </FormDialog>
  );
}
