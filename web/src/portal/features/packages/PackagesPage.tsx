// What can be bought, as a list: what is on sale, and who has it.
import { call } from '@/lib/api/client';
import type { PackageEntry } from '@/portal/kit/api/entries';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Arrangeable } from '@/portal/kit/ordering/OrderEditor';
import { ManagerList } from '@/portal/kit/resources/ManagerList';
import { useList } from '@/portal/kit/resources/useList';
import { saleStateLabel } from '@/portal/kit/ui/saleState';
import { CardsPreview } from './CardsPreview';
import { PackageState } from './PackageState';
import { useSaleState } from './useSaleState';

/** As the specification writes it in this table: not in groups, as everywhere else. */
const plainPrice = (price: number): string =>
  `Rs ${Number.isInteger(price) ? String(price) : price.toFixed(2)}`;

export function PackagesPage() {
  const list = useList('/api/packages', {});
  const { busyId, change } = useSaleState(list);

  const insteadFor = (entry: PackageEntry) => {
    const takeOff = {
      label: 'Take off sale',
      run: () => {
        change(entry, 'draft');
      },
    };
    const archive = {
      label: 'Archive',
      run: () => {
        change(entry, 'archived');
      },
    };
    return [
      ...(entry.state === 'on_sale' ? [takeOff] : []),
      ...(entry.state === 'archived' ? [] : [archive]),
    ];
  };

  return (
    <ManagerList
      noun="Package"
      list={list}
      part={{
        kind: 'packages',
        stateOf: ({ state }) => `It is ${saleStateLabel(state).toLowerCase()}.`,
        insteadFor,
      }}
      columns={[
        { header: 'Price', cell: ({ price }) => plainPrice(price), isWhole: true, minWidth: '6rem' },
        { header: 'All Colleges', cell: ({ AllowAllCollege }) => (AllowAllCollege ? 'Yes' : 'No') },
        {
          header: 'Candidates',
          cell: ({ candidates, paid }) => `${String(candidates)} (${String(paid)} paid)`,
          isWhole: true,
          minWidth: '6rem',
        },
        {
          header: 'State',
          cell: (entry) => (
            <PackageState
              entry={entry}
              isBusy={busyId === entry._id}
              onChange={(state) => {
                change(entry, state);
              }}
            />
          ),
          isWhole: true,
          minWidth: '13rem',
        },
      ]}
      newPath={portalPaths.newPackage}
      editPath={portalPaths.editPackage}
      remove={async (id, query) =>
        (await call('delete', '/api/packages/{id}', { path: { id }, query }))?.message
      }
      around={(table) => (
        <Arrangeable
          path="/api/packages/order"
          list={list}
          what="packages"
          rowOf={({ name, state }) => ({ name, note: saleStateLabel(state) })}
          preview={(packages) => <CardsPreview packages={packages} />}
        >
          {table}
        </Arrangeable>
      )}
    />
  );
}
