// The facts of the event that the system under test is of.
import { factsOf, readEvent } from '../../scripts/event';
import { longDay, shortDay } from '../../src/lib/examTime';

export const facts = factsOf(readEvent());

const [first = '', last = ''] = [facts.dayDates[0], facts.dayDates.at(-1)];

/** The days on which the sample catalogue has exams, as pages write them. */
export const firstDay = { date: first, short: shortDay(first), long: longDay(first) };
export const lastDay = { date: last, short: shortDay(last), long: longDay(last) };
