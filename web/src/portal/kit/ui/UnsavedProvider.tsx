// Asks before a person leaves work that is not saved, by whatever way: a link, the back button, closing the tab.
//
// The router's own useBlocker needs its data mode, which is 17 KB more before the first screen of the portal: more than its
// budget has left (scripts/check-bundle-size.mjs). So navigation inside the portal passes this navigator, and the back button
// is heard of before the router does (lib/historyGate.ts).
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { setHistoryGate } from '@/lib/historyGate';
import { useDialogs } from './DialogsProvider';
import { placeInHistory } from '@/portal/kit/navigation/placeInHistory';

interface Work {
  /** Called when the person leaves it behind. */
  onDiscard: () => void;
}

type Guard = Set<Work>;

interface Unsaved {
  guard: Guard;
  /** Whether the person may leave: at once when everything is saved, else once they agree. */
  mayLeave: () => Promise<boolean>;
}

const UnsavedContext = createContext<Unsaved | undefined>(undefined);

const question = {
  title: 'Leave without saving?',
  text: 'What is not saved on this page will be lost.',
  agree: 'Leave',
  refuse: 'Stay',
  isDangerous: true,
};

export function UnsavedProvider({ children }: { children: ReactNode }) {
  const navigation = use(NavigationContext);
  const { confirm } = useDialogs();
  const [guard] = useState<Guard>(() => new Set());
  /** Where in the history the person is, which a step back has to be undone to. */
  const place = useRef(placeInHistory());

  const isAsking = useRef(false);
  const mayLeave = useCallback(async () => {
    if (guard.size === 0) return true;
    if (isAsking.current) return false;
    isAsking.current = true;
    const may = await confirm(question);
    isAsking.current = false;
    if (!may) return false;
    for (const work of guard) work.onDiscard();
    guard.clear();
    return true;
  }, [confirm, guard]);

  const guarded = useMemo(() => {
    const { navigator } = navigation;
    /** A change of the query alone stays on the page. */
    const leaves = (to: Parameters<typeof navigator.push>[0]) => {
      const href = navigator.createHref(to);
      return new URL(href, location.href).pathname !== location.pathname;
    };
    const after = (to: Parameters<typeof navigator.push>[0], go: () => void) => {
      if (guard.size === 0 || !leaves(to)) go();
      else {
        void mayLeave().then((may) => {
          if (may) go();
        });
      }
    };
    return {
      ...navigation,
      navigator: {
        ...navigator,
        createHref: (to: Parameters<typeof navigator.push>[0]) => navigator.createHref(to),
        go: (delta: number) => {
          navigator.go(delta);
        },
        push: (...step: Parameters<typeof navigator.push>) => {
          after(step[0], () => {
            navigator.push(...step);
            place.current = placeInHistory() ?? place.current;
          });
        },
        replace: (...step: Parameters<typeof navigator.replace>) => {
          after(step[0], () => {
            navigator.replace(...step);
          });
        },
      },
    };
  }, [navigation, guard, mayLeave]);

  useEffect(() => {
    let isReturning = false;
    const onPop = (pop: PopStateEvent) => {
      const next = placeInHistory();
      if (isReturning) {
        isReturning = false;
        pop.stopImmediatePropagation();
        return;
      }
      // An anchor on the page has no place of its own.
      if (next === undefined || next === place.current) return;
      const delta = next - (place.current ?? next);
      if (guard.size === 0) {
        place.current = next;
        return;
      }
      // The address has changed already: back to where the person was, and there again once they agree.
      pop.stopImmediatePropagation();
      isReturning = true;
      history.go(-delta);
      void mayLeave().then((may) => {
        if (may) history.go(delta);
      });
    };
    return setHistoryGate(onPop);
  }, [guard, mayLeave]);

  useEffect(() => {
    const onUnload = (unload: BeforeUnloadEvent) => {
      if (guard.size > 0) unload.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    return () => {
      removeEventListener('beforeunload', onUnload);
    };
  }, [guard]);

  const unsaved = useMemo(() => ({ guard, mayLeave }), [guard, mayLeave]);
  return (
    <UnsavedContext value={unsaved}>
      <NavigationContext value={guarded}>{children}</NavigationContext>
    </UnsavedContext>
  );
}

/** For leaving by other ways than an address, such as signing out: asks first when something is not saved. */
export function useMayLeave(): () => Promise<boolean> {
  const unsaved = use(UnsavedContext);
  if (!unsaved) throw new Error('useMayLeave needs an UnsavedProvider around it');
  return unsaved.mayLeave;
}

/**
 * Asks before the person leaves while `isUnsaved`. The answer is `release`: call it when the work is saved and
 * before navigating on.
 */
export function useUnsavedWarning(isUnsaved: boolean, onDiscard?: () => void): () => void {
  const guard = use(UnsavedContext)?.guard;
  const work = useRef<Work>({ onDiscard: () => undefined });
  useEffect(() => {
    work.current.onDiscard = onDiscard ?? (() => undefined);
  });
  useEffect(() => {
    const entry = work.current;
    if (isUnsaved) guard?.add(entry);
    return () => {
      guard?.delete(entry);
    };
  }, [guard, isUnsaved]);
  return () => guard?.delete(work.current);
}
