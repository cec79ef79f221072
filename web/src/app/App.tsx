// The table of routes. The landing page comes with the first download; every other page is fetched when it is
// visited, and fails on its own.
import { lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { watchHistory } from '@/lib/historyGate';
import { paths } from '@/lib/paths';
import { LandingPage } from './LandingPage';
import { PageLoading } from './PageLoading';
import { SiteLayout } from './SiteLayout';

const CheckoutPage = lazy(() =>
  import('@/features/registration/CheckoutPage').then((module) => ({ default: module.CheckoutPage })),
);
const ContactPage = lazy(() =>
  import('@/features/contact/ContactPage').then((module) => ({ default: module.ContactPage })),
);
const AboutPage = lazy(() =>
  import('@/features/about/AboutPage').then((module) => ({ default: module.AboutPage })),
);
const TermsPage = lazy(() =>
  import('@/features/legal/TermsPage').then((module) => ({ default: module.TermsPage })),
);
const PassPage = lazy(() =>
  import('@/features/pass/PassPage').then((module) => ({ default: module.PassPage })),
);
const ReturnPage = lazy(() => import('./PaymentPages').then((module) => ({ default: module.ReturnPage })));
const FailedPage = lazy(() => import('./PaymentPages').then((module) => ({ default: module.FailedPage })));
const LoginApp = lazy(() =>
  import('@/features/portal/app/PortalApp').then((module) => ({ default: module.LoginApp })),
);
const PortalApp = lazy(() =>
  import('@/features/portal/app/PortalApp').then((module) => ({ default: module.PortalApp })),
);
const NotFoundPage = lazy(() =>
  import('./NotFoundPage').then((module) => ({ default: module.NotFoundPage })),
);

watchHistory();

export function App() {
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  );
}

export function AppRoutes() {
  return (
    <Routes>
      {/* The portal has a frame of its own. */}
      <Route element={<Guarded by="portal" />}>
        <Route path={paths.login} element={<LoginApp />} />
        <Route path={`${paths.dashboard}/*`} element={<PortalApp />} />
      </Route>
      <Route
        element={
          <SiteLayout>
            <Guarded />
          </SiteLayout>
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
