// The public landing page, section by section.
import { Page } from '@/components/Page';
import { prerendered } from '@/components/Prerendered';
import { whenSeen } from '@/components/whenSeen';
import { Hero } from '@/features/landing/Hero';
import { Partners } from '@/features/landing/Partners';
import { useSectionView } from '@/features/landing/useSectionView';
import { RegistrationProvider } from '@/features/registration/RegistrationContext';
import { RegistrationModal } from '@/features/registration/RegistrationModal';
import { RegistrationSection } from '@/features/registration/RegistrationSection';

const Story = prerendered('story', () => import('@/features/landing/Story').then(({ Story }) => Story));
const Offer = prerendered('offer', () => import('@/features/landing/Offer').then(({ Offer }) => Offer));
import styles from './LandingPage.module.css';

const MediaStrip = whenSeen(
  () => import('@/features/landing/MediaStrip').then(({ MediaStrip }) => MediaStrip),
  <div className={styles.media} />,
);
const PartnerStrip = whenSeen(
  () => import('@/features/landing/PartnerStrip').then(({ PartnerStrip }) => PartnerStrip),
  <Partners>
    <p>Loading</p>
  </Partners>,
);
const FloatingButtons = prerendered('buttons', () =>
  import('@/features/landing/FloatingButtons').then(({ FloatingButtons }) => FloatingButtons),
);
const Questions = prerendered('questions', () =>
  import('@/features/landing/Questions').then(({ Questions }) => Questions),
);

export function LandingPage() {
  useSectionView('about');
  return (
    <Page>
      <RegistrationProvider>
        <Hero />
        <MediaStrip />
        <Story />
        <div id="partners">
          <PartnerStrip />
        </div>
        <Offer />
        <RegistrationSection />
        <Questions />
        <RegistrationModal />
        <FloatingButtons />
      </RegistrationProvider>
    </Page>
  );
}
