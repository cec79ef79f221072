// The packages on sale, kept fresh, and corrected when the server names a newer price than the list does. A page
// fetches them once (`usePackages`), and its parts take them from the context.
import { createContext, use, useEffect, useMemo, useState } from 'react';
import { call, referenceOf } from '../api/client';
import type { Package } from '../api/types';
import { useResource } from '../useResource';

export interface Packages {
  /** Undefined until they have been loaded once. */
  list: readonly Package[] | undefined;
  hasFailed: boolean;
  /** Of that failure, in the server's log. */
  reference: string | undefined;
  retry: () => void;
  /** Shows this price at once; the list behind it may be cached for a while longer. */
  correctPrice: (packageId: string, price: number) => void;
}

export const PackagesContext = createContext<Packages | undefined>(undefined);

export function useCatalogue(): Packages {
  const packages = use(PackagesContext);
  if (!packages) throw new Error('useCatalogue needs a PackagesContext around it');
  return packages;
}

/** Longer than the list stays in caches on the way. */
const correctionLivesMs = 60_000;

async function fetchPackages(): Promise<Package[]> {
  const list: unknown = await call('get', '/api/packages/list', {});
  if (!Array.isArray(list)) throw new Error('The package list is not a list');
  return list as Package[];
}

export function usePackages(): Packages {
  const { data, error, reload } = useResource(fetchPackages);
  const [corrections, setCorrections] = useState<Readonly<Record<string, number>>>({});

  useEffect(() => {
    if (Object.keys(corrections).length === 0) return;
    const timer = setTimeout(() => {
      void reload().finally(() => {
        setCorrections({});
      });
    }, correctionLivesMs);
    return () => {
      clearTimeout(timer);
    };
  }, [corrections, reload]);

  const list = useMemo(
    () => data?.map((entry) => ({ ...entry, price: corrections[entry._id] ?? entry.price })),
    [data, corrections],
  );

  return {
    list,
    hasFailed: error !== undefined,
    reference: referenceOf(error),
    retry: () => void reload(),
    correctPrice: (packageId, price) => {
      setCorrections((known) => ({ ...known, [packageId]: price }));
      void reload();
    },
  };
}
