export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * The facts of an event
     * @description Texts may name other facts: {name}, {dates}, {datesMonthFirst}, {dayCount}, {allDays}, {registerByMonthFirst}, {opens}, {venue}, {city}, {region}, {scholarship}, {included}, {Included}, {packages.all}, {packages.one}. Answers may name facts of the catalogue, with the words for as long as it is not there: {from|…}, {all|…}, {all-name|…}, {one|…}, {one-name|…}, {colleges|…}.
     */
    Event: {
      /** @description This schema, for an editor */
      $schema?: string;
      /** @description What the organisers have not given yet: `make deploy` names these, a deployed site leaves blocks of them out, and production waits for them */
      placeholders: (
        | 'name'
        | 'shortName'
        | 'days'
        | 'venue.name'
        | 'venue.street'
        | 'contact.email'
        | 'contact.phones'
        | 'contact.hours'
        | 'organiser.legalName'
        | 'organiser.address'
        | 'organiser.people'
        | 'organiser.whoWeAre'
        | 'organiser.mission'
        | 'organiser.vision'
        | 'socialVideo'
        | 'videos'
        | 'socialPages'
        | 'mediaPartners'
        | 'exams'
        | 'policies.refundArrival'
        | 'policies.complaintAnswer'
        | 'policies.courts'
      )[];
      /** @description The event, in mails, on passes and in titles of pages */
      name: string;
      /** @description Under the icon on a phone */
      shortName: string;
      /** @description In one line */
      tagline: string;
      /** @description The first words of the site */
      promise: string;
      /** @description What follows them */
      lead: string;
      /** @description Under the tagline */
      story: string;
      /** @description What a search engine and a shared link say of the site */
      description: string;
      /** @description At the foot of each page */
      motto: string;
      /** @description How much of the tuition there is to win */
      scholarship: string;
      /** @description What the fee pays for */
      included: string;
      /** @description How many people a pass admits */
      admits: string;
      /** @description When the doors open, by the clock of the event */
      opens: string;
      /** @description The last day of registration, as the site names it; the portal says when it ends */
      registerBy: string;
      /** @description The days in their order */
      days: {
        date: string;
        programme: {
          /** @description Left out: the hours of the day's exams, which the catalogue knows */
          time?: string;
          text: string;
        }[];
      }[];
      /** @description From the hall ticket to the results */
      steps: {
        title: string;
        when: string;
        /**
         * Format: date
         * @description Its day, or its last one. After it, and after the days of the steps before, it is shown as done
         */
        date?: string;
        /**
         * @description The page of the site that it leads to
         * @enum {unknown}
         */
        page?: 'results';
      }[];
      venue: {
        name: string;
        /** @description For the map and the calendar */
        street?: string;
        city: string;
        region: string;
        /** @description ISO 3166 */
        country: string;
        /** @description Left out: a search for the address */
        map?: string;
      };
      contact: {
        /** Format: email */
        email: string;
        /** @description Two; the first is also the one of WhatsApp and of the button that calls */
        phones: string[];
        /** @description When somebody answers */
        hours: string;
      };
      organiser: {
        /** @description As terms and receipts name who holds the event */
        legalName: string;
        address: string;
        /** @description Who is responsible; whose role is "Grievance officer" is also named in the terms */
        people: {
          role: string;
          name: string;
        }[];
        whoWeAre: string;
        mission: string;
        vision: string;
      };
      socialPages: {
        /** @enum {string} */
        name: 'Instagram' | 'Facebook' | 'YouTube' | 'LinkedIn';
        href: string;
      }[];
      /** @description The first video; left out: none */
      socialVideo?: {
        /** @description As YouTube names it */
        id: string;
        title: string;
      };
      /** @description The other videos */
      videos: {
        /** @description As YouTube names it */
        id: string;
        title: string;
      }[];
      /** @description Shown until there are some in the portal */
      mediaPartners: {
        name: string;
        /** @description A file in web/src/content/media */
        image: string;
        link?: string;
      }[];
      /** @description The exams that the site puts first */
      exams: {
        /** @description As the catalogue has it, or its beginning */
        college: string;
        /** @description As the catalogue has it */
        course: string;
        /**
         * @description Which drawing
         * @enum {string}
         */
        field: 'engineering' | 'business' | 'health' | 'science' | 'design' | 'law' | 'hospitality';
      }[];
      /** @description All exams, and one: what the site says until the catalogue is there */
      packages: {
        all: {
          name: string;
          summary: string;
          points: string[];
        };
        one: {
          name: string;
          summary: string;
          points: string[];
        };
      };
      /** @description Beside the form */
      promises: {
        title: string;
        text: string;
      }[];
      fee: string;
      benefits: string[];
      questions: {
        question: string;
        answer: string;
        link?: {
          /** @enum {string} */
          to: 'findPass' | 'contactUs' | 'aboutUs' | 'terms';
          words: string;
        };
      }[];
      policies: {
        /** @description Which text of the terms this is, which each registration keeps: the day on which it changed */
        version: string;
        /** @description Within how many hours after a payment a dispute must be raised */
        disputeHours: number;
        /** @description Within what the provider returns money without a pass */
        refundArrival: string;
        /** @description Within what a complaint is answered */
        complaintAnswer: string;
        /** @description Which courts have jurisdiction */
        courts: string;
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
