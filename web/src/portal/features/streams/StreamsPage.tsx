// The streams, each of which opens to its exams: a form that adds or renames one, and the list below.
import { Box, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { call } from '@/lib/api/client';
import type { Stream } from '@/portal/kit/api/entries';
import { failureText } from '@/portal/kit/api/failure';
import { useDiscard } from '@/portal/kit/forms/useDiscard';
import { EditorForm } from '@/portal/kit/forms/EditorForm';
import { findLengthError } from '@/portal/kit/forms/length';
import { useForm } from '@/portal/kit/forms/useForm';
import { ListState } from '@/portal/kit/resources/ListState';
import { useList } from '@/portal/kit/resources/useList';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { Card } from '@/portal/kit/ui/elements';
import { TextField } from '@/portal/kit/ui/Field';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { StreamCard } from './StreamCard';

interface StreamValues {
  categoryName: string;
}

const toValues = (stream: Stream | undefined): StreamValues => ({ categoryName: stream?.categoryName ?? '' });

export function StreamsPage() {
  const list = useList('/api/exams', {});
  const { success, error: toastError } = useToaster();
  const { confirm } = useDialogs();
  const discard = useDiscard();
  const [edited, setEdited] = useState<Stream>();
  const formHeading = useRef<HTMLHeadingElement>(null);
  const listHeading = useRef<HTMLHeadingElement>(null);

  const form = useForm<StreamValues>({
    subject: { form: 'stream', id: edited?._id, version: edited?.version },
    initial: toValues(undefined),
    validate: ({ categoryName }) => {
      const error = categoryName.trim() ? findLengthError(categoryName, 'name') : 'Category name is required';
      return error ? { categoryName: error } : {};
    },
    save: async (values) => {
      const saved = await saveStream(values, edited);
      list.put(saved.exam);
      success(saved.message);
    },
    describe: (failure) => ({ title: failureText(failure, 'Error saving exam'), detail: undefined }),
    onSaved: () => {
      startWith(undefined);
    },
  });

  const startWith = (stream: Stream | undefined) => {
    setEdited(stream);
    form.reset(toValues(stream));
  };

  const edit = (stream: Stream) => {
    discard(form, () => {
      startWith(stream);
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

  const remove = async (stream: Stream) => {
    const agreed = await confirm({
      title: 'Are you sure you want to delete this exam?',
      text: stream.categoryName,
      agree: 'Delete',
      isDangerous: true,
    });
    if (!agreed) return;
    try {
      const answer = await call('delete', '/api/exams/{id}', { path: { id: stream._id } });
      list.remove(stream._id);
      if (edited?._id === stream._id) startWith(undefined);
      if (answer?.message) success(answer.message);
      listHeading.current?.focus();
    } catch (failure) {
      toastError(failureText(failure, 'Error deleting exam'), failure);
      // Perhaps somebody else has deleted it already.
      list.retry();
    }
  };

  const heading = edited ? 'Edit Exam Category' : 'Add Exam Category';
  return (
    <PortalPage title="Stream Management">
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
            submitLabel={edited ? 'Update Category' : 'Add Category'}
            onReload={async () => {
              startWith(await list.reloadOne(edited?._id));
              formHeading.current?.focus();
            }}
            onCancel={
              edited &&
              (() => {
                startWith(undefined);
                formHeading.current?.focus();
              })
            }
          >
            <TextField
              label="Category Name"
              isRequired
              value={form.values.categoryName}
              error={form.errors.categoryName}
              onChange={(categoryName) => {
                form.update({ categoryName });
              }}
            />
          </EditorForm>
        </Card>
        <section aria-labelledby="stream-list">
          <Box asChild fontSize="xl" marginBottom="4">
            <h2 id="stream-list" ref={listHeading} tabIndex={-1}>
              Exam Categories
            </h2>
          </Box>
          <ListState list={list} failure="Failed to fetch exams" empty="No exams found">
            {(streams) => (
              <Flex asChild direction="column" gap="3">
                <ul>
                  {streams.map((stream) => (
                    <li key={stream._id}>
                      <StreamCard
                        stream={stream}
                        onEdit={() => {
                          edit(stream);
                        }}
                        onDelete={() => void remove(stream)}
                      />
                    </li>
                  ))}
                </ul>
              </Flex>
            )}
          </ListState>
        </section>
      </Flex>
    </PortalPage>
  );
}

async function saveStream({ categoryName }: StreamValues, stream: Stream | undefined) {
  const body = { categoryName: categoryName.trim() };
  const saved = stream
    ? await call('put', '/api/exams/{id}', {
        path: { id: stream._id },
        body: { ...body, version: stream.version },
      })
    : await call('post', '/api/exams', { body });
  if (!saved) throw new Error('');
  return saved;
}
