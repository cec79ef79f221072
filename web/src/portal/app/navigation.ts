// The links of the sidebar by what they are for, each in the customer's words and with its icon.
import type { LucideIcon } from 'lucide-react';
import Armchair from 'lucide-react/icons/armchair';
import CircleUser from 'lucide-react/icons/circle-user';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Award from 'lucide-react/icons/award';
import BadgeCheck from 'lucide-react/icons/badge-check';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Download from 'lucide-react/icons/download';
import DoorOpen from 'lucide-react/icons/door-open';
import Gauge from 'lucide-react/icons/gauge';
import Images from 'lucide-react/icons/images';
import Landmark from 'lucide-react/icons/landmark';
import Mail from 'lucide-react/icons/mail';
import Lock from 'lucide-react/icons/lock';
import School from 'lucide-react/icons/school';
import ScrollText from 'lucide-react/icons/scroll-text';
import Sheet from 'lucide-react/icons/sheet';
import Tickets from 'lucide-react/icons/tickets';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import Wallet from 'lucide-react/icons/wallet';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee } from '@/portal/kit/session/rights';

export interface Entry {
  to: string;
  label: string;
  /** Never alone: the word says what it is. */
  icon: LucideIcon;
  /** Beginnings of addresses that belong to this entry beside its own. */
  also?: readonly string[];
}

export interface Group {
  /** None for what is used all day. */
  title?: string;
  entries: readonly Entry[];
}

export const navigation: readonly Group[] = [
  {
    entries: [
      { to: portalPaths.dashboard, label: 'Dashboard', icon: Gauge },
      { to: portalPaths.customers, label: 'Customers', icon: Users, also: [portalPaths.customer('')] },
      { to: portalPaths.newCustomer, label: 'New Registration', icon: UserPlus },
      {
        to: portalPaths.imports,
        label: 'School lists',
        icon: School,
        also: [portalPaths.group('')],
      },
      { to: portalPaths.till, label: 'Till', icon: Wallet },
      { to: portalPaths.attendance, label: 'Attendance', icon: DoorOpen },
      { to: portalPaths.results, label: 'Results', icon: Award, also: [portalPaths.examResults('')] },
      { to: portalPaths.attention, label: 'Needs attention', icon: TriangleAlert },
      {
        to: portalPaths.messages,
        label: 'Messages',
        icon: Mail,
        also: [portalPaths.newMessage, portalPaths.message('')],
      },
    ],
  },
  {
    title: 'Event',
    entries: [
      { to: portalPaths.event, label: 'Event', icon: CalendarClock },
      { to: portalPaths.streams, label: 'Stream Management', icon: CalendarDays },
      {
        to: portalPaths.seating,
        label: 'Halls and seats',
        icon: Armchair,
        also: [portalPaths.halls, portalPaths.seatsOf('')],
      },
      {
        to: portalPaths.packageManager,
        label: 'Package Management',
        icon: Tickets,
        also: [portalPaths.packages, portalPaths.colleges],
      },
    ],
  },
  {
    title: 'Site',
    entries: [
      { to: portalPaths.banners, label: 'Banner Management', icon: Images },
      { to: portalPaths.institutes, label: 'Institutes Management', icon: Landmark },
      { to: portalPaths.brands, label: 'Brand Management', icon: BadgeCheck },
    ],
  },
  {
    title: 'Office',
    entries: [
      { to: portalPaths.exports, label: 'Exports', icon: Download },
      { to: portalPaths.sheetSync, label: 'Sheet Sync', icon: Sheet },
      { to: portalPaths.closing, label: 'Closing the event', icon: Lock },
      { to: portalPaths.auditLog, label: 'Audit log', icon: ScrollText },
      { to: portalPaths.administrators, label: 'Administrators', icon: ShieldCheck },
    ],
  },
  { entries: [{ to: portalPaths.account, label: 'My account', icon: CircleUser }] },
];

/** What a role may use. */
export function navigationOf(role: string): readonly Group[] {
  const shown = navigation.map(({ entries, ...group }) => ({
    ...group,
    entries: entries.filter(({ to }) => maySee(role, to)),
  }));
  return shown.filter(({ entries }) => entries.length > 0);
}

export function isCurrent({ to, also = [] }: Entry, pathname: string): boolean {
  return pathname === to || also.some((beginning) => pathname.startsWith(beginning));
}
