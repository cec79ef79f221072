// The institutes that take part, running past.
import { Reference } from '@/components/Reference';
import { SampleTag } from '@/components/SampleTag';
import { hasSamples } from '@/content/samples';
import { referenceOf } from '@/lib/api/client';
import { Partners } from './Partners';
import { Strip } from './Strip';
import { useInstitutes } from './useBanners';

export function PartnerStrip() {
  const { data: banners, error } = useInstitutes();
  if (banners?.length === 0) return null;
  return (
    <Partners>
      {banners ? (
        <>
          {hasSamples(banners) && <SampleTag />}
          <Strip banners={banners} what="partner institutes" />
        </>
      ) : (
        <>
          <p role="status">{error ? `Error: ${error.message || 'Failed to fetch banners'}` : 'Loading'}</p>
          <Reference id={referenceOf(error)} />
        </>
      )}
    </Partners>
  );
}
