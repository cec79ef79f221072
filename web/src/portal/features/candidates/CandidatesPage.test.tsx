import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { customers, file, payment, row } from '@/portal/testing/records';
import { renderScreen } from '@/portal/testing/renderScreen';

const exam = (_id: string, examName: string) => ({ _id, examName, examId: 's', date: '2025-05-31' });

beforeEach(() => {
  serveCall('get', '/api/exam-details', [exam('e2', 'BBA'), exam('e1', 'B.Tech')] as never);
});

const options = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => [value, text]);
const open = async (query = '') => {
  const view = renderScreen(portalPaths.customers + query);
  await screen.findByText(/^Showing/);
  return view;
};

describe('the list', () => {
  it('says by which reference a failure of the server is found', async () => {
    serveCall('get', '/api/customers', refusal(500, 'internal_error', 'Something went wrong.'));
    renderScreen(portalPaths.customers);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Something went wrong\.Reference: testTry again$/);
  });

  it('has a button for each status of the day with its count, which filters by it', async () => {
    const statuses = [
      { status: 'PAID', count: 1204 },
      { status: 'ACTIVE', count: 31 },
      { status: 'EXPIRED', count: 2 },
    ];
    const asked = serveCall('get', '/api/customers', { ...customers(1), statuses });
    const { user } = await open();
    const chips = within(screen.getByRole('group', { name: 'By status' })).getAllByRole('button');
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'PAID1,204',
      'CREATED0',
      'PENDING31',
      'FAILED0',
      'All1,237',
    ]);
    expect(chips.map((chip) => chip.getAttribute('aria-pressed'))).toEqual([
      'true',
      ...Array(4).fill('false'),
    ]);
    await user.click(screen.getByRole('button', { name: /^PENDING/ }));
    await waitFor(() => expect(asked.at(-1)?.query.status).toBe('ACTIVE'));
    expect(screen.getByLabelText('Payment Status')).toHaveValue('ACTIVE');
  });

  it('has a column for each member of a row, or leaves it out by name', async () => {
    const columnOf: Record<keyof ReturnType<typeof row>, string | null> = {
      customer_id: 'ID',
      name: 'Full Name',
      email: 'Email',
      phone: 'Phone',
      examName: 'Course',
      packageName: 'Course',
      type: 'Course',
      course_category: null,
      collegeName: null,
      created_at: 'Date',
      payment_mode: 'Payment Mode',
      order_amount: null,
      status: 'Status',
      validity: 'Status',
    };
    serveCall('get', '/api/customers', customers(1));
    await open();
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const shown = Object.values(columnOf).filter((header) => header !== null);
    expect(new Set([...shown, 'Action'])).toEqual(new Set(headers));
  });

  it('has the customer’s columns and the status, and shows who has paid', async () => {
    const asked = serveCall('get', '/api/customers', customers(12));
    await open();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID',
      'Full Name',
      'Email',
      'Phone',
      'Course',
      'Date',
      'Payment Mode',
      'Status',
      'Action',
    ]);
    expect(asked[0]?.query).toEqual({ page: '1', limit: '10', status: 'PAID' });
    expect(screen.getByText('Showing 1 to 10 of 12 customers')).toBeVisible();
    for (const name of ['cust-1', 'View Student 1']) {
      expect(screen.getByRole('link', { name })).toHaveAttribute(
        'href',
        '/dashboard/customersdetails/cust-1',
      );
    }
    expect(screen.getByRole('link', { name: 'Register Candidate' })).toHaveAttribute(
      'href',
      '/dashboard/customers-new',
    );
  });

  it('goes on and back by the server’s cursors, and ends at the last page', async () => {
    const asked = serveCall(
      'get',
      '/api/customers',
      customers(25),
      customers(25, 2),
      customers(25, 3),
      customers(25, 2),
    );
    const { user } = await open();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 11 to 20 of 25 customers');
    expect(asked[1]?.query).toMatchObject({ page: '2', cursor: 'after-1' });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 21 to 25 of 25 customers');
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await waitFor(() => expect(asked[3]?.query).toMatchObject({ page: '2', cursor: 'before-3' }));
  });

  it('keeps a page in sight while the next is on its way', async () => {
    serveCall('get', '/api/customers', customers(25), new Promise<never>(() => undefined));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByRole('link', { name: 'cust-1' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  it.each([
    [customers(0), 'No customers match these filters.'],
    [{ ...customers(0), pagination: { ...customers(0).pagination, total: 0 } }, 'Nobody has registered yet.'],
    [customers(5, 2), 'There is nobody on this page any more.'],
  ])('says why it is empty', async (page, words) => {
    serveCall('get', '/api/customers', page);
    await open(page.pagination.page > 1 ? '?page=2' : '');
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  it('says that it failed, and tries again when asked', async () => {
    serveCall('get', '/api/customers', refusal(422, 'invalid_field', 'No such status'), customers(1));
    const { user } = renderScreen(`${portalPaths.customers}?status=ODD`);
    expect(await screen.findByRole('alert')).toHaveTextContent('No such status');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Showing 1 to 1 of 1 customers')).toBeVisible();
  });

  it('names the course, or that it is all of them', async () => {
    serveCall('get', '/api/customers', {
      ...customers(2),
      data: [row(1), { ...row(2), type: 'specificCollege', examName: 'BBA' }],
    });
    await open();
    expect(screen.getByRole('cell', { name: 'All courses' })).toBeVisible();
    expect(screen.getByRole('cell', { name: 'BBA' })).toBeVisible();
  });
});

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
    await user.click(screen.getByRole('button', { name: 'show' }));
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

describe('a name of 100 letters', () => {
  it('is shortened, and whole at the press of a key', async () => {
    const long = 'A'.repeat(100);
    const list = customers(1);
    serveCall('get', '/api/customers', { ...list, data: [{ ...row(1), name: long }] });
    const { user } = await open();
    const name = screen.getByRole('button', { name: long, expanded: false });
    expect(name).toHaveAttribute('title', long);
    name.focus();
    await user.keyboard('{Enter}');
    expect(name).toHaveAttribute('aria-expanded', 'true');
  });

  it('costs an ordinary name nothing', async () => {
    serveCall('get', '/api/customers', customers(1));
    await open();
    expect(screen.queryByRole('button', { name: 'Student 1' })).not.toBeInTheDocument();
  });
});

describe('an e-mail address', () => {
  const openWith = async (email: string) => {
    const list = customers(1);
    serveCall('get', '/api/customers', { ...list, data: [{ ...row(1), email }] });
    return open();
  };

  it('goes on in the next line where its parts meet', async () => {
    await openWith('asha.nair@example.com');
    const address = screen.getByText('asha.nair@example.com');
    expect(address.innerHTML).toBe('asha.<wbr>nair@<wbr>example.com');
  });

  it('breaks in its domain where that is too long for a line', async () => {
    await openWith('asha@students.college-of-arts.ac.in');
    const address = screen.getByText('asha@students.college-of-arts.ac.in');
    expect(address.innerHTML).toBe('asha@<wbr>students.<wbr>college-<wbr>of-<wbr>arts.<wbr>ac.<wbr>in');
  });

  it('of more than two lines is shortened, and whole at the press of a key', async () => {
    const long = `${'a'.repeat(30)}.${'b'.repeat(30)}@example.com`;
    const { user } = await openWith(long);
    const address = screen.getByRole('button', { name: long, expanded: false });
    expect(address.querySelector('wbr')).toBeNull();
    address.focus();
    await user.keyboard('{Enter}');
    expect(address).toHaveAttribute('aria-expanded', 'true');
    expect(address.querySelector('wbr')).not.toBeNull();
  });
});

describe('Back to List', () => {
  it('leads to the page and the filters that one came from', async () => {
    serveCall('get', '/api/customers', customers(25));
    serveCall('get', '/api/customers/{customerId}', file(payment()));
    const query = '?payment_mode=upi&status=FAILED&page=2&cursor=c2';
    const { user } = await open(query);
    await user.click(screen.getAllByRole('link', { name: /^View / })[0] as HTMLElement);
    const back = await screen.findByRole('link', { name: 'Back to List' }, { timeout: 15_000 });
    expect(back).toHaveAttribute('href', portalPaths.customers + query);
  });
});
