// What the organisers have not given yet, by event.json. A deployed site leaves such blocks out; the local system shows what
// stands there as samples, and says so.
import { placeholders } from 'virtual:event';

type Block = 'exams' | 'mediaPartners' | 'socialPages' | 'socialVideo' | 'videos';

/** `sample`: shown and labelled; `none`: nothing to show. */
type Content = 'own' | 'sample' | 'none';

export function contentOf(block: Block): Content {
  if (!placeholders.includes(block)) return 'own';
  return import.meta.env.VITE_SAMPLES === 'shown' ? 'sample' : 'none';
}
