// The institutes that take part, running past.
import { Partners } from './Partners';
import { Strip } from './Strip';
import { useBanners } from './useBanners';

export function PartnerStrip() {
  const { banners, error } = useBanners('/api/inst-brand/listBanners');
  if (banners?.length === 0) return null;
  return (
    <Partners>
      {banners ? (
        <Strip banners={banners} what="partner institutes" />
      ) : (
        <p role="status">{error ? `Error: ${error.message || 'Failed to fetch banners'}` : 'Loading'}</p>
      )}
    </Partners>
  );
}
