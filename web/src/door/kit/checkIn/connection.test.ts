import { beforeEach, expect, it, vi } from 'vitest';
import { noteCall } from '@/lib/lastCall';
import type { Stamp } from '@/door/kit/storage/stamp';
import { Connection } from './connection';

const began = Date.parse('2025-05-31T04:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const wrongs = {
  'three hours fast': 3 * hour,
  'three hours slow': -3 * hour,
  'a day fast': 24 * hour,
  'a day slow': -24 * hour,
  'in 1970': -began,
};

/** A phone with a clock that is wrong, in a world where time passes. */
class Phone {
  #wrongBy: number;
  #now = began;
  #connection: Connection | undefined;
  /** What is not sent. */
  readonly #kept: Stamp[] = [];
  isHidden = false;

  constructor(wrongBy: number) {
    this.#wrongBy = wrongBy;
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
      this.isHidden ? 'hidden' : 'visible',
    );
    this.#tick();
  }

  load(): void {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    this.#connection = new Connection({
      changed: () => undefined,
      learnt: (lay) => {
        for (const scan of this.#kept) scan.at = lay(scan);
      },
    });
  }

  /** While it sleeps, its stopwatch stands still. */
  pass(ms: number, isAsleep = false): void {
    this.#now += ms;
    const passed = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(passed + (isAsleep ? 0 : ms));
    this.#tick();
  }

  set(wrongBy: number, isOpen = true): void {
    this.#wrongBy = wrongBy;
    this.#tick();
    // As the page does every some seconds.
    if (isOpen) this.connection.now();
  }

  show(isShown: boolean): void {
    this.isHidden = !isShown;
    document.dispatchEvent(new Event('visibilitychange'));
  }

  get connection(): Connection {
    if (!this.#connection) throw new Error('No page is loaded');
    return this.#connection;
  }

  hear(): void {
    this.connection.heard(new Date(this.#now).toISOString(), this.connection.begin());
  }

  scan(): number {
    this.#kept.push(this.connection.stamp());
    return this.#now;
  }

  /** When the server takes the scans to have been made, by what it is sent. */
  send(sentAt = (scan: Stamp) => this.connection.sentAt(scan)): number[] {
    return this.#kept.map((scan) => this.#now - (Date.parse(sentAt(scan)) - Date.parse(scan.madeAt)));
  }

  #tick(): void {
    vi.setSystemTime(this.#now + this.#wrongBy);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => {
    vi.useRealTimers();
  };
});

const corrections: Record<string, (phone: Phone, scanned: (at: number) => void) => void> = {
  'not at all': (phone, scanned) => {
    phone.load();
    phone.hear();
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.pass(20 * minute);
    phone.hear();
  },
  'between a scan and its sending': (phone, scanned) => {
    phone.load();
    phone.hear();
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.set(0);
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.pass(minute);
  },
  'before the server has told its time at all': (phone, scanned) => {
    phone.load();
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.set(0);
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.pass(minute);
    phone.hear();
  },
  'while the page is hidden': (phone, scanned) => {
    phone.load();
    phone.hear();
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.show(false);
    phone.set(0);
    phone.show(true);
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.pass(minute);
    phone.hear();
  },
  'between two pages, with scans in both': (phone, scanned) => {
    phone.load();
    phone.hear();
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.set(0);
    phone.load();
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.load();
    phone.pass(20 * minute);
    phone.hear();
  },
  'while no page is open, with a scan in the next one': (phone, scanned) => {
    phone.load();
    phone.hear();
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.set(0, false);
    phone.load();
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.load();
    phone.pass(20 * minute);
    phone.hear();
  },
  'not at all, and the phone sleeps': (phone, scanned) => {
    phone.load();
    phone.hear();
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.show(false);
    phone.pass(40 * minute, true);
    phone.show(true);
    scanned(phone.scan());
    phone.pass(minute);
  },
  'not at all, and it sleeps unseen': (phone, scanned) => {
    phone.load();
    phone.hear();
    phone.pass(20 * minute);
    scanned(phone.scan());
    phone.pass(40 * minute, true);
    phone.pass(minute);
    phone.hear();
  },
};

for (const [wrong, wrongBy] of Object.entries(wrongs)) {
  for (const [when, happens] of Object.entries(corrections)) {
    it(`tells the server when scans were made by a clock that is ${wrong}, corrected ${when}`, () => {
      const phone = new Phone(wrongBy);
      const made: number[] = [];
      happens(phone, (at) => made.push(at));
      for (const [place, at] of phone.send().entries()) {
        expect(Math.abs(at - (made[place] ?? NaN)), String(place)).toBeLessThan(2_000);
      }
      expect(made.length).toBeGreaterThan(0);
    });
  }

  it(`control: by the phone's clock alone one that is ${wrong} moves what was scanned before it is corrected`, () => {
    const phone = new Phone(wrongBy);
    phone.load();
    const made = phone.scan();
    phone.set(0);
    const [at = NaN] = phone.send(() => new Date().toISOString());
    expect(Math.abs(at - made)).toBeGreaterThan(2 * hour);
  });
}

it('bounds what cannot be known by what the server told before and tells now', () => {
  const phone = new Phone(0);
  phone.load();
  phone.hear();
  phone.set(-24 * hour, false);
  phone.load();
  phone.pass(10 * minute);
  phone.scan();
  phone.set(-48 * hour, false);
  phone.load();
  phone.hear();
  const [at = NaN] = phone.send();
  expect(at).toBeGreaterThanOrEqual(began);
  expect(at).toBeLessThanOrEqual(began + 10 * minute);
});

it('goes by the clock that any answer of the server told before this page', () => {
  vi.setSystemTime(began + 12 * hour);
  noteCall(new Date(began).toUTCString());
  const connection = new Connection({ changed: () => undefined, learnt: () => undefined });
  // It goes on by the stopwatch, which a busy machine lets run a little.
  expect(connection.now() - began).toBeGreaterThanOrEqual(0);
  expect(connection.now() - began).toBeLessThan(hour);
});
