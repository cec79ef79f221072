// One screen for the hero banners, the institutes and the brands: a form that adds or edits, and the list below.
import { Box, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { call } from '@/lib/api/client';
import type { Banner } from '@/portal/kit/api/entries';
import { failureText } from '@/portal/kit/api/failure';
import { useDiscard } from '@/portal/kit/forms/useDiscard';
import { EditorForm } from '@/portal/kit/forms/EditorForm';
import { useForm } from '@/portal/kit/forms/useForm';
import { ListState } from '@/portal/kit/resources/ListState';
import { useList } from '@/portal/kit/resources/useList';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Card } from '@/portal/kit/ui/elements';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { BannerFields } from './BannerFields';
import { saveBanner, toValues, validateBanner } from './bannerForm';
import { BannerList } from './BannerList';
import type { BannerGroup } from './groups';
import { useFetchToast } from './useFetchToast';

const fetchFailure = 'Failed to fetch banners';

export function BannerScreen({ group }: { group: BannerGroup }) {
  const list = useList(group.list, {});
  useFetchToast(list, fetchFailure);
  const { success, error: toastError } = useToaster();
  const { confirm } = useDialogs();
  const discard = useDiscard();
  const [edited, setEdited] = useState<Banner>();
  const [preparing, setPreparing] = useState(0);
  const formHeading = useRef<HTMLHeadingElement>(null);
  const listHeading = useRef<HTMLHeadingElement>(null);

  const form = useForm({
    subject: { form: group.list, id: edited?._id, version: edited?.version },
    initial: toValues(undefined),
    validate: (values) => validateBanner(values, group, edited),
    save: async (values) => {
      const saved = await saveBanner(values, group, edited);
      list.put(saved.banner);
      success(saved.message || `Banner ${edited ? 'updated' : 'added'} successfully`);
    },
    describe: (failure) => ({ title: failureText(failure, 'Error saving banner'), detail: undefined }),
    onSaved: () => {
      startWith(undefined);
    },
  });

  const startWith = (banner: Banner | undefined) => {
    setEdited(banner);
    form.reset(toValues(banner));
  };

  const edit = (banner: Banner) => {
    discard(form, () => {
      startWith(banner);
      formHeading.current?.focus();
    });
  };

  const { keptId } = form;
  const kept = keptId === undefined ? undefined : list.entries?.find(({ _id }) => _id === keptId);
  if (kept) {
    // The session ended while this one was being changed; the list has just come, so go on with it.
    setEdited(kept);
    form.resume(toValues(kept), kept.version);
  }

  const remove = async (banner: Banner) => {
    const agreed = await confirm({
      title: 'Are you sure you want to delete this banner?',
      text: banner.bannerName,
      agree: 'Delete',
      isDangerous: true,
    });
    if (!agreed) return;
    try {
      const answer = await call('delete', group.remove, { path: { id: banner._id } });
      list.remove(banner._id);
      if (edited?._id === banner._id) startWith(undefined);
      success(answer?.message || 'Banner deleted successfully');
      listHeading.current?.focus();
    } catch (failure) {
      toastError(failureText(failure, 'Error deleting banner'), failure);
      // Perhaps somebody else has deleted it already.
      list.retry();
    }
  };

  const reload = async () => {
    startWith(await list.reloadOne(edited?._id));
    formHeading.current?.focus();
  };

  const heading = edited ? `Edit ${group.noun}` : `Add New ${group.noun}`;
  return (
    <PortalPage title={group.title}>
      <Flex direction="column" gap="5">
        <Card>
          <Box asChild fontSize="xl" marginBottom="4" scrollMarginTop="6rem">
            <h2 ref={formHeading} tabIndex={-1}>
              {heading}
            </h2>
          </Box>
          <EditorForm
            form={form}
            label={heading}
            submitLabel={edited ? `Update ${group.noun}` : `Add ${group.noun}`}
            isPreparing={preparing > 0}
            onReload={reload}
            onCancel={
              edited &&
              (() => {
                startWith(undefined);
                formHeading.current?.focus();
              })
            }
          >
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
          </EditorForm>
        </Card>
        <section aria-labelledby="banner-list">
          <Box asChild fontSize="xl" marginBottom="4">
            <h2 id="banner-list" ref={listHeading} tabIndex={-1}>
              {group.plural}
            </h2>
          </Box>
          <ListState list={list} failure={fetchFailure} empty={group.empty}>
            {(entries) => (
              <BannerList
                group={group}
                banners={entries}
                editedId={edited?._id}
                onEdit={edit}
                onDelete={(banner) => void remove(banner)}
              />
            )}
          </ListState>
        </section>
      </Flex>
    </PortalPage>
  );
}
