// The three groups of pictures that the site shows: they differ in addresses, words and number of pictures alone.
import type { Banner } from '@/portal/kit/api/entries';

export type ImageField = 'deskImgLink' | 'mobImgLink';

export interface BannerGroup {
  title: string;
  /** What one entry is called, and all of them. */
  noun: string;
  plural: string;
  list: '/api/banners/listBanners' | '/api/inst-brand/listBanners' | '/api/brand/listBanners';
  add: '/api/banners/addBanner' | '/api/inst-brand/addBanner' | '/api/brand/addBanner';
  update: '/api/banners/updateLink/{id}' | '/api/inst-brand/updateLink/{id}' | '/api/brand/updateLink/{id}';
  remove:
    '/api/banners/deleteBanner/{id}' | '/api/inst-brand/deleteBanner/{id}' | '/api/brand/deleteBanner/{id}';
  images: readonly { field: ImageField; label: string }[];
  imageMissing: string;
  empty: string;
}

export const heroBanners: BannerGroup = {
  title: 'Banner Management',
  noun: 'Banner',
  plural: 'Banners',
  list: '/api/banners/listBanners',
  add: '/api/banners/addBanner',
  update: '/api/banners/updateLink/{id}',
  remove: '/api/banners/deleteBanner/{id}',
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
  list: '/api/inst-brand/listBanners',
  add: '/api/inst-brand/addBanner',
  update: '/api/inst-brand/updateLink/{id}',
  remove: '/api/inst-brand/deleteBanner/{id}',
  empty: 'No Institute found. Add your first Institute above.',
};

export const brands: BannerGroup = {
  ...oneImage,
  title: 'Brand Management',
  noun: 'Brand',
  plural: 'Brands',
  list: '/api/brand/listBanners',
  add: '/api/brand/addBanner',
  update: '/api/brand/updateLink/{id}',
  remove: '/api/brand/deleteBanner/{id}',
  empty: 'No brand found. Add your first brand above.',
};

/** The stored picture of an entry, empty when there is none. */
export const imageOf = (banner: Banner | undefined, field: ImageField): string => banner?.[field] ?? '';
