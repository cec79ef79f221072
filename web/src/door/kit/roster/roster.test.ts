import { beforeEach, expect, it, vi } from 'vitest';
import {
  asha,
  freshDevice,
  lookupOf,
  morning,
  ravi,
  rosterPage,
  saturday,
  sealed,
  stranger,
} from '@/door/testing/device';
import type { Database, RosterExam } from '@/door/kit/storage/database';
import { counts, drop, newsOf, personOf, seatOf, stateOf, takeOver } from './roster';
import { chosenOf, openerOf, type Person } from './seal';

const { openCursor } = IDBObjectStore.prototype;

let database: Database | undefined;

beforeEach(async () => {
  database = await freshDevice();
});

function phone(): Database {
  if (!database) throw new Error('There is no database');
  return database;
}

const isIn = async (code: string, now = morning) => {
  const known = await newsOf(phone(), saturday, await lookupOf(code));
  return known && counts(known.at, now, Date.parse('2025-05-30T18:30:00Z')) ? known : undefined;
};
const seconds = (at: number) => Math.floor(at / 1000);

it('opens the entry that another implementation has sealed', async () => {
  const opener = await openerOf(asha);
  expect(opener.lookup).toBe('Jci9Cdg_Vi9QocIN5n1yCA'.slice(0, 8));
  const person = await opener.open(
    'b0jU79vJI1bLTuFo0q6on9Eu30JDxwMCwZQvELS-AT3OYhUjskxBB8y09ltdkxOdsq5UgMdESVrSW2lqpr9jZos6NyZ4wYfTlqlZ1oiMexj_9zrSpusuf0snYcc',
  );
  expect(person).toEqual({
    name: 'Asha Rao',
    preference: 'Offline',
    examId: 'course-bca',
    examName: undefined,
  });
});

const examOf = (id: string): RosterExam => ({
  id,
  name: id,
  college: 'Periyar Institute',
  date: '',
  time_start: '',
  time_end: '',
  venue: '',
});

it('knows which of all exams are chosen by the marks that the server makes', async () => {
  // The identifiers and their marks are those of functions/check-in/tests/it/chosen.rs.
  const entry = await sealed(ravi, { n: 'Ravi Nair', p: 'Offline', e: '*', c: 'Qa9DSa' });
  await takeOver(phone(), await rosterPage({ entries: [entry] }));
  const person = await personOf(phone(), await openerOf(ravi));
  const chosen = (changes: Partial<Person>, exams: readonly RosterExam[]) =>
    person && chosenOf({ ...person, ...changes }, exams);
  const bca = { ...examOf('backwater-bca'), college: '' };
  const others = ['backwater-bsc', 'spice-coast-bba'].map(examOf);
  // One that no college has any more counts as long as another that is chosen is on offer.
  expect(await chosen({}, [bca, ...others])).toEqual(['backwater-bca', 'spice-coast-bba']);
  expect(await chosen({ chosen: 'Qa9' }, [bca, ...others])).toBeUndefined();
  expect(await chosen({ chosen: 'Qa9' }, others)).toBeUndefined();
  expect(await chosen({ chosen: undefined }, [bca, ...others])).toBeUndefined();
});

it('knows the people of the roster by their codes, and nobody else', async () => {
  await takeOver(phone(), await rosterPage());
  expect(await personOf(phone(), await openerOf(asha))).toMatchObject({ name: 'Asha Rao', examId: 'bca' });
  expect(await personOf(phone(), await openerOf(ravi))).toMatchObject({
    preference: 'Online',
    examId: undefined,
  });
  expect(await personOf(phone(), await openerOf(stranger))).toBeUndefined();
});

it('does not open an entry with the code of another pass', async () => {
  const page = await rosterPage();
  const [, of] = page.entries[0] ?? [];
  await expect((await openerOf(ravi)).open(of ?? '')).rejects.toThrow();
});

it('forgets a pass that was withdrawn', async () => {
  await takeOver(phone(), await rosterPage());
  await takeOver(phone(), await rosterPage({ entries: [], removed: [await lookupOf(asha)] }));
  expect(await personOf(phone(), await openerOf(asha))).toBeUndefined();
});

it('keeps the age of the roster until all pages of it have come', async () => {
  const first = await takeOver(phone(), await rosterPage({ more: true }));
  expect(first.asOf).toBeUndefined();
  const whole = await takeOver(phone(), await rosterPage({ exams: null, next: 'cursor-2' }));
  expect(whole).toMatchObject({ asOf: morning, next: 'cursor-2' });
  expect(whole.exams).toHaveLength(2);
});

it('takes admissions and undos over in their order, also when a page comes twice', async () => {
  const lookup = await lookupOf(asha);
  const at = seconds(morning);
  const page = await rosterPage({
    events: [
      ['in', lookup, at - 60, 'Gate 2', 'first'],
      // Clocks differ: it names what it is about.
      ['out', lookup, at - 90, 'Gate 2', 'first'],
      ['in', lookup, at - 10, 'Gate 3', 'second'],
    ],
  });
  await takeOver(phone(), page);
  await takeOver(phone(), page);
  expect(await isIn(asha)).toEqual({ at: (at - 10) * 1000, device: 'Gate 3', nonce: 'second' });
  const other = await rosterPage({ events: [['out', lookup, at, 'Gate 2', 'first']] });
  await takeOver(phone(), other);
  expect(await isIn(asha)).toBeDefined();
  await takeOver(phone(), await rosterPage({ events: [['out', lookup, at, 'Gate 3', 'second']] }));
  expect(await isIn(asha)).toBeUndefined();
});

it('does not count practice once the list has begun', async () => {
  const evening = Date.parse('2025-05-30T18:00:00Z');
  await takeOver(
    phone(),
    await rosterPage({ events: [['in', await lookupOf(asha), seconds(evening), 'Gate 2', 'evening']] }),
  );
  expect(await isIn(asha, evening + 60_000)).toMatchObject({ device: 'Gate 2' });
  expect(await isIn(asha)).toBeUndefined();
});

it('counts the admission of the day behind a practice that nobody has cleared, in whatever order they come', async () => {
  const evening = Date.parse('2025-05-30T18:00:00Z');
  const lookup = await lookupOf(asha);
  const practice = ['in', lookup, seconds(evening), 'Gate 2', 'evening'];
  const real = ['in', lookup, seconds(morning), 'Gate 3', 'morning'];
  await takeOver(phone(), await rosterPage({ events: [practice, real] }));
  expect(await isIn(asha)).toMatchObject({ device: 'Gate 3' });
  await takeOver(phone(), await rosterPage({ events: [practice] }));
  expect(await isIn(asha)).toMatchObject({ device: 'Gate 3' });
});

it('forgets the admissions of a list that was cleared, and no later ones', async () => {
  const at = seconds(morning);
  await takeOver(
    phone(),
    await rosterPage({
      events: [
        ['in', await lookupOf(asha), at - 600, 'Gate 2', 'early'],
        ['in', await lookupOf(ravi), at - 60, 'Gate 2', 'late'],
      ],
      cleared_at: new Date(morning - 300_000).toISOString(),
    }),
  );
  expect(await isIn(asha)).toBeUndefined();
  expect(await isIn(ravi)).toBeDefined();
});

it('forgets what happened at the list before it was cleared when that is learnt, and leaves other lists alone', async () => {
  const at = seconds(morning);
  const lookup = await lookupOf(asha);
  const events = [
    ['in', lookup, at - 600, 'Gate 2', 'early'],
    ['left', lookup, at - 500],
  ];
  const elsewhere = 'exam:bca';
  await takeOver(phone(), await rosterPage({ events }));
  await takeOver(phone(), await rosterPage({ events, list: elsewhere }));
  const cleared_at = new Date(morning - 300_000).toISOString();
  await takeOver(phone(), await rosterPage({ cleared_at }));
  expect(await phone().getAllKeys('admissions')).toEqual([[elsewhere, lookup]]);
  expect(await phone().getAllKeys('crossings')).toEqual([[elsewhere, lookup]]);
  // A page may come twice, and late.
  await takeOver(phone(), await rosterPage({ events, cleared_at }));
  expect(await isIn(asha)).toBeUndefined();
  expect(await phone().getAllKeys('crossings')).toEqual([[elsewhere, lookup]]);
});

it('does not go through all that it keeps for a clearing that it has followed', async () => {
  const cleared_at = new Date(morning - 300_000).toISOString();
  const walked = new Set<string>();
  vi.spyOn(IDBObjectStore.prototype, 'openCursor').mockImplementation(function note(
    this: IDBObjectStore,
    ...given
  ) {
    walked.add(this.name);
    return openCursor.apply(this, given);
  });
  const page = await rosterPage({ cleared_at });
  await takeOver(phone(), page);
  expect([...walked]).toEqual(expect.arrayContaining(['admissions', 'crossings']));
  walked.clear();
  await takeOver(phone(), page);
  expect([...walked]).toEqual([]);
});

it('finds a seat by the pass number, as another implementation names it, in the plans that count', async () => {
  const plan = (id: string, hall: string, ...seats: string[]) => ({ id, exam: 'bca', hall, seats });
  const seats = {
    plans: [plan('p1', 'Hall A', 'xxxxxxxxA1', 'oxAsW37HB12'), plan('p2', 'Hall B')],
    current: ['p1', 'p2'],
  };
  await takeOver(phone(), await rosterPage({ seats }));
  const found = () => seatOf(phone(), 'bca', 'CZ6S4932KF26');
  expect(await found()).toEqual({ hall: 'Hall A', seat: 'B12' });
  expect(await seatOf(phone(), 'law', 'CZ6S4932KF26')).toBeUndefined();
  expect(await seatOf(phone(), 'bca', 'A1B2C3D4E5F6')).toBeUndefined();
  // Nothing new.
  await takeOver(phone(), await rosterPage());
  expect(await found()).toEqual({ hall: 'Hall A', seat: 'B12' });
  // Moved to the other hall.
  const moved = { plans: [plan('p1', 'Hall A'), plan('p2', 'Hall B', 'oxAsW37HC3')], current: ['p1', 'p2'] };
  await takeOver(phone(), await rosterPage({ seats: moved }));
  expect(await found()).toEqual({ hall: 'Hall B', seat: 'C3' });
  await takeOver(phone(), await rosterPage({ seats: { plans: [plan('p3', 'Hall C')], current: ['p3'] } }));
  expect(await found()).toBeUndefined();
});

it('begins from nothing when it was dropped', async () => {
  await takeOver(phone(), await rosterPage());
  await drop(phone());
  expect(await stateOf(phone())).toBeUndefined();
  expect(await phone().count('entries')).toBe(0);
});

it('has nothing to look at of practice that was cleared, and goes on to look at what comes after it', async () => {
  const database = phone();
  const report = (id: string, at: number, list = saturday) =>
    database.put('reports', { id, kind: 'refused', list, passNo: id, places: [], at }, id);
  const evening = Date.parse('2025-05-30T12:00:00Z');
  await report('practice', evening);
  await report('elsewhere', evening, 'exam:bca');
  await database.put('dealtWith', true, `${saturday} CZ6S4932KF26`);
  const cleared_at = '2025-05-30T13:00:00Z';
  await takeOver(database, await rosterPage());
  await takeOver(database, await rosterPage({ cleared_at }));
  expect((await database.getAll('reports')).map(({ id }) => id)).toEqual(['elsewhere']);
  expect(await database.count('dealtWith')).toBe(0);
  // On the day, the same clearing is told with each page.
  await report('day', morning);
  await database.put('dealtWith', true, `${saturday} CZ6S4932KF26`);
  await takeOver(database, await rosterPage({ cleared_at }));
  expect((await database.getAll('reports')).map(({ id }) => id)).toEqual(['day', 'elsewhere']);
  expect(await database.count('dealtWith')).toBe(1);
});

it('keeps what was dealt with, and what it does not know the time of, when it learns anew that a list was cleared', async () => {
  const database = phone();
  const cleared_at = '2025-05-30T13:00:00Z';
  await takeOver(database, await rosterPage({ cleared_at }));
  await database.put('dealtWith', true, `${saturday} CZ6S4932KF26`);
  const report = { id: 'old', kind: 'refused', list: saturday, passNo: 'old', places: [] } as const;
  await database.put('reports', { ...report, places: [] }, 'old');
  await drop(database);
  await takeOver(database, await rosterPage({ cleared_at }));
  await takeOver(database, await rosterPage({ cleared_at }));
  expect((await database.getAll('reports')).map(({ id }) => id)).toEqual(['old']);
  expect(await database.count('dealtWith')).toBe(1);
});
