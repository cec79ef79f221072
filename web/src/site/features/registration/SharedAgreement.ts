// The agreement under both forms. It is in the page when that comes, in the place of the section's form, and both take
// it from there.
import { prerendered } from '@/components/Prerendered';

export const SharedAgreement = prerendered('agreement', () =>
  import('@/components/Agreement').then((module) => module.Agreement),
);
