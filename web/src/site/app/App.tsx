// The table of routes. The landing page comes with the first download; every other page is fetched when it is
// visited, and fails on its own.
import { Suspense, useRef } from 'react';
import { BrowserRouter, Navigate, Outlet, useLocation, useRoutes, type RouteObject } from 'react-router';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { lazily } from '@/components/lazily';
import { ModalClosedContext } from '@/site/features/registration/modalClosed';
import { watchHistory } from '@/lib/historyGate';
import { paths } from '@/lib/paths';
import { LandingPage } from './LandingPage';
import { PageLoading } from './PageLoading';
import { SiteLayout } from './SiteLayout';

const CheckoutPage = lazily(() => import('@/site/features/registration/CheckoutPage'), 'CheckoutPage');
const ContactPage = lazily(() => import('@/site/features/contact/ContactPage'), 'ContactPage');
const FindPassPage = lazily(() => import('@/site/features/find-pass/FindPassPage'), 'FindPassPage');
const AboutPage = lazily(() => import('@/site/features/about/AboutPage'), 'AboutPage');
const TermsPage = lazily(() => import('@/site/features/legal/TermsPage'), 'TermsPage');
const PassPage = lazily(() => import('@/site/features/pass/PassPage'), 'PassPage');
const HallTicketPage = lazily(() => import('@/site/features/hall-ticket/HallTicketPage'), 'HallTicketPage');
const ResultsPage = lazily(() => import('@/site/features/results/ResultsPage'), 'ResultsPage');
const ReturnPage = lazily(() => import('./PaymentPages'), 'ReturnPage');
const FailedPage = lazily(() => import('./PaymentPages'), 'FailedPage');
const NotFoundPage = lazily(() => import('./NotFoundPage'), 'NotFoundPage');
const PortalAddress = lazily(() => import('./PortalAddress'), 'PortalAddress');

/** The pages that are opened in a frame (src/prerender.tsx). */
const framed = new Map<string, typeof PassPage>([
  [paths.paymentReturn, ReturnPage],
  [paths.paymentFailed, FailedPage],
  [paths.paymentSuccess, PassPage],
]);

/** As objects: to read them out of elements is code that every visitor would fetch. */
const routes: RouteObject[] = [
  {
    element: (
      <ErrorBoundary>
        <SiteLayout>
          <Guarded />
        </SiteLayout>
      </ErrorBoundary>
    ),
    children: [
      { path: paths.home, element: <LandingPage /> },
      { path: paths.checkout, element: <CheckoutPage /> },
      { path: paths.terms, element: <TermsPage /> },
      { path: paths.aboutUs, element: <AboutPage /> },
      { path: paths.findPass, element: <FindPassPage /> },
      { path: paths.hallTicket, element: <HallTicketPage /> },
      { path: paths.results, element: <ResultsPage /> },
      { path: paths.contact, element: <Navigate to={paths.contactUs} replace /> },
      { path: paths.contactUs, element: <ContactPage /> },
      { path: paths.paymentReturn, element: <ReturnPage /> },
      { path: paths.paymentFailed, element: <FailedPage /> },
      { path: paths.paymentSuccess, element: <PassPage /> },
      { path: `${paths.login}/*`, element: <PortalAddress /> },
      { path: `${paths.dashboard}/*`, element: <PortalAddress /> },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

watchHistory();

/** Fetches the page that a frame will show. One that does not come is fetched again when it is shown. */
export async function fetchFramedPage(): Promise<void> {
  await framed
    .get(location.pathname)
    ?.fetchAhead()
    .catch(() => undefined);
}

export function App() {
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  );
}

export function AppRoutes() {
  const isModalClosed = useRef(false);
  return <ModalClosedContext value={isModalClosed}>{useRoutes(routes)}</ModalClosedContext>;
}

/** A fault stays with the page it happened on: another address starts afresh. */
function Guarded() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
