// Payment statuses as the portal shows them.
import { Badge } from './elements';

export const statuses = ['PAID', 'CREATED', 'ACTIVE', 'FAILED', 'EXPIRED', 'UNKNOWN'] as const;

/** Of those who have paid: whose pass was withdrawn, and of whose money some or all went back. */
export const reversals = ['WITHDRAWN', 'REFUNDED'] as const;

/** What a list of candidates can be filtered by. */
export const listedStatuses = [...statuses, ...reversals] as const;

/** An order at the provider that nobody has paid yet is pending in people's words. */
export const statusLabel = (status: string): string => (status === 'ACTIVE' ? 'PENDING' : status);

const colours = { PAID: 'green', FAILED: 'red' } as const;

export function StatusBadge({ status }: { status: string }) {
  return <Badge colour={colours[status as keyof typeof colours] ?? 'yellow'}>{statusLabel(status)}</Badge>;
}

const modes: Readonly<Record<string, string>> = { online: 'Online', card: 'Card', upi: 'UPI', cash: 'Cash' };

export const paymentModes = Object.keys(modes);

export const paymentModeLabel = (mode: string): string => modes[mode] ?? mode;
