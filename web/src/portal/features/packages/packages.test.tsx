import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { refusal, serveCall, staleVersion } from '@/testing/calls';
import type { CollegeEntry, PackageEntry, PackageInput } from '@/portal/kit/api/entries';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { dependents } from '@/portal/testing/records';
import { answer, pressAgain, question, renderScreen } from '@/portal/testing/renderScreen';

const single: PackageEntry = {
  _id: 'p1',
  name: 'Single Exam Access',
  description: 'One exam.',
  price: 99.5,
  AllowAllCollege: false,
  collegeList: [{ _id: 'c1', name: 'Periyar Institute' }],
  state: 'on_sale',
  candidates: 3,
  paid: 1,
  version: 3,
};
const all: PackageEntry = {
  ...single,
  _id: 'p2',
  name: 'All-Inclusive',
  price: 1850,
  AllowAllCollege: true,
  collegeList: [],
};
const colleges: CollegeEntry[] = [
  { _id: 'c1', name: 'Periyar Institute', description: '', courseList: [], version: 1 },
  { _id: 'c2', name: 'Vembanad College', description: '', courseList: [], version: 1 },
];
const internal = refusal(500, 'internal', 'Something went wrong.');
const slowly = { timeout: 15_000 };

describe('the list', () => {
  it('shows what can be bought, under the bar of the package manager', async () => {
    serveCall('get', '/api/packages', [single, all]);
    renderScreen(portalPaths.packageManager);
    const table = await screen.findByRole('table', { name: 'Packages' }, slowly);
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Name', 'Description', 'Price', 'All Colleges', 'Candidates', 'State', 'Actions']);
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    expect(cells).toEqual([
      [
        'Single Exam Access',
        'One exam.',
        'Rs 99.50',
        'No',
        '3 (1 paid)',
        'On saleTake off sale',
        'EditDelete',
      ],
      ['All-Inclusive', 'One exam.', 'Rs 1850', 'Yes', '3 (1 paid)', 'On saleTake off sale', 'EditDelete'],
    ]);
    const bar = screen.getByRole('navigation', { name: 'Package Manager' });
    expect(within(bar).getByText('Package Manager')).toBeVisible();
    expect(within(bar).getByRole('link', { name: 'Packages' })).toHaveAttribute('href', portalPaths.packages);
    expect(within(bar).getByRole('link', { name: 'Colleges' })).toHaveAttribute('href', portalPaths.colleges);
    expect(screen.getByRole('link', { name: 'Edit All-Inclusive' })).toHaveAttribute(
      'href',
      '/dashboard/packages/edit/p2',
    );
    expect(screen.getByRole('link', { name: 'Create New Package' })).toHaveAttribute(
      'href',
      portalPaths.newPackage,
    );
  });

  it('says that it did not come, in the words for it whatever the server says', async () => {
    serveCall('get', '/api/packages', refusal(403, 'forbidden', 'No.'), [all]);
    const { user } = renderScreen(portalPaths.packages);
    expect(await screen.findByRole('alert', undefined, slowly)).toHaveTextContent('Failed to fetch packages');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Edit All-Inclusive' })).toBeVisible();
  });

  it('asks before it deletes, and takes the row away', async () => {
    const listed = serveCall('get', '/api/packages', [single, all]);
    const deleted = serveCall('delete', '/api/packages/{id}', { message: 'Package deleted successfully' });
    const asked = serveCall('get', '/api/catalogue/{kind}/{id}/dependents', dependents());
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Delete All-Inclusive' }, slowly));
    expect(await question()).toHaveAccessibleName('Are you sure you want to delete this package?');
    await answer(user, 'Cancel');
    expect(deleted).toEqual([]);
    await pressAgain(user, 'Delete All-Inclusive');
    await answer(user, 'Delete');
    await waitFor(() => expect(screen.queryByText('All-Inclusive')).not.toBeInTheDocument());
    expect(deleted.map(({ ids }) => ids.id)).toEqual(['p2']);
    expect(asked.map(({ ids }) => ids)).toEqual(Array(2).fill({ kind: 'packages', id: 'p2' }));
    expect(listed).toHaveLength(1);
  });

  it('says that the deletion failed, and leaves the row', async () => {
    serveCall('get', '/api/packages', [all]);
    serveCall('delete', '/api/packages/{id}', internal);
    serveCall('get', '/api/catalogue/{kind}/{id}/dependents', dependents());
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Delete All-Inclusive' }, slowly));
    await answer(user, 'Delete');
    expect(await screen.findByText('Failed to delete package')).toBeVisible();
    expect(screen.getByText('All-Inclusive')).toBeVisible();
  });
});

describe('the question before a deletion', () => {
  const told = async () => {
    const dialog = within(await question());
    const items = await dialog.findAllByRole('listitem');
    return items.map((item) => item.textContent);
  };

  it('tells who has the package, and offers to take it off sale instead', async () => {
    serveCall('get', '/api/packages', [single]);
    const refused = { code: 'has_candidates', message: '30 candidates have paid for this package.' };
    const has = dependents({ candidates: 39, paid: 30, refusal: refused });
    serveCall('get', '/api/catalogue/{kind}/{id}/dependents', has);
    const draft = { ...single, state: 'draft', version: 4 };
    const sent = serveCall('post', '/api/packages', { message: '', package: draft });
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Delete Single Exam Access' }, slowly));
    expect(await told()).toEqual([
      'It is on sale.',
      '39 candidates have this package; 30 of them have paid.',
    ]);
    const dialog = within(await question());
    expect(dialog.getByText(/30 candidates have paid for this package/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Delete all the same' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Archive' })).toBeVisible();
    serveCall('get', '/api/packages', [draft]);
    await answer(user, 'Take off sale');
    expect(await screen.findByText('Single Exam Access is off sale')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ _id: 'p1', state: 'draft', version: 3, collegeList: ['c1'] });
  });

  it.each([
    { change: { candidates: 1, paid: 1 }, text: '1 candidate has this package and has paid.' },
    { change: { candidates: 1, paid: 0 }, text: '1 candidate has this package but has not paid.' },
    { change: { candidates: 2, paid: 2 }, text: '2 candidates have this package; all of them have paid.' },
    { change: { candidates: 2, paid: 1 }, text: '2 candidates have this package; 1 of them has paid.' },
  ])('says: $text', async ({ change, text }) => {
    serveCall('get', '/api/packages', [{ ...single, state: 'archived' }]);
    serveCall('get', '/api/catalogue/{kind}/{id}/dependents', dependents(change));
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Delete Single Exam Access' }, slowly));
    expect(await told()).toEqual(['It is archived.', text]);
    const dialog = within(await question());
    expect(dialog.queryByRole('button', { name: 'Archive' })).not.toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Take off sale' })).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled();
  });

  it.each([
    { refusal: undefined, button: 'Delete', query: { if_unused: 'true' } },
    {
      refusal: { code: 'has_candidates', message: '30 candidates have paid.' },
      button: 'Delete all the same',
      query: {},
    },
  ])('"$button" says whether what is used is spared', async ({ refusal: lost, button, query }) => {
    serveCall('get', '/api/packages', [single]);
    serveCall('get', '/api/catalogue/{kind}/{id}/dependents', dependents({ ...(lost && { refusal: lost }) }));
    const deleted = serveCall('delete', '/api/packages/{id}', { message: '' });
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Delete Single Exam Access' }, slowly));
    await told();
    await answer(user, button);
    await waitFor(() => expect(deleted[0]?.query).toEqual(query));
  });

  it('does not delete before it is known what depends on the package', async () => {
    serveCall('get', '/api/packages', [single]);
    serveCall('get', '/api/catalogue/{kind}/{id}/dependents', internal, dependents());
    const deleted = serveCall('delete', '/api/packages/{id}', { message: '' });
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Delete Single Exam Access' }, slowly));
    const dialog = within(await question());
    expect(await dialog.findByText('Failed to find out what depends on it')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await answer(user, 'Delete');
    await waitFor(() => expect(deleted).toHaveLength(1));
  });
});

describe('the state of a package', () => {
  it('changes with one press, and back with another', async () => {
    const draft = { ...single, state: 'draft', version: 4 };
    const back = { ...single, version: 5 };
    serveCall('get', '/api/packages', [single], [draft], [back]);
    const sent = serveCall(
      'post',
      '/api/packages',
      { message: '', package: draft },
      { message: '', package: back },
    );
    const { user } = renderScreen(portalPaths.packages);
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    await user.click(
      await screen.findByRole('button', { name: 'Take off sale: Single Exam Access' }, slowly),
    );
    expect(await screen.findByText('Single Exam Access is off sale')).toBeVisible();
    expect(await screen.findByText('Off sale')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Put on sale: Single Exam Access' })).toHaveFocus();
    await press('Undo');
    expect(await screen.findByText('Single Exam Access is on sale')).toBeVisible();
    expect(screen.queryByText('Single Exam Access is off sale')).not.toBeInTheDocument();
    expect(await screen.findByText('On sale')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      expect.objectContaining({ _id: 'p1', state: 'draft', version: 3 }),
      expect.objectContaining({ _id: 'p1', state: 'on_sale', version: 4 }),
    ]);
  });

  it('says beside the button why a package cannot be put on sale', async () => {
    const message = 'Choose at least one college before it goes on sale';
    const draft = { ...single, state: 'draft', unsaleable: { field: 'collegeList', message } };
    serveCall('get', '/api/packages', [draft]);
    const archived = { ...draft, state: 'archived', version: 4 };
    const sent = serveCall('post', '/api/packages', { message: '', package: archived });
    const { user } = renderScreen(portalPaths.packages);
    const button = await screen.findByRole('button', { name: 'Put on sale: Single Exam Access' }, slowly);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(`${message}.`);
    await user.click(button);
    expect(sent).toEqual([]);
    serveCall('get', '/api/packages', [archived]);
    await user.click(screen.getByRole('button', { name: 'Archive: Single Exam Access' }));
    expect(await screen.findByText('Archived')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ state: 'archived' });
  });

  it('stays, and the reason is said, when somebody has changed the package meanwhile', async () => {
    serveCall('get', '/api/packages', [single]);
    serveCall('post', '/api/packages', staleVersion);
    const { user } = renderScreen(portalPaths.packages);
    await user.click(
      await screen.findByRole('button', { name: 'Take off sale: Single Exam Access' }, slowly),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(staleVersion.message);
    expect(screen.getByText('On sale')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});

describe('Back', () => {
  afterEach(() => {
    history.replaceState(null, '');
  });

  it.each([
    { place: 0, target: portalPaths.dashboard },
    { place: 1, target: portalPaths.packages },
  ])('leads to $target from place $place of the visit, whatever replaced it', async ({ place, target }) => {
    serveCall('get', '/api/packages', []);
    serveCall('get', '/api/colleges', []);
    const { user, address } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('link', { name: 'Colleges' }, slowly));
    await screen.findByRole('heading', { name: 'Colleges' }, slowly);
    // As the router of a browser numbers it.
    history.replaceState({ idx: place }, '');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(address()).toBe(target));
  });
});

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
    expect(await screen.findByRole('heading', { name: 'Create New Package' }, slowly)).toBeVisible();
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
    const preview = within(await screen.findByRole('region', { name: 'Preview' }, slowly));
    const note = () => screen.getByText(/on sale when|off sale\./);
    expect(note()).toHaveTextContent('It will be off sale. Give it a price of at least Rs 1');
    await user.type(field('Package Name'), 'Two Exams');
    await user.type(field('Description'), 'Any two.');
    await user.type(field('Price'), '749.5');
    expect(preview.getByText('Two Exams', { selector: 'h3' })).toBeVisible();
    expect(preview.getByText('Any two.')).toBeVisible();
    expect(preview.getByText('Rs 749.50')).toBeVisible();
    expect(preview.getByText('One course of one college')).toBeVisible();
    expect(note()).toHaveTextContent('It will be off sale. Choose at least one college');
    await user.click(screen.getByLabelText('Allow access to all colleges'));
    expect(preview.getByText('Every course of every college')).toBeVisible();
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
    await user.click(await screen.findByLabelText('Periyar Institute', undefined, slowly));
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
    expect(await screen.findByRole('heading', { name: 'Edit Package' }, slowly)).toBeVisible();
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
    await user.click(await screen.findByRole('button', { name: 'Create Package' }, slowly));
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
      internal,
      refusal(422, 'invalid_field', 'This is too long.', 'description'),
    );
    const { user, address } = renderScreen(portalPaths.newPackage);
    await user.type(await screen.findByLabelText(/^Package Name/, undefined, slowly), 'Typed');
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
    await user.click(await screen.findByLabelText('Vembanad College', undefined, slowly));
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
    await user.click(await screen.findByRole('button', { name: 'Update Package' }, slowly));
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
    await user.type(await screen.findByLabelText(/^Package Name/, undefined, slowly), ' mine');
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
    await user.type(await screen.findByLabelText(/^Package Name/, undefined, slowly), ' mine');
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
    await user.type(await screen.findByLabelText(/^Package Name/, undefined, slowly), 'Typed');
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
      expect(await screen.findByRole('alert', undefined, slowly)).toHaveTextContent(text);
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByLabelText(/^Package Name/)).toHaveValue('Single Exam Access');
    },
  );
});

it('a package that does not exist is called so, with a link to the others', async () => {
  serveCall('get', '/api/packages/{id}', refusal(404, 'not_found', 'There is no such package.'));
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
