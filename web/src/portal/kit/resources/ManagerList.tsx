// The entries of the package manager as a table, from which each can be opened or deleted.
import { Box } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { deletionFailure } from '@/portal/kit/api/failure';
import { DataTable, type Column } from '@/portal/kit/ui/DataTable';
import { ButtonLink } from '@/portal/kit/ui/elements';
import { ManagerPage } from '@/portal/kit/ui/ManagerPage';
import { Failed } from '@/portal/kit/ui/PageState';
import { RowActions } from '@/portal/kit/ui/RowActions';
import { ListState } from './ListState';
import { useDeletion, type CataloguePart, type Remove } from './useDeletion';
import type { List } from './useList';

interface Props<Entry> {
  /** What one entry is called, with a capital letter. */
  noun: string;
  list: List<Entry>;
  part: CataloguePart<Entry>;
  /** What is shown of an entry beside its name and description. */
  columns: readonly Column<Entry>[];
  newPath: string;
  editPath: (id: string) => string;
  remove: Remove;
  /** What can be done with all of them is around the table. */
  around?: (table: ReactElement) => ReactElement;
}

export function ManagerList<Entry extends { _id: string; name: string; description: string }>({
  noun,
  list,
  part,
  columns,
  newPath,
  editPath,
  remove,
  around = (table) => table,
}: Props<Entry>) {
  const [failure, setFailure] = useState<unknown>();
  const one = noun.toLowerCase();
  const askAndRemove = useDeletion({
    list,
    question: `Are you sure you want to delete this ${one}?`,
    nameOf: ({ name }) => name,
    part,
    remove,
    onRemoved: () => document.querySelector<HTMLElement>('h1')?.focus(),
    onFailed: setFailure,
  });

  const allColumns: Column<Entry>[] = [
    { header: 'Name', cell: ({ name }) => name, isTitle: true, minWidth: '9rem' },
    { header: 'Description', cell: ({ description }) => description },
    ...columns,
    {
      header: 'Actions',
      isAction: true,
      isWhole: true,
      cell: (entry) => (
        <RowActions
          name={entry.name}
          edit={editPath(entry._id)}
          onDelete={() => {
            setFailure(undefined);
            void askAndRemove(entry);
          }}
        />
      ),
    },
  ];

  return (
    <ManagerPage title={`${noun}s`} actions={<ButtonLink to={newPath}>{`Create New ${noun}`}</ButtonLink>}>
      {failure !== undefined && (
        <Box marginBottom="4">
          <Failed text={deletionFailure(failure, `Failed to delete ${one}`)} error={failure} />
        </Box>
      )}
      <ListState list={list} failure={`Failed to fetch ${one}s`} empty={`No ${one}s found`}>
        {(entries) =>
          around(
            <DataTable label={`${noun}s`} rows={entries} columns={allColumns} keyOf={({ _id }) => _id} />,
          )
        }
      </ListState>
    </ManagerPage>
  );
}
