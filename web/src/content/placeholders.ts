// What the organisers have not given yet, by event.json. A deployed site leaves it out, but for what a pass, a mail or the terms
// cannot be without; the local system shows what stands there, and labels whole blocks as samples.
import { absent, placeholders } from 'virtual:event/landing';

type Block =
  | 'contact.hours'
  | 'days'
  | 'exams'
  | 'mediaPartners'
  | 'organiser.mission'
  | 'organiser.vision'
  | 'organiser.whoWeAre'
  | 'socialPages'
  | 'socialVideo'
  | 'videos';

/** `sample`: shown and labelled; `none`: nothing to show. */
type Content = 'own' | 'sample' | 'none';

export function contentOf(block: Block): Content {
  if (absent.some((one) => one === block)) return 'none';
  if (!placeholders.includes(block)) return 'own';
  return import.meta.env.VITE_SAMPLES === 'shown' ? 'sample' : 'none';
}
