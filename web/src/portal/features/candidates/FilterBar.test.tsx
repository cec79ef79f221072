import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { open, serveExams } from '@/portal/testing/candidateList';
import { customers } from '@/portal/testing/records';

beforeEach(() => {
  serveExams();
});

const options = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => [value, text]);

describe('the filters', () => {
  it('offer what the customer asked for', async () => {
    serveCall('get', '/api/customers', customers(1));
    await open();
    expect(options('Payment Mode')).toEqual([
      ['', 'All'],
      ['online', 'Online'],
      ['card', 'Card'],
      ['upi', 'UPI'],
      ['cash', 'Cash'],
    ]);
    await waitFor(() =>
      expect(options('Course Category')).toEqual([
        ['', 'All'],
        ['allColleges', 'All courses (all-inclusive)'],
        ['e1', 'B.Tech'],
        ['e2', 'BBA'],
      ]),
    );
    expect(screen.getByLabelText('Payment Status')).toHaveValue('PAID');
    expect(options('Payment Status')).toContainEqual(['ACTIVE', 'PENDING']);
  });

  it('mix, and begin at the first page', async () => {
    const asked = serveCall('get', '/api/customers', customers(25, 2), customers(3));
    const { user } = await open('?page=2&cursor=after-1');
    await user.selectOptions(screen.getByLabelText('Payment Mode'), 'UPI');
    await user.selectOptions(screen.getByLabelText('Payment Status'), 'All');
    await waitFor(() => {
      expect(asked.at(-1)?.query).toEqual({ page: '1', limit: '10', payment_mode: 'upi' });
    });
  });

  it('are as the address says', async () => {
    const asked = serveCall('get', '/api/customers', customers(1));
    await open('?status=all&payment_mode=cash&course_category=e2&email=asha');
    expect(asked[0]?.query).toEqual({
      page: '1',
      limit: '10',
      payment_mode: 'cash',
      course_category: 'e2',
      email: 'asha',
    });
    expect(screen.getByLabelText('Search by Email')).toHaveValue('asha');
    await waitFor(() => expect(screen.getByLabelText('Course Category')).toHaveDisplayValue('BBA'));
  });

  it('wait half a second for the e-mail to be typed', async () => {
    const advance = controlTime();
    const asked = serveCall('get', '/api/customers', customers(25));
    const { user } = await open();
    await user.type(screen.getByLabelText('Search by Email'), 'as');
    await advance(300);
    await user.type(screen.getByLabelText('Search by Email'), 'ha ');
    await advance(300);
    expect(asked).toHaveLength(1);
    await advance(300);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.query).toMatchObject({ email: 'asha' });
    expect(screen.getByLabelText('Search by Email')).toHaveValue('asha ');
  });

  it('find anybody, and offer what another status hides', async () => {
    const none = { ...customers(0), search: { cut: false, elsewhere: [{ status: 'FAILED', count: 1 }] } };
    const asked = serveCall('get', '/api/customers', customers(1), none, {
      ...customers(1),
      search: none.search,
    });
    const { user, address } = await open();
    await user.type(screen.getByLabelText('Find Anybody'), ' nair ');
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ search: 'nair', status: 'PAID' }));
    expect(await screen.findByText('No customers match these filters.')).toBeVisible();
    expect(screen.getByText(/^1 match with status FAILED/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'show status FAILED' }));
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ search: 'nair', status: 'FAILED' }));
    expect(await screen.findByText('Student 1')).toBeVisible();
    expect(address()).toBe(portalPaths.customers);
  });

  it('say that more match than are shown, and how many of each status', async () => {
    const elsewhere = [
      { status: 'ACTIVE', count: 2 },
      { status: 'PAID', count: 70 },
    ];
    serveCall('get', '/api/customers', { ...customers(28), search: { cut: true, elsewhere } });
    await open('?search=na&status=FAILED');
    expect(screen.getByLabelText('Find Anybody')).toHaveValue('na');
    expect(screen.getByText('More than 100 match. Type more to see the right ones.')).toBeVisible();
    expect(screen.getByText(/^2 matches with status PENDING/)).toBeVisible();
    expect(screen.getByText(/^70 matches with status PAID/)).toBeVisible();
  });

  it('take no longer address than the server asks for', async () => {
    const asked = serveCall('get', '/api/customers', customers(0));
    const { user } = await open();
    await user.type(screen.getByLabelText('Search by Email'), 'a'.repeat(101));
    await waitFor(() => expect(asked.at(-1)?.query.email).toBe('a'.repeat(100)));
  });

  it('add up where one follows another before the address has changed', async () => {
    const asked = serveCall('get', '/api/customers', customers(1));
    await open('?status=CREATED&payment_mode=cash');
    // In one scope, nothing is rendered in between, as on a slow phone.
    act(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Reset Filters' }));
      fireEvent.change(screen.getByLabelText('Payment Status'), { target: { value: '' } });
    });
    await waitFor(() => expect(asked.at(-1)?.query).toEqual({ page: '1', limit: '10' }));
  });

  it('are as at first after Reset Filters', async () => {
    const asked = serveCall('get', '/api/customers', customers(1));
    const { user } = await open('?status=all&payment_mode=cash&email=asha');
    await user.type(screen.getByLabelText('Search by Email'), 'x');
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
    await waitFor(() => expect(asked.at(-1)?.query).toEqual({ page: '1', limit: '10', status: 'PAID' }));
    expect(screen.getByLabelText('Search by Email')).toHaveValue('');
    expect(screen.getByLabelText('Payment Mode')).toHaveValue('');
  });
});
