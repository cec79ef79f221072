// Which passes were opened on this device, so that it can offer them again, the newest first. They outlive the tab:
// somebody at the entrance has no network and no patience. The pass page has a button that removes one.
import { createSessionStore } from './sessionStore';

export interface KeptPass {
  orderId: string;
  name: string;
}

export const keptPasses = createSessionStore<readonly KeptPass[]>('passes', [], read, () => localStorage);

export function keepPass(pass: KeptPass): void {
  keptPasses.set([pass, ...without(pass.orderId)]);
}

export function forgetPass(orderId: string): void {
  keptPasses.set(without(orderId));
}

const without = (orderId: string) => keptPasses.get().filter((pass) => pass.orderId !== orderId);

function read(kept: unknown): KeptPass[] {
  return Array.isArray(kept) ? (kept as unknown[]).filter(isPass) : [];
}

function isPass(value: unknown): value is KeptPass {
  return (
    typeof value === 'object' &&
    value !== null &&
    'orderId' in value &&
    'name' in value &&
    typeof value.orderId === 'string' &&
    typeof value.name === 'string'
  );
}
