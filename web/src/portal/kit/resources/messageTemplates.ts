// The texts with which a message to candidates begins. What other screens send is written here, too.
import type { ChosenFilters } from './audience';

interface Template {
  id: string;
  label: string;
  subject: string;
  body: string;
  /** Whom it is for. */
  filters?: ChosenFilters;
  /** Whether it says what one run of filling in has done: nobody else may get it. */
  isOfRun?: true;
}

/** What a pass is good for is of no use to who has not paid, or whose money went back. */
const whoHasAPass: ChosenFilters = { validity: 'valid' };

/** Ready to be sent but for what only the organisers know. */
export const templates: readonly Template[] = [
  {
    id: 'exam-moved',
    label: 'Exam moved',
    subject: 'Your exam has moved',
    filters: whoHasAPass,
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
    filters: whoHasAPass,
    body: `Dear {name},

please bring a photo ID and your pass to the exam. Without them we cannot let you in.

{exams}

Come early. Your pass {pass_no}: {pass_link}`,
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
    isOfRun: true,
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
    filters: whoHasAPass,
    body: `Dear {name},

the seats are out. Your pass shows yours: {pass_link}

{exams}

Please look at it before the day, and bring a photo ID.`,
  },
  {
    id: 'results-are-out',
    label: 'Results are out',
    subject: 'Your result is here',
    filters: whoHasAPass,
    body: `Dear {name},

the results of your exam are out. This is yours: {results_link}

Pass no.: {pass_no}`,
  },
];
