// What can be bought, as a list.
import { Box } from '@chakra-ui/react';
import { call } from '@/lib/api/client';
import type { PackageEntry } from '../entries';
import { rupees } from '@/lib/format';
import { portalPaths } from '../paths';
import { ListState } from '../resources/ListState';
import { useList } from '../resources/useList';
import { DataTable, type Column } from '../ui/DataTable';
import { ButtonLink } from '../ui/elements';
import { Failed } from '../ui/PageState';
import { ManagerPage } from './ManagerPage';
import { RowActions } from './RowActions';
import { useDeletion } from './useDeletion';

export function PackagesPage() {
  const list = useList('/api/packages', {});
  const deletion = useDeletion({
    list,
    question: 'Are you sure you want to delete this package?',
    failure: 'Failed to delete package',
    remove: (id) => call('delete', '/api/packages/{id}', { path: { id } }),
  });

  const columns: Column<PackageEntry>[] = [
    { header: 'Name', cell: ({ name }) => name, isTitle: true, minWidth: '9rem' },
    { header: 'Description', cell: ({ description }) => description },
    { header: 'Price', cell: ({ price }) => rupees(price), isWhole: true, minWidth: '6rem' },
    { header: 'All Colleges', cell: ({ AllowAllCollege }) => (AllowAllCollege ? 'Yes' : 'No') },
    {
      header: 'Actions',
      isAction: true,
      isWhole: true,
      cell: (entry) => (
        <RowActions
          name={entry.name}
          editPath={portalPaths.editPackage(entry._id)}
          onDelete={() => void deletion.ask(entry)}
        />
      ),
    },
  ];

  return (
    <ManagerPage
      title="Packages"
      actions={<ButtonLink to={portalPaths.newPackage}>Create New Package</ButtonLink>}
    >
      {deletion.problem && (
        <Box marginBottom="4">
          <Failed {...deletion.problem} />
        </Box>
      )}
      <ListState list={list} failure="Failed to fetch packages" empty="No packages found">
        {(packages) => (
          <DataTable label="Packages" rows={packages} columns={columns} keyOf={({ _id }) => _id} />
        )}
      </ListState>
    </ManagerPage>
  );
}
