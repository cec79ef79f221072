// The table of the portal's screens. Each is fetched when it is visited.
import { lazy, type ComponentType } from 'react';
import { below, portalPaths } from '../paths';

const screen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(() => load().then((module) => ({ default: module[name] })));

/** The pattern of an address that carries an id. */
export const withId = (path: (id: string) => string) => below(path('id')).replace(/id$/, ':id');

const PackagesScreen = screen(() => import('../packages/PackagesPage'), 'PackagesPage');
const PackageFormScreen = screen(() => import('../packages/PackageFormPage'), 'PackageFormPage');
const CollegeFormScreen = screen(() => import('../colleges/CollegeFormPage'), 'CollegeFormPage');

export const screens: readonly { path: string; Screen: ComponentType }[] = [
  {
    path: below(portalPaths.attention),
    Screen: screen(() => import('../attention/AttentionPage'), 'AttentionPage'),
  },
  {
    path: below(portalPaths.logs),
    Screen: screen(() => import('../audit-log/AuditLogPage'), 'AuditLogPage'),
  },
  {
    path: below(portalPaths.customers),
    Screen: screen(() => import('../candidates/CandidatesPage'), 'CandidatesPage'),
  },
  {
    path: below(portalPaths.newCustomer),
    Screen: screen(() => import('../registration/RegistrationPage'), 'RegistrationPage'),
  },
  {
    path: withId(portalPaths.customer),
    Screen: screen(() => import('../candidate/CandidatePage'), 'CandidatePage'),
  },
  {
    path: below(portalPaths.banners),
    Screen: screen(() => import('../banners/BannersPage'), 'BannersPage'),
  },
  {
    path: below(portalPaths.institutes),
    Screen: screen(() => import('../banners/InstitutesPage'), 'InstitutesPage'),
  },
  {
    path: below(portalPaths.brands),
    Screen: screen(() => import('../banners/BrandsPage'), 'BrandsPage'),
  },
  {
    path: below(portalPaths.streams),
    Screen: screen(() => import('../streams/StreamsPage'), 'StreamsPage'),
  },
  { path: below(portalPaths.packageManager), Screen: PackagesScreen },
  { path: below(portalPaths.packages), Screen: PackagesScreen },
  { path: below(portalPaths.newPackage), Screen: PackageFormScreen },
  { path: withId(portalPaths.editPackage), Screen: PackageFormScreen },
  {
    path: below(portalPaths.colleges),
    Screen: screen(() => import('../colleges/CollegesPage'), 'CollegesPage'),
  },
  { path: below(portalPaths.newCollege), Screen: CollegeFormScreen },
  { path: withId(portalPaths.editCollege), Screen: CollegeFormScreen },
  {
    path: below(portalPaths.sheetSync),
    Screen: screen(() => import('../sheet-sync/SheetSyncPage'), 'SheetSyncPage'),
  },
];

export const DashboardScreen = screen(() => import('../dashboard/DashboardPage'), 'DashboardPage');
