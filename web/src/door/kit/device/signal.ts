// A verdict for the ear and the hand: a sound and a vibration that are different for each.
import { getSettings } from './settings';
import type { Result } from '@/door/kit/verdict/verdict';

interface Tone {
  hertz: number;
  /** Seconds. */
  at: number;
  length: number;
  shape: OscillatorType;
}

const tones: Record<Result, Tone[]> = {
  // Rising and bright.
  admitted: [
    { hertz: 880, at: 0, length: 0.1, shape: 'sine' },
    { hertz: 1320, at: 0.1, length: 0.18, shape: 'sine' },
  ],
  back: [
    { hertz: 880, at: 0, length: 0.1, shape: 'sine' },
    { hertz: 1320, at: 0.1, length: 0.18, shape: 'sine' },
  ],
  // The same twice.
  already: [
    { hertz: 587, at: 0, length: 0.14, shape: 'triangle' },
    { hertz: 587, at: 0.22, length: 0.14, shape: 'triangle' },
  ],
  // Low, long and rough.
  refused: [{ hertz: 165, at: 0, length: 0.55, shape: 'square' }],
  unchecked: [
    { hertz: 440, at: 0, length: 0.12, shape: 'triangle' },
    { hertz: 330, at: 0.16, length: 0.22, shape: 'triangle' },
  ],
  // Falling, as admitted rises.
  out: [
    { hertz: 1320, at: 0, length: 0.1, shape: 'sine' },
    { hertz: 880, at: 0.1, length: 0.18, shape: 'sine' },
  ],
  not_in: [
    { hertz: 1320, at: 0, length: 0.1, shape: 'sine' },
    { hertz: 880, at: 0.1, length: 0.1, shape: 'sine' },
    { hertz: 587, at: 0.2, length: 0.18, shape: 'sine' },
  ],
  free: [],
  away: [],
  undone: [],
};

/** Milliseconds on, off, on. */
const vibrations: Record<Result, number[]> = {
  admitted: [90],
  back: [90],
  already: [90, 90, 90],
  refused: [400],
  unchecked: [90, 90, 250],
  out: [90],
  not_in: [90, 90, 90],
  free: [],
  away: [],
  undone: [],
};

const volume = 0.35;
const fadeSeconds = 0.03;

let context: AudioContext | undefined;
/** Where its clock was at the last press. */
let clock: number | undefined;

/**
 * A browser lets a page sound only after it has been touched: call it in the handler of any press. A finger counts as one when it
 * leaves the screen.
 */
export function unlockSound(): void {
  const isSound = context?.state === 'running' && context.currentTime !== clock;
  clock = context?.currentTime;
  if (isSound) return;
  try {
    // An iPhone may not resume one that a call or the dark screen has interrupted, or does so with a clock that stands still.
    context?.close().catch(ignore);
    context = new AudioContext();
    clock = undefined;
    context.resume().catch(ignore);
  } catch {
    // No sound on this device: colour, word and vibration say the same.
  }
}

/** It was closed already, or is not to sound yet: the next press tries again. */
const ignore = () => undefined;

export function signal(result: Result): void {
  const { isSilent, isStill } = getSettings();
  // Firefox and Safari do not have it.
  if (!isStill && 'vibrate' in navigator) navigator.vibrate(vibrations[result]);
  if (isSilent || context?.state !== 'running') return;
  for (const tone of tones[result]) play(context, tone);
}

function play(audio: AudioContext, { hertz, at, length, shape }: Tone): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  const start = audio.currentTime + at;
  oscillator.type = shape;
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + fadeSeconds);
  gain.gain.setValueAtTime(volume, start + length - fadeSeconds);
  gain.gain.linearRampToValueAtTime(0, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
