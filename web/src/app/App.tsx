// The table of routes. The landing page comes with the first download; every other page is fetched when it is
// visited, and fails on its own.
import { Suspense, useRef } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { lazily } from '@/components/lazily';
import { ModalClosedContext } from '@/features/registration/modalClosed';
import { watchHistory } from '@/lib/historyGate';
import { paths } from '@/lib/paths';
import { LandingPage } from './LandingPage';
import { PageLoading } from './PageLoading';
import { SiteLayout } from './SiteLayout';

const CheckoutPage = lazily(() => import('@/features/registration/CheckoutPage'), 'CheckoutPage');
const ContactPage = lazily(() => import('@/features/contact/ContactPage'), 'ContactPage');
const AboutPage = lazily(() => import('@/features/about/AboutPage'), 'AboutPage');
const TermsPage = lazily(() => import('@/features/legal/TermsPage'), 'TermsPage');
const PassPage = lazily(() => import('@/features/pass/PassPage'), 'PassPage');
const ReturnPage = lazily(() => import('./PaymentPages'), 'ReturnPage');
const FailedPage = lazily(() => import('./PaymentPages'), 'FailedPage');
const LoginApp = lazily(() => import('@/features/portal/app/PortalApp'), 'LoginApp');
const PortalApp = lazily(() => import('@/features/portal/app/PortalApp'), 'PortalApp');
const NotFoundPage = lazily(() => import('./NotFoundPage'), 'NotFoundPage');

/** The pages that are opened in a frame (src/prerender.tsx). */
const framed = new Map<string, typeof PassPage>([
  [paths.paymentReturn, ReturnPage],
  [paths.paymentFailed, FailedPage],
  [paths.paymentSuccess, PassPage],
]);

watchHistory();

/** Fetches the page that will stand in a frame. One that does not come is fetched again when it is shown. */
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
  return (
    <ModalClosedContext value={isModalClosed}>
      <Routes>
        {/* The portal has a frame of its own. */}
        <Route element={<Guarded by="portal" />}>
          <Route path={paths.login} element={<LoginApp />} />
          <Route path={`${paths.dashboard}/*`} element={<PortalApp />} />
        </Route>
        <Route
          element={
            <ErrorBoundary>
              <SiteLayout>
                <Guarded />
              </SiteLayout>
            </ErrorBoundary>
          }
        >
          <Route path={paths.home} element={<LandingPage />} />
          <Route path={paths.checkout} element={<CheckoutPage />} />
          <Route path={paths.terms} element={<TermsPage />} />
          <Route path={paths.aboutUs} element={<AboutPage />} />
          <Route path={paths.contact} element={<Navigate to={paths.contactUs} replace />} />
          <Route path={paths.contactUs} element={<ContactPage />} />
          <Route path={paths.paymentReturn} element={<ReturnPage />} />
          <Route path={paths.paymentFailed} element={<FailedPage />} />
          <Route path={paths.paymentSuccess} element={<PassPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </ModalClosedContext>
  );
}

/** A fault stays with the page it happened on: another address starts afresh. */
function Guarded({ by }: { by?: string }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={by ?? pathname}>
      <Suspense fallback={<PageLoading />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
