// Every address of the portal leads to a screen, and the sidebar says where one is.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee, roles } from '@/portal/kit/session/rights';
import { isCurrent, navigation, navigationOf, placesOf } from './navigation';
import { screens } from './screens';

const { login, invitation, dashboard } = portalPaths;
/** They have no sidebar, or are its first entry. */
const others: readonly string[] = [login, invitation, dashboard];
const addresses = Object.entries(portalPaths)
  .map(([name, path]) => [name, typeof path === 'string' ? path : path(':id')] as const)
  .filter(([, path]) => !others.includes(path));

it.each(addresses)('%s leads to a screen', (_, address) => {
  const routes = screens.map(({ path }) => `${dashboard}/${path}`);
  expect(routes).toContain(decodeURIComponent(address));
});

it('has the addresses that CloudFront answers as pages of the portal, and no others', () => {
  const known = JSON.parse(readFileSync('../infra/cloudfront/routes.json', 'utf8')) as { portal: string[] };
  const routes = [...others, ...screens.map(({ path }) => `${dashboard}/${path}`)];
  expect([...known.portal].sort()).toEqual(routes.sort());
});

it.each([['dashboard', dashboard] as const, ...addresses])(
  '%s belongs to one link of the sidebar',
  (_, address) => {
    const current = navigation.flatMap(({ entries }) => entries).filter((entry) => isCurrent(entry, address));
    expect(current.map(({ label }) => label)).toHaveLength(1);
  },
);

it.each(roles)('$role finds each screen of the sidebar and nothing that it may not see', ({ role }) => {
  const places = placesOf(role);
  const found = places.map(({ to }) => to);
  for (const { to } of navigationOf(role).flatMap(({ entries }) => entries)) expect(found).toContain(to);
  expect(found.filter((to) => !maySee(role, to))).toEqual([]);
  expect(new Set(places.map(({ kind, to }) => `${kind} ${to}`)).size).toBe(places.length);
});
