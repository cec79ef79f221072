// The banners that are there, with their pictures.
import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import type { Banner } from '@/portal/kit/api/entries';
import { Card } from '@/portal/kit/ui/elements';
import { RowActions } from '@/portal/kit/ui/RowActions';
import { imageOf, type BannerGroup } from './groups';

interface Props {
  group: BannerGroup;
  banners: readonly Banner[];
  edited: Banner | undefined;
  edit: (banner: Banner) => void;
  remove: (banner: Banner) => void;
}

export function BannerList({ group, banners, edited, edit, remove }: Props) {
  return (
    <Grid asChild gap="4" templateColumns="repeat(auto-fill, minmax(min(18rem, 100%), 1fr))">
      <ul aria-label={group.plural}>
        {banners.map((banner) => (
          <Card asChild key={banner._id}>
            <Flex asChild direction="column" gap="3">
              <li aria-current={banner._id === edited?._id || undefined}>
                <Flex gap="3">
                  {group.images.map(({ field, label }) => {
                    const image = imageOf(banner, field);
                    return image && <Picture key={field} src={image} alt={label} loading="lazy" />;
                  })}
                </Flex>
                <div>
                  <Box fontWeight="700" overflowWrap="anywhere">
                    {banner.bannerName}
                  </Box>
                  <Box fontSize="s" color="ink-soft" overflowWrap="anywhere">
                    {`Leads to ${banner.link}`}
                  </Box>
                </div>
                <RowActions
                  name={banner.bannerName}
                  edit={() => {
                    edit(banner);
                  }}
                  onDelete={() => {
                    remove(banner);
                  }}
                  marginTop="auto"
                />
              </li>
            </Flex>
          </Card>
        ))}
      </ul>
    </Grid>
  );
}

const Picture = chakra('img', {
  base: {
    minWidth: '0',
    maxWidth: 'full',
    height: '8rem',
    objectFit: 'contain',
    borderRadius: 's',
    background: 'paper',
  },
});
