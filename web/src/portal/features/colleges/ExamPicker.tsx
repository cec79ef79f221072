// The exams of a college, chosen out of all there are, with a search.
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import type { FieldProps } from '@/lib/fieldProps';
import type { ExamDetail } from '@/portal/kit/api/entries';
import { Checklist } from '@/portal/kit/forms/Checklist';
import { Input } from '@/portal/kit/ui/elements';
import { date } from '@/portal/kit/ui/format';
import { searchExams } from './collegeForm';

interface Props extends FieldProps<string[]> {
  exams: readonly ExamDetail[];
}

export function ExamPicker({ exams, ...chosen }: Props) {
  const [search, setSearch] = useState('');
  const found = searchExams(exams, search);
  return (
    <Flex direction="column" gap="2">
      <Checklist
        legend="Exams of this College"
        options={found.map((exam) => ({ id: exam._id, label: labelOf(exam) }))}
        empty="No exams found matching your search"
        {...chosen}
      >
        <Input
          type="search"
          placeholder="Search exams..."
          aria-label="Search exams"
          value={search}
          onChange={(change) => {
            setSearch(change.target.value);
          }}
          onKeyDown={(key) => {
            // Enter in a search finds; it does not save the college.
            if (key.key === 'Enter') key.preventDefault();
          }}
        />
      </Checklist>
      <Box role="status" fontSize="s" color="ink-soft">
        {`${String(chosen.value.length)} selected`}
      </Box>
    </Flex>
  );
}

const labelOf = ({ examName, date: day }: ExamDetail): string =>
  `${examName || 'Exam without a name'} - ${date(day)}`;
