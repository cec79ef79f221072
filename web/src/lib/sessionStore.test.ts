import { fireEvent, within } from '@testing-library/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { createSessionStore, useSessionStore } from './sessionStore';

const isText = (kept: unknown): string | undefined => (typeof kept === 'string' ? kept : undefined);

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

it('keeps what is typed between the moment a field is there and the moment React listens', async () => {
  const store = createSessionStore('typed', '', isText);
  function Name() {
    return createElement('input', {
      value: useSessionStore(store),
      onChange: ({ target }: { target: HTMLInputElement }) => {
        store.set(target.value);
      },
    });
  }
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const typed = new Promise<string>((done) => {
    // Called right after the field was added, before anything that React does later.
    const observer = new MutationObserver(() => {
      observer.disconnect();
      const field = within(page).getByRole<HTMLInputElement>('textbox');
      for (const letter of 'Asha') fireEvent.input(field, { target: { value: field.value + letter } });
      done(field.value);
    });
    observer.observe(page, { childList: true });
  });
  root.render(createElement(Name));
  expect(await typed).toBe('Asha');
  expect(store.get()).toBe('Asha');
  root.unmount();
  page.remove();
});
