import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasSamples, sampleNames } from './samples';

it('knows what the local system enters, and nothing else', () => {
  const seed = readFileSync('../infra/local/src/seed/content.rs', 'utf8');
  const entered = [...seed.matchAll(/(?:hero|logo)!\("([^"]+)"/g)].map(([, name]) => name);
  expect(entered.length).toBeGreaterThan(10);
  expect(sampleNames).toEqual(entered);
  expect(hasSamples([{ bannerName: 'Open day' }])).toBe(false);
  expect(hasSamples([{ bannerName: 'Open day' }, { bannerName: entered[0] ?? '' }])).toBe(true);
});
