import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { session } from '../session';
import { server } from '@/testing/server';
import { call, isLost, referenceOf } from './client';

async function failure(status: number, body: object, headers: Record<string, string> = {}) {
  server.use(http.get('*/api/packages/list', () => HttpResponse.json(body, { status, headers })));
  return call('get', '/api/packages/list', {}).catch((error: unknown) => error);
}

it('takes the reference of a failure from the body', async () => {
  const error = await failure(500, { code: 'internal_error', message: 'no', request_id: 'from-body' });
  expect(referenceOf(error)).toBe('from-body');
});

it('takes it from the headers where the body is not ours', async () => {
  expect(referenceOf(await failure(502, {}, { 'X-Request-Id': 'from-us' }))).toBe('from-us');
  const ofGateway = await failure(
    503,
    { message: 'Service Unavailable' },
    { 'Apigw-Requestid': 'from-gateway' },
  );
  expect(referenceOf(ofGateway)).toBe('from-gateway');
});

it.each([
  [403, JSON.stringify({ message: 'Forbidden' }), 'Forbidden'],
  [429, JSON.stringify({ message: 'Too Many Requests' }), 'Too Many Requests'],
  [403, '<html><h1>403 ERROR</h1></html>', ''],
])('signs nobody out for a %s in words that are not ours', async (status, body, message) => {
  session.start('a-token');
  server.use(
    http.get(
      '*/api/packages/list',
      () => new HttpResponse(body, { status, headers: { 'Retry-After': '60' } }),
    ),
  );
  const error = await call('get', '/api/packages/list', {}).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status, message, details: { retryAfterSeconds: 60 } });
  expect(session.token()).toBe('a-token');
});

it('has none where no operator could mend anything', async () => {
  const body = { code: 'invalid_field', message: 'no', request_id: 'not-shown' };
  for (const status of [401, 404, 409, 422, 429]) {
    expect(referenceOf(await failure(status, body))).toBeUndefined();
  }
  server.use(http.get('*/api/packages/list', () => HttpResponse.error()));
  const offline = await call('get', '/api/packages/list', {}).catch((error: unknown) => error);
  expect(referenceOf(offline)).toBeUndefined();
  expect(referenceOf(new Error('a fault of the page'))).toBeUndefined();
});

it.each([
  [500, { code: 'internal_error' }],
  [503, { message: 'Service Unavailable' }],
  [504, { message: 'Endpoint request timed out' }],
  [408, { message: 'Request Timeout' }],
  [0, {}],
])('of a change that ends with %s it is not known whether it was done', async (status, body) => {
  server.use(
    http.post('*/api/contact', () => (status ? HttpResponse.json(body, { status }) : HttpResponse.error())),
  );
  const sent = call('post', '/api/contact', { body: { name: '', email: '', message: '' } });
  const error = await sent.catch((thrown: unknown) => thrown);
  expect(isLost(error)).toBe(true);
});

it.each([
  [409, { code: 'stale_version' }],
  [429, { message: 'Too Many Requests' }],
  [503, { code: 'busy', message: 'Too many at once' }],
  [502, { code: 'provider_unavailable', message: 'The provider does not answer' }],
])('a change that ends with %s was refused', async (status, body) => {
  server.use(http.post('*/api/contact', () => HttpResponse.json(body, { status })));
  const sent = call('post', '/api/contact', { body: { name: '', email: '', message: '' } });
  const error = await sent.catch((thrown: unknown) => thrown);
  expect(isLost(error)).toBe(false);
});

it.each(['', 'null'])(
  'of a change that is answered with nothing (“%s”) it is not known, either',
  async (body) => {
    server.use(http.post('*/api/contact', () => new HttpResponse(body)));
    const sent = call('post', '/api/contact', { body: { name: '', email: '', message: '' } });
    const error = await sent.catch((thrown: unknown) => thrown);
    expect(isLost(error)).toBe(true);
  },
);

it('a 204 says that a change was made', async () => {
  server.use(http.delete('*/api/exports/:id', () => new HttpResponse(null, { status: 204 })));
  await expect(call('delete', '/api/exports/{id}', { path: { id: 'e1' } })).resolves.toBeUndefined();
});

it('nothing is lost with the answer to a question', async () => {
  expect(isLost(await failure(500, { code: 'internal_error' }))).toBe(false);
});
