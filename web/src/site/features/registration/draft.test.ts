import { expect, it } from 'vitest';
import { emptyDraft } from '@/lib/registration/draft';
import { draftStore } from './draft';

const keep = (draft: object) => {
  sessionStorage.setItem('registration-draft', JSON.stringify(draft));
};

it('a draft of the previous release keeps what was typed and gets the default of a new field', () => {
  // `altPhone` plays a field that the previous release did not have, `school` for one that this release dropped.
  keep({
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '9876543210',
    packageId: 'p1',
    school: 'St Mary',
  });
  expect(draftStore.get()).toEqual({
    ...emptyDraft,
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '9876543210',
    packageId: 'p1',
  });
});

it('a field of another type, or with an unknown choice, gets its default and costs no other field', () => {
  keep({ ...emptyDraft, name: 'Asha Rao', phone: 9876543210, altPhone: null, preference: 'Somewhere' });
  expect(draftStore.get()).toEqual({ ...emptyDraft, name: 'Asha Rao' });
});

it.each(['null', '[]', '"text"', '7', '{', '{"__proto__":{"name":"x"}}'])(
  '%s makes an empty draft',
  (stored) => {
    sessionStorage.setItem('registration-draft', stored);
    expect(draftStore.get()).toEqual(emptyDraft);
  },
);
