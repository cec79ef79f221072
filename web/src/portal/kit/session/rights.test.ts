import { expect, it } from 'vitest';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { homeOf, maySee, roles } from './rights';

it.each([
  [portalPaths.customers, ['admin', 'counter', 'accountant']],
  [portalPaths.newCustomer, ['admin', 'counter']],
  [portalPaths.customer('1'), ['admin', 'counter', 'accountant']],
  [portalPaths.attendance, ['admin', 'counter', 'accountant']],
  [portalPaths.administrators, ['admin']],
  [portalPaths.editPackage('1'), ['admin']],
  [portalPaths.auditLog, ['admin', 'accountant']],
  [portalPaths.dashboard, ['admin', 'accountant']],
  [portalPaths.account, ['admin', 'counter', 'door', 'accountant']],
])('%s is for %j', (path, expected) => {
  const seeing = roles.map(({ role }) => role).filter((role) => maySee(role, path));
  expect(seeing).toEqual(expected);
});

it('gives each role a screen of its own to begin with', () => {
  for (const { role } of roles) expect(maySee(role, homeOf(role))).toBe(true);
});

it('leaves a role or a screen that is not known to the server', () => {
  expect(maySee('', portalPaths.administrators)).toBe(true);
  expect(maySee('door', '/dashboard/of-a-later-release')).toBe(true);
});
