import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { describeAction } from './actions';

const repository = resolve(import.meta.dirname, '../../../../..');

/** Every action that the code of the functions names where it makes an entry of the log. */
function actionsInCode(): string[] {
  const sources = ['functions', 'shared'].flatMap((folder) =>
    readdirSync(join(repository, folder)).flatMap((crate) => {
      const src = join(repository, folder, crate, 'src');
      return readdirSync(src, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.rs'))
        .map((file) => readFileSync(join(src, file), 'utf8'));
    }),
  );
  const entry = /\b(?:AuditEntry::new|entry|entry_of|change)\([^;]*?"([a-z_]+\.[a-z_]+)"/g;
  const written = sources.flatMap((source) => [...source.matchAll(entry)].map(([, action = '']) => action));
  // The name of a picture's action is put together in banner-api, out of the group and what was done.
  const pictures = ['banner', 'institute', 'brand'].flatMap((group) =>
    ['created', 'updated', 'deleted'].map((verb) => `${group}.${verb}`),
  );
  return [...written, ...pictures];
}

it('has words for everything that the code can write into the log', () => {
  const actions = actionsInCode();
  expect(actions).toEqual(expect.arrayContaining(['admin.created', 'exam.deleted', 'sync.started']));
  expect(actions.filter((action) => !/^[A-Z][a-z ’-]+$/.test(describeAction(action)))).toEqual([]);
});

it('puts actions into words, and shows the server’s own where there are none', () => {
  expect(describeAction('exam_detail.updated')).toBe('Exam detail updated');
  expect(describeAction('payment.mark_paid')).toBe('Payment marked as paid');
  expect(describeAction('moon.landed')).toBe('moon.landed');
});
