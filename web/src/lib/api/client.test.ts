import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { session } from '../session';
import { server } from '@/testing/server';
import { call, referenceOf } from './client';

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
