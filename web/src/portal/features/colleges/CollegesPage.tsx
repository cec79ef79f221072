// The colleges whose exams can be sat, as a list.
import { Box } from '@chakra-ui/react';
import { call } from '@/lib/api/client';
import type { CollegeEntry } from '@/portal/kit/api/entries';
import { ManagerPage } from '@/portal/kit/ui/ManagerPage';
import { RowActions } from '@/portal/kit/ui/RowActions';
import { useDeletion } from '@/portal/kit/resources/useDeletion';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { ListState } from '@/portal/kit/resources/ListState';
import { useList } from '@/portal/kit/resources/useList';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { ButtonLink } from '@/portal/kit/ui/elements';
import { Failed } from '@/portal/kit/ui/PageState';

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
