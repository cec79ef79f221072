// Which passes were opened on this device, so that it can offer them again. Unlike what is typed, they outlive the tab:
// somebody at the entrance has no network and no patience. The pass page has a button that removes them.
const key = 'passes';

export interface KeptPass {
  orderId: string;
  name: string;
}

const isKept = (value: unknown): value is KeptPass =>
  typeof value === 'object' &&
  value !== null &&
  'orderId' in value &&
  'name' in value &&
  typeof value.orderId === 'string' &&
  typeof value.name === 'string';

/** The newest first; none where storage is refused. */
export function keptPasses(): KeptPass[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

export function keepPass(pass: KeptPass): void {
  write([pass, ...without(pass.orderId)]);
}

export function forgetPass(orderId: string): void {
  write(without(orderId));
}

const without = (orderId: string) => keptPasses().filter((pass) => pass.orderId !== orderId);

function write(passes: KeptPass[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(passes));
  } catch {
    // Then the link in the mail leads to the pass.
  }
}
