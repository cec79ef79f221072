import { expect, it, vi } from 'vitest';
import { createSessionStore } from './sessionStore';

const isText = (value: unknown): value is string => typeof value === 'string';

it('gives back what was kept, also after a reload', () => {
  createSessionStore('kept', '', isText).set('Asha');
  expect(createSessionStore('kept', '', isText).get()).toBe('Asha');
});

it('starts empty when what is stored is of another shape', () => {
  sessionStorage.setItem('shape', '{"old":"version"}');
  expect(createSessionStore('shape', 'empty', isText).get()).toBe('empty');
  sessionStorage.setItem('shape', 'not json');
  expect(createSessionStore('shape', 'empty', isText).get()).toBe('empty');
});

it('keeps the value for this page where the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  const store = createSessionStore('refused', '', isText);
  store.set('Asha');
  expect(store.get()).toBe('Asha');
});
