import { beforeEach, expect, it, vi } from 'vitest';

/** The contexts that were made, each with how many tones it has played. */
let made: Context[] = [];

class Context {
  state = 'running';
  currentTime = 0;
  tones = 0;
  destination = {};
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
    connect: () => undefined,
  });
  resume = () => Promise.resolve();
  close = () => {
    this.state = 'closed';
    return Promise.resolve();
  };

  constructor() {
    made.push(this);
  }

  createOscillator = () => ({
    frequency: {},
    connect: () => this.createGain(),
    start: () => {
      this.tones += 1;
    },
    stop: () => undefined,
  });
}

/** A page that has made no sound yet. */
async function load() {
  vi.resetModules();
  return import('./signal');
}

beforeEach(() => {
  made = [];
  vi.stubGlobal('AudioContext', Context);
});

it('goes on with one context for as long as it sounds', async () => {
  const { signal, unlockSound } = await load();
  unlockSound();
  for (const time of [1, 2]) {
    for (const context of made) context.currentTime = time;
    unlockSound();
  }
  signal('refused');
  expect(made.map(({ tones }) => tones)).toEqual([1]);
});

it.each(['interrupted', 'suspended', 'closed'])(
  'sounds again at the press after its context was %s, whatever becomes of that one',
  async (state) => {
    const { signal, unlockSound } = await load();
    unlockSound();
    const [first] = made;
    Object.assign(first ?? {}, {
      state,
      close: () => Promise.reject(new DOMException('', 'InvalidStateError')),
    });
    signal('refused');
    unlockSound();
    signal('refused');
    expect(made.map(({ tones }) => tones)).toEqual([0, 1]);
  },
);

it('takes another context at the press that finds the clock of this one where it was', async () => {
  const { signal, unlockSound } = await load();
  unlockSound();
  for (const context of made) context.currentTime = 5;
  unlockSound();
  unlockSound();
  signal('refused');
  expect(made.map(({ state, tones }) => [state, tones])).toEqual([
    ['closed', 0],
    ['running', 1],
  ]);
});

it('waits for the next press where a context is not to sound yet', async () => {
  const { signal, unlockSound } = await load();
  const refuse = () => Promise.reject(new DOMException('', 'InvalidStateError'));
  class Interrupted extends Context {
    override state = 'interrupted';
    override resume = refuse;
  }
  vi.stubGlobal('AudioContext', Interrupted);
  unlockSound();
  signal('refused');
  vi.stubGlobal('AudioContext', Context);
  unlockSound();
  signal('refused');
  expect(made.map(({ tones }) => tones)).toEqual([0, 1]);
});
