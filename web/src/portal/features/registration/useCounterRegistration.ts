// The registration at the counter: what is typed, what is wrong with it, and sending it once.
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, call, changedPriceOf, isLost, referenceOf } from '@/lib/api/client';
import type { Package } from '@/lib/api/types';
import { fieldPropsOf } from '@/lib/fieldProps';
import { resolveChoice, type Choice } from '@/lib/registration/choice';
import { fieldOfDraft, withoutErrorsOf } from '@/lib/registration/validation';
import { useToken } from '@/lib/session';
import { useSessionStore } from '@/lib/sessionStore';
import { useProblem } from '@/lib/useProblem';
import { rupees } from '@/lib/format';
import { failureText } from '@/portal/kit/api/failure';
import { insist } from '@/portal/kit/api/insist';
import { leavesOpen } from '@/portal/kit/api/refused';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { usernameIn } from '@/portal/kit/session/username';
import { useUnsavedWarning } from '@/portal/kit/ui/UnsavedProvider';
import { forgetCounterRegistration } from './forget';
import { counterDraftStore, emptyCounterDraft, isBegun, nextDraft, type CounterDraft } from './form';
import type { CounterReceipt } from './Receipt';
import {
  alreadyRegistered,
  findCounterProblem,
  notRegistered,
  openProblem,
  refusedProblem,
  type CounterProblem,
} from './problem';
import {
  keepOpen,
  noteSent,
  openRequest,
  sentStore,
  toRequest,
  type CounterField,
  type CounterRequest,
} from './request';
import { useDuplicateCheck } from './useDuplicateCheck';

export type CounterRegistration = ReturnType<typeof useCounterRegistration>;

/** `isClosed`: nobody new can be registered now. */
export function useCounterRegistration(
  packages: readonly Package[],
  refresh: () => Promise<unknown>,
  isClosed: boolean,
) {
  const by = usernameIn(useToken() ?? '');
  const kept = useSessionStore(counterDraftStore);
  const draft = kept.by === by ? kept : { ...emptyCounterDraft, by };
  const choice = resolveChoice(draft, packages);
  /** What was sent without an answer, and may be registered. It does not change until that is known. */
  const sent = useSessionStore(sentStore);
  const open = kept.by === by ? openRequest(sent) : undefined;
  // Of what was sent without an answer it can still be asked whether it is registered.
  const isOffered = !isClosed || open !== undefined;
  const isShown = isOffered && packages.length > 0;
  const registered = useDuplicateCheck(isShown ? draft.email : '', choice);
  // Of one that is open that may be the very registration that is asked about.
  const duplicate = open ? undefined : registered;
  const { problem, fail, forgive, clear } = useProblem<CounterProblem>(open && openProblem(open));
  /** Which of the two buttons is at work. */
  const [busy, setBusy] = useState<'paid' | 'unpaid'>();
  /** Of the person before. */
  const [receipt, setReceipt] = useState<CounterReceipt>();
  /** A second click may come before the page shows that the first was heard. */
  const isSending = useRef(false);
  const navigate = useNavigate();
  const release = useUnsavedWarning(isShown && isBegun(draft), forgetCounterRegistration);

  const explain = async (error: unknown, body: CounterRequest) => {
    if (isLost(error) || (open && leavesOpen(error))) {
      keepOpen();
      fail({ ...openProblem(body, error), reference: referenceOf(error) });
      return;
    }
    sentStore.clear();
    const changedPrice = changedPriceOf(error);
    if (changedPrice !== undefined) {
      await refresh().catch(() => undefined);
      const price = rupees(changedPrice);
      fail({
        message: `The price has changed to ${price}. Nobody has been registered. Register again to continue.`,
        fields: { amount: `The price is now ${price}.` },
      });
      return;
    }
    const details = error instanceof ApiError ? error.details : {};
    const { code, field, customerId } = details;
    const isSimilar = code === 'similar_registration';
    fail({
      // Whoever may be another person has nothing wrong in a field.
      ...refusedProblem(failureText(error, notRegistered), isSimilar ? undefined : field),
      reference: referenceOf(error),
      ...(customerId !== undefined && { registered: customerId }),
      ...(isSimilar && { similar: { isPaid: body.paid === true } }),
    });
  };

  /** The registration that is typed, unless something is wrong with it. */
  const typedRequest = (isPaid: boolean, evenIfSimilar: boolean): CounterRequest | undefined => {
    const found =
      findCounterProblem(draft, choice) ??
      (duplicate ? { message: alreadyRegistered, fields: { email: alreadyRegistered } } : undefined);
    if (found) fail(found);
    if (found || !choice.package) return undefined;
    return toRequest(draft, { ...choice, package: choice.package }, { isPaid, evenIfSimilar });
  };

  const submit = async (isPaid: boolean, evenIfSimilar = false) => {
    if (isSending.current) return;
    const body = open ?? typedRequest(isPaid, evenIfSimilar);
    if (!body) return;
    isSending.current = true;
    setBusy(body.paid ? 'paid' : 'unpaid');
    clear();
    try {
      const { key, what } = noteSent(body, inWords(choice));
      const header = { 'Idempotency-Key': key };
      const saved = await insist(async () => {
        const answer = await call('post', '/api/customers', { header, body });
        if (!answer?.customer_id || (body.paid && !(answer.receipt_no && answer.paid_at)))
          throw ApiError.unusable(200, true);
        return answer;
      });
      if (saved.receipt_no && saved.paid_at) {
        setReceipt({
          number: saved.receipt_no,
          customerId: saved.customer_id,
          isForAll: body.type === 'allColleges',
          name: body.name,
          what,
          amount: body.order_amount,
          mode: body.payment_mode,
          // The till has the moment of the first time, where this was sent again.
          at: saved.paid_at,
        });
        forgetCounterRegistration();
        counterDraftStore.set(nextDraft(draft));
        return;
      }
      release();
      forgetCounterRegistration();
      await navigate(portalPaths.customer(saved.customer_id));
    } catch (error) {
      await explain(error, body);
    } finally {
      isSending.current = false;
      setBusy(undefined);
    }
  };

  const update = (change: Partial<CounterDraft>) => {
    // From the first change on the package that is shown is meant: no other one takes its place when the list changes.
    counterDraftStore.set({ ...draft, packageId: draft.packageId || (choice.package?._id ?? ''), ...change });
    // What was wrong with a field is no longer said of its new content, nor who is registered of another person.
    forgive((shown) =>
      shown.registered === undefined
        ? { ...shown, fields: withoutErrorsOf(change, shown.fields, fieldOfCounterDraft) }
        : undefined,
    );
  };

  const errors: CounterProblem['fields'] = {
    ...(duplicate && { email: alreadyRegistered }),
    ...problem?.fields,
  };
  const field = fieldPropsOf<CounterDraft>(draft, errors, update);
  return { isOffered, choice, duplicate, errors, problem, open, busy, receipt, update, field, submit };
}

const inWords = ({ package: chosen, college, course }: Choice): string =>
  [chosen?.name, college?.name, course?.examName].filter(Boolean).join(', ');

const fieldOfCounterDraft: Readonly<Record<keyof CounterDraft, CounterField | undefined>> = {
  ...fieldOfDraft,
  paymentMode: 'paymentMode',
  by: undefined,
};
