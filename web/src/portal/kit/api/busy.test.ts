import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, call } from '@/lib/api/client';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { server } from '@/testing/server';
import './data';

const waited: number[] = [];
const wait = vi.hoisted(() => vi.fn());
vi.mock('@/lib/wait', () => ({ wait }));

beforeEach(() => {
  waited.length = 0;
  wait.mockReset();
  wait.mockImplementation((ms: number) => {
    waited.push(ms);
    return Promise.resolve();
  });
  session.start('e30.eyJ1c2VybmFtZSI6ImFzaGEifQ.x');
});

const addNote = () =>
  call('post', '/api/customers/{customerId}/notes', {
    path: { customerId: 'CZ6S4932KF26' },
    header: { 'Idempotency-Key': 'key' },
    body: { text: 'Called back' },
  }).catch((error: unknown) => error);

/** Answers so, one after the other, the last one from then on; gives back the keys of what was sent. */
function answerBy(...answers: (() => Response)[]) {
  const keys: (string | null)[] = [];
  server.use(
    http.all(/\/api\//, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return answers[Math.min(keys.length, answers.length) - 1]?.();
    }),
  );
  return keys;
}
const plain =
  (status: number, headers = {}) =>
  () =>
    HttpResponse.json({ message: 'No' }, { status, headers });
const done = plain(200);

it.each([
  ['the gateway', plain(429)],
  ['Lambda, which has no instance left', plain(503)],
  ['others at the same thing', plain(503, { 'Retry-After': '2' })],
])('is sent again under its key where %s has no room for it', async (_, busy) => {
  const keys = answerBy(busy, busy, done);
  expect(await addNote()).toEqual({ message: 'No' });
  expect(keys).toEqual(['key', 'key', 'key']);
  expect(waited).toEqual([2_000, 2_000]);
});

it('waits as long as is asked, and a person decides where that is long', async () => {
  const keys = answerBy(plain(429, { 'Retry-After': '9' }), plain(429, { 'Retry-After': '60' }), done);
  expect(await addNote()).toMatchObject({ status: 429 });
  expect(keys).toHaveLength(2);
  expect(waited).toEqual([9_000]);
});

it('is sent three times at the most', async () => {
  const keys = answerBy(plain(503));
  expect(await addNote()).toBeInstanceOf(ApiError);
  expect(keys).toHaveLength(3);
});

it.each([[409], [500], [502], [504]])('is sent once where the answer is %i', async (status) => {
  const keys = answerBy(plain(status), done);
  expect(await addNote()).toMatchObject({ status });
  expect(keys).toHaveLength(1);
});

it('is sent once where the gateway gave up waiting for it, as it may have been done', async () => {
  const now = Date.now();
  const keys = answerBy(() => {
    vi.spyOn(Date, 'now').mockReturnValue(now + 30_000);
    return plain(503)();
  }, done);
  expect(await addNote()).toMatchObject({ status: 503, isLost: true });
  expect(keys).toHaveLength(1);
});

it('is not sent in the name of who has signed in meanwhile', async () => {
  wait.mockImplementation(() => {
    session.start('e30.eyJ1c2VybmFtZSI6ImJpbnUifQ.x');
    return Promise.resolve();
  });
  const keys = answerBy(plain(503), done);
  expect(await addNote()).toMatchObject({ status: 503 });
  expect(keys).toHaveLength(1);
});

it('is not what signing in does with a pause, which it counts down', async () => {
  const sent = serveCall('post', '/api/admin/login', refusal(429, 'too_many_requests', 'Please wait.'));
  const body = { username: 'asha', password: 'secret' };
  await expect(call('post', '/api/admin/login', { body })).rejects.toMatchObject({ status: 429 });
  expect(sent).toHaveLength(1);
});

it('is not what is only read', async () => {
  const keys = answerBy(plain(503), done);
  await expect(call('get', '/api/halls', {})).rejects.toMatchObject({ status: 503 });
  expect(keys).toHaveLength(1);
});
