// The facts of the event, from event.json or the file that EVENT_FILE names, as the web app states them. All that follows from
// them is made here, when the site is built: nothing of it is a visitor's to download as code.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hours } from '../src/lib/examTime.ts';
import type { components } from './event-file';

export type EventFile = components['schemas']['Event'];
export type Facts = ReturnType<typeof factsOf>;

const root = resolve(import.meta.dirname, '../..');

/** Where the facts of this build are. */
export const eventFile = resolve(root, process.env.EVENT_FILE || 'event.json');

export function readEvent(file = eventFile): EventFile {
  return JSON.parse(readFileSync(file, 'utf8')) as EventFile;
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

function partsOf(date: string) {
  const [year = '', month = '', day = ''] = date.split('-');
  const long = months[Number(month) - 1] ?? '';
  return { year, long, short: long.slice(0, 3), day, number: String(Number(day)) };
}

type Parts = ReturnType<typeof partsOf>;

/** `31 May - 01 Jun 2025`. Mails have the same rule (shared/domain/build/facts.rs). */
export function datesOf(days: readonly string[]): string {
  const short = ({ day, short: month }: Parts) => `${day} ${month}`;
  const [from, to] = ends(days);
  if (days.length === 1) return `${short(to)} ${to.year}`;
  return `${short(from)}${from.year === to.year ? '' : ` ${from.year}`} - ${short(to)} ${to.year}`;
}

/** The same in the middle of a sentence: `31 May – 1 June 2025`, `14–15 February 2026`. */
export function weekendOf(days: readonly string[]): string {
  const [from, to] = ends(days);
  const until = `${to.number} ${to.long} ${to.year}`;
  if (days.length === 1) return until;
  if (from.year !== to.year) return `${from.number} ${from.long} ${from.year} – ${until}`;
  return from.long === to.long ? `${from.number}–${until}` : `${from.number} ${from.long} – ${until}`;
}

function ends(days: readonly string[]): [Parts, Parts] {
  return [partsOf(days.at(0) ?? ''), partsOf(days.at(-1) ?? '')];
}

const monthFirst = (date: string) => `${partsOf(date).short} ${partsOf(date).day}`;

const counts = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const phone = (tenDigits: string) => ({
  /** As people read it. */
  shown: `+91 ${tenDigits.slice(0, 5)} ${tenDigits.slice(5)}`,
  href: `tel:+91${tenDigits}`,
});

/** A search for the address, where the organisers give no link to a map. Mails have the same rule (shared/domain/build/facts.rs). */
function mapOf({ name, street, city, region }: EventFile['venue']): string {
  const address = [name, street, city, region].filter(Boolean).join(', ');
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}

const blocks = ['socialVideo', 'videos', 'socialPages', 'mediaPartners', 'exams'] as const;

export function factsOf(file: EventFile) {
  const dayDates = file.days.map(({ date }) => date);
  const dayCount =
    dayDates.length === 1 ? 'one day' : `${counts[dayDates.length] ?? String(dayDates.length)} days`;
  const [first = '', last = ''] = [dayDates.at(0), dayDates.at(-1)];
  const { venue: place, contact, organiser, packages } = file;
  const known: Readonly<Record<string, string>> = {
    name: file.name,
    dates: datesOf(dayDates),
    datesMonthFirst: first === last ? monthFirst(first) : `${monthFirst(first)} - ${monthFirst(last)}`,
    dayCount,
    allDays: ['', 'the day', 'both days'][dayDates.length] ?? `all ${dayCount}`,
    registerByMonthFirst: monthFirst(file.registerBy),
    opens: hours(file.opens, ''),
    venue: `${place.name}, ${place.city}`,
    city: place.city,
    region: place.region,
    scholarship: file.scholarship,
    included: file.included,
    Included: capital(file.included),
    'packages.all': packages.all.name,
    'packages.one': packages.one.name,
  };
  /** A text with the facts that it names. What has a bar is the catalogue's (lib/catalogue/facts.ts). */
  const text = (written: string): string =>
    written.replace(/\{([\w.]+)\}/g, (_, fact: string) => {
      const value = known[fact];
      if (value === undefined) throw new Error(`No fact of the event is called ${fact}: ${written}`);
      return value;
    });
  const [call, second] = contact.phones.map(phone);
  if (!call || !second) throw new Error('The event has two telephone numbers');
  const registerBy = partsOf(file.registerBy);
  // The name as the logo writes it: the place, where it ends with that, has a colour of its own.
  const endsWithPlace = file.name.endsWith(` ${place.city}`);
  const packageKinds = ['all', 'one'] as const;
  return {
    placeholders: file.placeholders,
    /** Blocks of the site for which the organisers have nothing. */
    absent: blocks.filter((block) => [file[block] ?? []].flat().length === 0),
    name: file.name,
    shortName: file.shortName,
    wordmark: endsWithPlace ? [file.name.slice(0, -place.city.length), place.city] : [file.name, ''],
    tagline: text(file.tagline),
    promise: text(file.promise),
    lead: text(file.lead),
    story: text(file.story),
    description: text(file.description),
    motto: text(file.motto),
    dates: known.dates ?? '',
    /** The same in the middle of a sentence. */
    weekend: weekendOf(dayDates),
    dayDates,
    daysHeading: `${capital(dayCount)}, and what you take home`,
    registerBy: `${registerBy.number} ${registerBy.long}`,
    time: file.opens,
    venue: known.venue ?? '',
    place: { ...place, map: place.map ?? mapOf(place) },
    admits: file.admits,
    year: last.slice(0, 4),
    contact: {
      email: contact.email,
      phones: [call, second] as const,
      whatsapp: { shown: 'WhatsApp', href: `https://wa.me/91${contact.phones[0] ?? ''}` },
    },
    contactHours: text(contact.hours),
    organiser: {
      ...organiser,
      whoWeAre: text(organiser.whoWeAre),
      mission: text(organiser.mission),
      vision: text(organiser.vision),
    },
    socialPages: file.socialPages,
    steps: file.steps.map(({ when, ...step }) => ({ ...step, when: text(when) })),
    days: file.days.map(({ date, programme }) => ({
      date,
      items: programme.map((item) => ({
        /** None where it is the hours of the exams. */
        time: item.time && text(item.time),
        /** An hour that no other fact has. */
        isOwnHour: item.time !== undefined && !item.time.includes('{'),
        text: text(item.text),
      })),
    })),
    socialVideo: file.socialVideo,
    videos: file.videos,
    mediaPartners: file.mediaPartners,
    exams: file.exams,
    packageCards: packageKinds.map((kind) => ({
      kind,
      name: packages[kind].name,
      summary: text(packages[kind].summary),
    })),
    packagePoints: { all: packages.all.points.map(text), one: packages.one.points.map(text) },
    promises: file.promises.map(({ title, text: said }) => ({ title, text: text(said) })),
    fee: text(file.fee),
    included: file.included,
    benefits: file.benefits.map(text),
    questions: file.questions.map(({ question, answer, link }) => ({ question, answer: text(answer), link })),
    policies: {
      ...file.policies,
      // Before a verb.
      courts: file.policies.courts.includes(',') ? `${file.policies.courts},` : file.policies.courts,
    },
    termsVersion: file.policies.version,
    disputeHours: String(file.policies.disputeHours),
  };
}

/**
 * The modules of the facts, and what each exports. The first download has the first one; what only the prerendered parts and
 * other pages say is apart from it, and so is what a later part of the landing page fetches.
 */
const first = [
  ...['name', 'wordmark', 'tagline', 'motto', 'dates', 'dayDates', 'time', 'venue', 'admits', 'year'],
  ...['contact', 'termsVersion', 'disputeHours'],
];
const parts: Readonly<Record<string, (fact: string) => boolean>> = {
  'virtual:event': (fact) => first.includes(fact),
  'virtual:event/partners': (fact) => fact === 'mediaPartners',
  'virtual:event/landing': (fact) => !first.includes(fact) && fact !== 'mediaPartners',
};

/** One of them. */
export function moduleOf(facts: Facts, has: (fact: string) => boolean): string {
  const { mediaPartners, ...others } = facts;
  const lines = Object.entries(others)
    .filter(([name]) => has(name))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  if (!has('mediaPartners')) return lines.join('\n');
  // The bundler knows an image by its import.
  const images = mediaPartners.map(
    ({ image }, at) => `import image${String(at)} from '/src/content/media/${image}';`,
  );
  const partners = mediaPartners.map(({ name, link }, at) => {
    const leads = link ? `, link: ${JSON.stringify(link)}` : '';
    return `{ name: ${JSON.stringify(name)}, image: image${String(at)}${leads} }`;
  });
  return [...images, ...lines, `export const mediaPartners = [${partners.join(', ')}];`].join('\n');
}

/** Makes the facts modules of the web app (src/content/facts.d.ts has their types). */
export function eventFacts() {
  return {
    name: 'event-facts',
    resolveId: (source: string) => (source in parts ? `\0${source}` : null),
    load(this: { addWatchFile: (file: string) => void }, id: string) {
      const has = parts[id.slice(1)];
      if (!has || !id.startsWith('\0')) return null;
      this.addWatchFile(eventFile);
      return moduleOf(factsOf(readEvent()), has);
    },
  };
}
