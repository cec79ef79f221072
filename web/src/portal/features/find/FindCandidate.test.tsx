import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { SWRConfig } from 'swr';
import { describe, expect, it } from 'vitest';
import { refusal, serveCall } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { Frame } from '@/portal/kit/ui/Frame';
import { customers, row } from '@/portal/testing/records';
import { FindCandidate } from './FindCandidate';

function open() {
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
          <FindCandidate />
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
    expect(await screen.findByText('Nobody was found.')).toBeVisible();
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
  expect(await screen.findByText('Nobody was found.')).toBeVisible();
  expect(asked).toHaveLength(1);
  await user.type(field, 'x');
  expect(await screen.findByText('The search failed. Please try again.')).toBeVisible();
});
