// One screen for the hero banners, the institutes and the brands: a form that adds or edits, and the list below.
import { useState } from 'react';
import { call } from '@/lib/api/client';
import { ListEditor } from '@/portal/kit/forms/ListEditor';
import { useAdding } from '@/portal/kit/forms/useAdding';
import { Arrangeable } from '@/portal/kit/ordering/OrderEditor';
import { useList } from '@/portal/kit/resources/useList';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { BannerFields } from './BannerFields';
import { saveBanner, toValues, validateBanner } from './bannerForm';
import { BannerList } from './BannerList';
import { BannerPreview, Thumbnail } from './BannerPreview';
import { pathsOf, type BannerGroup } from './groups';
import { useFetchToast } from './useFetchToast';

const fetchFailure = 'Failed to fetch banners';

export function BannerScreen({ group }: { group: BannerGroup }) {
  const { title, noun, plural, empty } = group;
  const paths = pathsOf(group);
  const list = useList(paths.list, {});
  useFetchToast(list, fetchFailure);
  const add = useAdding();
  const [preparing, setPreparing] = useState(0);
  return (
    <PortalPage title={title}>
      <ListEditor
        name={paths.list}
        list={list}
        words={{
          adding: { heading: `Add New ${noun}`, submit: `Add ${noun}` },
          editing: { heading: `Edit ${noun}`, submit: `Update ${noun}` },
          list: plural,
          empty,
          question: 'Are you sure you want to delete this banner?',
          fetchFailure,
          saveFailure: 'Error saving banner',
          removeFailure: 'Error deleting banner',
        }}
        nameOf={({ bannerName }) => bannerName}
        toValues={toValues}
        validate={(values, edited) => validateBanner(values, group, edited)}
        save={async (values, edited) => {
          const { banner, message } = edited
            ? await saveBanner(values, group, edited)
            : await add((key) => saveBanner(values, group, undefined, key));
          return { entry: banner, message: message || `Banner ${edited ? 'updated' : 'added'} successfully` };
        }}
        remove={async (id) => {
          const answer = await call('delete', paths.remove, { path: { id } });
          return answer?.message || 'Banner deleted successfully';
        }}
        isPreparing={preparing > 0}
        fields={(form, edited) => (
          <BannerFields
            // Another entry is another form: no picture that is being prepared goes over to it.
            key={edited?._id ?? 'new'}
            group={group}
            banner={edited}
            form={form}
            onPreparing={(isPreparing) => {
              setPreparing((count) => count + (isPreparing ? 1 : -1));
            }}
          />
        )}
      >
        {(banners, actions) => (
          <Arrangeable
            path={paths.order}
            list={list}
            what={plural.toLowerCase()}
            rowOf={(banner) => ({ name: banner.bannerName, picture: <Thumbnail banner={banner} /> })}
            preview={(arranged) => <BannerPreview group={group} banners={arranged} />}
          >
            <BannerList group={group} banners={banners} {...actions} />
          </Arrangeable>
        )}
      </ListEditor>
    </PortalPage>
  );
}
