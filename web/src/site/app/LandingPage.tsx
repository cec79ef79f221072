// The public landing page, section by section.
import { LoadAgain } from '@/components/LoadAgain';
import { Page } from '@/components/Page';
import { prerendered } from '@/components/Prerendered';
import { whenSeen } from '@/components/whenSeen';
import { useCatalogueFacts } from '@/lib/catalogue/facts';
import { PackagesContext, usePackages } from '@/lib/catalogue/packages';
import { SaleContext, useSale } from '@/lib/sale';
import { NoTimes } from '@/site/features/landing/ExamTimes';
import { Banners } from '@/site/features/landing/Banners';
import { Hero } from '@/site/features/landing/Hero';
import { Partners } from '@/site/features/landing/Partners';
import { useSectionView } from '@/site/features/landing/useSectionView';
import { RegistrationProvider } from '@/site/features/registration/RegistrationContext';
import { RegistrationModal } from '@/site/features/registration/RegistrationModal';
import { RegistrationSection } from '@/site/features/registration/RegistrationSection';
import { QuickContact } from './QuickContact';
import styles from './LandingPage.module.css';

const Story = prerendered('story', () =>
  import('@/site/features/landing/Story').then((module) => module.Story),
);
const Exams = prerendered('exams', () =>
  import('@/site/features/landing/Exams').then((module) => module.Exams),
);
const ExamsOnSale = whenSeen(
  () => import('@/site/features/landing/Exams').then((module) => module.ExamsOnSale),
  <Exams />,
);
const Schedule = prerendered('schedule', () =>
  import('@/site/features/landing/Schedule').then((module) => module.Schedule),
);
const Packages = prerendered('packages', () =>
  import('@/site/features/landing/Packages').then((module) => module.Packages),
);

const MediaStrip = whenSeen(
  () => import('@/site/features/landing/MediaStrip').then((module) => module.MediaStrip),
  <div className={styles.media} />,
  { ahead: '-1px', without: null },
);
const PartnerStrip = whenSeen(
  () => import('@/site/features/landing/PartnerStrip').then((module) => module.PartnerStrip),
  <Partners>
    <p>Loading</p>
  </Partners>,
  { without: null },
);
const Timetable = whenSeen(
  () => import('@/site/features/landing/Timetable').then((module) => module.Timetable),
  <NoTimes>
    <p>Loading exam times...</p>
  </NoTimes>,
  {
    without: (
      <NoTimes>
        <p>The exam times could not be loaded.</p>
        <LoadAgain />
      </NoTimes>
    ),
  },
);
const PackagesOnSale = whenSeen(
  () => import('@/site/features/landing/Packages').then((module) => module.PackagesOnSale),
  <Packages />,
);
const Questions = prerendered('questions', () =>
  import('@/site/features/landing/Questions').then((module) => module.Questions),
);

export function LandingPage() {
  useSectionView('about');
  const packages = usePackages();
  const sale = useSale();
  useCatalogueFacts(packages.list, sale);
  return (
    <>
      <QuickContact />
      <Page>
        <PackagesContext value={packages}>
          <SaleContext value={sale}>
            <RegistrationProvider>
              <Hero />
              <MediaStrip />
              <Banners />
              <Story />
              <div id="partners">
                <PartnerStrip />
              </div>
              <ExamsOnSale />
              <Timetable />
              <Schedule />
              <PackagesOnSale />
              <RegistrationSection />
              <Questions />
              <RegistrationModal />
            </RegistrationProvider>
          </SaleContext>
        </PackagesContext>
      </Page>
    </>
  );
}
