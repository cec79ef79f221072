import { expect, it, vi } from 'vitest';
import { uuid } from './uuid';

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('makes a version 4 UUID', () => {
  expect(uuid()).toMatch(version4);
});

it('makes one without crypto.randomUUID, as on an insecure origin', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  try {
    expect(uuid()).toMatch(version4);
    expect(uuid()).not.toBe(uuid());
  } finally {
    vi.unstubAllGlobals();
  }
});
