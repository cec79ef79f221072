// Two packages of the catalogue that the portal's tests are given.
import type { PackageEntry } from '@/portal/kit/api/entries';

export const single: PackageEntry = {
  _id: 'p1',
  name: 'Single Exam Access',
  description: 'One exam.',
  price: 99.5,
  AllowAllCollege: false,
  collegeList: [{ _id: 'c1', name: 'Periyar Institute' }],
  state: 'on_sale',
  candidates: 3,
  paid: 1,
  version: 3,
};

export const all: PackageEntry = {
  ...single,
  _id: 'p2',
  name: 'All-Inclusive',
  price: 1850,
  AllowAllCollege: true,
  collegeList: [],
};
