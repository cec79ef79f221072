import { BannerScreen } from './BannerScreen';
import { heroBanners } from './groups';

export function BannersPage() {
  return <BannerScreen group={heroBanners} />;
}
