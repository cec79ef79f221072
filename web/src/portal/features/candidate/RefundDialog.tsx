// How much of a payment is sent back, and why.
import { useState, type ReactElement } from 'react';
import { landing } from '@/content/landing';
import { ApiError, call } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import { useToken } from '@/lib/session';
import { useSessionStore } from '@/lib/sessionStore';
import { uuid } from '@/lib/uuid';
import { whyNotKnown } from '@/lib/api/notKnown';
import { failureText } from '@/portal/kit/api/failure';
import { isRefusal, isSignedOut, leavesOpen } from '@/portal/kit/api/refused';
import { findAmountError, parseRupees } from '@/lib/rupees';
import { rupees } from '@/lib/format';
import { useKept } from '@/portal/kit/forms/useKept';
import { usernameIn } from '@/portal/kit/session/username';
import { RadioField, TextField } from '@/portal/kit/ui/Field';
import { Notice } from '@/portal/kit/ui/elements';
import { FormDialog } from '@/portal/kit/ui/FormDialog';
import { paymentModeLabel } from '@/portal/kit/ui/status';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { withReference } from '@/portal/kit/ui/withReference';
import { isAtCounter, openDisputes, type Payment } from './payment';
import { placeOf, sentRefunds } from './sentRefunds';

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
  const place = placeOf(usernameIn(useToken() ?? ''), order_id);
  const sent = useSessionStore(sentRefunds)[place];
  // One dialog is one refund, however often it is sent.
  const [typed, change] = useKept(
    `refund-${order_id}`,
    () => sent ?? { key: uuid(), amount: whole, reason: '', mode: paidBy as string },
  );
  // What was sent and may have arrived is not changed.
  const { key, amount, reason, mode } = sent ?? typed;
  const atCounter = isAtCounter(payment);
  const isDisputed = openDisputes(payment).length > 0;
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  /** It is on its way for the first time. */
  const [isFirst, setFirst] = useState(false);
  const isOpen = sent !== undefined && !isFirst;
  const [failure, setFailure] = useState<string | ReactElement>();
  const toaster = useToaster();

  const sum = parseRupees(amount);
  // What is left may be less by now because it arrived.
  const findErrorsHere = () => (isOpen ? noErrors : findErrors(amount, reason, refundable));
  const errors = isChecked ? findErrorsHere() : noErrors;
  const isWhole = sum === refundable;

  const forget = () => {
    sentRefunds.forget((other) => other === place);
  };
  const send = async () => {
    setChecked(true);
    const found = findErrorsHere();
    if (found.amount ?? found.reason) return;
    setBusy(true);
    setFailure(undefined);
    setFirst(!isOpen);
    // Before it is sent: a reload does not wait for the answer.
    sentRefunds.keep(place, { key, amount, reason, mode });
    try {
      const refund = await call('post', '/api/payments/{order_id}/refunds', {
        path: { order_id },
        header: { 'Idempotency-Key': key },
        body: { amount: sum ?? 0, reason: reason.trim(), ...(atCounter && { mode }) },
      });
      forget();
      const outcome = outcomes[refund?.status ?? 'REQUESTED'];
      const text = `${rupees(sum ?? 0)} ${outcome}.`;
      if (refund?.status === 'FAILED') toaster.error(text);
      else toaster.success(text);
      onClose();
      await reload();
    } catch (error) {
      const isRefused = isRefusal(error);
      if (isRefused && !(isOpen && leavesOpen(error))) forget();
      if (isKeyUsed(error)) change({ key: uuid() });
      const words = isRefused
        ? failureText(error, 'The refund was refused.')
        : `${whyNotKnown(error)} ${notKnown}`;
      setFailure(withReference(words, error));
      // Perhaps it is among the refunds already. Who is signed out by this answer reads nothing more.
      if (!isSignedOut(error)) void reload();
    } finally {
      setFirst(false);
      setBusy(false);
    }
  };

  const close = () => {
    onClose();
    if (isOpen) void reload();
  };

  return (
    <FormDialog
      title={`Refund ${name}`}
      text={
        !atCounter
          ? `The money goes back the way it came, within ${landing.policies.refundArrival}.`
          : isOpen
            ? 'Give the money back at the counter once, however often this is sent.'
            : 'Give the money back at the counter: it counts as refunded, and comes off your till, as soon as this is sent.'
      }
      agree={`${sum ? `Refund ${rupees(sum)}` : 'Refund'}${isDisputed ? ' in spite of the dispute' : ''}`}
      isDangerous
      isBusy={isBusy}
      // What was sent is kept.
      isDirty={!sent && (amount !== whole || reason !== '' || mode !== paidBy)}
      failure={failure}
      onSend={() => void send()}
      onClose={close}
    >
      {isOpen && !isBusy && failure === undefined && (
        <Notice tone="warning">
          {`${rupees(sum ?? 0)} was sent before, and no answer came: it is not known whether the refund was made. Press the button again to find out: it is never made twice.`}
        </Notice>
      )}
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
        readOnly={sent !== undefined}
        value={amount}
        onChange={(typed) => {
          change({ amount: typed });
        }}
        error={errors.amount}
        hint={
          isOpen
            ? undefined
            : isWhole
              ? `${sum === order_amount ? 'This is a full refund.' : 'This refunds the rest of the payment.'} The pass is withdrawn once it is complete.`
              : `At most ${rupees(refundable)}. After a partial refund the pass stays valid.`
        }
      />
      <TextField
        label="Reason"
        isRequired
        maxLength={100}
        autoComplete="off"
        readOnly={sent !== undefined}
        value={reason}
        onChange={(typed) => {
          change({ reason: typed });
        }}
        error={errors.reason}
      />
      {atCounter && (
        <fieldset disabled={sent !== undefined}>
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

/** Another refund was made under it, as one that was given up for lost and arrived after all. */
const isKeyUsed = (error: unknown): boolean =>
  error instanceof ApiError && error.details.code === 'idempotency_key_reused';

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
