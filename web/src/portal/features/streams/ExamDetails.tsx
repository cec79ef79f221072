// The exams of one stream, with the form that adds or edits one.
import { Box, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { call } from '@/lib/api/client';
import type { ExamDetail, Stream } from '@/portal/kit/api/entries';
import { deletionFailure } from '@/portal/kit/api/failure';
import { useDiscard } from '@/portal/kit/ui/useDiscard';
import { ListState } from '@/portal/kit/resources/ListState';
import { useDeletion } from '@/portal/kit/resources/useDeletion';
import { useList } from '@/portal/kit/resources/useList';
import { Button } from '@/portal/kit/ui/elements';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { ExamDetailCard } from './ExamDetailCard';
import { ExamDetailEditor } from './ExamDetailEditor';

export function ExamDetails({ stream }: { stream: Stream }) {
  const list = useList('/api/exam-details/exam/{examId}', { path: { examId: stream._id } });
  const toaster = useToaster();
  const discard = useDiscard();
  /** What the form is open for: a detail, a new one, or nothing. */
  const [edited, setEdited] = useState<ExamDetail | 'new'>();
  const isDirty = useRef(false);
  const addButton = useRef<HTMLButtonElement>(null);

  const open = (next: ExamDetail | 'new') => {
    discard({ isDirty: isDirty.current }, () => {
      setEdited(next);
    });
  };
  const close = () => {
    setEdited(undefined);
    addButton.current?.focus();
  };

  const remove = useDeletion({
    list,
    question: 'Are you sure you want to delete this exam detail?',
    nameOf: ({ examName }) => examName,
    part: { kind: 'exam-details' },
    remove: async (id, query) =>
      (await call('delete', '/api/exam-details/{id}', { path: { id }, query }))?.message,
    onRemoved: ({ _id }) => {
      if (edited !== 'new' && edited?._id === _id) setEdited(undefined);
      addButton.current?.focus();
    },
    onFailed: (failure) => {
      toaster.error(deletionFailure(failure, 'Error deleting exam detail'), failure);
    },
  });

  return (
    <Flex direction="column" gap="4" marginTop="4">
      <div>
        <Button
          ref={addButton}
          look="quiet"
          size="small"
          onClick={() => {
            open('new');
          }}
        >
          Add Exam Detail<span className="visually-hidden">{` to ${stream.categoryName}`}</span>
        </Button>
      </div>
      {edited && (
        <ExamDetailEditor
          // Another detail is another form.
          key={edited === 'new' ? 'new' : edited._id}
          examId={stream._id}
          detail={edited === 'new' ? undefined : edited}
          list={list}
          onDirty={(dirty) => {
            isDirty.current = dirty;
          }}
          onClose={close}
        />
      )}
      <ListState list={list} failure="Failed to fetch exam details" empty="No exam details found">
        {(details) => (
          <Box asChild display="grid" gap="3">
            <ul aria-label={`Exam details of ${stream.categoryName}`}>
              {details.map((detail) => (
                <li key={detail._id}>
                  <ExamDetailCard
                    detail={detail}
                    onEdit={() => {
                      open(detail);
                    }}
                    onDelete={() => void remove(detail)}
                  />
                </li>
              ))}
            </ul>
          </Box>
        )}
      </ListState>
    </Flex>
  );
}
