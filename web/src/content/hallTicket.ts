// What a hall ticket asks of the candidate and of the invigilator, whatever the event.

/** Any of these proves who somebody is. */
export const photoIds = [
  'Aadhaar card',
  'school or college ID',
  'passport',
  'driving licence',
  'voter ID',
] as const;

export const hallRules = [
  'Print this hall ticket, stick a photograph of yourself into the box, and bring it with the original of a photo ID.',
  'Be at your hall by the time that is printed here. The seat is yours alone; the invigilator compares it with the list.',
  'Bring your own pens. Phones, smart watches, calculators and notes stay off and out of reach, unless the invigilator allows them.',
  'Sign in the presence of the invigilator, and leave only when they say so.',
] as const;
