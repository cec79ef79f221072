// Which role sees which screen and action: the one table. The server asks again at every call; this only hides what it
// refuses.
import { portalPaths } from '@/portal/kit/navigation/paths';

export type Role = 'admin' | 'counter' | 'door' | 'accountant';

export const roles: readonly { role: Role; name: string; what: string }[] = [
  { role: 'admin', name: 'Administrator', what: 'Can do everything.' },
  { role: 'counter', name: 'Counter', what: 'Finds and registers people, takes payments and sends passes.' },
  { role: 'door', name: 'Door', what: 'Checks people in.' },
  {
    role: 'accountant',
    name: 'Accountant',
    what: 'Reads and exports candidates, totals, tills and the audit log.',
  },
];

export const roleName = (role: string): string => roles.find((known) => known.role === role)?.name ?? role;

const everybody: readonly Role[] = ['admin', 'counter', 'door', 'accountant'];
const lookup: readonly Role[] = ['admin', 'counter', 'accountant'];
const counter: readonly Role[] = ['admin', 'counter'];
const reports: readonly Role[] = ['admin', 'accountant'];
const admin: readonly Role[] = ['admin'];

/** By the beginning of the address; the longest that fits counts. */
const screens: readonly (readonly [path: string, roles: readonly Role[]])[] = [
  [portalPaths.dashboard, reports],
  [portalPaths.account, everybody],
  [portalPaths.customers, lookup],
  [portalPaths.customer(''), lookup],
  [portalPaths.newCustomer, counter],
  [portalPaths.imports, counter],
  [portalPaths.group(''), counter],
  [portalPaths.till, lookup],
  [portalPaths.attention, reports],
  [portalPaths.auditLog, reports],
  [portalPaths.event, lookup],
  [portalPaths.closing, admin],
  [portalPaths.exports, reports],
  [portalPaths.messages, lookup],
  [portalPaths.newMessage, admin],
  [portalPaths.message(''), lookup],
  [portalPaths.bulk, lookup],
  [portalPaths.newBulk, counter],
  [portalPaths.bulkAction(''), lookup],
  [portalPaths.results, lookup],
  [portalPaths.examResults(''), lookup],
  [portalPaths.attendance, lookup],
  [portalPaths.sheetSync, reports],
  [portalPaths.administrators, admin],
  [portalPaths.streams, admin],
  [portalPaths.halls, lookup],
  [portalPaths.seating, lookup],
  [portalPaths.seatsOf(''), lookup],
  [portalPaths.packageManager, admin],
  [portalPaths.packages, admin],
  [portalPaths.colleges, admin],
  [portalPaths.banners, admin],
  [portalPaths.institutes, admin],
  [portalPaths.brands, admin],
];

/** Whether a role sees the screen at an address. A role or an address that is not known is the server's to refuse. */
export function maySee(role: string, pathname: string): boolean {
  if (!everybody.some((known) => known === role)) return true;
  const seen = rolesOf(pathname);
  return seen === undefined || seen.some((known) => known === role);
}

function rolesOf(pathname: string): readonly Role[] | undefined {
  const exact = screens.find(([path]) => path === pathname);
  if (exact) return exact[1];
  const below = screens.filter(([path]) => path !== portalPaths.dashboard && pathname.startsWith(path));
  return below.reduce<(typeof screens)[number] | undefined>(
    (longest, screen) => (screen[0].length > (longest?.[0].length ?? 0) ? screen : longest),
    undefined,
  )?.[1];
}

/** Where a role begins. */
export function homeOf(role: string): string {
  if (role === 'counter') return portalPaths.customers;
  return role === 'door' ? portalPaths.account : portalPaths.dashboard;
}
