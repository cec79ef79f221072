// What the public pages say besides the event's bare facts: its steps, videos, exams, packages and questions.
// Only the prerendered parts use it, so none of this is downloaded as code.
import { event } from './event';

export const registration = {
  heading: 'Register Now — Secure Your Spot!',
  promises: [
    { title: 'Scholarship exams', text: 'Scholarships up to 100% of tuition.' },
    { title: 'Academic guidance', text: 'Talk about courses and colleges with the people who know them.' },
    { title: 'Insights from industry leaders', text: 'Hear first-hand where careers are heading.' },
    { title: 'Limited seats', text: 'Your seat is confirmed as soon as you have paid.' },
  ],
  fee: 'The fee includes exam fee, food and refreshments. No hidden charges.',
} as const;

/** Who runs the event, as terms and invoices name them. */
export const organiser = {
  legalName: 'Scholarship Expo Kochi Events LLP',
  city: 'Kochi, Kerala, India',
} as const;

export const socialPages = [
  { name: 'Instagram', href: 'https://www.instagram.com/' },
  { name: 'Facebook', href: 'https://www.facebook.com/' },
  { name: 'YouTube', href: 'https://www.youtube.com/' },
  { name: 'LinkedIn', href: 'https://www.linkedin.com/' },
] as const;

interface Step {
  readonly title: string;
  readonly when: string;
}

/** The organisers' four steps. The date of the last one is shown as they gave it. */
export const steps: readonly Step[] = [
  { title: 'Hall Ticket Publish', when: 'May 26, 2025' },
  { title: 'Registration Closes', when: 'May 29' },
  { title: 'Event Days', when: 'May 31 - Jun 01' },
  { title: 'Results Announcement', when: 'May 03, 2025, by 5:00 PM' },
];

interface Video {
  /** As the video host names it. */
  readonly id: string;
  readonly title: string;
}

export const socialVideo: Video = { id: 'M7lc1UVf-VE', title: 'The expo in ninety seconds' };

export const videos: readonly Video[] = [
  { id: 'aqz-KE-bpKQ', title: 'How the scholarship exams work' },
  { id: 'eRsGyueVLvQ', title: 'A day at the expo' },
  { id: 'R6MlUcmOul8', title: 'From the exam to the campus' },
];

export type Field = 'engineering' | 'business' | 'health' | 'science' | 'design' | 'law' | 'hospitality';

interface ExamCard {
  readonly college: string;
  readonly course: string;
  readonly field: Field;
}

export const exams: readonly ExamCard[] = [
  { college: 'Periyar College of Engineering', course: 'B.Tech Computer Science', field: 'engineering' },
  { college: 'Malabar School of Business', course: 'BBA Logistics', field: 'business' },
  { college: 'Vembanad Institute of Health Sciences', course: 'B.Sc Nursing', field: 'health' },
  { college: 'Anamudi College of Arts and Science', course: 'B.Sc Physics', field: 'science' },
  { college: 'Kayal School of Design', course: 'Bachelor of Design', field: 'design' },
  { college: 'Nila Law College', course: 'BA LLB', field: 'law' },
  {
    college: 'Ashtamudi Institute of Hospitality',
    course: 'Bachelor of Hotel Management',
    field: 'hospitality',
  },
];

interface Programme {
  /** `2025-05-31` */
  readonly date: string;
  /** The catalogue's fact with the hours of this day's exams. */
  readonly examHours: 'exams-first-day' | 'exams-last-day';
  readonly items: readonly {
    /** None where it is the hours of the exams. */
    readonly time?: string;
    readonly text: string;
  }[];
}

const examsItem = { text: 'Scholarship exams, hall by hall' } as const;

/** No time here is that of an exam, or hangs on one: those are the catalogue's. */
export const days: readonly Programme[] = [
  {
    date: event.firstDay,
    examHours: 'exams-first-day',
    items: [
      { time: event.opens, text: 'Doors open, passes are checked' },
      examsItem,
      { time: '11 AM–4 PM', text: 'Academic guidance at the college stalls' },
      { time: '3 PM', text: 'Talk: insights from industry leaders' },
    ],
  },
  {
    date: event.lastDay,
    examHours: 'exams-last-day',
    items: [
      { time: event.opens, text: 'Doors open, passes are checked' },
      examsItem,
      { time: '11 AM–4 PM', text: 'Career and course counselling' },
      { time: 'After the exams', text: 'The expo closes' },
    ],
  },
];

export const benefits: readonly string[] = [
  'Scholarships up to 100% of tuition',
  'Many colleges in one place, with no travelling from campus to campus',
  'Academic guidance from the people who teach the courses',
  'Insights from industry leaders',
  'Exam fee, food and refreshments included',
];

interface PackageCard {
  /** All exams, or one. */
  readonly kind: 'all' | 'one';
  readonly name: string;
  readonly summary: string;
}

/** The two kinds of packages, for as long as the catalogue is not there. Their prices are the catalogue's alone. */
export const packageCards: readonly PackageCard[] = [
  { kind: 'all', name: 'Package 1: All-Inclusive Exam Access', summary: 'All exams of all institutions.' },
  { kind: 'one', name: 'Package 2: Single Exam Access', summary: 'One exam of one chosen institution.' },
];

/** What a package of each kind brings. */
export const packagePoints: Readonly<Record<PackageCard['kind'], readonly string[]>> = {
  all: ['Every course of every college', 'Exams on both days', 'Academic guidance and career talks'],
  one: ['One course of one college', 'You choose both in the form', 'Academic guidance and career talks'],
};

interface Question {
  readonly question: string;
  /** With places for facts of the catalogue: `{all|…}` (lib/catalogue/facts.ts), and what stands there without one. */
  readonly answer: string;
  /** A page of the site that helps, by its name in lib/paths.ts. */
  readonly link?: { readonly to: 'findPass'; readonly words: string };
}

export const questions: readonly Question[] = [
  {
    question: 'Who can attend?',
    answer:
      'Students who have finished or are about to finish class 12, their parents, and anyone who is looking for a course or a change of career. Only the person named on the pass can sit the exam.',
  },
  {
    question: 'What are the benefits?',
    answer:
      'You sit the scholarship exams of the colleges that take part and can win up to 100% of your tuition. You also get academic guidance and hear talks by industry leaders.',
  },
  {
    question: 'How do I register?',
    answer:
      'Choose a package, fill in the form on this page and pay by card or UPI. You can download your pass straight away, and we also send it by email. Your hall ticket is sent by email as well, once hall tickets are published.',
  },
  {
    question: 'Where does it take place?',
    answer: `At ${event.venue}, on ${event.dates}, from ${event.opens}.`,
  },
  {
    question: 'Is there an entry fee?',
    answer:
      '{all-name|Package 1: All-Inclusive Exam Access} covers all colleges and courses and costs {all|what the registration form shows}. {one-name|Package 2: Single Exam Access} covers one college and one course and costs {one|what the registration form shows}. The fee includes exam fee, food and refreshments. There are no hidden charges.',
  },
  {
    question: 'I lost my pass. How do I get it again?',
    answer: 'We send it once more to the email address that you registered with.',
    link: { to: 'findPass', words: 'Find my pass' },
  },
];
