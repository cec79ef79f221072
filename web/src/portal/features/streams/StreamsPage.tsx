// The streams, each of which opens to its exams: a form that adds or renames one, and the list below.
import { Flex } from '@chakra-ui/react';
import { call } from '@/lib/api/client';
import { callForBody } from '@/portal/kit/api/data';
import type { Stream } from '@/portal/kit/api/entries';
import { findTextError } from '@/portal/kit/forms/length';
import { ListEditor } from '@/portal/kit/forms/ListEditor';
import { keyHeader, useAdding } from '@/portal/kit/forms/useAdding';
import { useList } from '@/portal/kit/resources/useList';
import { TextField } from '@/portal/kit/ui/Field';
import { PortalPage } from '@/portal/kit/ui/PortalPage';
import { StreamCard } from './StreamCard';

interface StreamValues {
  categoryName: string;
}

export function StreamsPage() {
  const list = useList('/api/exams', {});
  const add = useAdding();
  return (
    <PortalPage title="Stream Management">
      <ListEditor
        name="stream"
        list={list}
        words={{
          adding: { heading: 'Add Exam Category', submit: 'Add Category' },
          editing: { heading: 'Edit Exam Category', submit: 'Update Category' },
          list: 'Exam Categories',
          empty: 'No exams found',
          question: 'Are you sure you want to delete this exam?',
          fetchFailure: 'Failed to fetch exams',
          saveFailure: 'Error saving exam',
          removeFailure: 'Error deleting exam',
        }}
        nameOf={({ categoryName }) => categoryName}
        part={{ kind: 'exams' }}
        toValues={(stream): StreamValues => ({ categoryName: stream?.categoryName ?? '' })}
        validate={({ categoryName }) => ({
          categoryName: findTextError(categoryName, 'name', 'Category name is required'),
        })}
        save={(values, stream) =>
          stream ? saveStream(values, stream) : add((key) => saveStream(values, undefined, key))
        }
        remove={async (id) => (await call('delete', '/api/exams/{id}', { path: { id } }))?.message}
        fields={({ field }) => <TextField label="Category Name" isRequired {...field('categoryName')} />}
      >
        {(streams, { edit, remove }) => (
          <Flex asChild direction="column" gap="3">
            <ul>
              {streams.map((stream) => (
                <li key={stream._id}>
                  <StreamCard
                    stream={stream}
                    onEdit={() => {
                      edit(stream);
                    }}
                    onDelete={() => {
                      remove(stream);
                    }}
                  />
                </li>
              ))}
            </ul>
          </Flex>
        )}
      </ListEditor>
    </PortalPage>
  );
}

async function saveStream({ categoryName }: StreamValues, stream: Stream | undefined, key?: string) {
  const body = { categoryName: categoryName.trim() };
  const { exam, message } = stream
    ? await callForBody('put', '/api/exams/{id}', {
        path: { id: stream._id },
        body: { ...body, version: stream.version },
      })
    : await callForBody('post', '/api/exams', { ...keyHeader(key), body });
  return { entry: exam, message };
}
