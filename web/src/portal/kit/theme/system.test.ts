import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pointed, system } from './system';

const tokensCss = ['src/theme/tokens.css', 'src/portal/kit/theme/portal.css']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

it('points only at custom properties that the site or the portal has', () => {
  for (const name of Object.values(pointed).flat()) expect(tokensCss).toContain(`--${name}:`);
});

it('holds no colour of its own', () => {
  expect(JSON.stringify(system.getTokenCss())).not.toMatch(/#[0-9a-f]{3,8}|rgb/i);
});
