// The last question before everybody on a list is registered: the sum is typed.
import { useState, type ReactElement } from 'react';
import { ApiError, call, changedPriceOf } from '@/lib/api/client';
import { rupees } from '@/lib/format';
import { parseRupees } from '@/lib/rupees';
import { failureText } from '@/portal/kit/api/failure';
import { useAdding } from '@/portal/kit/forms/useAdding';
import { Notice } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import { withReference } from '@/portal/kit/ui/withReference';
import { peopleText } from './Preview';
import type { ImportAnswer, ImportRequest } from './request';

interface Props {
  request: ImportRequest;
  answer: ImportAnswer;
  onTaken: (id: string) => void;
  onClose: () => void;
}

export function ConfirmDialog({ request, answer: { rows, amount }, onTaken, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | ReactElement>();
  const add = useAdding('school list');
  const isPaid = request.payment === 'paid';
  const mode = paymentModeLabel(request.mode ?? '');
  const wrong = parseRupees(typed) === amount ? undefined : `Type ${rupees(amount)}`;

  const send = async () => {
    setChecked(true);
    if (wrong) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { ...request, amount, commit: true };
      const id = await add(async (key) => {
        const taken = await call('post', '/api/imports', { header: { 'Idempotency-Key': key }, body });
        if (!taken?.import_id) throw ApiError.unusable(200, true);
        return taken.import_id;
      }, body);
      onTaken(id);
    } catch (error) {
      const isOld =
        changedPriceOf(error) !== undefined ||
        (error instanceof ApiError && error.details.code === 'list_has_errors');
      const words = failureText(error, 'The list could not be registered.');
      setFailure(withReference(isOld ? `${words} Close this and check the list again.` : words, error));
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={`Register ${peopleText(rows)}?`}
      text={
        isPaid
          ? `You have taken ${rupees(amount)} by ${mode}. It goes into your till, and each of them gets a pass by mail.`
          : `Each of them owes their share of ${rupees(amount)}, to be paid by ${mode}. They get a pass once their payment is marked as paid.`
      }
      agree="Register"
      isBusy={isBusy}
      isDirty={false}
      failure={failure}
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={`To confirm, type the sum: ${rupees(amount)}`}
        isRequired
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={isChecked ? wrong : undefined}
        onChange={setTyped}
      />
      {isBusy && <Notice role="status">The list is being sent...</Notice>}
    </FormDialog>
  );
}
