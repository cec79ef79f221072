// The links of the sidebar by what they are for, each in the customer's words and with its icon; and what "Find" leads to.
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
import ListChecks from 'lucide-react/icons/list-checks';
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
import type { Place } from '@/portal/features/find/places';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee } from '@/portal/kit/session/rights';

export interface Entry {
  to: string;
  label: string;
  /** Never alone: the word says what it is. */
  icon: LucideIcon;
  /** Beginnings of addresses that belong to this entry beside its own. */
  also?: readonly string[];
  /** Other words that it is found by. */
  words?: string;
}

export interface Group {
  /** None for what is used all day. */
  title?: string;
  entries: readonly Entry[];
}

export const navigation: readonly Group[] = [
  {
    entries: [
      { to: portalPaths.dashboard, label: 'Dashboard', icon: Gauge, words: 'overview revenue totals charts' },
      {
        to: portalPaths.customers,
        label: 'Customers',
        icon: Users,
        also: [portalPaths.customer('')],
        words: 'candidates students list',
      },
      { to: portalPaths.newCustomer, label: 'New Registration', icon: UserPlus, words: 'counter walk-in' },
      {
        to: portalPaths.imports,
        label: 'School lists',
        icon: School,
        also: [portalPaths.group('')],
        words: 'import csv groups',
      },
      { to: portalPaths.till, label: 'Till', icon: Wallet, words: 'cash counter money' },
      {
        to: portalPaths.attendance,
        label: 'Attendance',
        icon: DoorOpen,
        words: 'door check-in scan phones entrance',
      },
      {
        to: portalPaths.results,
        label: 'Results',
        icon: Award,
        also: [portalPaths.examResults('')],
        words: 'marks ranks scholarships',
      },
      {
        to: portalPaths.attention,
        label: 'Needs attention',
        icon: TriangleAlert,
        words: 'flags refunds problems payments',
      },
      {
        to: portalPaths.messages,
        label: 'Messages',
        icon: Mail,
        also: [portalPaths.newMessage, portalPaths.message('')],
        words: 'mails news send',
      },
      {
        to: portalPaths.bulk,
        label: 'Bulk actions',
        icon: ListChecks,
        also: [portalPaths.newBulk, portalPaths.bulkAction('')],
        words: 'many at once withdraw give back resend',
      },
    ],
  },
  {
    title: 'Event',
    entries: [
      {
        to: portalPaths.event,
        label: 'Event',
        icon: CalendarClock,
        words: 'sale window open close registration dates line',
      },
      {
        to: portalPaths.streams,
        label: 'Stream Management',
        icon: CalendarDays,
        words: 'exams courses hours capacity',
      },
      {
        to: portalPaths.seating,
        label: 'Halls and seats',
        icon: Armchair,
        also: [portalPaths.halls, portalPaths.seatsOf('')],
        words: 'seating plan',
      },
      {
        to: portalPaths.packageManager,
        label: 'Package Management',
        icon: Tickets,
        also: [portalPaths.packages, portalPaths.colleges],
        words: 'prices sale',
      },
    ],
  },
  {
    title: 'Site',
    entries: [
      { to: portalPaths.banners, label: 'Banner Management', icon: Images, words: 'hero pictures carousel' },
      {
        to: portalPaths.institutes,
        label: 'Institutes Management',
        icon: Landmark,
        words: 'partners logos colleges',
      },
      { to: portalPaths.brands, label: 'Brand Management', icon: BadgeCheck, words: 'media partners logos' },
    ],
  },
  {
    title: 'Office',
    entries: [
      { to: portalPaths.exports, label: 'Exports', icon: Download, words: 'csv excel download' },
      { to: portalPaths.sheetSync, label: 'Sheet Sync', icon: Sheet, words: 'google spreadsheet' },
      { to: portalPaths.closing, label: 'Closing the event', icon: Lock, words: 'delete personal data end' },
      { to: portalPaths.auditLog, label: 'Audit log', icon: ScrollText, words: 'history changes who' },
      {
        to: portalPaths.administrators,
        label: 'Administrators',
        icon: ShieldCheck,
        words: 'accounts users roles staff',
      },
    ],
  },
  {
    entries: [
      {
        to: portalPaths.account,
        label: 'My account',
        icon: CircleUser,
        words: 'password second factor sessions',
      },
    ],
  },
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

/** What has no link of its own in the sidebar, or is looked for by what is done there. */
const further: readonly Place[] = [
  {
    kind: 'Action',
    to: portalPaths.newCustomer,
    label: 'Register a candidate',
    words: 'customer counter pay',
  },
  { kind: 'Action', to: portalPaths.imports, label: 'Register a school’s list', words: 'import csv upload' },
  { kind: 'Action', to: portalPaths.newMessage, label: 'Write a message', words: 'new mail send' },
  {
    kind: 'Action',
    to: portalPaths.exports,
    label: 'Export candidates',
    words: 'csv excel download payments',
  },
  { kind: 'Action', to: portalPaths.newPackage, label: 'Create a package', words: 'new price' },
  { kind: 'Action', to: portalPaths.newCollege, label: 'Create a college', words: 'new' },
  {
    kind: 'Action',
    to: portalPaths.administrators,
    label: 'Invite an administrator',
    words: 'new account role',
  },
  { kind: 'Action', to: portalPaths.account, label: 'Change my password', words: 'second factor' },
  { kind: 'Screen', to: portalPaths.halls, label: 'Halls', words: 'rooms rows blocked' },
  { kind: 'Screen', to: portalPaths.packages, label: 'Packages', words: 'prices sale' },
  { kind: 'Screen', to: portalPaths.colleges, label: 'Colleges', words: 'institutes' },
];

/** What a role finds: where it may go, and what it may do there. */
export function placesOf(role: string): readonly Place[] {
  const linked = navigation.flatMap(({ entries }) => entries);
  return [
    ...linked.map(({ to, label, words }): Place => ({ kind: 'Screen', to, label, words })),
    ...further,
  ].filter(({ to }) => maySee(role, to));
}
