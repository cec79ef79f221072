// What the form of the event's settings holds, what must be in it, and how it is sent.
import { callForBody, type AnswerOf } from '@/portal/kit/api/data';
import type { FieldErrors } from '@/portal/kit/forms/useForm';
import { dayAndTime, toLocal, toMoment, zone } from '@/portal/kit/ui/moments';

export type Settings = AnswerOf<'/api/event/settings'>;

/** Days and hours by the event's own clock, as the browser's control has them; blank for no bound. */
export interface EventValues {
  opens_at: string;
  closes_at: string;
  counter_closes_at: string;
}

export const toValues = (settings: Settings): EventValues => ({
  opens_at: toLocal(settings.opens_at),
  closes_at: toLocal(settings.closes_at),
  counter_closes_at: toLocal(settings.counter_closes_at),
});

export function validateEvent(values: EventValues): FieldErrors<EventValues> {
  const errors: FieldErrors<EventValues> = {};
  for (const name of ['opens_at', 'closes_at', 'counter_closes_at'] as const) {
    if (values[name] && !dayAndTime.test(values[name])) errors[name] = 'Please enter a date and a time';
  }
  if (!errors.closes_at && values.opens_at && values.closes_at && values.closes_at <= values.opens_at) {
    errors.closes_at = 'Registration has to close after it has opened';
  }
  return errors;
}

/** What nobody could do any more at this moment, and can now. */
export function endsNow(
  values: EventValues,
  settings: Settings,
  now: number,
): 'site' | 'counter' | undefined {
  const at = (local: string) => (local ? Date.parse(`${local}${zone}`) : undefined);
  const opens = at(values.opens_at);
  const closes = at(values.closes_at);
  const counter = at(values.counter_closes_at);
  const isOutside = (opens !== undefined && now < opens) || (closes !== undefined && now >= closes);
  if (settings.registration === 'open' && isOutside) return 'site';
  return settings.counter === 'open' && counter !== undefined && now >= counter ? 'counter' : undefined;
}

export const saveSettings = (values: EventValues, version: number) =>
  callForBody('put', '/api/event/settings', {
    body: {
      version,
      opens_at: toMoment(values.opens_at),
      closes_at: toMoment(values.closes_at),
      counter_closes_at: toMoment(values.counter_closes_at),
    },
  });
