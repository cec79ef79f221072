import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal, serveCall } from '@/testing/calls';
import type { CollegeEntry } from '@/portal/kit/api/entries';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { dependents, examDetail } from '@/portal/testing/records';
import { answer, question, renderScreen } from '@/portal/testing/renderScreen';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

const exams = [
  examDetail({ _id: 'btech-1', examName: 'B.Tech' }),
  examDetail({ _id: 'mba-7', examName: 'Business Administration' }),
];
const college: CollegeEntry = {
  _id: 'c1',
  name: 'Periyar Institute',
  description: 'By the river.',
  courseList: [{ _id: 'btech-1', examName: 'B.Tech', date: '2025-05-31' }],
  version: 2,
};
const busy = refusal(503, 'busy', 'Something went wrong.');

it('lists the colleges with the number of their courses, and deletes one after a question', async () => {
  serveCall('get', '/api/colleges', [college]);
  const deleted = serveCall('delete', '/api/colleges/{id}', busy, busy, busy, {
    message: 'College deleted successfully',
  });
  const asked = serveCall('get', '/api/catalogue/{kind}/{id}/dependents', dependents());
  const { user } = renderScreen(portalPaths.colleges);
  const table = await screen.findByRole('table', { name: 'Colleges' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Name', 'Description', 'Courses', 'Actions']);
  expect(within(table).getByText('1 courses')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create New College' })).toHaveAttribute(
    'href',
    portalPaths.newCollege,
  );

  await user.click(screen.getByRole('button', { name: 'Delete Periyar Institute' }));
  expect(await question()).toHaveAccessibleName('Are you sure you want to delete this college?');
  await answer(user, 'Delete');
  expect(await screen.findByText('Failed to delete college')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete Periyar Institute' }));
  await answer(user, 'Delete');
  expect(await screen.findByText('No colleges found')).toBeVisible();
  expect(screen.queryByText('Failed to delete college')).not.toBeInTheDocument();
  expect(deleted).toHaveLength(4);
  expect(asked[0]?.ids).toEqual({ kind: 'colleges', id: 'c1' });
});

it('tells which packages sell a college, and does not delete one that is needed', async () => {
  const message = 'All-Inclusive is on sale and cannot be without it. Take it off sale first.';
  serveCall('get', '/api/colleges', [college]);
  serveCall(
    'get',
    '/api/catalogue/{kind}/{id}/dependents',
    dependents({
      candidates: 2,
      paid: 0,
      packages: [
        { _id: 'p1', name: 'Single', state: 'draft' },
        { _id: 'p2', name: 'All-Inclusive', state: 'on_sale' },
      ],
      exams: [{ _id: 'd1', name: 'B.Tech' }],
      refusal: { code: 'on_sale', message },
    }),
  );
  const { user, address } = renderScreen(portalPaths.colleges);
  await user.click(await screen.findByRole('button', { name: 'Delete Periyar Institute' }));
  const dialog = within(await question());
  expect((await dialog.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    '2 candidates have an exam of this college; none of them has paid.',
    '2 packages sell this college: Single (off sale), All-Inclusive (on sale).',
    'Its 1 exam stays in the catalogue: B.Tech.',
  ]);
  expect(dialog.getByText(`Better not delete it. ${message}`)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  serveCall('get', '/api/packages/{id}', refusal(403, 'forbidden', 'No.'));
  await user.click(dialog.getByRole('link', { name: 'All-Inclusive' }));
  await waitFor(() => expect(address()).toBe(portalPaths.editPackage('p2')));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

it('says that the colleges did not come', async () => {
  serveCall('get', '/api/colleges', refusal(403, 'forbidden', 'No.'));
  renderScreen(portalPaths.colleges);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch colleges');
});

it('finds exams by name or id, and keeps those chosen that the search does not show', async () => {
  serveCall('get', '/api/exam-details', exams);
  serveCall('get', '/api/colleges', []);
  serveCall('get', '/api/colleges/{id}', college);
  const sent = serveCall('post', '/api/colleges', { message: 'College updated successfully', college });
  const { user, address } = renderScreen(portalPaths.editCollege('c1'));
  expect(await screen.findByRole('heading', { name: 'Edit College' })).toBeVisible();
  expect(await screen.findByLabelText('B.Tech - 31/05/2025')).toBeChecked();
  const search = screen.getByPlaceholderText('Search exams...');
  await user.type(search, 'law{Enter}');
  expect(screen.getByText('No exams found matching your search')).toBeVisible();
  expect(sent).toEqual([]);
  await user.clear(search);
  await user.type(search, 'MBA');
  expect(screen.queryByLabelText(/B\.Tech/)).not.toBeInTheDocument();
  await user.click(screen.getByLabelText('Business Administration - 31/05/2025'));
  expect(screen.getByText('2 selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Update College' }));
  await waitFor(() => expect(address()).toBe(portalPaths.colleges));
  expect(sent[0]?.body).toEqual({
    _id: 'c1',
    version: 2,
    name: 'Periyar Institute',
    description: 'By the river.',
    courseList: ['btech-1', 'mba-7'],
  });
});

it('shows which exam is gone when one was deleted meanwhile, and saves without it', async () => {
  serveCall('get', '/api/exam-details', exams, exams.slice(1));
  serveCall('get', '/api/colleges', []);
  serveCall('get', '/api/colleges/{id}', college);
  const gone = 'One of these exams does not exist any more';
  const sent = serveCall('post', '/api/colleges', refusal(422, 'invalid_field', gone, 'courseList'), {
    message: '',
    college,
  });
  const { user, address } = renderScreen(portalPaths.editCollege('c1'));
  await user.click(await screen.findByRole('button', { name: 'Update College' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(gone);
  expect(screen.queryByLabelText(/B\.Tech/)).not.toBeInTheDocument();
  expect(screen.getByText('0 selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Update College' }));
  await waitFor(() => expect(address()).toBe(portalPaths.colleges));
  expect(sent[1]?.body).toMatchObject({ courseList: [] });
});

it('wants a name, needs no description, and says that creating failed', async () => {
  serveCall('get', '/api/exam-details', []);
  const sent = serveCall('post', '/api/colleges', refusal(503, 'busy', 'Try again.'));
  const { user } = renderScreen(portalPaths.newCollege);
  expect(await screen.findByRole('heading', { name: 'Create New College' })).toBeVisible();
  const create = await screen.findByRole('button', { name: 'Create College' });
  await user.click(create);
  const name = screen.getByLabelText(/^College Name/);
  expect(name).toHaveAccessibleDescription('College name is required');
  await user.type(name, 'Vembanad');
  await user.click(create);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create college');
  expect(name).toHaveValue('Vembanad');
  expect(sent[0]?.body).toEqual({ name: 'Vembanad', description: '', courseList: [] });
});

it.each([
  { missing: 'college', text: 'Failed to fetch college' },
  { missing: 'exams', text: 'Failed to fetch exam details' },
])('cannot begin without the $missing', async ({ missing, text }) => {
  const refused = refusal(403, 'forbidden', 'No.');
  serveCall('get', '/api/colleges/{id}', missing === 'college' ? refused : college);
  serveCall('get', '/api/exam-details', missing === 'exams' ? refused : exams);
  renderScreen(portalPaths.editCollege('c1'));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});
