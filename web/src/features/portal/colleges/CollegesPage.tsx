// The colleges whose exams can be sat, as a list.
import { Box } from '@chakra-ui/react';
import { call } from '@/lib/api/client';
import type { CollegeEntry } from '../entries';
import { ManagerPage } from '../packages/ManagerPage';
import { RowActions } from '../packages/RowActions';
import { useDeletion } from '../packages/useDeletion';
import { portalPaths } from '../paths';
import { ListState } from '../resources/ListState';
import { useList } from '../resources/useList';
import { DataTable, type Column } from '../ui/DataTable';
import { ButtonLink } from '../ui/elements';
import { Failed } from '../ui/PageState';

export function CollegesPage() {
  const list = useList('/api/colleges', {});
  const deletion = useDeletion({
    list,
    question: 'Are you sure you want to delete this college?',
    failure: 'Failed to delete college',
    remove: (id) => call('delete', '/api/colleges/{id}', { path: { id } }),
  });

  const columns: Column<CollegeEntry>[] = [
    { header: 'Name', cell: ({ name }) => name, isTitle: true, minWidth: '9rem' },
    { header: 'Description', cell: ({ description }) => description },
    {
      header: 'Courses',
      cell: ({ courseList }) => `${String(courseList.length)} courses`,
      isWhole: true,
      minWidth: '6.5rem',
    },
    {
      header: 'Actions',
      isAction: true,
      isWhole: true,
      cell: (entry) => (
        <RowActions
          name={entry.name}
          editPath={portalPaths.editCollege(entry._id)}
          onDelete={() => void deletion.ask(entry)}
        />
      ),
    },
  ];

  return (
    <ManagerPage
      title="Colleges"
      actions={<ButtonLink to={portalPaths.newCollege}>Create New College</ButtonLink>}
    >
      {deletion.problem && (
        <Box marginBottom="4">
          <Failed {...deletion.problem} />
        </Box>
      )}
      <ListState list={list} failure="Failed to fetch colleges" empty="No colleges found">
        {(colleges) => (
          <DataTable label="Colleges" rows={colleges} columns={columns} keyOf={({ _id }) => _id} />
        )}
      </ListState>
    </ManagerPage>
  );
}
