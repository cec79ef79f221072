import { BannerScreen } from './BannerScreen';
import { institutes } from './groups';

export function InstitutesPage() {
  return <BannerScreen group={institutes} />;
}
