// The modules that scripts/event.ts makes of event.json.
declare module 'virtual:event' {
  type Facts = import('../../scripts/event').Facts;

  export const admits: Facts['admits'];
  export const contact: Facts['contact'];
  export const dates: Facts['dates'];
  export const dayDates: Facts['dayDates'];
  export const disputeHours: Facts['disputeHours'];
  export const motto: Facts['motto'];
  export const name: Facts['name'];
  export const tagline: Facts['tagline'];
  export const termsVersion: Facts['termsVersion'];
  export const time: Facts['time'];
  export const venue: Facts['venue'];
  export const wordmark: Facts['wordmark'];
  export const year: Facts['year'];
}

declare module 'virtual:event/landing' {
  type Facts = import('../../scripts/event').Facts;

  export const absent: Facts['absent'];
  export const benefits: Facts['benefits'];
  export const contactHours: Facts['contactHours'];
  export const days: Facts['days'];
  export const daysHeading: Facts['daysHeading'];
  export const description: Facts['description'];
  export const exams: Facts['exams'];
  export const fee: Facts['fee'];
  export const included: Facts['included'];
  export const lead: Facts['lead'];
  export const organiser: Facts['organiser'];
  export const packageCards: Facts['packageCards'];
  export const packagePoints: Facts['packagePoints'];
  export const place: Facts['place'];
  export const placeholders: Facts['placeholders'];
  export const policies: Facts['policies'];
  export const promise: Facts['promise'];
  export const promises: Facts['promises'];
  export const questions: Facts['questions'];
  export const registerBy: Facts['registerBy'];
  export const shortName: Facts['shortName'];
  export const socialPages: Facts['socialPages'];
  export const socialVideo: Facts['socialVideo'];
  export const steps: Facts['steps'];
  export const story: Facts['story'];
  export const videos: Facts['videos'];
  export const weekend: Facts['weekend'];
}

declare module 'virtual:event/partners' {
  export const mediaPartners: readonly { name: string; image: string; link?: string }[];
}
