// What the form of a package holds, what must be in it, and how it is sent.
import { callForBody } from '@/portal/kit/api/data';
import type { PackageEntry } from '@/portal/kit/api/entries';
import { findTextError } from '@/portal/kit/forms/length';
import { findAmountError, parseRupees } from '@/portal/kit/forms/money';
import type { FieldErrors } from '@/portal/kit/forms/useForm';

export interface PackageValues {
  name: string;
  description: string;
  price: string;
  AllowAllCollege: boolean;
  /** Kept while all colleges are allowed, so that a click too many loses nothing. */
  collegeList: string[];
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
});

export const validatePackage = (values: PackageValues): FieldErrors<PackageValues> => ({
  name: findTextError(values.name, 'name', 'Package name is required'),
  description: findTextError(values.description, 'description', 'Description is required'),
  price: findAmountError(values.price, 'Price is required'),
});

export const savePackage = (values: PackageValues, entry: PackageEntry | undefined) =>
  callForBody('post', '/api/packages', {
    body: {
      ...(entry && { _id: entry._id, version: entry.version }),
      name: values.name.trim(),
      description: values.description.trim(),
      price: parseRupees(values.price) ?? 0,
      AllowAllCollege: values.AllowAllCollege,
      collegeList: values.AllowAllCollege ? [] : values.collegeList,
    },
  });
