// Two phones, one server, one pass of a list that counts who goes out, and a network that loses, delays and repeats: after whatever
// happened, once everything has been sent, the server counts inside who went through a door last on the way in.
import { expect, it } from 'vitest';
import { letTimePass, ModelPhone, type Fate, type World } from '@/door/testing/modelPhone';
import { ModelServer, type Faults } from '@/door/testing/modelServer';
import { Intentions } from './intentions';

const fates: Fate[] = ['answered', 'answer lost', 'delayed', 'repeated'];

type Step = (phone: ModelPhone) => Promise<unknown>;

const scans = [false, true].flatMap((isExit): [string, Step][] => {
  const way = isExit ? 'out' : 'in';
  return [
    ...fates.map((fate): [string, Step] => [
      `${way}, ${fate}`,
      (phone) => phone.scan(fate, false, undefined, isExit),
    ]),
    [`${way}, killed before the answer`, (phone) => phone.scan('answered', true, undefined, isExit)],
    [`${way} without a network`, (phone) => phone.scanOffline(undefined, isExit)],
  ];
});

const steps: [string, Step][] = [
  ...scans,
  ['let in all the same', (phone) => phone.letInAllTheSame()],
  ['undo', (phone) => phone.undo()],
  ['upload', async (phone) => (await phone.upload('answered'))()],
  ['upload, answer lost', async (phone) => (await phone.upload('answer lost'))()],
  ['sign out', (phone) => phone.signOut()],
];

const happenings = [
  ...[0, 1].flatMap((phone) =>
    steps.map(([name, step]) => ({ name: `${name} (${String(phone)})`, phone, step })),
  ),
  { name: 'what is late arrives', phone: 0, step: undefined },
];
type Happening = (typeof happenings)[number];

interface Setting {
  knowsPass: boolean;
  faults?: Faults;
}

/** What is wrong in the end; undefined where nothing is. */
async function endOf(happened: readonly Happening[], setting: Setting): Promise<string | undefined> {
  const server = new ModelServer(setting.faults ?? {}, true);
  const { knowsPass } = setting;
  const world: World = { serverOf: () => server, late: [], clock: 0, knowsPass, countsExits: true };
  const phones = [new ModelPhone(world, 'A'), new ModelPhone(world, 'B')] as const;
  const settleLate = () => {
    for (const request of world.late.splice(0)) request();
  };
  for (const { phone, step } of happened) {
    if (step) await step(phones[phone === 0 ? 0 : 1]);
    else settleLate();
  }
  settleLate();
  letTimePass(world);
  for (const phone of phones) {
    await phone.reload();
    for (let round = 0; phone.unsent > 0 && round < 20; round += 1) await (await phone.upload('answered'))();
    if (phone.unsent > 0) return 'something is never sent';
  }
  const through = phones
    .flatMap((phone) => [...phone.through.values()])
    .sort((one, other) => one.at - other.at);
  const cameIn = through.filter(({ isExit }) => !isExit);
  // Who was only said to be in already is admitted as long as what let them in is not taken back.
  const isLetIn = cameIn.some(({ isRepeat }) => !isRepeat);
  if (server.isIn ? cameIn.length === 0 : isLetIn)
    return `admitted: ${String(server.isIn)}, and the guards saw ${String(isLetIn)}`;
  const isInside = server.isIn && !through.at(-1)?.isExit;
  if (server.isInside !== isInside)
    return `inside: ${String(server.isInside)}, by the guards ${String(isInside)}`;
  if (new Set(server.effects).size < server.effects.length) return `twice: ${server.effects.join()}`;
  return undefined;
}

async function faultsIn(sequences: Iterable<Happening[]>, setting: Setting): Promise<string[]> {
  const found = [];
  for (const sequence of sequences) {
    const fault = await endOf(sequence, setting);
    if (fault !== undefined) found.push(`${sequence.map(({ name }) => name).join(' | ')}: ${fault}`);
  }
  return found;
}

function* everySequence(length: number): Generator<Happening[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const before of everySequence(length - 1)) {
    // The phones are alike: it begins with the first.
    const nexts = before.length === 0 ? happenings.filter(({ phone }) => phone === 0) : happenings;
    for (const next of nexts) yield [...before, next];
  }
}

/** Longer ones, always the same. */
function* longSequences(count: number, length: number): Generator<Happening[]> {
  let seed = 1;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let made = 0; made < count; made += 1) {
    yield Array.from({ length }, () => happenings[next(happenings.length)]).filter(
      (one) => one !== undefined,
    );
  }
}

it.each([true, false])(
  'counts inside who is, after every sequence of up to three happenings (roster knows the pass: %s)',
  async (knowsPass) => {
    expect((await faultsIn(everySequence(3), { knowsPass })).slice(0, 5)).toEqual([]);
  },
  120_000,
);

it.each([true, false])(
  'counts inside who is, after many sequences of ten happenings (roster knows the pass: %s)',
  async (knowsPass) => {
    expect((await faultsIn(longSequences(1_000, 10), { knowsPass })).slice(0, 5)).toEqual([]);
  },
  120_000,
);

it('finds a server that goes by the order in which it is told', async () => {
  const setting = { knowsPass: true, faults: { judgesByArrival: true } };
  expect((await faultsIn(longSequences(300, 10), setting)).length).toBeGreaterThan(0);
});

it('finds a phone that keeps nothing of somebody whom it says to be in already', async () => {
  const { letIn } = Intentions.prototype;
  Intentions.prototype.letIn = async function forget(scan) {
    if (!scan.isRepeat) await letIn.call(this, scan);
  };
  try {
    expect((await faultsIn(longSequences(300, 10), { knowsPass: true })).length).toBeGreaterThan(0);
  } finally {
    Intentions.prototype.letIn = letIn;
  }
});

it('has nobody in once the scan that let them in is taken back, whoever was said to be in already', () => {
  const server = new ModelServer({}, true);
  const sent = { code: 'CZ6S4932KF26', list: 'day:2025-05-31', device: 'A', offline: false };
  const scan = (nonce: string, at: number) => server.scan({ ...sent, nonce, at });
  expect([scan('first', 1), scan('again', 2)]).toEqual(['admitted', 'already']);
  server.undo({ nonce: 'undo', undoes: 'first' });
  expect([server.isIn, server.isInside]).toEqual([false, false]);
});
