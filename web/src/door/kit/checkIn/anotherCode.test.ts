// A pass that was given another code: it is known by what happened under the one before.
import { expect, it } from 'vitest';
import { takeOver } from '@/door/kit/roster/roster';
import { admitted, desk, goOffline, now, pass, phone, setUpDesk } from '@/door/testing/desk';
import { asha, rosterPage, sealed } from '@/door/testing/device';
import { serveCall } from '@/testing/calls';
import { Reports } from './reports';

setUpDesk();

/** Asha's pass with another code, and the lookup of the first one, by which news go on naming it. */
async function corrected() {
  const code = 'EXPO1:CZ6S4932KF26:22222222222222222222222222';
  const [first] = await sealed(asha, {});
  return { code, first, entry: await sealed(code, { n: 'Asha Rao', p: 'Offline', e: 'bca', l: first }) };
}

it('knows by a pass with another code who came in by the one before, and who was taken back', async () => {
  const { code, first, entry } = await corrected();
  const at = Math.floor(Date.now() / 1000);
  const admission = ['in', first, at - 60, 'Gate 5 · AAAA', 'nonce-of-gate-5'];
  await takeOver(phone(), await rosterPage({ entries: [entry], events: [admission] }));
  goOffline();
  expect(await desk.scan(pass(code))).toMatchObject({ result: 'already', since: { place: 'Gate 5 · AAAA' } });
  const takenBack = ['out', first, at, 'portal', 'nonce-of-gate-5'];
  await takeOver(phone(), await rosterPage({ entries: [], events: [takenBack] }));
  expect(await desk.scan(pass(code))).toMatchObject({ result: 'admitted', name: 'Asha Rao' });
});

it('forgets that a pass with another code was answered to be in once that is taken back', async () => {
  const { code, first, entry } = await corrected();
  await takeOver(phone(), await rosterPage({ entries: [entry] }));
  serveCall('post', '/api/check-in/redeem', { ...admitted, result: 'already', device: 'Gate 5 · AAAA' });
  await desk.scan(pass(code));
  goOffline();
  expect(await desk.scan(pass(code))).toMatchObject({ result: 'already', since: { place: 'Gate 5 · AAAA' } });
  const takenBack = ['out', first, Math.floor(Date.now() / 1000), 'portal', 'nonce-of-gate-5'];
  await takeOver(phone(), await rosterPage({ entries: [], events: [takenBack] }));
  expect(await desk.scan(pass(code))).toMatchObject({ result: 'admitted' });
});

it('has a double of a pass with another code to look at once, with its number', async () => {
  const { code, first, entry } = await corrected();
  await takeOver(phone(), await rosterPage({ entries: [entry] }));
  goOffline();
  await desk.scan(pass(code));
  const place = (device: string) => ({ at: now(), by: 'meera', device });
  const double = { lookup: first, first: place('Gate 5 · AAAA'), second: place('Gate 2 · 7F3K') };
  const page = await rosterPage({ entries: [], doubles: [double] });
  await new Reports(phone()).addDoubles(page);
  expect(await phone().getAll('reports')).toMatchObject([{ kind: 'double', passNo: 'CZ6S4932KF26' }]);
});
