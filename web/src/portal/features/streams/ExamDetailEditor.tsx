// The form of one exam of a stream, new or there already.
import { Box, Grid } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ExamDetail } from '@/portal/kit/api/entries';
import { wordsOf } from '@/portal/kit/api/failure';
import { Checklist } from '@/portal/kit/forms/Checklist';
import { EditorForm } from '@/portal/kit/forms/EditorForm';
import { useForm } from '@/portal/kit/forms/useForm';
import { useAdding } from '@/portal/kit/forms/useAdding';
import { ImageField } from '@/portal/kit/image/ImageField';
import { Clashes, useConfirmedChange } from '@/portal/kit/forms/useConfirmedChange';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { useList, type List } from '@/portal/kit/resources/useList';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { TextAreaField, TextField } from '@/portal/kit/ui/Field';
import { count } from '@/portal/kit/ui/format';
import { useToaster } from '@/portal/kit/ui/Toaster';
import { saveExamDetail, toValues, validateExamDetail } from './examDetailForm';

interface Props {
  examId: string;
  detail: ExamDetail | undefined;
  list: List<ExamDetail>;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

export function ExamDetailEditor({ examId, detail, list, onDirty, onClose }: Props) {
  const { success } = useToaster();
  const add = useAdding();
  const { alert, confirm: ask } = useDialogs();
  const navigate = useNavigate();
  const confirmed = useConfirmedChange({
    question: 'Save the exam like this?',
    passes:
      'Their passes show the new day, hours, hall and reporting time when they are opened again. What was mailed or printed stays as it is.',
    tell: 'Mail them their pass as it is then, with a calendar entry that replaces the one they have',
  });
  const halls = useList('/api/halls', {});
  const [stored, setStored] = useState(detail);
  const [isPreparing, setPreparing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  /** The form does not wait for the answer: the exam is saved. */
  const offerMessage = async (id: string, holders: number) => {
    const isToTell = await ask({
      title: 'The exam is saved. Tell those who hold it?',
      text: `${count(holders)} ${holders === 1 ? 'candidate has' : 'candidates have'} heard nothing of the change yet. The message is ready, and you can look at it before it is sent.`,
      agree: 'Tell them now',
      refuse: 'Not now',
    });
    const message = new URLSearchParams({ template: 'exam-moved', holds_exam: id, validity: 'valid' });
    if (isToTell) await navigate(`${portalPaths.newMessage}?${message.toString()}`);
  };

  const form = useForm({
    subject: { form: `exam-detail-${stored?._id ?? examId}`, id: stored?._id, version: stored?.version },
    initial: toValues(stored),
    validate: validateExamDetail,
    save: async (values) => {
      let untold = 0;
      const saved = await confirmed(
        (confirm, tell) =>
          stored
            ? saveExamDetail(values, examId, stored, { confirm, tell })
            : add((key) => saveExamDetail(values, examId, undefined, { confirm, tell, key })),
        (holders) => {
          untold = holders;
        },
      );
      list.put(saved.examDetail);
      success(saved.message);
      if (saved.clashes.length > 0) {
        void alert(
          'The exam is saved, and its hall was taken meanwhile',
          <Clashes clashes={saved.clashes} />,
        );
      }
      if (stored && untold > 0) void offerMessage(saved.examDetail._id, untold);
    },
    describe: (failure) => ({ title: wordsOf(failure, 'Error saving exam detail'), detail: undefined }),
    onSaved: onClose,
  });
  const { field, isDirty } = form;

  useEffect(() => {
    heading.current?.focus();
  }, []);
  useEffect(() => {
    onDirty(isDirty);
    return () => {
      onDirty(false);
    };
    // The caller's function is a new one with every render and does the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDirty]);

  const title = stored ? 'Edit Exam Detail' : 'Add Exam Detail';
  return (
    <Box padding="4" border="1px solid" borderColor="line-strong" borderRadius="s">
      <Box asChild fontSize="l" marginTop="0" marginBottom="4" scrollMarginTop="6rem">
        <h4 ref={heading} tabIndex={-1}>
          {title}
        </h4>
      </Box>
      <EditorForm
        form={form}
        label={title}
        submitLabel={stored ? 'Update Exam Detail' : 'Save Exam Detail'}
        isPreparing={isPreparing}
        onCancel={onClose}
        onReload={async () => {
          const newer = await list.reloadOne(stored?._id);
          setStored(newer);
          form.reset(toValues(newer));
          heading.current?.focus();
        }}
      >
        <ImageField
          label="Image"
          hint="JPG/PNG max 2MB"
          {...field('image')}
          stored={stored?.image ?? ''}
          onPreparing={setPreparing}
        />
        <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }}>
          <TextField label="Date" isRequired type="date" {...field('date')} />
          <TextField label="Start Time" isRequired type="time" {...field('timeStart')} />
          <TextField label="End Time" isRequired type="time" {...field('timeEnd')} />
        </Grid>
        <Grid gap="4" templateColumns={pairs} alignItems="start">
          <TextField label="Venue" {...field('venue')} />
          <TextField
            label="Reporting Time"
            type="time"
            hint="By when candidates are to be there. Optional."
            {...field('reportingTime')}
          />
        </Grid>
        <Halls
          halls={halls.entries ?? []}
          chosen={form.values.halls}
          error={form.errors.halls}
          onChange={(chosen) => {
            form.update({ halls: chosen });
          }}
        />
        <Grid gap="4" templateColumns={pairs} alignItems="start">
          <TextField
            label="Fee"
            isRequired
            inputMode="decimal"
            autoComplete="off"
            hint="In rupees."
            {...field('examFee')}
          />
          <TextField
            label="Places"
            inputMode="numeric"
            autoComplete="off"
            hint="How many candidates it has room for. Leave it empty for any number."
            {...field('capacity')}
          />
        </Grid>
        <TextField label="Exam Name" {...field('examName')} />
        <TextAreaField label="Details" hint="Optional" {...field('details')} />
      </EditorForm>
    </Box>
  );
}

const pairs = { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' };

interface HallsProps {
  halls: readonly { _id: string; name: string; seats: number }[];
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** The halls in which the candidates sit: those that are chosen say in which order they are filled. */
function Halls({ halls, chosen, error, onChange }: HallsProps) {
  const nameOf = ({ _id, name, seats }: HallsProps['halls'][number]) => {
    const place = chosen.indexOf(_id);
    return `${place < 0 ? '' : `${String(place + 1)}. `}${name}, ${String(seats)} seats`;
  };
  const gone = chosen.filter((id) => !halls.some(({ _id }) => _id === id));
  return (
    <Checklist
      legend="Halls, in the order in which they are filled"
      options={[
        ...halls.map((hall) => ({ id: hall._id, label: nameOf(hall) })),
        ...gone.map((id) => ({ id, label: 'A hall that is not in the list' })),
      ]}
      empty="There are no halls yet. Add them under Halls and seats."
      value={chosen}
      onChange={onChange}
      error={error}
    />
  );
}
