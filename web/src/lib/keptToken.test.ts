// What a page that knows nothing of sessions, as those of the site, does with the administrator's token.
import { expect, it } from 'vitest';
import { refusal, serveCall } from '@/testing/calls';
import { call } from './api/client';
import { keptToken, tokenKey } from './keptToken';

it('takes the token along that is kept, and leaves it where the call is answered', async () => {
  localStorage.setItem(tokenKey, 'a-token');
  const sent = serveCall('get', '/api/packages/list', []);
  await call('get', '/api/packages/list', {});
  expect(sent[0]?.headers.get('Authorization')).toBe('Bearer a-token');
  expect(keptToken.token()).toBe('a-token');
});

it('takes none along where none is kept', async () => {
  const sent = serveCall('get', '/api/packages/list', []);
  await call('get', '/api/packages/list', {});
  expect(sent[0]?.headers.get('Authorization')).toBeNull();
});

it('drops the one that the server has refused, and none that has come since', async () => {
  localStorage.setItem(tokenKey, 'a-token');
  serveCall('get', '/api/packages/list', refusal(401, 'unauthorized', 'No.'));
  await expect(call('get', '/api/packages/list', {})).rejects.toThrow('No.');
  expect(keptToken.token()).toBeUndefined();
  localStorage.setItem(tokenKey, 'another');
  keptToken.refuse('a-token');
  expect(keptToken.token()).toBe('another');
});
