// What is written to candidates: the form's values, and what is asked of them.
import type { RequestOf } from '@/lib/api/operation';
import { readAudience, toAudience, type ChosenFilters } from '@/portal/kit/resources/audience';
import { templates } from '@/portal/kit/resources/messageTemplates';

export type MessageRequest = RequestOf<'/api/messages', 'post'>['body'];

export interface MessageForm {
  /** With which template it was begun; empty for none. */
  template: string;
  subject: string;
  body: string;
  /** What the person has set, or the address, beside what the template brings. */
  filters: ChosenFilters;
  /** Those who were picked in a list; everybody whom the filters admit where there are none. */
  picked: readonly string[];
}

export const longestSubject = 150;
export const longestBody = 5_000;

export const placeholders: readonly { word: string; stands: string }[] = [
  { word: '{name}', stands: 'the name' },
  { word: '{pass_no}', stands: 'the pass number' },
  { word: '{exams}', stands: 'the exams, with day, hours and hall' },
  { word: '{pass_link}', stands: 'the link to the pass' },
  { word: '{results_link}', stands: 'the link to the results' },
];

/** As the address of the screen says, which other screens write. */
export function readForm(params: URLSearchParams): MessageForm {
  const audience = readAudience(params);
  const template = templatesFor(audience).find(({ id }) => id === params.get('template'));
  return { ...textOf(template?.id ?? ''), ...audience };
}

/** With what one can begin that is for these. */
export const templatesFor = ({ filters }: Pick<MessageForm, 'filters'>) =>
  templates.filter(({ isOfRun }) => !isOfRun || filters.filled_in);

const templateOf = (id: string) => templates.find((one) => one.id === id);

function textOf(id: string): Pick<MessageForm, 'template' | 'subject' | 'body'> {
  const { id: template = '', subject = '', body = '' } = templateOf(id) ?? {};
  return { template, subject, body };
}

/** The same form begun with another template: its text, and of the filters those that the person has set. */
export const beginWith = ({ filters }: MessageForm, template: string): Partial<MessageForm> => ({
  ...textOf(template),
  filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
});

/** Whom it is for: what the person has set goes before what the template brings. */
export const filtersOf = ({ template, filters }: MessageForm): ChosenFilters => ({
  ...templateOf(template)?.filters,
  ...filters,
});

/** Something would be lost: a text that is not just a template's. */
export function isWritten({ template, subject, body }: MessageForm): boolean {
  const begun = textOf(template);
  return `${subject}${body}`.trim() !== '' && (subject !== begun.subject || body !== begun.body);
}

/** Only what says something. */
export const toRequest = (form: MessageForm): MessageRequest => ({
  subject: form.subject,
  body: form.body,
  audience: toAudience(filtersOf(form), form.picked),
});
