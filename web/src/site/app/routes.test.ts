import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { paths } from '@/lib/paths';

it('has the addresses that CloudFront answers as pages of the site, and no others', () => {
  const known = JSON.parse(readFileSync('../infra/cloudfront/routes.json', 'utf8')) as {
    site: string[];
    door: string[];
  };
  const all = Object.values(paths).filter((path) => typeof path === 'string' && !path.includes('#'));
  const ofOthers: string[] = [paths.login, paths.dashboard, paths.door];
  const site = (all as string[]).filter((path) => !ofOthers.includes(path));
  // What the router takes for an address of the portal is led there by the site (PortalAddress).
  expect([...known.site].sort()).toEqual([...site, `${paths.login}/*`, `${paths.dashboard}/*`].sort());
  expect(known.door).toEqual([paths.door]);
});
