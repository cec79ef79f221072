// The three groups of pictures that the site shows: they differ in addresses, words and number of pictures alone.
import type { Banner } from '@/portal/kit/api/entries';

export type ImageField = 'deskImgLink' | 'mobImgLink';

export interface BannerGroup {
  title: string;
  /** What one entry is called, and all of them. */
  noun: string;
  plural: string;
  /** The part of its addresses that the groups do not have in common. */
  api: 'banners' | 'inst-brand' | 'brand';
  images: readonly { field: ImageField; label: string }[];
  imageMissing: string;
  empty: string;
}

export const pathsOf = ({ api }: BannerGroup) =>
  ({
    list: `/api/${api}/listBanners`,
    add: `/api/${api}/addBanner`,
    update: `/api/${api}/updateLink/{id}`,
    remove: `/api/${api}/deleteBanner/{id}`,
    order: `/api/${api}/order`,
  }) as const;

export const heroBanners: BannerGroup = {
  title: 'Banner Management',
  noun: 'Banner',
  plural: 'Banners',
  api: 'banners',
  images: [
    { field: 'deskImgLink', label: 'Desktop image' },
    { field: 'mobImgLink', label: 'Mobile image' },
  ],
  imageMissing: 'Both desktop and mobile images are required',
  empty: 'No banners found. Add your first banner above.',
};

const oneImage = {
  images: [{ field: 'deskImgLink', label: 'Image' }],
  imageMissing: 'Image is required',
} as const;

export const institutes: BannerGroup = {
  ...oneImage,
  title: 'Institutes Management',
  noun: 'Institute',
  plural: 'Institutes',
  api: 'inst-brand',
  empty: 'No Institute found. Add your first Institute above.',
};

export const brands: BannerGroup = {
  ...oneImage,
  title: 'Brand Management',
  noun: 'Brand',
  plural: 'Brands',
  api: 'brand',
  empty: 'No brand found. Add your first brand above.',
};

/** The stored picture of an entry, empty when there is none. */
export const imageOf = (banner: Banner | undefined, field: ImageField): string => banner?.[field] ?? '';
