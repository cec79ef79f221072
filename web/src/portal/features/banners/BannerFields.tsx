// The inputs of a banner, for adding one and for editing one.
import { Grid } from '@chakra-ui/react';
import type { Banner } from '@/portal/kit/api/entries';
import type { Form } from '@/portal/kit/forms/useForm';
import { ImageField } from '@/portal/kit/image/ImageField';
import { TextField } from '@/portal/kit/ui/Field';
import type { BannerValues } from './bannerForm';
import { imageOf, type BannerGroup } from './groups';

interface Props {
  group: BannerGroup;
  banner: Banner | undefined;
  form: Form<BannerValues>;
  onPreparing: (isPreparing: boolean) => void;
}

export function BannerFields({ group, banner, form, onPreparing }: Props) {
  return (
    <>
      <TextField label="Banner Name" isRequired {...form.field('bannerName')} />
      <Grid
        gap="4"
        templateColumns={{
          base: 'minmax(0, 1fr)',
          md: `repeat(${String(group.images.length)}, minmax(0, 1fr))`,
        }}
      >
        {group.images.map(({ field, label }) => (
          <ImageField
            key={field}
            label={label}
            isRequired={!banner}
            hint="At most 5 MB. We resize it for the site."
            {...form.field(field)}
            stored={imageOf(banner, field)}
            onPreparing={onPreparing}
          />
        ))}
      </Grid>
      <TextField
        label="Link"
        hint="A page of this site, such as /contact-us, or a web address. Left empty, it leads to the home page."
        inputMode="url"
        {...form.field('link')}
      />
    </>
  );
}
