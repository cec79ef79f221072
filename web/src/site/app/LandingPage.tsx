// The public landing page, section by section.
import { Page } from '@/components/Page';
import { prerendered } from '@/components/Prerendered';
import { whenSeen } from '@/components/whenSeen';
import { Hero } from '@/site/features/landing/Hero';
import { Partners } from '@/site/features/landing/Partners';
import { useSectionView } from '@/site/features/landing/useSectionView';
import { RegistrationProvider } from '@/site/features/registration/RegistrationContext';
import { RegistrationModal } from '@/site/features/registration/RegistrationModal';
import { RegistrationSection } from '@/site/features/registration/RegistrationSection';

const Story = prerendered('story', () => import('@/site/features/landing/Story').then(({ Story }) => Story));
const Offer = prerendered('offer', () => import('@/site/features/landing/Offer').then(({ Offer }) => Offer));
import styles from './LandingPage.module.css';

const MediaStrip = whenSeen(
  () => import('@/site/features/landing/MediaStrip').then(({ MediaStrip }) => MediaStrip),
  <div className={styles.media} />,
);
const PartnerStrip = whenSeen(
  () => import('@/site/features/landing/PartnerStrip').then(({ PartnerStrip }) => PartnerStrip),
  <Partners>
    <p>Loading</p>
  </Partners>,
);
const FloatingButtons = prerendered('buttons', () =>
  import('@/site/features/landing/FloatingButtons').then(({ FloatingButtons }) => FloatingButtons),
);
const Questions = prerendered('questions', () =>
  import('@/site/features/landing/Questions').then(({ Questions }) => Questions),
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
