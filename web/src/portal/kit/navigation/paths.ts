// Every address of the portal. The spellings are the customer's.
import { paths } from '@/lib/paths';

export const portalPaths = {
  login: paths.login,
  dashboard: paths.dashboard,
  attention: '/dashboard/attention',
  auditLog: '/dashboard/audit-log',
  customers: '/dashboard/customer-list',
  newCustomer: '/dashboard/customers-new',
  customer: (id: string) => `/dashboard/customersdetails/${encodeURIComponent(id)}`,
  imports: '/dashboard/school-lists',
  group: (id: string) => `/dashboard/school-lists/${encodeURIComponent(id)}`,
  till: '/dashboard/till',
  event: '/dashboard/event',
  closing: '/dashboard/closing',
  administrators: '/dashboard/administrators',
  account: '/dashboard/account',
  exports: '/dashboard/exports',
  messages: '/dashboard/messages',
  newMessage: '/dashboard/messages/new',
  message: (id: string) => `/dashboard/messages/sent/${encodeURIComponent(id)}`,
  results: '/dashboard/results',
  examResults: (course: string) => `/dashboard/results/${encodeURIComponent(course)}`,
  attendance: '/dashboard/attendance',
  sheetSync: '/dashboard/sheet-sync',
  banners: '/dashboard/banner-manager',
  institutes: '/dashboard/brand-institues',
  brands: '/dashboard/brand-manager',
  streams: '/dashboard/exam-manager',
  halls: '/dashboard/halls',
  seating: '/dashboard/seats',
  seatsOf: (id: string) => `/dashboard/seats/exam/${encodeURIComponent(id)}`,
  packageManager: '/dashboard/packages-details',
  packages: '/dashboard/packages',
  newPackage: '/dashboard/packages/new',
  editPackage: (id: string) => `/dashboard/packages/edit/${encodeURIComponent(id)}`,
  colleges: '/dashboard/colleges',
  newCollege: '/dashboard/colleges/new',
  editCollege: (id: string) => `/dashboard/colleges/edit/${encodeURIComponent(id)}`,
} as const;

/** The part of an address under /dashboard, as a route below the portal's wants it. */
export const below = (path: string): string => path.slice(portalPaths.dashboard.length + 1);
