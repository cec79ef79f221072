// How much of a payment is sent back, and why.
import { useState } from 'react';
import { call } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import { uuid } from '@/lib/uuid';
import { whyNotKnown } from '@/lib/api/notKnown';
import { failureText } from '@/portal/kit/api/failure';
import { isRefusal } from '@/portal/kit/api/refused';
import { findAmountError, parseRupees } from '@/lib/rupees';
import { rupees } from '@/lib/format';
import { useKept } from '@/portal/kit/forms/useKept';
import { RadioField, TextField } from '@/portal/kit/ui/Field';
import { Notice } from '@/portal/kit/ui/elements';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { isAtCounter, openDisputes, type Payment } from './payment';

const notKnown =
  'it is not known whether the refund was made. Check the connection and press the button again: it is never made twice.';

const outcomes: Readonly<Record<components['schemas']['RefundStatus'], string>> = {
  SUCCESS: 'was refunded',
  PENDING: 'is on its way back',
  REQUESTED:
    'has been requested. The payment provider has not confirmed it yet; we will ask again automatically',
  FAILED: 'was refused by the payment provider. It is under Needs attention',
};

/** What the counter gives money back by. */
const modes = ['cash', 'card', 'upi'] as const;
type Mode = (typeof modes)[number];
const modeOptions = modes.map((value) => ({ value, label: paymentModeLabel(value) }));
const modeIn = (word: string): Mode => modes.find((mode) => mode === word) ?? 'cash';

interface Props {
  payment: Payment;
  name: string;
  /** By what it was paid. */
  paymentMode: string;
  reload: () => Promise<unknown>;
  onClose: () => void;
}

export function RefundDialog({ payment, name, paymentMode, reload, onClose }: Props) {
  const { order_id, order_amount, refundable } = payment;
  const whole = String(refundable);
  const paidBy = modeIn(paymentMode);
  // One dialog is one refund, however often it is sent. What was sent and may have arrived is not changed.
  const [{ key, amount, reason, mode, isSent }, change] = useKept(`refund-${order_id}`, () => ({
    key: uuid(),
    amount: whole,
    reason: '',
    mode: paidBy,
    isSent: false,
  }));
  const atCounter = isAtCounter(payment);
  const isDisputed = openDisputes(payment).length > 0;
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const toaster = useToaster();

  const sum = parseRupees(amount);
  const errors = isChecked ? findErrors(amount, reason, refundable) : noErrors;
  const isWhole = sum === refundable;

  const send = async () => {
    setChecked(true);
    const found = findErrors(amount, reason, refundable);
    if (found.amount ?? found.reason) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const refund = await call('post', '/api/payments/{order_id}/refunds', {
        path: { order_id },
        header: { 'Idempotency-Key': key },
        body: { amount: sum ?? 0, reason: reason.trim(), ...(atCounter && { mode }) },
      });
      const outcome = outcomes[refund?.status ?? 'REQUESTED'];
      const text = `${rupees(sum ?? 0)} ${outcome}.`;
      if (refund?.status === 'FAILED') toaster.error(text);
      else toaster.success(text);
      onClose();
      await reload();
    } catch (error) {
      const isRefused = isRefusal(error);
      if (!isRefused) change({ isSent: true });
      setFailure(
        isRefused ? failureText(error, 'The refund was refused.') : `${whyNotKnown(error)} ${notKnown}`,
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={`Refund ${name}`}
      text={
        atCounter
          ? 'Give the money back at the counter: it counts as refunded, and comes off your till, as soon as this is sent.'
          : 'The money goes back the way it came, in 5 to 7 working days.'
      }
      agree={`${sum ? `Refund ${rupees(sum)}` : 'Refund'}${isDisputed ? ' in spite of the dispute' : ''}`}
      isDangerous
      isBusy={isBusy}
      isDirty={amount !== whole || reason !== '' || mode !== paidBy}
      failure={failure}
      onSend={() => void send()}
      onClose={onClose}
    >
      {isDisputed && (
        <Notice tone="warning">
          The payer’s bank disputes this payment and has not decided yet. If it decides against you, it takes
          the money as well, and you have paid twice.
        </Notice>
      )}
      <TextField
        label="Amount (Rs)"
        isRequired
        inputMode="decimal"
        autoComplete="off"
        readOnly={isSent}
        value={amount}
        onChange={(typed) => {
          change({ amount: typed });
        }}
        error={errors.amount}
        hint={
          isWhole
            ? `${sum === order_amount ? 'This is a full refund.' : 'This refunds the rest of the payment.'} The pass is withdrawn once it is complete.`
            : `At most ${rupees(refundable)}. After a partial refund the pass stays valid.`
        }
      />
      <TextField
        label="Reason"
        isRequired
        maxLength={100}
        autoComplete="off"
        readOnly={isSent}
        value={reason}
        onChange={(typed) => {
          change({ reason: typed });
        }}
        error={errors.reason}
      />
      {atCounter && (
        <fieldset disabled={isSent}>
          <RadioField
            label="Refund method"
            options={modeOptions}
            value={mode}
            onChange={(chosen) => {
              change({ mode: modeIn(chosen) });
            }}
          />
        </fieldset>
      )}
    </FormDialog>
  );
}

interface Errors {
  amount?: string | undefined;
  reason?: string | undefined;
}

const noErrors: Errors = {};

function findErrors(amount: string, reason: string, refundable: number): Errors {
  const sum = parseRupees(amount);
  const isTooMuch = sum !== undefined && (sum === 0 || sum > refundable);
  return {
    amount:
      findAmountError(amount, 'Please enter an amount') ??
      (isTooMuch ? `Enter an amount from ${rupees(0.01)} to ${rupees(refundable)}.` : undefined),
    reason: reason.trim().length < 3 ? 'Please give a reason of 3 to 100 characters' : undefined,
  };
}
