// What an entry is about: its name as it was, and the way to it.
import { Box } from '@chakra-ui/react';
import { useToken } from '@/lib/session';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee } from '@/portal/kit/session/rights';
import { roleIn } from '@/portal/kit/session/username';
import { TextLink } from '@/portal/kit/ui/elements';
import { date } from '@/portal/kit/ui/format';

type Entry = AnswerOf<'/api/admin/logs'>['entries'][number];
type Kind = NonNullable<Entry['target']>['kind'];

interface Thing {
  /** What it is, where there is no name. */
  word: string;
  path?: (id: string) => string;
}

const things: Readonly<Record<Kind, Thing>> = {
  candidate: { word: 'A candidate', path: portalPaths.customer },
  package: { word: 'A package', path: portalPaths.editPackage },
  college: { word: 'A college', path: portalPaths.editCollege },
  stream: { word: 'A stream', path: () => portalPaths.streams },
  exam: { word: 'An exam', path: () => portalPaths.streams },
  banner: { word: 'A banner', path: () => portalPaths.banners },
  institute: { word: 'An institute', path: () => portalPaths.institutes },
  brand: { word: 'A brand', path: () => portalPaths.brands },
  till: { word: 'A till', path: () => portalPaths.till },
  account: { word: 'An account', path: () => portalPaths.administrators },
  list: { word: 'A list at the door', path: () => portalPaths.attendance },
};

/** What an action is about that names nothing of which there are several. */
const ofActions: Readonly<Record<string, Thing>> = {
  banners: { word: 'The banners', path: () => portalPaths.banners },
  institutes: { word: 'The institutes', path: () => portalPaths.institutes },
  brands: { word: 'The brands', path: () => portalPaths.brands },
  packages: { word: 'The packages', path: () => portalPaths.packages },
  event: { word: 'The event', path: () => portalPaths.event },
  export: { word: 'An export', path: () => portalPaths.exports },
  line: { word: 'The line', path: () => portalPaths.event },
  read_model: { word: 'Lists and totals' },
  registration: { word: 'The registration', path: () => portalPaths.closing },
  retention: { word: 'Unpaid registrations' },
  sync: { word: 'The sheet', path: () => portalPaths.sheetSync },
};

interface Props {
  action: string;
  target: Entry['target'];
}

export function Target({ action, target }: Props) {
  const role = roleIn(useToken() ?? '');
  const thing = target ? things[target.kind] : ofActions[action.split('.')[0] ?? ''];
  if (!thing) return <span>—</span>;
  const { word, path } = thing;
  const name = target?.kind === 'list' ? listName(target.id) : target?.name;
  const address = target?.removed ? undefined : path?.(target?.id ?? '');
  if (address === undefined || !maySee(role, address)) {
    return (
      <Box asChild color={name ? 'ink' : 'ink-soft'}>
        <span>{name ?? (target?.removed ? `${word}, no longer there` : word)}</span>
      </Box>
    );
  }
  return <TextLink to={address}>{name ?? word}</TextLink>;
}

/** Of a list of the door: its day; an exam has no name here. */
function listName(list: string): string | undefined {
  const [kind, day = ''] = list.split(':');
  return kind === 'day' ? `The list of ${date(day)}` : undefined;
}
