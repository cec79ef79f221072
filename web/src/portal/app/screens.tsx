// The table of the portal's screens. Each is fetched when it is visited.
import type { ComponentType } from 'react';
import { lazily } from '@/components/lazily';
import { below, portalPaths } from '@/portal/kit/navigation/paths';

/** The pattern of an address that carries an id. */
export const withId = (path: (id: string) => string) => below(path('id')).replace(/id$/, ':id');

const PackagesScreen = lazily(() => import('@/portal/features/packages/PackagesPage'), 'PackagesPage');
const PackageFormScreen = lazily(
  () => import('@/portal/features/packages/PackageFormPage'),
  'PackageFormPage',
);
const CollegeFormScreen = lazily(
  () => import('@/portal/features/colleges/CollegeFormPage'),
  'CollegeFormPage',
);

export const screens: readonly { path: string; Screen: ComponentType }[] = [
  {
    path: below(portalPaths.attention),
    Screen: lazily(() => import('@/portal/features/attention/AttentionPage'), 'AttentionPage'),
  },
  {
    path: below(portalPaths.auditLog),
    Screen: lazily(() => import('@/portal/features/audit-log/AuditLogPage'), 'AuditLogPage'),
  },
  {
    path: below(portalPaths.event),
    Screen: lazily(() => import('@/portal/features/event/EventPage'), 'EventPage'),
  },
  {
    path: below(portalPaths.closing),
    Screen: lazily(() => import('@/portal/features/closing/ClosingPage'), 'ClosingPage'),
  },
  {
    path: below(portalPaths.administrators),
    Screen: lazily(() => import('@/portal/features/administrators/AdministratorsPage'), 'AdministratorsPage'),
  },
  {
    path: below(portalPaths.account),
    Screen: lazily(() => import('@/portal/features/account/AccountPage'), 'AccountPage'),
  },
  {
    path: below(portalPaths.customers),
    Screen: lazily(() => import('@/portal/features/candidates/CandidatesPage'), 'CandidatesPage'),
  },
  {
    path: below(portalPaths.newCustomer),
    Screen: lazily(() => import('@/portal/features/registration/RegistrationPage'), 'RegistrationPage'),
  },
  {
    path: below(portalPaths.imports),
    Screen: lazily(() => import('@/portal/features/imports/ImportsPage'), 'ImportsPage'),
  },
  {
    path: withId(portalPaths.group),
    Screen: lazily(() => import('@/portal/features/imports/GroupPage'), 'GroupPage'),
  },
  {
    path: below(portalPaths.till),
    Screen: lazily(() => import('@/portal/features/till/TillPage'), 'TillPage'),
  },
  {
    path: below(portalPaths.exports),
    Screen: lazily(() => import('@/portal/features/exports/ExportsPage'), 'ExportsPage'),
  },
  {
    path: below(portalPaths.messages),
    Screen: lazily(() => import('@/portal/features/messages/MessagesPage'), 'MessagesPage'),
  },
  {
    path: below(portalPaths.newMessage),
    Screen: lazily(() => import('@/portal/features/messages/ComposePage'), 'ComposePage'),
  },
  {
    path: withId(portalPaths.message),
    Screen: lazily(() => import('@/portal/features/messages/MessagePage'), 'MessagePage'),
  },
  {
    path: below(portalPaths.bulk),
    Screen: lazily(() => import('@/portal/features/bulk/BulkPage'), 'BulkPage'),
  },
  {
    path: below(portalPaths.newBulk),
    Screen: lazily(() => import('@/portal/features/bulk/NewBulkPage'), 'NewBulkPage'),
  },
  {
    path: withId(portalPaths.bulkAction),
    Screen: lazily(() => import('@/portal/features/bulk/BulkActionPage'), 'BulkActionPage'),
  },
  {
    path: below(portalPaths.results),
    Screen: lazily(() => import('@/portal/features/results/ResultsPage'), 'ResultsPage'),
  },
  {
    path: withId(portalPaths.examResults),
    Screen: lazily(() => import('@/portal/features/results/ExamResultsPage'), 'ExamResultsPage'),
  },
  {
    path: below(portalPaths.attendance),
    Screen: lazily(() => import('@/portal/features/attendance/AttendancePage'), 'AttendancePage'),
  },
  {
    path: withId(portalPaths.customer),
    Screen: lazily(() => import('@/portal/features/candidate/CandidatePage'), 'CandidatePage'),
  },
  {
    path: below(portalPaths.banners),
    Screen: lazily(() => import('@/portal/features/banners/BannersPage'), 'BannersPage'),
  },
  {
    path: below(portalPaths.institutes),
    Screen: lazily(() => import('@/portal/features/banners/InstitutesPage'), 'InstitutesPage'),
  },
  {
    path: below(portalPaths.brands),
    Screen: lazily(() => import('@/portal/features/banners/BrandsPage'), 'BrandsPage'),
  },
  {
    path: below(portalPaths.streams),
    Screen: lazily(() => import('@/portal/features/streams/StreamsPage'), 'StreamsPage'),
  },
  {
    path: below(portalPaths.halls),
    Screen: lazily(() => import('@/portal/features/seating/HallsPage'), 'HallsPage'),
  },
  {
    path: below(portalPaths.seating),
    Screen: lazily(() => import('@/portal/features/seating/SeatingPage'), 'SeatingPage'),
  },
  {
    path: withId(portalPaths.seatsOf),
    Screen: lazily(() => import('@/portal/features/seating/SeatsPage'), 'SeatsPage'),
  },
  { path: below(portalPaths.packageManager), Screen: PackagesScreen },
  { path: below(portalPaths.packages), Screen: PackagesScreen },
  { path: below(portalPaths.newPackage), Screen: PackageFormScreen },
  { path: withId(portalPaths.editPackage), Screen: PackageFormScreen },
  {
    path: below(portalPaths.colleges),
    Screen: lazily(() => import('@/portal/features/colleges/CollegesPage'), 'CollegesPage'),
  },
  { path: below(portalPaths.newCollege), Screen: CollegeFormScreen },
  { path: withId(portalPaths.editCollege), Screen: CollegeFormScreen },
  {
    path: below(portalPaths.sheetSync),
    Screen: lazily(() => import('@/portal/features/sheet-sync/SheetSyncPage'), 'SheetSyncPage'),
  },
];

export const DashboardScreen = lazily(
  () => import('@/portal/features/dashboard/DashboardPage'),
  'DashboardPage',
);
