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

  it('keep the further ones closed until they are wanted, and in the address', async () => {
    serveCall('get', '/api/packages', [{ _id: 'pkg-all', name: 'All-Inclusive' }] as never);
    const asked = serveCall('get', '/api/customers', customers(1));
    const { user } = await open();
    expect(screen.queryByLabelText('Package')).toBeNull();
    const more = screen.getByRole('button', { name: 'More filters' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    await user.click(more);
    await user.selectOptions(screen.getByLabelText('Package'), await screen.findByText('All-Inclusive'));
    await user.selectOptions(screen.getByLabelText('Exam Preference'), 'Online');
    fireEvent.change(screen.getByLabelText('Registered from'), { target: { value: '2025-05-20' } });
    fireEvent.change(screen.getByLabelText('Registered to'), { target: { value: '2025-05-31' } });
    const further = { package: 'pkg-all', exam_preference: 'Online', from: '2025-05-20', to: '2025-05-31' };
    await waitFor(() =>
      expect(asked.at(-1)?.query).toEqual({ page: '1', limit: '10', status: 'PAID', ...further }),
    );
    expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
      'href',
      `${portalPaths.exports}?${new URLSearchParams({ status: 'PAID', ...further }).toString()}`,
    );
    await user.click(screen.getByRole('button', { name: 'More filters (4)' }));
    expect(screen.queryByLabelText('Package')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
    await waitFor(() => expect(asked.at(-1)?.query).toEqual({ page: '1', limit: '10', status: 'PAID' }));
  });

  it('show the further ones that the address has', async () => {
    serveCall('get', '/api/packages', []);
    serveCall('get', '/api/customers', customers(1));
    await open('?package=pkg-old&to=2025-05-31');
    expect(screen.getByLabelText('Package')).toHaveValue('pkg-old');
    expect(screen.getByLabelText('Registered to')).toHaveValue('2025-05-31');
    expect(screen.getByLabelText('Registered from')).toHaveAttribute('max', '2025-05-31');
  });

  it('take a day when its year is typed, and one that cannot be is said at its field', async () => {
    serveCall('get', '/api/packages', []);
    const advance = controlTime();
    const asked = serveCall('get', '/api/customers', customers(1));
    const { user } = await open('?to=2025-05-31');
    const from = screen.getByLabelText('Registered from');
    const to = screen.getByLabelText('Registered to');
    const set = (field: HTMLElement, value: string) => {
      fireEvent.change(field, { target: { value } });
    };
    for (const year of ['0002', '0020', '0202']) {
      set(from, `${year}-05-20`);
      expect(from).toHaveValue(`${year}-05-20`);
      await advance(300);
    }
    expect(screen.queryByText(/^There is nothing before/)).toBeNull();
    await advance(300);
    expect(from).toHaveAccessibleDescription('There is nothing before 01/01/2025.');
    set(from, '2025-06-01');
    expect(from).not.toHaveAccessibleDescription();
    await advance(600);
    expect(to).toHaveAccessibleDescription('The last day is before the first.');
    expect(asked).toHaveLength(1);
    set(to, '2025-06-02');
    await advance(600);
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ from: '2025-06-01', to: '2025-06-02' }));
    expect(asked).toHaveLength(2);
    set(to, '0001-06-02');
    await advance(600);
    expect(to).toHaveAccessibleDescription(/^There is nothing before/);
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
    await waitFor(() => expect(asked.at(-1)?.query).toEqual({ page: '1', limit: '10', status: 'PAID' }));
    expect(screen.getByLabelText('Registered to')).toHaveValue('');
  });

  it('say where the server ended early, and go on from there', async () => {
    serveCall('get', '/api/packages', []);
    const page = (change: object, shown = 0) => {
      const { data, pagination } = customers(shown);
      return { data, pagination: { ...pagination, total: 9000, ...change } };
    };
    const asked = serveCall(
      'get',
      '/api/customers',
      page({ filtered: 0, cut: true, before: 0, next: 'n2.a' }),
      page({ page: 2, filtered: 3, cut: true, before: 0, next: 'n3.b', previous: 'u2.a' }, 3),
      page({ page: 3, filtered: 5, before: 3, previous: 'u2.b' }, 2),
      page({ page: 2, filtered: 5, before: 3, next: 'f3.b', previous: 'p2.c' }),
      page({ page: 2, filtered: 5, before: 0, next: 'f3.c', previous: 'p2.d' }, 3),
      page({ page: 1, filtered: 5, before: 0, next: 'f2.d' }),
    );
    const { user } = await open('?exam_preference=Online');
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    expect(screen.getByText(/^Nobody so far matches these filters\. Press Next to/)).toBeVisible();
    expect(screen.getByText('Showing 0 to 0 of 0 or more customers')).toBeVisible();
    await press('Next');
    expect(await screen.findByText('Showing 1 to 3 of 3 or more customers')).toBeVisible();
    expect(screen.getByText(/^There may be more\. Press Next or Previous/)).toBeVisible();
    await press('Next');
    expect(await screen.findByText('Showing 4 to 5 of 5 customers')).toBeVisible();
    expect(asked.at(-1)?.query).toMatchObject({ cursor: 'n3.b', page: '3' });
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    expect(screen.queryByText(/^There may be more/)).toBeNull();
    await press('Previous');
    expect(await screen.findByText(/^Nobody in this part of the list matches/)).toBeVisible();
    await press('Previous');
    expect(await screen.findByText('Showing 1 to 3 of 5 customers')).toBeVisible();
    await press('Previous');
    expect(await screen.findByText(/^Nobody so far matches these filters\. Press Next to/)).toBeVisible();
    // Which page is the first the server says: until then there is a way back.
    expect(asked.slice(-3).map(({ query }) => [query.page, query.cursor])).toEqual([
      ['2', 'u2.b'],
      ['2', 'p2.c'],
      ['2', 'p2.d'],
    ]);
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  });

  it('say that the rest of the list has nobody either', async () => {
    serveCall('get', '/api/packages', []);
    const { pagination } = customers(0);
    const end = { page: 2, filtered: 3, before: 3, previous: 'u2.a' };
    serveCall('get', '/api/customers', { ...customers(0), pagination: { ...pagination, ...end } });
    await open('?exam_preference=Online&page=2&cursor=n2.a');
    expect(screen.getByText('Nobody in the rest of the list matches these filters.')).toBeVisible();
  });
});
