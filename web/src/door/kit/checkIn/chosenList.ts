// The lists of the event, and the one that this device checks people in to. They stay through a reload, also without a network.
import type { ResponseOf } from '@/lib/api/operation';

export type DoorList = ResponseOf<'/api/check-in/lists', 'get'>[number];

/** Whether people are counted who go out of it, and come in again. */
export const countsExits = ({ inside }: DoorList): boolean => typeof inside === 'number';

const chosenKey = 'door-list';
const allKey = 'door-lists';

export function keptList(): DoorList | undefined {
  const kept = read(chosenKey);
  return isList(kept) ? kept : undefined;
}

export const keepList = (list: DoorList | undefined): void => {
  keep(chosenKey, list);
};

export function keptLists(): DoorList[] {
  const kept = read(allKey);
  return Array.isArray(kept) ? kept.filter(isList) : [];
}

export const keepLists = (lists: DoorList[] | undefined): void => {
  keep(allKey, lists);
};

function isList(kept: unknown): kept is DoorList {
  const list = kept as Partial<DoorList> | null | undefined;
  return typeof list?.list === 'string' && typeof list.label === 'string';
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It lasts until the next load.
  }
}
