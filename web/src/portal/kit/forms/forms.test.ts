import { expect, it } from 'vitest';
import { isLink } from './link';

it('a link is a path of the site or a web address', () => {
  for (const link of ['/', '/contact-us', '/#register', 'https://example.com', 'http://example.com/a?b=c']) {
    expect(isLink(link), link).toBe(true);
  }
  for (const text of [
    '',
    'contact',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://',
    '/a b',
  ]) {
    expect(isLink(text), text).toBe(false);
  }
});
