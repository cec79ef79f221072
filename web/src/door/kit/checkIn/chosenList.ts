// The list that this device checks people in to. It stays through a reload, also without a network.
import type { ResponseOf } from '@/lib/api/operation';

export type DoorList = ResponseOf<'/api/check-in/lists', 'get'>[number];

const key = 'door-list';

export function keptList(): DoorList | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as DoorList | null;
    return kept && typeof kept.list === 'string' && typeof kept.label === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepList(list: DoorList | undefined): void {
  try {
    if (list) localStorage.setItem(key, JSON.stringify(list));
    else localStorage.removeItem(key);
  } catch {
    // It lasts until the next load.
  }
}
