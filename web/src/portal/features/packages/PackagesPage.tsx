// What can be bought, as a list.
import { Box } from '@chakra-ui/react';
import { call } from '@/lib/api/client';
import type { PackageEntry } from '@/portal/kit/api/entries';
import { rupees } from '@/lib/format';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { ListState } from '@/portal/kit/resources/ListState';
import { useList } from '@/portal/kit/resources/useList';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { ButtonLink } from '@/portal/kit/ui/elements';
import { Failed } from '@/portal/kit/ui/PageState';
import { ManagerPage } from '@/portal/kit/ui/ManagerPage';
import { RowActions } from '@/portal/kit/ui/RowActions';
import { useDeletion } from '@/portal/kit/resources/useDeletion';

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
