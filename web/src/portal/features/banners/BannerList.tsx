// The banners that are there, with their pictures.
import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import type { Banner } from '@/portal/kit/api/entries';
import { Button, Card } from '@/portal/kit/ui/elements';
import { imageOf, type BannerGroup } from './groups';

interface Props {
  group: BannerGroup;
  banners: readonly Banner[];
  editedId: string | undefined;
  onEdit: (banner: Banner) => void;
  onDelete: (banner: Banner) => void;
}

export function BannerList({ group, banners, editedId, onEdit, onDelete }: Props) {
  return (
    <Grid asChild gap="4" templateColumns="repeat(auto-fill, minmax(min(18rem, 100%), 1fr))">
      <ul aria-labelledby="banner-list">
        {banners.map((banner) => (
          <Card asChild key={banner._id}>
            <Flex asChild direction="column" gap="3">
              <li aria-current={banner._id === editedId || undefined}>
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
                    Leads to {banner.link}
                  </Box>
                </div>
                <Flex gap="2" wrap="wrap" marginTop="auto">
                  <Button
                    look="quiet"
                    size="small"
                    aria-label={`Edit ${banner.bannerName}`}
                    onClick={() => {
                      onEdit(banner);
                    }}
                  >
                    Edit
                  </Button>
                  <Button
                    look="danger"
                    size="small"
                    aria-label={`Delete ${banner.bannerName}`}
                    onClick={() => {
                      onDelete(banner);
                    }}
                  >
                    Delete
                  </Button>
                </Flex>
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
