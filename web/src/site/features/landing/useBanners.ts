// A list of pictures that the organisers keep. A list that does not come must never break the page.
import { call } from '@/lib/api/client';
import type { Banner } from '@/lib/api/types';
import { useResource } from '@/lib/useResource';

type BannerPath = '/api/banners/listBanners' | '/api/inst-brand/listBanners' | '/api/brand/listBanners';

const loader = (path: BannerPath) => async () => {
  const list: unknown = await call('get', path, {});
  if (!Array.isArray(list)) throw new Error('Failed to fetch banners');
  return list as Banner[];
};

const heroBanners = loader('/api/banners/listBanners');
const institutes = loader('/api/inst-brand/listBanners');
const brands = loader('/api/brand/listBanners');

export const useHeroBanners = () => useResource(heroBanners);
export const useInstitutes = () => useResource(institutes);
export const useBrands = () => useResource(brands);
