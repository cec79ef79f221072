// The public landing page, section by section.
import { Page } from '@/components/Page';
import { prerendered } from '@/components/Prerendered';
import { whenSeen } from '@/components/whenSeen';
import { useCatalogueFacts } from '@/lib/catalogue/facts';
import { PackagesContext, usePackages } from '@/lib/catalogue/packages';
import { SaleContext, useSale } from '@/lib/sale';
import { NoTimesYet } from '@/site/features/landing/ExamTimes';
import { Banners } from '@/site/features/landing/Banners';
import { Hero } from '@/site/features/landing/Hero';
import { Partners } from '@/site/features/landing/Partners';
import { useSectionView } from '@/site/features/landing/useSectionView';
import { RegistrationProvider } from '@/site/features/registration/RegistrationContext';
import { RegistrationModal } from '@/site/features/registration/RegistrationModal';
import { RegistrationSection } from '@/site/features/registration/RegistrationSection';
import { QuickContact } from './QuickContact';
import styles from './LandingPage.module.css';

const Story = prerendered('story', () => import('@/site/features/landing/Story').then(({ Story }) => Story));
const Exams = prerendered('exams', () => import('@/site/features/landing/Exams').then(({ Exams }) => Exams));
const ExamsOnSale = whenSeen(
  () => import('@/site/features/landing/Exams').then(({ ExamsOnSale }) => ExamsOnSale),
  <Exams />,
);
const Schedule = prerendered('schedule', () =>
  import('@/site/features/landing/Schedule').then(({ Schedule }) => Schedule),
);
const Packages = prerendered('packages', () =>
  import('@/site/features/landing/Packages').then(({ Packages }) => Packages),
);

const MediaStrip = whenSeen(
  () => import('@/site/features/landing/MediaStrip').then(({ MediaStrip }) => MediaStrip),
  <div className={styles.media} />,
  '-1px',
);
const PartnerStrip = whenSeen(
  () => import('@/site/features/landing/PartnerStrip').then(({ PartnerStrip }) => PartnerStrip),
  <Partners>
    <p>Loading</p>
  </Partners>,
);
const Timetable = whenSeen(
  () => import('@/site/features/landing/Timetable').then(({ Timetable }) => Timetable),
  <NoTimesYet />,
);
const PackagesOnSale = whenSeen(
  () => import('@/site/features/landing/Packages').then(({ PackagesOnSale }) => PackagesOnSale),
  <Packages />,
);
const Questions = prerendered('questions', () =>
  import('@/site/features/landing/Questions').then(({ Questions }) => Questions),
);

export function LandingPage() {
  useSectionView('about');
  const packages = usePackages();
  const sale = useSale();
  useCatalogueFacts(packages.list);
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
