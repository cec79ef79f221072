// How an entry of the roster is found and opened: by the whole text of the pass's QR code, and by nothing else.

import type { RosterExam } from '@/door/kit/storage/database';
import { shortened } from './page';

export interface Opener {
  /** What the entry is listed by. */
  lookup: string;
  /** Rejects where the entry was sealed for another pass. */
  open: (sealed: string) => Promise<Person>;
}

export interface Person {
  name: string;
  preference: string;
  /** The exam's id; undefined for every exam. */
  examId: string | undefined;
  /** Where the catalogue no longer has the exam. */
  examName: string | undefined;
  /** The marks of the exams that are chosen of all, one behind the other; undefined while none is. */
  chosen?: string | undefined;
  /** By which news name the pass, where it was given another code: the lookup of the first one. */
  newsLookup?: string | undefined;
}

const info = utf8('expo roster 1');
const lookupBytes = 16;
const okmBits = 384;
const ivBytes = 12;

export async function openerOf(code: string): Promise<Opener> {
  const { subtle } = crypto;
  const ikm = await subtle.importKey('raw', utf8(code), 'HKDF', false, ['deriveBits']);
  const bits = await subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info },
    ikm,
    okmBits,
  );
  const okm = new Uint8Array(bits);
  const key = await subtle.importKey('raw', okm.slice(lookupBytes), 'AES-GCM', false, ['decrypt']);
  return {
    lookup: shortened(base64url(okm.slice(0, lookupBytes))),
    open: async (sealed) => {
      const bytes = fromBase64url(sealed);
      const plain = await subtle.decrypt(
        { name: 'AES-GCM', iv: bytes.slice(0, ivBytes) },
        key,
        bytes.slice(ivBytes),
      );
      return personOf(JSON.parse(new TextDecoder().decode(plain)) as Record<string, unknown>);
    },
  };
}

const placeBytes = 6;

/** By what the seats of a candidate are found. */
export async function placeOf(passNo: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(`seat${passNo}`));
  return base64url(new Uint8Array(digest).slice(0, placeBytes));
}

const markLength = 3;

/** By what an entry names an exam that is chosen of all. */
export async function chosenMark(examId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(examId));
  return base64url(new Uint8Array(digest)).slice(0, markLength);
}

/**
 * Of these exams the ones that a candidate has chosen of all; undefined where none is chosen, or none of those that are is on
 * offer any more. The rule is `has_chosen` of the crate domain.
 */
export async function chosenOf(
  { chosen }: Person,
  exams: readonly RosterExam[],
): Promise<string[] | undefined> {
  if (!chosen) return undefined;
  const marks = new Set(Array.from(chosen.matchAll(/.{3}/g), ([mark]) => mark));
  const own = await Promise.all(
    exams.map(async (exam) => (marks.has(await chosenMark(exam.id)) ? [exam] : [])),
  );
  const chosenExams = own.flat();
  return chosenExams.some(isOnOffer) ? chosenExams.map(({ id }) => id) : undefined;
}

/** Whether a college has the exam. */
export const isOnOffer = ({ college }: Pick<RosterExam, 'college'>): boolean => college !== '';

function personOf({ n, p, e, x, c, l }: Record<string, unknown>): Person {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    name: text(n) ?? '',
    preference: text(p) ?? 'unknown',
    examId: e === '*' ? undefined : text(e),
    examName: text(x),
    chosen: text(c),
    newsLookup: typeof l === 'string' ? shortened(l) : undefined,
  };
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
