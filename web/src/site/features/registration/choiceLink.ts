// The link of a card that leads to the form with its choice made: `/?package=one#register` from a package (also with
// its id), and `/?college=…&course=…&exam=…#register` from an exam.
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Package } from '@/lib/api/types';
import type { Choice } from '@/lib/registration/choice';
import type { Draft } from '@/lib/registration/draft';

/** Takes the choice of a link up once, when the packages are there. */
export function useChoiceLink(
  packages: readonly Package[] | undefined,
  choice: Choice,
  choose: (chosen: Partial<Draft>) => void,
): void {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const take = useEffectEvent(async (list: readonly Package[]) => {
    const { choiceIn } = await import('./choiceIn');
    const chosen = choiceIn(search, list, choice);
    if (chosen) choose(chosen);
    // A reload must not undo what is chosen from here on.
    void navigate({ hash }, { replace: true });
  });
  useEffect(() => {
    if (!packages || !/[?&](package|college)=/.test(search)) return;
    take(packages).catch(() => {
      // Its code did not come: the address keeps the choice for a reload, and it can be made by hand.
    });
  }, [search, packages]);
}
