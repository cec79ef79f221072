// What the form of a banner holds, what must be in it, and how it is sent.
import { call } from '@/lib/api/client';
import type { Banner, BannerInput } from '@/portal/kit/api/entries';
import { invalidLink, isLink } from '@/portal/kit/forms/link';
import { findLengthError } from '@/portal/kit/forms/length';
import type { FieldErrors } from '@/portal/kit/forms/useForm';
import { imageOf, type BannerGroup } from './groups';

export interface BannerValues {
  bannerName: string;
  /** The address of the stored picture, or the data URL of one that was just picked. */
  deskImgLink: string;
  mobImgLink: string;
  link: string;
}

export const defaultLink = '/';

export const toValues = (banner: Banner | undefined): BannerValues => ({
  bannerName: banner?.bannerName ?? '',
  deskImgLink: imageOf(banner, 'deskImgLink'),
  mobImgLink: imageOf(banner, 'mobImgLink'),
  link: banner?.link ?? defaultLink,
});

export function validateBanner(
  values: BannerValues,
  group: BannerGroup,
  banner: Banner | undefined,
): FieldErrors<BannerValues> {
  const errors: FieldErrors<BannerValues> = {};
  const name = values.bannerName.trim();
  const nameError = name ? findLengthError(name, 'name') : 'Banner name is required';
  if (nameError) errors.bannerName = nameError;
  const link = values.link.trim();
  const linkError = link && !isLink(link) ? invalidLink : findLengthError(link, 'link');
  if (linkError) errors.link = linkError;
  // An entry that is there keeps the picture it has.
  if (!banner) {
    for (const { field } of group.images) if (!values[field]) errors[field] = group.imageMissing;
  }
  return errors;
}

export async function saveBanner(
  values: BannerValues,
  group: BannerGroup,
  banner: Banner | undefined,
): Promise<{ message: string; banner: Banner }> {
  const body: BannerInput = {
    bannerName: values.bannerName.trim(),
    link: values.link.trim() || defaultLink,
  };
  if (!banner) {
    const { deskImgLink, mobImgLink } = values;
    const added = await call('post', group.add, { body: { ...body, deskImgLink, mobImgLink } });
    if (!added) throw new Error('');
    return added;
  }
  for (const { field } of group.images) {
    if (values[field] !== imageOf(banner, field)) body[field] = values[field];
  }
  const saved = await call('put', group.update, {
    path: { id: banner._id },
    body: { ...body, version: banner.version },
  });
  if (!saved) throw new Error('');
  return saved;
}
