// The links of the sidebar, in the customer's order and words.
import { portalPaths } from '@/portal/kit/navigation/paths';

interface Entry {
  to: string;
  label: string;
  /** Beginnings of addresses that belong to this entry beside its own. */
  also?: readonly string[];
}

export const navigation: readonly Entry[] = [
  { to: portalPaths.dashboard, label: 'Dashboard', also: [portalPaths.attention, portalPaths.logs] },
  { to: portalPaths.customers, label: 'Customers', also: [portalPaths.customer('')] },
  { to: portalPaths.newCustomer, label: 'New Registration' },
  { to: portalPaths.till, label: 'Till' },
  { to: portalPaths.sheetSync, label: 'Sheet Sync' },
  { to: portalPaths.banners, label: 'Banner Management' },
  { to: portalPaths.institutes, label: 'Institutes Management' },
  { to: portalPaths.brands, label: 'Brand Management' },
  { to: portalPaths.streams, label: 'Stream Management' },
  {
    to: portalPaths.packageManager,
    label: 'Package Management',
    also: [portalPaths.packages, portalPaths.colleges],
  },
];

export function isCurrent({ to, also = [] }: Entry, pathname: string): boolean {
  return pathname === to || also.some((beginning) => pathname.startsWith(beginning));
}
