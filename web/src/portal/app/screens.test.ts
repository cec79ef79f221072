// Every address of the portal leads to a screen, and the sidebar says where one is.
import { expect, it } from 'vitest';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { isCurrent, navigation } from './navigation';
import { screens } from './screens';

const { login, dashboard } = portalPaths;
const addresses = Object.entries(portalPaths)
  .map(([name, path]) => [name, typeof path === 'string' ? path : path(':id')] as const)
  .filter(([, path]) => path !== login && path !== dashboard);

it.each(addresses)('%s leads to a screen', (_, address) => {
  const routes = screens.map(({ path }) => `${dashboard}/${path}`);
  expect(routes).toContain(decodeURIComponent(address));
});

it.each([['dashboard', dashboard] as const, ...addresses])(
  '%s belongs to one link of the sidebar',
  (_, address) => {
    const current = navigation.flatMap(({ entries }) => entries).filter((entry) => isCurrent(entry, address));
    expect(current.map(({ label }) => label)).toHaveLength(1);
  },
);
