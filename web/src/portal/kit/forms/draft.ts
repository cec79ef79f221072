// What was typed when the session ended without the person's doing, kept in the tab until the same person is back at the form.
import { mergeKept } from '@/lib/mergeKept';
import { session } from '@/lib/session';
import { usernameIn } from '@/portal/kit/session/username';

/** What a form is about: which form it is, and the thing that it changes, if that is there already. */
export interface Subject {
  form: string;
  id: string | undefined;
  version: number | undefined;
}

export interface Draft<Values> extends Subject {
  by: string;
  values: Values;
}

export const whoIsSignedIn = (): string => usernameIn(session.token() ?? '');

/** Signing out, in whichever tab, gives up what was typed; every other end interrupts the work. */
export const hasSessionBeenCutOff = (): boolean =>
  session.token() === undefined && session.ending() !== 'left';

const prefix = 'portal-form:';
const nameOf = (form: string) => prefix + form;

export function keepDraft<Values>(draft: Draft<Values>): void {
  try {
    sessionStorage.setItem(nameOf(draft.form), JSON.stringify(draft));
  } catch {
    // No storage, or no room in it for a picture.
  }
}

/** What `by` typed into this form; a field that it does not hold, or holds as something else, is that of `like`. */
export function readDraft<Values extends object>(
  form: string,
  by: string,
  like: Values,
): Draft<Values> | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(nameOf(form)) ?? 'null') as Draft<Values> | null;
    if (draft?.by !== by || typeof draft.values !== 'object') return undefined;
    return { ...draft, values: mergeKept(draft.values, like) };
  } catch {
    return undefined;
  }
}

export function forgetDraft(form: string): void {
  try {
    sessionStorage.removeItem(nameOf(form));
  } catch {
    // Then nothing was kept either.
  }
}

/** What `by` typed into any form. */
export function forgetDraftsOf(by: string): void {
  for (const form of keptForms()) {
    if (readDraft(form, by, {})) forgetDraft(form);
  }
}

function keptForms(): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  } catch {
    return [];
  }
}
