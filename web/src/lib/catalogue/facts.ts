// What a page says of the catalogue in the middle of its text: a price, the name of a package, how many colleges there
// are. A prerendered page has other words there until the catalogue has come, so it never states a price that has changed.
import { useEffect } from 'react';
import { event } from '@/content/event';
import { texts } from '@/content/texts';
import type { Course, Package, Sale } from '../api/types';
import { hours } from '../examTime';
import { rupees } from '../format';

/**
 * The lowest price; name and price of the first package for all exams and of the first for one; the colleges; from when
 * to when there are exams on a day of the event. `register` is what the button that leads to the form says.
 */
export type Fact =
  'register' | 'from' | 'all' | 'all-name' | 'one' | 'one-name' | 'colleges' | `exams-${string}`;

type Facts = Partial<Record<Fact, string | undefined>>;

export function factsOf(packages: readonly Package[]): Facts {
  const facts: Facts = {};
  for (const { AllowAllCollege, name, price } of packages) {
    const kind = AllowAllCollege ? 'all' : 'one';
    facts[kind] ??= rupees(price);
    facts[`${kind}-name`] ??= name;
  }
  if (packages.length > 0) facts.from = `from ${rupees(Math.min(...packages.map(({ price }) => price)))}`;
  const colleges = new Set(packages.flatMap(({ collegeList }) => collegeList.map(({ _id }) => _id))).size;
  if (colleges > 0) facts.colleges = String(colleges);
  const exams = packages.flatMap(({ collegeList }) => collegeList.flatMap(({ courseList }) => courseList));
  if (exams.length > 0) {
    for (const day of event.dayDates) facts[`exams-${day}`] = examHours(exams, day);
  }
  return facts;
}

/** From the first beginning to the last end of a day, as the timetable has them. */
function examHours(exams: readonly Course[], day: string): string {
  const moments = exams
    .filter(({ date, timeStart }) => date === day && timeStart)
    .flatMap(({ timeStart, timeEnd }) => [timeStart, timeEnd || timeStart])
    .sort();
  return hours(moments.at(0) ?? '', moments.at(-1) ?? '') || 'To be announced';
}

/**
 * Puts the facts into the places that components/CatalogueFact made, also those in HTML that React does not know. On the button
 * there is no price before it is known that one can register.
 */
export function useCatalogueFacts(packages: readonly Package[] | undefined, sale?: Sale): void {
  useEffect(() => {
    const facts = factsOf(packages ?? []);
    // Not by what stands there: a browser that translates the page has put other words, and would do so again and again.
    const filled = new WeakSet<HTMLElement>();
    const fill = () => {
      for (const place of document.querySelectorAll<HTMLElement>('[data-fact]')) {
        const fact = facts[place.dataset.fact as Fact];
        if (!fact || filled.has(place)) continue;
        filled.add(place);
        if (place.textContent !== fact) place.textContent = fact;
      }
    };
    let isCurrent = true;
    if (sale?.registration === 'open')
      facts.register = facts.from ? `Register ${facts.from}` : texts.register;
    else if (sale) {
      import('../saleWords').then(({ instead }) => {
        facts.register = instead(sale);
        if (isCurrent) fill();
      }, nothing);
    }
    fill();
    // Parts of a page come later than the page when another one was left for it.
    const come = new MutationObserver(fill);
    come.observe(document.body, { childList: true, subtree: true });
    return () => {
      isCurrent = false;
      come.disconnect();
    };
  }, [packages, sale]);
}

/** The form says it, too. */
const nothing = () => undefined;
