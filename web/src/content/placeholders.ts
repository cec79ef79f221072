// What the organisers have not given yet. A deployed site leaves such blocks out; the local system shows samples in their
// place, and says so. When you enter the real content, remove its line from placeholders.json, which `make deploy` reads.
import placeholders from './placeholders.json';

type Block = 'exams' | 'mediaPartners' | 'socialPages' | 'videos';

/** `sample`: shown and labelled; `none`: nothing to show. */
type Content = 'own' | 'sample' | 'none';

export function contentOf(block: Block): Content {
  if (!(block in placeholders)) return 'own';
  return import.meta.env.VITE_SAMPLES === 'shown' ? 'sample' : 'none';
}
