// The facts of the event stand in its file alone: another file is another event, everywhere.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { factsOf, readEvent } from '../../scripts/event';

const file = readEvent();
const facts = factsOf(file);

/** What a source could state, each as it would be written there. */
const stated = [
  ...[facts.name, facts.shortName, facts.tagline, facts.promise, facts.motto, facts.lead],
  ...[facts.dates, facts.weekend, ...facts.dayDates, file.registerBy],
  ...[file.venue.name, file.venue.city, file.venue.region, file.venue.street ?? facts.venue],
  ...[file.contact.email, ...file.contact.phones, ...facts.contact.phones.map(({ shown }) => shown)],
  ...[file.organiser.legalName, file.organiser.address, ...file.organiser.people.map(({ name }) => name)],
  ...[file.socialVideo ?? [], ...file.videos].flat().flatMap(({ id, title }) => [id, title]),
  ...file.exams.map(({ college }) => college),
  ...file.mediaPartners.map(({ name }) => name),
  ...facts.packageCards.map(({ name }) => name),
  ...file.days.flatMap(({ programme }) => programme.map(({ text }) => text)),
  ...file.steps.map(({ title }) => title),
  ...[facts.contactHours, file.policies.refundArrival, file.policies.complaintAnswer, file.policies.courts],
];

/** A promise of the organisers in words of another file: when they answer or pay, and when one has to be there. */
const promised =
  /\d+ (to \d+ )?(working|business) days|\d+ (minutes|hours) early|answers? (you )?within (an?|\d+) /i;

/** Sources of what is deployed, and of the local system but for its samples. */
const sources = [
  ...['../functions', '../shared', '../infra/local/src', '../infra/provider-simulator/src'],
  ...['src', 'scripts', 'public'],
]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .concat('index.html', 'portal.html', 'door.html', '../template.yaml')
  .filter((path) => /\.(rs|tsx?|mjs|css|html|txt|webmanifest|yaml)$/.test(path))
  // Tests have days and names of their own, and the samples of the local system are somebody else's colleges.
  .filter(
    (path) =>
      !/\/tests?\/|\/tests\.rs|\.test\.|\/testing\/|\/test-support\/|\/seed\/|content\/samples/.test(path),
  );

/** Without comments, unit tests and the forms that a message or a description of a field gives as an example. */
function code(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/#\[cfg\(test\)\][^]*$/, '')
    .replace(/^\s*(\/\/|\/?\*|#).*$/gm, '')
    .replace(/such as [\d-]+/g, '');
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

it('are in no source', () => {
  expect(sources.length).toBeGreaterThan(600);
  const any = new RegExp(`(?<![\\w-])(${stated.map(quoted).join('|')})(?![\\w-])`);
  const found = sources.flatMap(
    (path) =>
      any
        .exec(code(path))
        ?.slice(1)
        .map((fact) => `${path}: ${fact}`) ?? [],
  );
  expect(found).toEqual([]);
});

it('have no figures in words of another file', () => {
  const found = sources.flatMap((path) => {
    const [words] = promised.exec(code(path)) ?? [];
    return words ? `${path}: ${words}` : [];
  });
  expect(found).toEqual([]);
});

it('would be found', () => {
  expect(stated.every((fact) => fact.length > 2)).toBe(true);
  expect(stated.length).toBeGreaterThan(40);
});
