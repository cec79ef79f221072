// The buttons for a call and a chat. They are in the landing page twice, and each screen shows them once: in the bar on
// top, or after it where they float beside the page. So the keyboard reaches them where they are seen.
import { prerendered } from '@/components/Prerendered';

export const QuickContact = prerendered('buttons', () =>
  import('@/site/features/landing/FloatingButtons').then((module) => module.FloatingButtons),
);
