import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { homeOf, maySee, roles } from './rights';

/** Who sees which screen, as docs/api.md says. */
function documented(): { path: string; seenBy: string[] }[] {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../../docs/api.md'), 'utf8');
  const head = '| screen | admin | counter | door | accountant |\n|---|---|---|---|---|\n';
  const [rows = ''] = (page.split(head)[1] ?? '').split('\n\n');
  return rows
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [paths = '', ...marks] = row.slice(1, -1).split('|');
      const seenBy = ['admin', 'counter', 'door', 'accountant'].filter(
        (_, at) => marks[at]?.trim() === 'yes',
      );
      return [...paths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => ({ path, seenBy }));
    });
}

it('shows every screen of the portal to the roles that the documentation names', () => {
  const shown = Object.values(portalPaths)
    .filter((path) => path !== portalPaths.login && path !== portalPaths.invitation)
    .map((path) => (typeof path === 'function' ? path('id').replace(/id$/, '{id}') : path))
    .map((path) => ({ path, seenBy: roles.map(({ role }) => role).filter((role) => maySee(role, path)) }));
  const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);
  expect(shown.sort(byPath)).toEqual(documented().sort(byPath));
});

it('gives each role a screen of its own to begin with', () => {
  for (const { role } of roles) expect(maySee(role, homeOf(role))).toBe(true);
});

it('leaves a role or a screen that is not known to the server', () => {
  expect(maySee('', portalPaths.administrators)).toBe(true);
  expect(maySee('door', '/dashboard/of-a-later-release')).toBe(true);
});
