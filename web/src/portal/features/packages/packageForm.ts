// What the form of a package holds, what must be in it, and how it is sent.
import { callForBody } from '@/portal/kit/api/data';
import type { CollegeEntry, PackageEntry } from '@/portal/kit/api/entries';
import { findTextError } from '@/portal/kit/forms/length';
import { rupees } from '@/lib/format';
import { findAmountError, parseRupees } from '@/lib/rupees';
import { keyHeader } from '@/portal/kit/forms/useAdding';
import type { FieldErrors } from '@/portal/kit/forms/useForm';

export interface PackageValues {
  name: string;
  description: string;
  price: string;
  AllowAllCollege: boolean;
  /** Kept while all colleges are allowed, so that a click too many loses nothing. */
  collegeList: string[];
  /** A new package is a draft, also where it could be on sale. */
  isHeldBack: boolean;
}

/** Below it the payment provider takes no order. */
const leastPayable = 1;

export const isUnpayable = (price: string): boolean => {
  const amount = parseRupees(price);
  return amount !== undefined && amount < leastPayable;
};

export const toValues = (entry: PackageEntry | undefined): PackageValues => ({
  name: entry?.name ?? '',
  description: entry?.description ?? '',
  price: entry ? String(entry.price) : '',
  AllowAllCollege: entry?.AllowAllCollege ?? false,
  collegeList: entry?.collegeList.map(({ _id }) => _id) ?? [],
  isHeldBack: false,
});

/** What a package lacks to be on sale, in the server's words, or undefined when it lacks nothing. */
export function findUnsaleable(
  { price, AllowAllCollege, collegeList }: PackageValues,
  colleges: readonly CollegeEntry[],
): string | undefined {
  if ((parseRupees(price) ?? 0) < leastPayable)
    return `Give it a price of at least ${rupees(leastPayable)} before it goes on sale`;
  const hasExam = ({ courseList }: CollegeEntry) => courseList.length > 0;
  if (AllowAllCollege) {
    return colleges.some(hasExam) ? undefined : 'No college has an exam yet: there is nothing to sell';
  }
  const chosen = collegeList.flatMap((id) => colleges.find(({ _id }) => _id === id) ?? []);
  if (chosen.length === 0) return 'Choose at least one college before it goes on sale';
  const idle = chosen.find((college) => !hasExam(college));
  return (
    idle && `${idle.name} has no exam yet: give it one, or leave it out, before the package goes on sale`
  );
}

export const validatePackage = (values: PackageValues): FieldErrors<PackageValues> => ({
  name: findTextError(values.name, 'name', 'Package name is required'),
  description: findTextError(values.description, 'description', 'Description is required'),
  price: findAmountError(values.price, 'Price is required'),
});

export const savePackage = (values: PackageValues, entry: PackageEntry | undefined, key?: string) =>
  callForBody('post', '/api/packages', {
    ...keyHeader(key),
    body: {
      ...(entry && { _id: entry._id, version: entry.version }),
      name: values.name.trim(),
      description: values.description.trim(),
      price: parseRupees(values.price) ?? 0,
      AllowAllCollege: values.AllowAllCollege,
      collegeList: values.AllowAllCollege ? [] : values.collegeList,
      ...(!entry && values.isHeldBack && { state: 'draft' as const }),
    },
  });
