// The public pages as HTML, made once when the site is built (scripts/prerender.mjs).
import { StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { AppRoutes } from './app/App';
import { event } from './content/event';
import { organiser, packageCards } from './content/landing';
import { paths } from './lib/paths';

interface PrerenderedPage {
  readonly path: string;
  /** What a search engine and a shared link say of it. */
  readonly description: string;
}

/** The pages that are prerendered. Every other address begins with an empty page. */
export const pages: readonly PrerenderedPage[] = [
  {
    path: paths.home,
    description: `Scholarship exams, academic guidance and career talks at a mall in Kochi, ${event.dates}. Register online and get your pass.`,
  },
  {
    path: paths.terms,
    description: `Terms, refund, cancellation, shipping and privacy policies of ${event.name}.`,
  },
  { path: paths.aboutUs, description: `Who is behind ${event.name}: ${organiser.legalName}.` },
  { path: paths.contactUs, description: `Call, write to or message the organisers of ${event.name}.` },
];

/** The event as search engines read it (schema.org). */
export function structuredData(origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'EducationEvent',
    name: event.name,
    description: event.tagline,
    startDate: '2025-05-31T10:00:00+05:30',
    endDate: '2025-06-01T17:00:00+05:30',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: event.venue,
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Kochi',
        addressRegion: 'Kerala',
        addressCountry: 'IN',
      },
    },
    image: `${origin}/og.jpg`,
    organizer: { '@type': 'Organization', name: organiser.legalName, url: origin },
    offers: packageCards.map(({ name, price }) => ({
      '@type': 'Offer',
      name,
      price: price.replace('Rs ', ''),
      priceCurrency: 'INR',
      url: `${origin}${paths.register}`,
    })),
  };
}

/** What stands in the page's root when it is opened at `path`. */
export async function render(path: string): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouter location={path}>
        <AppRoutes />
      </StaticRouter>
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
