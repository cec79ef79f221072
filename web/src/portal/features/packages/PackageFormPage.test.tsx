import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { landing } from '@/content/landing';
import { refusal, serveCall, staleVersion } from '@/testing/calls';
import type { CollegeEntry, PackageInput } from '@/portal/kit/api/entries';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { all, single } from '@/portal/testing/packages';
import { answer, renderScreen } from '@/portal/testing/renderScreen';

const colleges: CollegeEntry[] = [
  { _id: 'c1', name: 'Periyar Institute', description: '', courseList: [], version: 1 },
  { _id: 'c2', name: 'Vembanad College', description: '', courseList: [], version: 1 },
];
const internal = refusal(500, 'internal', 'Something went wrong.');

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));

describe('the form', () => {
  it('makes a package for the chosen colleges and goes back to the list', async () => {
    serveCall('get', '/api/colleges', colleges);
    serveCall('get', '/api/packages', [all]);
    const sent = serveCall('post', '/api/packages', {
      message: 'Package created successfully',
      package: single,
    });
    const { user, address } = renderScreen(portalPaths.newPackage);
    expect(await screen.findByRole('heading', { name: 'Create New Package' })).toBeVisible();
    await user.type(await screen.findByLabelText(/^Package Name/), 'Two Exams');
    await user.type(field('Description'), 'Two exams.');
    await user.type(field('Price'), '0.5');
    expect(field('Price')).toHaveAccessibleDescription(/nobody can register for it online/);
    await user.clear(field('Price'));
    await user.type(field('Price'), '1500');
    expect(field('Price')).not.toHaveAccessibleDescription(/nobody can register/);
    const checklist = screen.getByRole('group', { name: 'Select Colleges for this Package' });
    await user.click(within(checklist).getByLabelText('Vembanad College'));
    await user.click(screen.getByRole('button', { name: 'Create Package' }));
    await waitFor(() => expect(address()).toBe(portalPaths.packages));
    expect(sent[0]?.body).toEqual({
      name: 'Two Exams',
      description: 'Two exams.',
      price: 1500,
      AllowAllCollege: false,
      collegeList: ['c2'],
    });
  });

  it('shows the card as visitors will see it, and whether it goes on sale, while it is written', async () => {
    const exam = { _id: 'd1', examName: 'B.Tech', date: '2025-05-31' };
    serveCall('get', '/api/colleges', [{ ...colleges[0], courseList: [exam] } as CollegeEntry]);
    const { user } = renderScreen(portalPaths.newPackage);
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    const note = () => screen.getByText(/on sale when|off sale\./);
    expect(note()).toHaveTextContent('It will be off sale. Give it a price of at least Rs 1');
    await user.type(field('Package Name'), 'Two Exams');
    await user.type(field('Description'), 'Any two.');
    await user.type(field('Price'), '749.5');
    expect(preview.getByText('Two Exams', { selector: 'h3' })).toBeVisible();
    expect(preview.getByText('Any two.')).toBeVisible();
    expect(preview.getByText('Rs 749.50')).toBeVisible();
    expect(preview.getByText(landing.packagePoints.one[0] ?? '')).toBeVisible();
    expect(note()).toHaveTextContent('It will be off sale. Choose at least one college');
    await user.click(screen.getByLabelText('Allow access to all colleges'));
    expect(preview.getByText(landing.packagePoints.all[0] ?? '')).toBeVisible();
    expect(note()).toHaveTextContent('It goes on sale when you create it.');
    await user.click(screen.getByLabelText('Keep it off sale for now'));
    expect(screen.getByText('It will be off sale, and can be put on sale in the list.')).toBeVisible();
  });

  it('says that a package on sale cannot be saved without what it needs', async () => {
    const exam = { _id: 'd1', examName: 'B.Tech', date: '2025-05-31' };
    serveCall('get', '/api/colleges', [{ ...colleges[0], courseList: [exam] } as CollegeEntry]);
    serveCall('get', '/api/packages/{id}', single);
    const message = 'Choose at least one college before it goes on sale';
    serveCall('post', '/api/packages', refusal(422, 'invalid_field', message, 'collegeList'));
    const { user } = renderScreen(portalPaths.editPackage('p1'));
    await user.click(await screen.findByLabelText('Periyar Institute'));
    expect(screen.getByText(/^It is on sale, so it cannot be saved like this/)).toBeVisible();
    expect(screen.queryByLabelText('Keep it off sale for now')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Update Package' }));
    const checklist = screen.getByRole('group', { name: 'Select Colleges for this Package' });
    expect(await within(checklist).findByText(message)).toBeVisible();
  });

  it('sends no college when all are allowed, but remembers the choice until then', async () => {
    serveCall('get', '/api/colleges', colleges);
    serveCall('get', '/api/packages', []);
    serveCall('get', '/api/packages/{id}', single);
    const sent = serveCall('post', '/api/packages', { message: '', package: single });
    const { user } = renderScreen(portalPaths.editPackage('p1'));
    expect(await screen.findByRole('heading', { name: 'Edit Package' })).toBeVisible();
    const everywhere = await screen.findByLabelText('Allow access to all colleges');
    expect(screen.getByLabelText('Periyar Institute')).toBeChecked();
    await user.click(everywhere);
    expect(screen.queryByText('Select Colleges for this Package')).not.toBeInTheDocument();
    await user.click(everywhere);
    expect(screen.getByLabelText('Periyar Institute')).toBeChecked();
    await user.click(everywhere);
    await user.click(screen.getByRole('button', { name: 'Update Package' }));
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({ _id: 'p1', version: 3, AllowAllCollege: true, collegeList: [] }),
    );
  });

  it('names what is missing at each field', async () => {
    serveCall('get', '/api/colleges', []);
    const { user } = renderScreen(portalPaths.newPackage);
    await user.click(await screen.findByRole('button', { name: 'Create Package' }));
    expect(field('Package Name')).toHaveAccessibleDescription('Package name is required');
    expect(field('Package Name')).toHaveFocus();
    expect(field('Description')).toHaveAccessibleDescription('Description is required');
    expect(field('Price')).toHaveAccessibleDescription(/Price is required/);
  });

  it('says that saving failed and why, and keeps what was typed', async () => {
    serveCall('get', '/api/colleges', colleges);
    serveCall(
      'post',
      '/api/packages',
      refusal(409, 'conflict', 'Something went wrong.'),
      refusal(422, 'invalid_field', 'This is too long.', 'description'),
    );
    const { user, address } = renderScreen(portalPaths.newPackage);
    await user.type(await screen.findByLabelText(/^Package Name/), 'Typed');
    await user.type(field('Description'), 'Typed too');
    await user.type(field('Price'), '5');
    await user.click(screen.getByRole('button', { name: 'Create Package' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to create packageSomething went wrong.',
    );
    expect(screen.getByRole('alert')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Create Package' }));
    await waitFor(() => expect(field('Description')).toHaveAccessibleDescription('This is too long.'));
    expect(field('Package Name')).toHaveValue('Typed');
    expect(address()).toBe(portalPaths.newPackage);
  });

  it('shows which college is gone when one was deleted meanwhile, and saves without it', async () => {
    serveCall('get', '/api/colleges', colleges, colleges.slice(1));
    serveCall('get', '/api/packages', []);
    serveCall('get', '/api/packages/{id}', single);
    const gone = 'One of these colleges does not exist any more';
    const sent = serveCall('post', '/api/packages', refusal(422, 'invalid_field', gone, 'collegeList'), {
      message: '',
      package: single,
    });
    const { user, address } = renderScreen(portalPaths.editPackage('p1'));
    await user.click(await screen.findByLabelText('Vembanad College'));
    await user.click(screen.getByRole('button', { name: 'Update Package' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(gone);
    expect(screen.queryByLabelText('Periyar Institute')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Vembanad College')).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Update Package' }));
    await waitFor(() => expect(address()).toBe(portalPaths.packages));
    expect(sent.map(({ body }) => (body as PackageInput).collegeList)).toEqual([['c1', 'c2'], ['c2']]);
  });

  it('takes nothing off the choice when the colleges cannot be looked up again', async () => {
    serveCall('get', '/api/colleges', colleges, refusal(403, 'forbidden', 'No.'));
    serveCall('get', '/api/packages/{id}', single);
    const gone = 'One of these colleges does not exist any more';
    const sent = serveCall('post', '/api/packages', refusal(422, 'invalid_field', gone, 'collegeList'));
    const { user } = renderScreen(portalPaths.editPackage('p1'));
    await user.click(await screen.findByRole('button', { name: 'Update Package' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(gone);
    expect(screen.getByLabelText('Periyar Institute')).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Update Package' }));
    await waitFor(() => expect(sent[1]?.body).toMatchObject({ collegeList: ['c1'] }));
  });

  it('says that there is a newer version, keeps what was typed, and loads the newer one when asked', async () => {
    const newer = { ...single, name: 'Renamed elsewhere', version: 4 };
    serveCall('get', '/api/colleges', colleges);
    serveCall('get', '/api/packages', []);
    serveCall('get', '/api/packages/{id}', single, newer);
    const sent = serveCall('post', '/api/packages', staleVersion, { message: '', package: newer });
    const { user, address } = renderScreen(portalPaths.editPackage('p1'));
    await user.type(await screen.findByLabelText(/^Package Name/), ' mine');
    await user.click(screen.getByRole('button', { name: 'Update Package' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to update package');
    expect(alert).toHaveTextContent(staleVersion.message);
    expect(field('Package Name')).toHaveValue('Single Exam Access mine');
    await user.click(screen.getByRole('button', { name: 'Load the newer version' }));
    await waitFor(() => expect(field('Package Name')).toHaveValue('Renamed elsewhere'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Update Package' }));
    await waitFor(() => expect(address()).toBe(portalPaths.packages));
    expect(sent[1]?.body).toMatchObject({ version: 4 });
  });

  it('keeps what was typed when the newer version does not come, and loads it when asked again', async () => {
    const newer = { ...single, name: 'Renamed elsewhere', version: 4 };
    serveCall('get', '/api/colleges', colleges);
    serveCall('get', '/api/packages/{id}', single, internal, newer);
    serveCall('post', '/api/packages', staleVersion);
    const { user } = renderScreen(portalPaths.editPackage('p1'));
    await user.type(await screen.findByLabelText(/^Package Name/), ' mine');
    await user.click(screen.getByRole('button', { name: 'Update Package' }));
    await user.click(await screen.findByRole('button', { name: 'Load the newer version' }));
    expect(await screen.findByText(/The newer version could not be loaded/)).toBeVisible();
    expect(field('Package Name')).toHaveValue('Single Exam Access mine');
    await user.click(screen.getByRole('button', { name: 'Load the newer version' }));
    await waitFor(() => expect(field('Package Name')).toHaveValue('Renamed elsewhere'));
  });

  it('asks before what was typed is left behind', async () => {
    serveCall('get', '/api/colleges', colleges);
    serveCall('get', '/api/packages', []);
    const { user, address } = renderScreen(portalPaths.newPackage);
    await user.type(await screen.findByLabelText(/^Package Name/), 'Typed');
    await user.click(screen.getByRole('link', { name: 'Colleges' }));
    await answer(user, 'Stay');
    expect(address()).toBe(portalPaths.newPackage);
    expect(field('Package Name')).toHaveValue('Typed');
  });

  it.each([
    { missing: 'package', text: 'Failed to fetch package' },
    { missing: 'colleges', text: 'Failed to fetch colleges' },
  ])(
    'says that it cannot begin without the $missing, and tries again when asked',
    async ({ missing, text }) => {
      serveCall('get', '/api/packages/{id}', ...(missing === 'package' ? [internal] : []), single);
      const refused = refusal(403, 'forbidden', 'No.');
      serveCall('get', '/api/colleges', ...(missing === 'colleges' ? [refused] : []), colleges);
      const { user } = renderScreen(portalPaths.editPackage('p1'));
      expect(await screen.findByRole('alert')).toHaveTextContent(text);
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByLabelText(/^Package Name/)).toHaveValue('Single Exam Access');
    },
  );
});

it('a package that does not exist is called so, with a link to the others', async () => {
  serveCall('get', '/api/packages/{id}', refusal(404, 'not_found', 'There is no such package.'));
  serveCall('get', '/api/colleges', []);
  renderScreen(portalPaths.editPackage('nope'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to fetch packageThere is no such package. It may have been deleted.',
  );
  expect(screen.getByRole('link', { name: 'See all packages' })).toHaveAttribute(
    'href',
    portalPaths.packages,
  );
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
