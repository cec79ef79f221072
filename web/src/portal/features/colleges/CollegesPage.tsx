// The colleges whose exams can be sat, as a list.
import { call } from '@/lib/api/client';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { ManagerList } from '@/portal/kit/resources/ManagerList';
import { useList } from '@/portal/kit/resources/useList';

export function CollegesPage() {
  const list = useList('/api/colleges', {});
  return (
    <ManagerList
      noun="College"
      list={list}
      part={{ kind: 'colleges' }}
      columns={[
        {
          header: 'Courses',
          cell: ({ courseList }) => `${String(courseList.length)} courses`,
          isWhole: true,
          minWidth: '6.5rem',
        },
      ]}
      newPath={portalPaths.newCollege}
      editPath={portalPaths.editCollege}
      remove={async (id, query) =>
        (await call('delete', '/api/colleges/{id}', { path: { id }, query }))?.message
      }
    />
  );
}
