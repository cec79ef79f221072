import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { lostAnswer, refusal, serveCall, staleVersion } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { all, single } from '@/portal/testing/packages';
import { dependents } from '@/portal/testing/records';
import { answer, pressAgain, question, renderScreen } from '@/portal/testing/renderScreen';

const internal = refusal(500, 'internal', 'Something went wrong.');

describe('the list', () => {
  it('shows what can be bought, under the bar of the package manager', async () => {
    serveCall('get', '/api/packages', [single, all]);
    renderScreen(portalPaths.packageManager);
    const table = await screen.findByRole('table', { name: 'Packages' });
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
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch packages');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Edit All-Inclusive' })).toBeVisible();
  });

  it('asks before it deletes, and takes the row away', async () => {
    const listed = serveCall('get', '/api/packages', [single, all]);
    const deleted = serveCall('delete', '/api/packages/{id}', { message: 'Package deleted successfully' });
    const asked = serveCall('get', '/api/catalogue/{kind}/{id}/dependents', dependents());
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Delete All-Inclusive' }));
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
    serveCall('delete', '/api/packages/{id}', refusal(503, 'busy', 'Try again.'));
    serveCall('get', '/api/catalogue/{kind}/{id}/dependents', dependents());
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Delete All-Inclusive' }));
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
    await user.click(await screen.findByRole('button', { name: 'Delete Single Exam Access' }));
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
    await user.click(await screen.findByRole('button', { name: 'Delete Single Exam Access' }));
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
    await user.click(await screen.findByRole('button', { name: 'Delete Single Exam Access' }));
    await told();
    await answer(user, button);
    await waitFor(() => expect(deleted[0]?.query).toEqual(query));
  });

  it('does not delete while it is looked up what depends on the package', async () => {
    serveCall('get', '/api/packages', [single]);
    serveCall('get', '/api/catalogue/{kind}/{id}/dependents', new Promise<never>(() => undefined));
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Delete Single Exam Access' }));
    const dialog = within(await question());
    expect(await dialog.findByText('Loading...')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  });

  it('looks again when asked where that could not be looked up', async () => {
    serveCall('get', '/api/packages', [single]);
    serveCall('get', '/api/catalogue/{kind}/{id}/dependents', internal, dependents());
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Delete Single Exam Access' }));
    const dialog = within(await question());
    await user.click(await dialog.findByRole('button', { name: 'Try again' }));
    expect(await told()).toEqual(['It is on sale.']);
  });

  it('deletes what nobody needs also where that could not be looked up, and gives the reason of a refusal', async () => {
    serveCall('get', '/api/packages', [single]);
    serveCall('get', '/api/catalogue/{kind}/{id}/dependents', internal);
    const paid = refusal(409, 'has_candidates', '30 candidates have paid for this package.');
    const deleted = serveCall('delete', '/api/packages/{id}', paid, { message: '' });
    const { user } = renderScreen(portalPaths.packages);
    const press = async () => {
      await user.click(await screen.findByRole('button', { name: 'Delete Single Exam Access' }));
      const dialog = within(await question());
      expect(await dialog.findByText(/^It could not be looked up what depends on it/)).toBeVisible();
      await answer(user, 'Delete');
    };
    await press();
    expect(
      await screen.findByText('Failed to delete package: 30 candidates have paid for this package.'),
    ).toBeVisible();
    await press();
    await waitFor(() => expect(screen.queryByText('Single Exam Access')).not.toBeInTheDocument());
    expect(deleted.map(({ query }) => query)).toEqual(Array(2).fill({ if_unused: 'true' }));
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
    await user.click(await screen.findByRole('button', { name: 'Take off sale: Single Exam Access' }));
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

  it('is shown as it is after a lost answer, and nobody is led to the opposite', async () => {
    serveCall('get', '/api/packages', [single], [{ ...single, state: 'draft', version: 4 }]);
    serveCall('post', '/api/packages', lostAnswer);
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Take off sale: Single Exam Access' }));
    const words = await screen.findByText(/it is not known whether this was done/);
    expect(words).toHaveTextContent('Look at what the page says before you press anything again.');
    expect(await screen.findByText('Off sale')).toBeVisible();
  });

  it('says beside the button why a package cannot be put on sale', async () => {
    const message = 'Choose at least one college before it goes on sale';
    const draft = { ...single, state: 'draft', unsaleable: { field: 'collegeList', message } };
    serveCall('get', '/api/packages', [draft]);
    const archived = { ...draft, state: 'archived', version: 4 };
    const sent = serveCall('post', '/api/packages', { message: '', package: archived });
    const { user } = renderScreen(portalPaths.packages);
    const button = await screen.findByRole('button', { name: 'Put on sale: Single Exam Access' });
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
    const now = { ...single, version: 7 };
    serveCall('get', '/api/packages', [single], [now]);
    const sent = serveCall('post', '/api/packages', staleVersion, {
      message: '',
      package: { ...now, state: 'draft', version: 8 },
    });
    const { user } = renderScreen(portalPaths.packages);
    await user.click(await screen.findByRole('button', { name: 'Take off sale: Single Exam Access' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('You see it as it is now');
    expect(screen.getByText('On sale')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Take off sale: Single Exam Access' }));
    expect(await screen.findByText('Single Exam Access is off sale')).toBeVisible();
    expect(sent[1]?.body).toMatchObject({ version: 7 });
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
    await user.click(await screen.findByRole('link', { name: 'Colleges' }));
    await screen.findByRole('heading', { name: 'Colleges' });
    // As the router of a browser numbers it.
    history.replaceState({ idx: place }, '');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(address()).toBe(target));
  });
});
