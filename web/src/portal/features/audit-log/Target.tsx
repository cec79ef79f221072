// What an entry is about: its name as it was, and the way to it.
import { Box } from '@chakra-ui/react';
import { useToken } from '@/lib/session';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { maySee } from '@/portal/kit/session/rights';
import { roleIn } from '@/portal/kit/session/username';
import { TextLink } from '@/portal/kit/ui/elements';

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
};

export function Target({ target }: { target: Entry['target'] }) {
  const role = roleIn(useToken() ?? '');
  if (!target) return <span>—</span>;
  const { word, path } = things[target.kind];
  const address = target.removed ? undefined : path?.(target.id);
  if (address === undefined || !maySee(role, address)) {
    return (
      <Box asChild color={target.name ? 'ink' : 'ink-soft'}>
        <span>{target.name ?? (target.removed ? `${word}, no longer there` : word)}</span>
      </Box>
    );
  }
  return <TextLink to={address}>{target.name ?? word}</TextLink>;
}
