// What follows from the facts of an event.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as bare from 'virtual:event';
import * as landing from 'virtual:event/landing';
import * as partners from 'virtual:event/partners';
import { datesOf, factsOf, moduleOf, readEvent, weekendOf } from '../../scripts/event';

const domain = '../shared/domain/src/event';
const another = factsOf(readEvent(`${domain}/another.json`));

it('writes the days as mails do', () => {
  const cases = JSON.parse(readFileSync(`${domain}/dates.json`, 'utf8')) as [string[], string][];
  expect(cases.length).toBeGreaterThan(3);
  for (const [days, written] of cases) expect(datesOf(days)).toBe(written);
});

it('writes them in the middle of a sentence', () => {
  expect(weekendOf(['2026-02-14', '2026-02-15'])).toBe('14–15 February 2026');
  expect(weekendOf(['2026-02-28', '2026-03-01'])).toBe('28 February – 1 March 2026');
  expect(weekendOf(['2026-12-31', '2027-01-01'])).toBe('31 December 2026 – 1 January 2027');
  expect(weekendOf(['2026-08-09'])).toBe('9 August 2026');
});

it('puts facts into texts, and leaves those of the catalogue', () => {
  expect(another).toMatchObject({
    dates: '12 Feb - 14 Feb 2027',
    weekend: '12–14 February 2027',
    daysHeading: 'Three days, and what you take home',
    registerBy: '10 February',
    venue: 'Deccan Hall, Pune',
    description: 'Entrance exams and career talks in Pune, 12 Feb - 14 Feb 2027.',
    wordmark: ['Career Days ', 'Pune'],
    year: '2027',
    benefits: ['Counselling for everybody', 'Exam fee and a map of the campus included'],
    steps: [
      { title: 'Registration ends', when: 'Feb 10' },
      { title: 'The days', when: 'Feb 12 - Feb 14' },
      { title: 'Ranks', when: 'Mar 01, 2027' },
    ],
    contact: {
      phones: [{ shown: '+91 81234 56780', href: 'tel:+918123456780' }, { href: 'tel:+918123456781' }],
      whatsapp: { href: 'https://wa.me/918123456780' },
    },
    packagePoints: { all: ['Exams on all three days'] },
  });
  expect(another.questions.map(({ answer }) => answer)).toEqual([
    'At Deccan Hall, Pune, on 12 Feb - 14 Feb 2027, from 9:30 AM.',
    '{all-name|Every entrance exam} costs {all|what the form shows}, and includes exam fee and a map of the campus.',
  ]);
});

it('refuses a text that names a fact which there is not', () => {
  const file = readEvent(`${domain}/another.json`);
  expect(() => factsOf({ ...file, fee: 'It costs {price}.' })).toThrow('called price: It costs {price}.');
});

it('knows of which blocks there is nothing', () => {
  const file = readEvent(`${domain}/another.json`);
  delete file.socialVideo;
  expect(another.absent).toEqual([]);
  expect(factsOf({ ...file, videos: [], exams: [] })).toMatchObject({
    absent: ['socialVideo', 'videos', 'exams'],
    socialVideo: undefined,
  });
  expect(moduleOf(factsOf(file), () => true)).toContain('export const socialVideo = undefined;');
});

it('names in its type what it exports', () => {
  const source = readFileSync('src/content/facts.d.ts', 'utf8');
  const typed = [...source.matchAll(/export const (\w+):/g)].map(([, name]) => name);
  const exported = [bare, landing, partners].flatMap((module) => Object.keys(module).sort());
  expect(typed).toEqual(exported);
  expect(exported.sort()).toEqual(Object.keys(another).sort());
});

it('quotes what it writes', () => {
  const module = moduleOf({ ...another, motto: 'Say "yes"\n' }, () => true);
  expect(module).toContain('export const motto = "Say \\"yes\\"\\n";');
});

// The default file is the event of the specification, word by word.
const facts = factsOf(readEvent());
describe.runIf(facts.name === 'Scholarship Expo Kochi')('the event of the specification', () => {
  it('has its facts', () => {
    expect(facts).toMatchObject({
      tagline: 'Scholarship Challenge Begins',
      motto: 'Events specially curated for you!',
      dates: '31 May - 01 Jun 2025',
      time: '10:00',
      venue: 'The Mall, Kochi',
      admits: '1 Pass',
      year: '2025',
      weekend: '31 May – 1 June 2025',
      registerBy: '29 May',
      daysHeading: 'Two days, and what you take home',
      fee: 'The fee includes exam fee, food and refreshments. No hidden charges.',
      disputeHours: '24',
    });
    expect(facts.story).toMatch(/^31 May - 01 Jun 2025, The Mall, Kochi\./);
    expect(facts.promise).toBe('Win up to 100% of your tuition in one weekend');
  });

  it('lists as a placeholder whatever the specification does not say', () => {
    const { placeholders, ...file } = readEvent();
    const isListed = (path: string) => placeholders.some((name) => `${path}.`.startsWith(`${name}.`));
    // Sentences of our own, which state nothing but what they name in braces.
    const words =
      /^(promise|lead|story|description|fee)$|^(promises|benefits|questions)\.|^packages\..*(summary|points)/;
    const others = leavesOf(file).filter(([path]) => !isListed(path));
    expect(others.filter(([path, value]) => words.test(path) && /\d/.test(value))).toEqual([]);
    expect(Object.fromEntries(others.filter(([path]) => !words.test(path)))).toEqual({
      tagline: 'Scholarship Challenge Begins',
      motto: 'Events specially curated for you!',
      scholarship: 'up to 100%',
      included: 'exam fee, food and refreshments',
      admits: '1 Pass',
      opens: '10:00',
      registerBy: '2025-05-29',
      'steps.0.title': 'Hall Ticket Publish',
      'steps.0.when': 'May 26, 2025',
      'steps.0.date': '2025-05-26',
      'steps.1.title': 'Registration Closes',
      'steps.1.when': '{registerByMonthFirst}',
      'steps.1.date': '2025-05-29',
      'steps.2.title': 'Event Days',
      'steps.2.when': '{datesMonthFirst}',
      'steps.2.date': '2025-06-01',
      'steps.3.title': 'Results Announcement',
      'steps.3.when': 'May 03, 2025, by 5:00 PM',
      'steps.3.date': '2025-05-03',
      'steps.3.page': 'results',
      'venue.city': 'Kochi',
      // Where Kochi is.
      'venue.region': 'Kerala',
      'venue.country': 'IN',
      'packages.all.name': 'Package 1: All-Inclusive Exam Access',
      'packages.one.name': 'Package 2: Single Exam Access',
      // Which of our texts it is.
      'policies.version': '2025-05-01',
      'policies.disputeHours': '24',
    });
  });

  it('has its four steps, the date of the last one as it was given', () => {
    expect(facts.steps).toEqual([
      { title: 'Hall Ticket Publish', when: 'May 26, 2025', date: '2025-05-26' },
      { title: 'Registration Closes', when: 'May 29', date: '2025-05-29' },
      { title: 'Event Days', when: 'May 31 - Jun 01', date: '2025-06-01' },
      {
        title: 'Results Announcement',
        when: 'May 03, 2025, by 5:00 PM',
        date: '2025-05-03',
        page: 'results',
      },
    ]);
  });

  it('has seven exams, two packages, two telephone numbers, four social pages and five media partners', () => {
    expect([facts.exams.length, facts.contact.phones.length, facts.socialPages.length]).toEqual([7, 2, 4]);
    expect(facts.mediaPartners).toHaveLength(5);
    expect(facts.packageCards.map(({ name }) => name)).toEqual([
      'Package 1: All-Inclusive Exam Access',
      'Package 2: Single Exam Access',
    ]);
  });
});

/** Every text and number of a file, by its path. */
function leavesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value)
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, inner]) => leavesOf(inner, path ? `${path}.${name}` : name));
}
