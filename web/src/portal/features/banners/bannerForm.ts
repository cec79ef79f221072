// What the form of a banner holds, what must be in it, and how it is sent.
import { callForBody } from '@/portal/kit/api/data';
import type { Banner, BannerInput } from '@/portal/kit/api/entries';
import { invalidLink, isLink } from '@/portal/kit/forms/link';
import { findTextError } from '@/portal/kit/forms/length';
import { keyHeader } from '@/portal/kit/forms/useAdding';
import type { FieldErrors } from '@/portal/kit/forms/useForm';
import { imageOf, pathsOf, type BannerGroup } from './groups';

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
  const link = values.link.trim();
  const errors: FieldErrors<BannerValues> = {
    bannerName: findTextError(values.bannerName, 'name', 'Banner name is required'),
    link: link && !isLink(link) ? invalidLink : findTextError(link, 'link'),
  };
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
  key?: string,
): Promise<{ message: string; banner: Banner }> {
  const body: BannerInput = {
    bannerName: values.bannerName.trim(),
    link: values.link.trim() || defaultLink,
  };
  if (!banner) {
    const { deskImgLink, mobImgLink } = values;
    return callForBody('post', pathsOf(group).add, {
      ...keyHeader(key),
      body: { ...body, deskImgLink, mobImgLink },
    });
  }
  for (const { field } of group.images) {
    if (values[field] !== imageOf(banner, field)) body[field] = values[field];
  }
  return callForBody('put', pathsOf(group).update, {
    path: { id: banner._id },
    body: { ...body, version: banner.version },
  });
}
