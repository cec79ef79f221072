// The table of the portal's screens. Each is fetched when it is visited.
import { lazy, type ComponentType } from 'react';
import { below, portalPaths } from '../paths';

const screen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(() => load().then((module) => ({ default: module[name] })));

/** The pattern of an address that carries an id. */
export const withId = (path: (id: string) => string) => below(path('id')).replace(/id$/, ':id');

export const screens: readonly { path: string; Screen: ComponentType }[] = [
  {
    path: below(portalPaths.attention),
    Screen: screen(() => import('../attention/AttentionPage'), 'AttentionPage'),
  },
  {
    path: below(portalPaths.logs),
    Screen: screen(() => import('../audit-log/AuditLogPage'), 'AuditLogPage'),
  },
];

export const DashboardScreen = screen(() => import('../dashboard/DashboardPage'), 'DashboardPage');
