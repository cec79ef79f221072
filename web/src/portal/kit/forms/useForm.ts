// What every form of the portal does: it keeps what was typed until it is saved, tells what is wrong and where,
// and says when somebody else has saved in the meantime.
import { useEffect, useRef, useState } from 'react';
import { ApiError, isLost, referenceOf } from '@/lib/api/client';
import { fieldPropsOf, type FieldPropsOf } from '@/lib/fieldProps';
import { useProblem, type Shown } from '@/lib/useProblem';
import { describeLost } from '@/portal/kit/api/failure';
import { useUnsavedWarning } from '@/portal/kit/ui/UnsavedProvider';
import { Abandoned } from './abandoned';
import {
  forgetDraft,
  hasSessionBeenCutOff,
  keepDraft,
  readDraft,
  whoIsSignedIn,
  type Subject,
} from './draft';

export type FieldErrors<Values> = { [Name in keyof Values]?: string | undefined };

export interface Problem {
  /** What did not work. */
  title: string;
  /** Why, in the server's words. */
  detail: string | undefined;
  /** Where the server failed: the id by which that is found in its log. */
  reference?: string | undefined;
  /** Somebody else has saved a newer version. */
  isStale: boolean;
}

export interface FormOptions<Values> {
  /** What was typed about it when the session ended is there again at the next visit. */
  subject: Subject;
  initial: Values;
  validate: (values: Values) => FieldErrors<Values>;
  save: (values: Values) => Promise<void>;
  /** How to say that it was not saved. */
  describe: (error: unknown) => Pick<Problem, 'title' | 'detail'>;
  onSaved: () => void;
}

export interface Form<Values> {
  values: Values;
  errors: FieldErrors<Values>;
  problem: Shown<Problem> | undefined;
  isBusy: boolean;
  /** Something was typed that is not saved. */
  isDirty: boolean;
  /** Counts the attempts to save that the form itself refused. */
  refusals: number;
  update: (change: Partial<Values>) => void;
  field: FieldPropsOf<Values>;
  submit: () => void;
  /** Starts from these values, forgetting what was typed. */
  reset: (values: Values) => void;
  /** The thing that was being changed when the session ended, if the form has begun with another one. */
  keptId: string | undefined;
  /** Goes on with what was typed about that thing, which is now `values` in the version `version`. */
  resume: (values: Values, version: number) => void;
}

const changedMeanwhile: Problem = {
  title: 'This was changed by someone else meanwhile.',
  detail: undefined,
  isStale: true,
};

/** After an answer that was lost. */
const savedBefore: Pick<Problem, 'title' | 'detail'> = {
  title: 'This was saved meanwhile, most likely by you: the answer to that was lost.',
  detail: 'Load it to see what is saved now.',
};

export function useForm<Values extends object>({
  subject,
  initial,
  validate,
  save,
  describe,
  onSaved,
}: FormOptions<Values>): Form<Values> {
  const [by] = useState(whoIsSignedIn);
  const [kept, setKept] = useState(() => readDraft(subject.form, by, initial));
  const isResumed = kept !== undefined && kept.id === subject.id;
  const [saved, setSaved] = useState(initial);
  const [values, setValues] = useState(isResumed ? kept.values : initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const { problem, fail, clear } = useProblem(
    isResumed && kept.version !== subject.version ? changedMeanwhile : undefined,
  );
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const isSaving = useRef(false);
  /** The answer to the last sending was lost. */
  const wasLost = useRef(false);
  const isDirty = !isSame(values, saved);
  const release = useUnsavedWarning(isDirty);

  const latest = useRef({ ...subject, by, values, isDirty });
  useEffect(() => {
    latest.current = { ...subject, by, values, isDirty };
  });
  useEffect(
    () => () => {
      const { isDirty: isUnsaved, ...draft } = latest.current;
      if (isUnsaved && hasSessionBeenCutOff()) keepDraft(draft);
    },
    [],
  );
  useEffect(() => {
    // It is in the form now.
    forgetDraft(subject.form);
  }, [subject.form]);

  const reset = (next: Values) => {
    setSaved(next);
    setValues(next);
    setErrors({});
    clear();
  };

  const refuse = (error: unknown) => {
    if (error instanceof Abandoned) return;
    const details = error instanceof ApiError ? error.details : {};
    const field = details.field && details.field in values ? (details.field as keyof Values) : undefined;
    const isStale = details.code === 'stale_version';
    const isOwn = isStale && wasLost.current;
    wasLost.current = isLost(error) || isOwn;
    if (field) setErrors({ [field]: (error as Error).message } as FieldErrors<Values>);
    fail({
      ...(isOwn ? savedBefore : isLost(error) ? describeLost(error, describe(error).title) : describe(error)),
      reference: referenceOf(error),
      isStale,
    });
  };

  const submit = () => {
    if (isSaving.current) return;
    const found = validate(values);
    setErrors(found);
    clear();
    if (Object.values(found).some((error) => error !== undefined)) {
      setRefusals((count) => count + 1);
      return;
    }
    isSaving.current = true;
    setBusy(true);
    save(values)
      .then(() => {
        release();
        wasLost.current = false;
        setSaved(values);
        onSaved();
      }, refuse)
      .finally(() => {
        isSaving.current = false;
        setBusy(false);
      });
  };

  const update = (change: Partial<Values>) => {
    setValues((current) => ({ ...current, ...change }));
    setErrors(
      (current) =>
        Object.fromEntries(
          Object.entries(current).filter(([field]) => !(field in change)),
        ) as FieldErrors<Values>,
    );
  };

  return {
    values,
    errors,
    problem,
    isBusy,
    isDirty,
    refusals,
    update,
    field: fieldPropsOf(values, errors, update),
    submit,
    reset,
    keptId: isResumed ? undefined : kept?.id,
    resume: (stored, version) => {
      reset(stored);
      setKept(undefined);
      if (!kept) return;
      setValues(kept.values);
      if (kept.version !== version) fail(changedMeanwhile);
    },
  };
}

function isSame(one: object, other: object): boolean {
  return Object.entries(one).every(([name, value]) => {
    const counterpart = (other as Record<string, unknown>)[name];
    if (Array.isArray(value) && Array.isArray(counterpart)) {
      return value.length === counterpart.length && value.every((item) => counterpart.includes(item));
    }
    return Object.is(value, counterpart);
  });
}
