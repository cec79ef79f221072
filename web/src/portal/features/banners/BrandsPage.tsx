import { BannerScreen } from './BannerScreen';
import { brands } from './groups';

export function BrandsPage() {
  return <BannerScreen group={brands} />;
}
