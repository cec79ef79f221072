// A morning at four doors: four phones with two thousand scans each, of one event's passes, over a network that loses a third of
// what it is given.
import { expect, it } from 'vitest';
import { letTimePass, ModelPhone, type Fate, type World } from '@/door/testing/modelPhone';
import { ModelServer } from '@/door/testing/modelServer';

const scansOfEach = 2_000;
const passes = Array.from({ length: 3_000 }, (_, number) => `C${String(number).padStart(11, '0')}`);
const fates: Fate[] = ['answered', 'answered', 'request lost', 'answer lost', 'delayed', 'repeated'];

/** The same each time. */
function drawing() {
  let seed = 34;
  return <T>(from: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647;
    return from[seed % from.length] as T;
  };
}

/** What happens between two scans, of a hundred times. */
const between = [
  ...Array<'upload'>(12).fill('upload'),
  ...Array<'undo'>(4).fill('undo'),
  ...Array<'late'>(3).fill('late'),
  'reload' as const,
  'sign out' as const,
  ...Array<'nothing'>(79).fill('nothing'),
];

it('agrees with the server about each of 3,000 passes after 8,000 scans, and does nothing twice', async () => {
  const draw = drawing();
  const servers = new Map<string, ModelServer>();
  const world: World = {
    serverOf: (passNo) => {
      const server = servers.get(passNo) ?? new ModelServer({});
      servers.set(passNo, server);
      return server;
    },
    late: [],
    clock: 0,
    knowsPass: true,
  };
  const phones = ['A', 'B', 'C', 'D'].map((name) => new ModelPhone(world, name));
  const settleLate = () => {
    for (const request of world.late.splice(0)) request();
  };
  for (let scan = 0; scan < scansOfEach; scan += 1) {
    for (const phone of phones) {
      const passNo = draw(passes);
      if (draw([0, 1, 2]) === 0) await phone.scanOffline(passNo);
      else await phone.scan(draw(fates), draw(between) === 'sign out', passNo);
      const next = draw(between);
      if (next === 'upload') await (await phone.upload(draw(fates)))();
      else if (next === 'undo') await phone.undo();
      else if (next === 'late') settleLate();
      else if (next === 'reload') await phone.reload();
      else if (next === 'sign out') await phone.signOut();
    }
  }
  settleLate();
  letTimePass(world);
  for (const phone of phones) {
    await phone.reload();
    for (let round = 0; phone.unsent > 0 && round < 1_000; round += 1)
      await (
        await phone.upload('answered')
      )();
    expect(phone.unsent).toBe(0);
  }
  expect(phones.map(({ wrong }) => wrong)).toEqual(phones.map(() => undefined));
  const letIn = phones.flatMap((phone) => [...phone.letIn.keys()]).sort();
  const onServer = [...servers.values()]
    .flatMap(({ entrances }) => entrances.map(({ nonce }) => nonce))
    .sort();
  expect(letIn.length).toBeGreaterThan(2_000);
  expect(onServer).toEqual(letIn);
  const effects = [...servers.values()].flatMap((server) => server.effects);
  expect(new Set(effects).size).toBe(effects.length);
  for (const passNo of passes) {
    if (phones.some((phone) => phone.saysIn(passNo))) expect(servers.get(passNo)?.isIn, passNo).toBe(true);
  }
}, 120_000);
