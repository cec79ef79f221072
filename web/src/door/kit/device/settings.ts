// What a device remembers of how it is used, across sessions: where it stands, which camera it uses, what it may sound.
import { useSyncExternalStore } from 'react';

export interface Settings {
  /** Where the phone is, in people's words. */
  place: string;
  /** Tells apart the phones of one place. */
  tag: string;
  cameraId: string;
  isSilent: boolean;
  isStill: boolean;
  /** The day in Kochi on which somebody has said that people go out here; empty while they come in. */
  exitDay: string;
  /** Nobody comes in here. */
  isExitOnly: boolean;
}

const key = 'door-settings';
const tagLength = 4;
const symbols = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const empty: Settings = {
  place: '',
  tag: '',
  cameraId: '',
  isSilent: false,
  isStill: false,
  exitDay: '',
  isExitOnly: false,
};
const listeners = new Set<() => void>();
let settings: Settings | undefined;

export function getSettings(): Settings {
  settings ??= read();
  return settings;
}

export function changeSettings(changes: Partial<Settings>): void {
  settings = { ...getSettings(), ...changes };
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // They last until the next load.
  }
  for (const listener of listeners) listener();
}

export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, getSettings);
}

/** Whether people go out here at a moment. The next day they come in again: whoever is not asked for a pass then is unchecked. */
export const goesOut = ({ exitDay, isExitOnly }: Settings, now: number): boolean =>
  isExitOnly || exitDay === dayOf(now);

/** Which way people go from now on. */
export function turn(isExit: boolean, now: number): void {
  changeSettings({ exitDay: isExit ? dayOf(now) : '' });
}

/** The name under which others see this device's admissions. */
export const deviceName = ({ place, tag }: Settings): string => `${place} · ${tag}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Settings {
  let kept: Settings = empty;
  try {
    // A member that an earlier release did not have gets its default.
    kept = { ...empty, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Settings>) };
  } catch {
    // Nothing that can be read, or a browser that refuses storage.
  }
  return kept.tag ? kept : { ...kept, tag: newTag() };
}

const fromKochi = 5.5 * 60 * 60 * 1000;

const dayOf = (at: number): string => new Date(at + fromKochi).toISOString().slice(0, 10);

function newTag(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tagLength));
  return Array.from(bytes, (byte) => symbols[byte % symbols.length]).join('');
}
