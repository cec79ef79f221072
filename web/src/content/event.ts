// The facts of the event, as the organisers gave them. Screens take every date, place and address from here, so that a
// change is made once. Prices, packages and exams are the catalogue's.

interface Phone {
  /** As people read it. */
  readonly shown: string;
  readonly href: string;
}

const phone = (tenDigits: string): Phone => ({
  shown: `+91 ${tenDigits.slice(0, 5)} ${tenDigits.slice(5)}`,
  href: `tel:+91${tenDigits}`,
});

const supportNumber = '9000000001';

export const event = {
  name: 'Scholarship Expo Kochi',
  tagline: 'Scholarship Challenge Begins',
  promise: 'Win up to 100% of your tuition in one weekend',
  dates: '31 May - 01 Jun 2025',
  /** The same in the middle of a sentence. */
  weekend: '31 May – 1 June 2025',
  firstDay: '2025-05-31',
  lastDay: '2025-06-01',
  registerBy: '29 May',
  time: '10:00',
  /** The same in the middle of a sentence. */
  opens: '10 AM',
  venue: 'The Mall, Kochi',
  admits: '1 Pass',
  year: 2025,
  motto: 'Events specially curated for you!',
  contact: {
    email: 'hello@scholarship-expo.example',
    phones: [phone(supportNumber), phone('9000000002')],
    whatsapp: { shown: 'WhatsApp', href: `https://wa.me/91${supportNumber}` },
  },
} as const;
