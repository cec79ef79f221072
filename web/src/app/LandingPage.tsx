// The public landing page, section by section.
import { Page } from '@/components/Page';
import { Hero } from '@/features/landing/Hero';
import { RegistrationProvider } from '@/features/registration/RegistrationContext';
import { RegistrationModal } from '@/features/registration/RegistrationModal';
import { RegistrationSection } from '@/features/registration/RegistrationSection';

export function LandingPage() {
  return (
    <Page>
      <RegistrationProvider>
        <Hero />
        <RegistrationSection />
        <RegistrationModal />
      </RegistrationProvider>
    </Page>
  );
}
