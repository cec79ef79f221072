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
  /** Shows at once that no place of an exam is left. */
  markSoldOut: (courseId: string) => void;
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

/** What a server's answer knows better than the list. */
interface Corrections {
  prices: Readonly<Record<string, number>>;
  soldOut: readonly string[];
}

const nothing: Corrections = { prices: {}, soldOut: [] };

const corrected = (entry: Package, { prices, soldOut }: Corrections): Package => ({
  ...entry,
  price: prices[entry._id] ?? entry.price,
  collegeList: entry.collegeList.map((college) => ({
    ...college,
    courseList: college.courseList.map((course) =>
      soldOut.includes(course._id) ? { ...course, sold_out: true } : course,
    ),
  })),
});

export function usePackages(): Packages {
  const { data, error, reload } = useResource(fetchPackages);
  const [corrections, setCorrections] = useState(nothing);

  useEffect(() => {
    if (corrections === nothing) return;
    const timer = setTimeout(() => {
      void reload().finally(() => {
        setCorrections(nothing);
      });
    }, correctionLivesMs);
    return () => {
      clearTimeout(timer);
    };
  }, [corrections, reload]);

  const list = useMemo(
    () => (corrections === nothing ? data : data?.map((entry) => corrected(entry, corrections))),
    [data, corrections],
  );

  return {
    list,
    hasFailed: error !== undefined,
    reference: referenceOf(error),
    retry: () => void reload(),
    correctPrice: (packageId, price) => {
      setCorrections(({ prices, soldOut }) => ({ soldOut, prices: { ...prices, [packageId]: price } }));
      void reload();
    },
    markSoldOut: (courseId) => {
      setCorrections(({ prices, soldOut }) => ({ prices, soldOut: [...soldOut, courseId] }));
      void reload();
    },
  };
}
