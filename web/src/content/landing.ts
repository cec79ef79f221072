// What the public pages say besides the event's bare facts: its steps, videos, exams, packages and questions.
// Only the prerendered parts use it, so none of this is downloaded as code.
import { event } from './event';

export const registration = {
  heading: 'Register Now — Secure Your Spot!',
  promises: [
    { title: 'Scholarship exams', text: 'Scholarships up to 100% of tuition.' },
    { title: 'Academic guidance', text: 'Talk through courses and colleges with people who know them.' },
    { title: 'Insights from industry leaders', text: 'Hear where careers are heading, first hand.' },
    { title: 'Limited seats', text: 'Your seat is yours once the payment is through.' },
  ],
  fee: 'The fee includes exam fee, food and refreshments. No hidden charges.',
} as const;

/** Who runs the event, as terms and invoices name them. */
export const organiser = {
  legalName: 'Scholarship Expo Kochi Events LLP',
  city: 'Kochi, Kerala, India',
} as const;

/** Places for the organisers' pages; they have given none yet. */
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

interface Day {
  readonly day: string;
  readonly items: readonly { readonly time: string; readonly text: string }[];
}

export const days: readonly Day[] = [
  {
    day: 'Saturday, 31 May',
    items: [
      { time: '10:00', text: 'Doors open, passes are checked' },
      { time: '10:00 - 17:00', text: 'Scholarship exams, hall by hall' },
      { time: '11:00 - 16:00', text: 'Academic guidance at the college stalls' },
      { time: '15:00', text: 'Talk: insights from industry leaders' },
    ],
  },
  {
    day: 'Sunday, 01 June',
    items: [
      { time: '10:00', text: 'Doors open, passes are checked' },
      { time: '10:00 - 16:30', text: 'Scholarship exams, hall by hall' },
      { time: '11:00 - 16:00', text: 'Career and course counselling' },
      { time: '16:30', text: 'Close of the expo' },
    ],
  },
];

export const benefits: readonly string[] = [
  'Scholarships up to 100% of tuition',
  'Seven colleges in one place, without travelling from campus to campus',
  'Academic guidance from people who teach the course',
  'Insights from industry leaders',
  'Exam fee, food and refreshments included',
];

interface PackageCard {
  /** All exams, or one. */
  readonly kind: 'all' | 'one';
  readonly label: string;
  readonly name: string;
  readonly price: string;
  readonly summary: string;
  readonly points: readonly string[];
}

/** As the FAQ tells them. What is charged is the catalogue's price, which the form shows. */
export const packageCards: readonly PackageCard[] = [
  {
    kind: 'all',
    label: 'Package 1',
    name: 'All-Inclusive Exam Access',
    price: 'Rs 1850',
    summary: 'All exams of all institutions.',
    points: [
      'Every college and every course',
      'No choice to be made now',
      'Exam fee, food and refreshments included',
    ],
  },
  {
    kind: 'one',
    label: 'Package 2',
    name: 'Single Exam Access',
    price: 'Rs 1000',
    summary: 'One exam of one chosen institution.',
    points: [
      'One college and one course of it',
      'Chosen in the form',
      'Exam fee, food and refreshments included',
    ],
  },
];

interface Question {
  readonly question: string;
  readonly answer: string;
}

export const questions: readonly Question[] = [
  {
    question: 'Who can attend?',
    answer:
      'Students who have finished or are about to finish class 12, their parents, and anyone who is looking for a course or a change of career. Only the person named on the pass sits the exam.',
  },
  {
    question: 'What are the benefits?',
    answer:
      'You sit scholarship exams of the colleges that take part and can win up to 100% of your tuition. Besides, there is academic guidance and there are talks by industry leaders.',
  },
  {
    question: 'How do I register?',
    answer:
      'Choose a package, fill in the form on this page and pay by card or UPI. Your pass can be downloaded at once and is sent by e-mail. The hall ticket is sent by e-mail as well, once hall tickets are published.',
  },
  {
    question: 'Where does it take place?',
    answer: `At ${event.venue}, on ${event.dates}, from ${event.time}.`,
  },
  {
    question: 'Is there an entry fee?',
    answer:
      'Package 1, all colleges and courses, is Rs 1850. Package 2, one college and one course, is Rs 1000. The fee includes exam fee, food and refreshments. There are no hidden charges.',
  },
];
