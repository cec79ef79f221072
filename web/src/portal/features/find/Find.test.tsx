import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { SWRConfig } from 'swr';
import { describe, expect, it } from 'vitest';
import { refusal, serveCall } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Frame } from '@/portal/kit/ui/Frame';
import { customers, row } from '@/portal/testing/records';
import { Find } from './Find';
import type { Place } from './places';

const screens: readonly Place[] = [
  { kind: 'Screen', to: portalPaths.dashboard, label: 'Dashboard' },
  { kind: 'Screen', to: portalPaths.streams, label: 'Stream Management', words: 'exams courses' },
  { kind: 'Screen', to: portalPaths.exports, label: 'Exports' },
  { kind: 'Action', to: portalPaths.newMessage, label: 'Write a message', words: 'mail' },
];

function open(places: readonly Place[] = []) {
  let address = '';
  function Watch() {
    const { pathname, search } = useLocation();
    address = pathname + search;
    return null;
  }
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={['/dashboard']}>
        <Frame>
          <Find places={places} />
        </Frame>
        <Watch />
      </MemoryRouter>
    </SWRConfig>,
  );
  return { user: userEvent.setup({ delay: null }), address: () => address };
}

const found = (...names: string[]) => ({
  ...customers(names.length),
  data: names.map((name, index) => ({ ...row(index + 1), name })),
  search: { cut: false, elsewhere: [] },
});

it('opens with Ctrl-K, finds in every status as one types, and opens who is chosen by Enter', async () => {
  const asked = serveCall('get', '/api/customers', found('Asha Nair', 'Binu Nair'));
  const { user, address } = open();
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  await user.type(field, 'nair');
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  expect(asked.at(-1)?.query).toEqual({ search: 'nair', limit: '8' });
  expect(screen.getByRole('option', { name: /Asha Nair/ })).toHaveAttribute('aria-selected', 'true');
  await waitFor(() => expect(screen.getByText('2 shown. Arrow keys choose, Enter opens.')).toBeVisible());
  await user.keyboard('{ArrowDown}{Enter}');
  expect(address()).toBe(portalPaths.customer('cust-2'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it.each([
  ['a layout of India', { key: 'क', code: 'KeyK' }, true],
  ['Dvorak, where that place is another letter', { key: 't', code: 'KeyK' }, false],
  ['Dvorak, by its letter', { key: 'k', code: 'KeyV' }, true],
])('opens with Ctrl and the key K in %s: %s', (_, key, isOpen) => {
  open();
  // Nobody else's shortcut is taken away.
  expect(fireEvent.keyDown(window, { ...key, ctrlKey: true })).toBe(!isOpen);
});

it('leaves to an input method the keys that choose a word', async () => {
  serveCall('get', '/api/customers', found('Asha Nair', 'Binu Nair'));
  const { user, address } = open();
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  await user.type(field, 'nair');
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  await waitFor(() => expect(screen.getByText('2 shown. Arrow keys choose, Enter opens.')).toBeVisible());
  fireEvent.keyDown(field, { key: 'ArrowDown', isComposing: true });
  expect(screen.getByRole('option', { name: /Asha Nair/ })).toHaveAttribute('aria-selected', 'true');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(address()).toBe('/dashboard');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(address()).toBe(portalPaths.customer('cust-1'));
});

describe('Enter before the answer', () => {
  it('opens the best match of that text once it is there', async () => {
    const asked = serveCall('get', '/api/customers', found('Asha Nair', 'Binu Nair'));
    const { user, address } = open();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'nair{Enter}');
    expect(address()).toBe('/dashboard');
    await waitFor(() => expect(address()).toBe(portalPaths.customer('cust-1')));
    expect(asked).toHaveLength(1);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is forgotten when the text is another, or nobody is found', async () => {
    serveCall('get', '/api/customers', found(), found('Asha Nair'));
    const { user, address } = open();
    await user.click(screen.getByRole('button', { name: /^Find/ }));
    const field = await screen.findByRole('combobox');
    await user.type(field, 'nobody{Enter}');
    expect(await screen.findByText('Nobody and nothing was found.')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'na{Enter}ir');
    expect(await screen.findAllByRole('option')).toHaveLength(1);
    expect(address()).toBe('/dashboard');
  });
});

it('leads to the list with every status', async () => {
  serveCall('get', '/api/customers', found('Asha Nair'));
  const { user, address } = open();
  await user.click(screen.getByRole('button', { name: /^Find/ }));
  expect(screen.getByRole('button', { name: 'Show all in the list' })).toBeDisabled();
  await user.type(await screen.findByRole('combobox'), 'as na');
  await screen.findAllByRole('option');
  await user.click(screen.getByRole('button', { name: 'Show all in the list' }));
  expect(address()).toBe(`${portalPaths.customers}?search=as+na&status=all`);
});

it('asks nothing for one letter, and says when nobody is found or the search fails', async () => {
  const asked = serveCall('get', '/api/customers', found(), refusal(500, 'internal_error', ''));
  const { user } = open();
  await user.click(screen.getByRole('button', { name: /^Find/ }));
  const field = await screen.findByRole('combobox');
  await user.type(field, 'n');
  expect(screen.getByText(/^Type at least two letters/)).toBeVisible();
  await user.type(field, 'obody');
  expect(await screen.findByText('Nobody and nothing was found.')).toBeVisible();
  expect(asked).toHaveLength(1);
  await user.type(field, 'x');
  expect(await screen.findByText('The search failed. Please try again.')).toBeVisible();
  expect(screen.getByText('test')).toBeVisible();
});

it('opens nobody who was found by the letters before where the search fails', async () => {
  serveCall('get', '/api/customers', found('Asha Nair'), refusal(500, 'internal_error', ''));
  const { user, address } = open();
  await user.click(screen.getByRole('button', { name: /^Find/ }));
  const field = await screen.findByRole('combobox');
  await user.type(field, 'na');
  expect(await screen.findByRole('option', { name: /Asha Nair/ })).toBeVisible();
  await user.type(field, 'ir');
  expect(await screen.findByText('The search failed. Please try again.')).toBeVisible();
  expect(screen.queryByRole('option')).toBeNull();
  await user.keyboard('{Enter}');
  expect(address()).toBe('/dashboard');
});

it('opens who is found by other letters, also where the same people are', async () => {
  serveCall('get', '/api/customers', found('Asha Nair'));
  const { user, address } = open();
  await user.click(screen.getByRole('button', { name: /^Find/ }));
  const field = await screen.findByRole('combobox');
  await user.type(field, 'na');
  expect(await screen.findByRole('option', { name: /Asha Nair/ })).toBeVisible();
  await user.type(field, 'ir{Enter}');
  await waitFor(() => expect(address()).toBe(portalPaths.customer('cust-1')));
});

describe('screens and actions', () => {
  it('are all there before anything is typed, and open by keyboard', async () => {
    const { user, address } = open(screens);
    await user.keyboard('{Meta>}k{/Meta}');
    await user.click(await screen.findByRole('combobox'));
    const group = screen.getByRole('group', { name: 'Screens and actions' });
    expect(
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['DashboardScreen', 'Stream ManagementScreen', 'ExportsScreen', 'Write a messageAction']);
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('combobox')).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { name: /Write a message/ }).id,
    );
    await user.keyboard('{Enter}');
    expect(address()).toBe(portalPaths.newMessage);
  });

  it('are found by words that they do not have in their names, and are opened where nobody is found', async () => {
    serveCall('get', '/api/customers', found());
    const { user, address } = open(screens);
    await user.click(screen.getByRole('button', { name: /^Find/ }));
    await user.type(await screen.findByRole('combobox'), 'Cóurs{Enter}');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Stream ManagementScreen',
    ]);
    await waitFor(() => expect(address()).toBe(portalPaths.streams));
  });

  it('give way to a candidate, unless all of the name is typed', async () => {
    serveCall('get', '/api/customers', found('Nikhil Das'));
    const { user, address } = open(screens);
    await user.click(screen.getByRole('button', { name: /^Find/ }));
    const field = await screen.findByRole('combobox');
    await user.type(field, 'das');
    expect(await screen.findByRole('option', { name: /Nikhil Das/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(screen.getByRole('option', { name: /Dashboard/ })).toHaveAttribute('aria-selected', 'false');
    await user.type(field, 'hboard');
    expect(screen.getByRole('option', { name: /Dashboard/ })).toHaveAttribute('aria-selected', 'true');
    expect(address()).toBe('/dashboard');
    await user.clear(field);
    await user.type(field, 'exports{Enter}');
    expect(address()).toBe(portalPaths.exports);
  });
});

it('keeps the letters that are typed while it is still being fetched', async () => {
  serveCall('get', '/api/customers', found('Asha Nair'));
  open();
  // Without a pause in which it could arrive.
  for (const key of ['k', 'n', 'a', 'i', 'r'])
    fireEvent.keyDown(document.body, { key, ctrlKey: key === 'k' });
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue('nair'));
});
