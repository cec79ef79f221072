// What is written to candidates: the form's values, what is asked of them, and the texts to begin with.
import type { RequestOf } from '@/lib/api/operation';
import { readAudience, toAudience, type ChosenFilters } from '@/portal/kit/resources/audience';

export type MessageRequest = RequestOf<'/api/messages', 'post'>['body'];

export interface MessageForm {
  subject: string;
  body: string;
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

interface Template {
  id: string;
  label: string;
  subject: string;
  body: string;
  /** Whom it is for. */
  filters?: ChosenFilters;
}

/** Ready to be sent but for what only the organisers know. */
export const templates: readonly Template[] = [
  {
    id: 'exam-moved',
    label: 'Exam moved',
    subject: 'Your exam has moved',
    body: `Dear {name},

your exam has moved. It is now held as follows:

{exams}

Your pass {pass_no} stays valid and shows the new day, hours and hall: {pass_link}

If you cannot come then, please reply to this mail.`,
  },
  {
    id: 'bring-an-id',
    label: 'Bring an ID',
    subject: 'Please bring a photo ID to your exam',
    body: `Dear {name},

please bring a photo ID and your pass to the exam. Without them we cannot let you in.

{exams}

Come 30 minutes early. Your pass {pass_no}: {pass_link}`,
  },
  {
    id: 'choose-your-exams',
    label: 'Choose your exams',
    subject: 'Please choose your exams',
    filters: { chosen: 'false' },
    body: `Dear {name},

your pass {pass_no} is for all exams, and you have not chosen yet which of them you sit. Please choose them on your pass: {pass_link}

Places go to those who choose first, and without a choice you have no seat.`,
  },
  {
    id: 'exams-filled-in',
    label: 'Exams filled in',
    subject: 'Your exams are on your pass',
    body: `Dear {name},

you had not chosen your exams yet, so we have put you down for these:

{exams}

Until the seats are published you can choose others on your pass: {pass_link}`,
  },
  {
    id: 'seats-are-out',
    label: 'Seats are out',
    subject: 'Your seat is on your pass',
    body: `Dear {name},

the seats are out. Your pass shows yours: {pass_link}

{exams}

Please look at it before the day, and bring a photo ID.`,
  },
  {
    id: 'results-are-out',
    label: 'Results are out',
    subject: 'Your result is here',
    body: `Dear {name},

the results of your exam are out. This is yours: {results_link}

Pass no.: {pass_no}`,
  },
];

/** As the address of the screen says, which other screens write. */
export function readForm(params: URLSearchParams): MessageForm {
  const template = templates.find(({ id }) => id === params.get('template'));
  const { filters, picked } = readAudience(params);
  return {
    subject: template?.subject ?? '',
    body: template?.body ?? '',
    filters: { ...template?.filters, ...filters },
    picked,
  };
}

/** Only what says something. */
export const toRequest = ({ subject, body, filters: chosen, picked }: MessageForm): MessageRequest => ({
  subject,
  body,
  audience: toAudience(chosen, picked),
});
