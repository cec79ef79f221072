// Why a pass is withdrawn, or given back.
import { useState } from 'react';
import { call } from '@/lib/api/client';
import { failureText } from '@/portal/kit/api/failure';
import { TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { useToaster } from '@/portal/kit/ui/Toaster';

interface Props {
  orderId: string;
  name: string;
  /** What the pass is to be. */
  validity: 'valid' | 'withdrawn';
  reload: () => Promise<unknown>;
  onClose: () => void;
}

const words = {
  withdrawn: {
    title: (name: string) => `Withdraw the pass of ${name}?`,
    text: 'The pass is refused at the entrance and opens no more. The payment stays as it is.',
    agree: 'Withdraw pass',
    failure: 'The pass could not be withdrawn. Please try again.',
  },
  valid: {
    title: (name: string) => `Give the pass back to ${name}?`,
    text: 'The pass opens and is accepted at the entrance again.',
    agree: 'Give pass back',
    failure: 'The pass could not be given back. Please try again.',
  },
} as const;

export function ValidityDialog({ orderId, name, validity, reload, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const toaster = useToaster();
  const { title, text, agree, failure: failed } = words[validity];

  const send = async () => {
    setChecked(true);
    if (reason.trim() === '') return;
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await call('post', '/api/payments/{order_id}/validity', {
        path: { order_id: orderId },
        body: { validity, reason: reason.trim() },
      });
      toaster.success(`${answer?.message ?? agree}.`);
      onClose();
      await reload();
    } catch (error) {
      setFailure(failureText(error, failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={title(name)}
      text={text}
      agree={agree}
      isDangerous={validity === 'withdrawn'}
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
        hint="Seen in the portal alone."
        value={reason}
        onChange={setReason}
        error={isChecked && reason.trim() === '' ? 'Please give a reason' : undefined}
      />
    </FormDialog>
  );
}
