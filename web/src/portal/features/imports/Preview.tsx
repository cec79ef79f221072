// What came of looking a list through: what is to be mended, line by line, and who would be registered.
import { Flex } from '@chakra-ui/react';
import { rupees } from '@/lib/format';
import type { Column } from '@/portal/kit/ui/DataTable';
import { Button } from '@/portal/kit/ui/elements';
import { FileOutcome } from '@/portal/kit/ui/FileOutcome';
import { FirstRows } from '@/portal/kit/ui/FirstRows';
import { count, counted } from '@/portal/kit/ui/format';
import type { ImportAnswer } from './request';

type Person = ImportAnswer['people'][number];

const personColumns: readonly Column<Person>[] = [
  { header: 'Line', isAside: true, cell: ({ line }) => `Line ${String(line)}` },
  { header: 'Name', isTitle: true, cell: ({ name }) => <span translate="no">{name}</span> },
  { header: 'Email', cell: ({ email }) => <span translate="no">{email}</span> },
  {
    header: 'Phone',
    isWhole: true,
    cell: ({ phone, phone2 }) => [phone, phone2].filter(Boolean).join(', '),
  },
  { header: 'Exam preference', cell: ({ exam_preference }) => exam_preference },
];

export const peopleText = (number: number): string => counted(number, 'person', 'people');

interface Props {
  answer: ImportAnswer;
  onRegister: () => void;
}

export function Preview({ answer, onRegister }: Props) {
  const { rows, errors, people, amount } = answer;
  const isInOrder = errors.length === 0;
  const text = isInOrder
    ? `The list is in order: ${peopleText(rows)}, ${rupees(amount)} together.`
    : `${errors.length === 1 ? 'One thing is' : `${count(errors.length)} things are`} to be mended, in the list above or in the file. Then check it again. Nobody has been registered.`;
  return (
    <Flex direction="column" gap="4">
      <FileOutcome answer={answer} text={text}>
        <Button onClick={onRegister}>{`Register ${peopleText(rows)}`}</Button>
      </FileOutcome>
      {people.length > 0 && (
        <FirstRows
          title={isInOrder ? 'Who will be registered' : 'Lines that are in order'}
          rows={people}
          columns={personColumns}
          keyOf={({ line }) => String(line)}
        />
      )}
    </Flex>
  );
}
