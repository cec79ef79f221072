// The pictures in the order in which the site shows them: banners one after the other, logos in a row.
import { Box, chakra } from '@chakra-ui/react';
import type { Banner } from '@/portal/kit/api/entries';
import type { BannerGroup } from './groups';

interface Props {
  group: BannerGroup;
  banners: readonly Banner[];
}

export function BannerPreview({ group, banners }: Props) {
  const isHero = group.api === 'banners';
  const [first] = banners;
  return (
    <>
      {isHero && first && (
        <Box marginBottom="3">
          <Slide src={first.deskImgLink} alt="" />
          <Box fontSize="s" color="ink-soft" marginTop="1">
            {`${first.bannerName} is shown first, then the others for five seconds each.`}
          </Box>
        </Box>
      )}
      {/* It scrolls sideways, so the keyboard has to reach it. */}
      <Strip aria-label={isHero ? 'One after the other' : 'In a row'} tabIndex={0}>
        {banners.map(({ _id, bannerName, deskImgLink }, at) => (
          <li key={_id}>
            <Logo src={deskImgLink} alt="" loading="lazy" />
            <Box fontSize="xs" color="ink-soft" overflowWrap="anywhere">
              {`${String(at + 1)}. ${bannerName}`}
            </Box>
          </li>
        ))}
      </Strip>
    </>
  );
}

/** What a row of the order is known by. */
export const Thumbnail = ({ banner }: { banner: Banner }) => (
  <Small src={banner.deskImgLink} alt="" loading="lazy" />
);

const picture = { objectFit: 'contain', background: 'paper', borderRadius: 's' } as const;

const Small = chakra('img', { base: { ...picture, flex: 'none', width: '4.5rem', height: '3rem' } });

const Slide = chakra('img', {
  base: { ...picture, display: 'block', width: '100%', height: 'auto', aspectRatio: '5 / 2' },
});

const Logo = chakra('img', {
  base: { ...picture, display: 'block', width: '9.375rem', height: '6.25rem', maxWidth: 'none' },
});

const Strip = chakra('ol', {
  base: {
    display: 'flex',
    gap: '3',
    overflowX: 'auto',
    padding: '2',
    listStyle: 'none',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 's',
    '& > li': { flex: 'none', width: '9.375rem' },
  },
});
