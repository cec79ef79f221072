// A list of pictures that the organisers keep. A list that does not come must never break the page.
import useSWR from 'swr';
import { call } from '@/lib/api/client';
import type { Banner } from '@/lib/api/types';

type BannerPath = '/api/banners/listBanners' | '/api/inst-brand/listBanners' | '/api/brand/listBanners';

export function useBanners(path: BannerPath) {
  const { data, error } = useSWR<readonly Banner[], Error>(path, async (address: BannerPath) => {
    const list: unknown = await call('get', address, {});
    if (!Array.isArray(list)) throw new Error('Failed to fetch banners');
    return list as Banner[];
  });
  return { banners: data, error: data ? undefined : error };
}
