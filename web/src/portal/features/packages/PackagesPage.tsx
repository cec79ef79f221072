// What can be bought, as a list.
import { call } from '@/lib/api/client';
import { rupees } from '@/lib/format';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { ManagerList } from '@/portal/kit/resources/ManagerList';
import { useList } from '@/portal/kit/resources/useList';

export function PackagesPage() {
  const list = useList('/api/packages', {});
  return (
    <ManagerList
      noun="Package"
      list={list}
      columns={[
        { header: 'Price', cell: ({ price }) => rupees(price), isWhole: true, minWidth: '6rem' },
        { header: 'All Colleges', cell: ({ AllowAllCollege }) => (AllowAllCollege ? 'Yes' : 'No') },
      ]}
      newPath={portalPaths.newPackage}
      editPath={portalPaths.editPackage}
      remove={async (id) => (await call('delete', '/api/packages/{id}', { path: { id } }))?.message}
    />
  );
}
