// A phone as the door's tests need it: storage, the browser's cryptography, and a roster sealed as the server seals it.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { webcrypto } from 'node:crypto';
import { vi } from 'vitest';
import type { RosterPage } from '@/door/kit/roster/page';
import { openerOf } from '@/door/kit/roster/seal';
import { openDatabase, type Database } from '@/door/kit/storage/database';

export const asha = 'EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG';
export const ravi = 'EXPO1:A1B2C3D4E5F6:00000000000000000000000000';
export const stranger = 'EXPO1:ZZZZZZZZZZZZ:11111111111111111111111111';

export const saturday = 'day:2025-05-31';
/** Half past ten on Saturday, in Kochi. */
export const morning = Date.parse('2025-05-31T10:30:00+05:30');

export const exams = [
  exam('bca', 'BCA', '2025-05-31', '10:00', '11:30'),
  exam('law', 'BA LLB', '2025-06-01', '14:00', '16:00'),
];

function exam(id: string, name: string, date: string, time_start: string, time_end: string) {
  return { id, name, college: 'Periyar Institute', date, time_start, time_end, venue: 'Hall 1' };
}

/** A phone that has never been a door. */
export function freshDevice(): Promise<Database> {
  // jsdom has no `subtle`.
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('indexedDB', new IDBFactory());
  return openDatabase();
}

export async function sealed(code: string, plain: object): Promise<[lookup: string, sealed: string]> {
  const { subtle } = webcrypto;
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const ikm = await subtle.importKey('raw', utf8(code), 'HKDF', false, ['deriveBits']);
  const okm = Buffer.from(
    await subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8('expo roster 1') },
      ikm,
      384,
    ),
  );
  const key = await subtle.importKey('raw', okm.subarray(16), 'AES-GCM', false, ['encrypt']);
  const iv = webcrypto.getRandomValues(new Uint8Array(12));
  const text = JSON.stringify(plain);
  const padded = utf8(text.padEnd(Math.ceil(text.length / 32) * 32));
  const cipher = await subtle.encrypt({ name: 'AES-GCM', iv }, key, padded);
  const bytes = Buffer.concat([iv, Buffer.from(cipher)]);
  return [okm.subarray(0, 16).toString('base64url'), bytes.toString('base64url')];
}

/** A page of the roster with Asha, who takes one exam on site, and Ravi, who takes all online. */
export async function rosterPage(changes: Partial<RosterPage> = {}): Promise<RosterPage> {
  return {
    list: saturday,
    label: 'Sat 31 May',
    begins_at: '2025-05-30T18:30:00Z',
    server_time: new Date(morning).toISOString(),
    exams,
    seats: null,
    entries: [
      await sealed(asha, { n: 'Asha Rao', p: 'Offline', e: 'bca' }),
      await sealed(ravi, { n: 'Ravi Nair', p: 'Online', e: '*' }),
    ],
    removed: [],
    events: [],
    short: null,
    doubles: [],
    cleared_at: null,
    more: false,
    next: 'cursor-1',
    list_next: 'list-cursor-1',
    ...changes,
  };
}

export const lookupOf = async (code: string): Promise<string> => (await openerOf(code)).lookup;
