// All lists of the event are on the phone, and looking does not admit.
import { expect, it } from 'vitest';
import { takeOver } from '@/door/kit/roster/roster';
import { admitted, desk, goOffline, now, outage, pass, phone, queued, setUpDesk } from '@/door/testing/desk';
import { asha, lookupOf, ravi, rosterPage, saturday } from '@/door/testing/device';
import { serveCall } from '@/testing/calls';
import { Desk } from './desk';

setUpDesk();

const of = (list: string, label: string) => ({ list, label, expected: 2, admitted: 1, begins_at: null });
const lists = [
  of(saturday, 'Sat 31 May'),
  of('exam:bca', 'BCA, Periyar Institute'),
  of('exam:law', 'BA LLB'),
];

it('reads each list of the event, the passes once, and goes on with any of them without a network', async () => {
  serveCall('get', '/api/check-in/lists', lists);
  const lookup = await lookupOf(asha);
  const page = await rosterPage({ server_time: now() });
  const asked = serveCall('get', '/api/check-in/roster', ({ query: { list = '', since } }) => {
    const seconds = Math.floor(Date.now() / 1000);
    const events = list === 'exam:bca' ? [['in', lookup, seconds, 'Hall 1', 'nonce-12345']] : [];
    const entries = since ? [] : page.entries;
    return { ...page, list, entries, events, next: 'passes', list_next: `of ${list}` };
  });
  await desk.refresh();
  expect(asked.map(({ query }) => [query.list, query.since, query.list_since])).toEqual([
    [saturday, undefined, undefined],
    ['exam:bca', 'passes', undefined],
    ['exam:law', 'passes', undefined],
  ]);
  await desk.refresh();
  expect(asked.slice(3).map(({ query }) => [query.list, query.list_since])).toEqual([
    [saturday, `of ${saturday}`],
  ]);
  goOffline();
  const again = new Desk(phone());
  again.connection.lost();
  expect(again.state().lists).toEqual(lists);
  again.choose(lists[1]);
  expect(await again.scan(pass(asha))).toMatchObject({ result: 'already', since: { place: 'Hall 1' } });
  expect(await again.scan(pass(ravi))).toMatchObject({ reason: 'online_only' });
  again.choose(lists[0]);
  expect(await again.scan(pass(asha))).toMatchObject({ result: 'admitted' });
});

it('follows the chosen list though another one is gone', async () => {
  serveCall('get', '/api/check-in/lists', lists);
  const page = await rosterPage({ server_time: now() });
  const gone = { status: 422, code: 'invalid_field', message: 'There is no such list', field: 'list' };
  serveCall('get', '/api/check-in/roster', ({ query: { list = '' } }) =>
    list === 'exam:bca' ? (gone as never) : { ...page, list },
  );
  await desk.refresh();
  expect(desk.state()).toMatchObject({ isOnline: true, refusal: undefined, entries: 2 });
});

it('asks for no other list once the session has ended', async () => {
  serveCall('get', '/api/check-in/lists', lists);
  const page = await rosterPage({ server_time: now() });
  const ended = { status: 401, code: 'unauthorized', message: 'Sign in' };
  const asked = serveCall('get', '/api/check-in/roster', page, ended as never);
  await desk.refresh();
  expect(asked.map(({ query }) => query.list)).toEqual([saturday, 'exam:bca']);
});

it('knows how many are in of each list', async () => {
  serveCall('get', '/api/check-in/lists', lists);
  serveCall('get', '/api/check-in/roster', await rosterPage());
  await desk.refresh();
  expect(desk.state().list).toMatchObject({ expected: 2, admitted: 1 });
});

it('looks without letting anybody in, with the server and without', async () => {
  await takeOver(phone(), await rosterPage());
  const sent = serveCall('post', '/api/check-in/redeem', admitted, outage);
  expect(await desk.look(pass(asha))).toMatchObject({ result: 'free', name: 'Asha Rao', isOffline: false });
  expect(sent[0]?.body).toMatchObject({ look: true });
  expect(await desk.look(pass(asha))).toMatchObject({ result: 'free', isLook: true, isOffline: true });
  expect(await queued()).toEqual([]);
  expect(await desk.scan(pass(asha))).toMatchObject({ result: 'admitted' });
  expect(await desk.look(pass(asha))).toMatchObject({ result: 'already', undoes: undefined });
  expect(await desk.look(undefined)).toMatchObject({ result: 'refused', isLook: true });
});
