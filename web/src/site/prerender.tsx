// The public pages as HTML, made once when the site is built (scripts/prerender.mjs).
import { StrictMode, type ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { TakesLong } from '@/components/TakesLong';
import { AppRoutes } from '@/site/app/App';
import { PageLoading } from '@/site/app/PageLoading';
import { SiteLayout } from '@/site/app/SiteLayout';
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import { paths } from '@/lib/paths';

interface PrerenderedPage {
  readonly path: string;
  /** Its module, from the root of the web app, where it does not come with the entry. */
  readonly module?: string;
  /** What a search engine and a shared link say of it. */
  readonly description: string;
}

/** The public pages that are prerendered. Other pages begin with a frame or with nothing. */
export const pages: readonly PrerenderedPage[] = [
  {
    path: paths.home,
    description: landing.description,
  },
  {
    path: paths.terms,
    module: 'src/site/features/legal/TermsPage.tsx',
    description: `Terms, refund, cancellation, shipping and privacy policies of ${event.name}.`,
  },
  {
    path: paths.aboutUs,
    module: 'src/site/features/about/AboutPage.tsx',
    description: `Who is behind ${event.name}: ${landing.organiser.legalName}.`,
  },
  {
    path: paths.contactUs,
    module: 'src/site/features/contact/ContactPage.tsx',
    description: `Call, write to or message the organisers of ${event.name}.`,
  },
  {
    path: paths.findPass,
    module: 'src/site/features/find-pass/FindPassPage.tsx',
    description: `Lost your pass for ${event.name}? Have it sent to your email address again.`,
  },
];

/** The page of every address that no route knows. The app shows the same there. */
export const notFound = { path: '/not-found', module: 'src/site/app/NotFoundPage.tsx' } as const;

interface FramedPage {
  readonly path: string;
  /** Until the page has its own. */
  readonly title: string;
  /** The module of the page, from the root of the web app. */
  readonly module: string;
  /** The script of src/site/early that asks the server before that code is there. */
  readonly asks?: string;
}

/**
 * The pages that belong to one person, of which only the frame is the same for everybody. It is shown while their
 * code, which is known beforehand, is on its way.
 */
export const frames: readonly FramedPage[] = [
  {
    path: paths.paymentReturn,
    title: `Your payment | ${event.name}`,
    module: 'src/site/app/PaymentPages.tsx',
  },
  {
    path: paths.paymentFailed,
    title: `Your payment | ${event.name}`,
    module: 'src/site/app/PaymentPages.tsx',
  },
  {
    path: paths.paymentSuccess,
    title: `Your pass | ${event.name}`,
    module: 'src/site/features/pass/PassPage.tsx',
    asks: 'askForPass',
  },
];

/** Of every other page, until it has its own. */
export const titleOfOthers = event.name;

/** The event as search engines read it (schema.org). */
export function structuredData(origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'EducationEvent',
    name: event.name,
    description: event.tagline,
    startDate: `${event.dayDates[0] ?? ''}T${event.time}:00+05:30`,
    endDate: event.dayDates.at(-1),
    eventStatus: 'https://schema.org/EventScheduled',
    // Each candidate says whether they take their exams in the halls or on the web.
    eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
    location: [
      {
        '@type': 'Place',
        name: event.venue,
        address: {
          '@type': 'PostalAddress',
          ...(landing.place.street && { streetAddress: landing.place.street }),
          addressLocality: landing.place.city,
          addressRegion: landing.place.region,
          addressCountry: landing.place.country,
        },
      },
      { '@type': 'VirtualLocation', url: origin },
    ],
    image: `${origin}/og.jpg`,
    organizer: { '@type': 'Organization', name: landing.organiser.legalName, url: origin },
    // Without prices, which may change on any day: the page adds the catalogue's (features/landing/structuredPrices.ts).
    offers: landing.packageCards.map(({ name }) => ({
      '@type': 'Offer',
      name,
      url: `${origin}${paths.register}`,
    })),
  };
}

/** The names that a web app manifest has beside what stands in public/. */
export const manifests: Readonly<Record<string, object>> = {
  'site.webmanifest': { name: event.name, short_name: landing.shortName },
  'door.webmanifest': { name: `Door of ${event.name}` },
};

/** The content of the page's root when it is opened at `path`. */
export function render(path: string): Promise<string> {
  return toHtml(path, <AppRoutes />);
}

/** The content of the root of a page of which only the frame is known. */
export function renderFrame(path: string): Promise<string> {
  return toHtml(
    path,
    <SiteLayout>
      <PageLoading />
    </SiteLayout>,
  );
}

/** Below the empty root of a page of which not even a frame is known. */
export function renderLate(): Promise<string> {
  return toHtml(paths.home, <TakesLong isPage />);
}

async function toHtml(path: string, content: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouter location={path}>{content}</StaticRouter>
    </StrictMode>,
    {
      // Larger parts would be put in place by inline scripts, which the security policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  let html = '';
  for await (const chunk of prelude) html += String(chunk);
  return html;
}
