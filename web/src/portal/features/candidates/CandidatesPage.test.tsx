import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { open, serveExams } from '@/portal/testing/candidateList';
import { customers, file, payment, row } from '@/portal/testing/records';
import { renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';

beforeEach(() => {
  serveExams();
});

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
      { status: 'WITHDRAWN', count: 4 },
      { status: 'REFUNDED', count: 7 },
    ];
    const asked = serveCall('get', '/api/customers', { ...customers(1), statuses });
    const { user } = await open();
    const chips = within(screen.getByRole('group', { name: 'By status' })).getAllByRole('button');
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'PAID1,204',
      'CREATED0',
      'PENDING31',
      'FAILED0',
      'EXPIRED2',
      'UNKNOWN0',
      'WITHDRAWN4',
      'REFUNDED7',
      'All1,237',
    ]);
    expect(chips.map((chip) => chip.getAttribute('aria-pressed'))).toEqual([
      'true',
      ...Array(8).fill('false'),
    ]);
    await user.click(screen.getByRole('button', { name: /^PENDING/ }));
    await waitFor(() => expect(asked.at(-1)?.query.status).toBe('ACTIVE'));
    expect(screen.getByLabelText('Payment Status')).toHaveValue('ACTIVE');
  });

  it('leads to a message to whom it lists, while its filters or its rows can say who that is', async () => {
    serveCall('get', '/api/customers', customers(40), customers(12), customers(2));
    const { user } = await open();
    const link = () => screen.queryByRole('link', { name: 'Message' })?.getAttribute('href');
    expect(link()).toBe('/dashboard/messages/new?status=PAID');
    await user.type(screen.getByLabelText('Find Anybody'), 'stu');
    await waitFor(() => expect(screen.getByText(/of 12 customers/)).toBeVisible());
    for (const name of ['Bulk action', 'Message']) {
      const button = screen.getByRole('button', { name });
      expect(button).toHaveAttribute('aria-disabled', 'true');
      expect(button).toHaveAccessibleDescription(/^More customers match .* narrow it down/);
    }
    await user.type(screen.getByLabelText('Find Anybody'), 'dent');
    await waitFor(() => expect(link()).toBe('/dashboard/messages/new?candidate=cust-1&candidate=cust-2'));
    expect(screen.queryByText(/^More customers match/)).not.toBeInTheDocument();
  });

  it('keeps who is picked from page to page, and leads to what is done to them', async () => {
    serveCall('get', '/api/customers', customers(25), customers(25, 2));
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Pick Student 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Pick Student 3' }));
    await user.click(screen.getByRole('checkbox', { name: 'Pick Student 1' }));
    expect(screen.getByText('1 candidate is picked')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Pick Student 11' }));
    expect(screen.getByText('2 candidates are picked')).toBeVisible();
    const picked = 'candidate=cust-3&candidate=cust-11';
    for (const [name, path] of [
      ['Bulk action', '/dashboard/bulk-actions/new'],
      ['Message', '/dashboard/messages/new'],
      ['Export 2 picked', '/dashboard/exports'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', `${path}?${picked}`);
    }
    await user.click(screen.getByRole('button', { name: 'Pick nobody' }));
    expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
      'href',
      '/dashboard/exports?status=PAID',
    );
    expect(screen.getByRole('link', { name: 'Bulk action' })).toHaveAttribute(
      'href',
      '/dashboard/bulk-actions/new?status=PAID',
    );
  });

  it('keeps who is picked for as long as the tab, for the same person alone', async () => {
    session.start(tokenOf('meera'));
    serveCall('get', '/api/customers', customers(3));
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Pick Student 2' }));
    cleanup();
    await open();
    expect(screen.getByRole('checkbox', { name: 'Pick Student 2' })).toBeChecked();
    expect(screen.getByRole('link', { name: 'Bulk action' })).toHaveAttribute(
      'href',
      '/dashboard/bulk-actions/new?candidate=cust-2',
    );
    for (const token of [tokenOf('anil'), tokenOf('meera', 'accountant')]) {
      cleanup();
      session.start(token);
      await open();
      expect(screen.queryByText('1 candidate is picked')).toBeNull();
    }
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
    expect(new Set(['Pick', ...shown, 'Action'])).toEqual(new Set(headers));
  });

  it('has the customer’s columns and the status, and shows who has paid', async () => {
    const asked = serveCall('get', '/api/customers', customers(12));
    await open();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Pick',
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

  it('has as many rows as one wants, from the first page on, and remembers that for this person', async () => {
    session.start(tokenOf('meera'));
    const asked = serveCall('get', '/api/customers', customers(25), customers(25, 2), customers(25));
    const { user, unmount } = await open();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 11 to 20 of 25 customers');
    await user.selectOptions(screen.getByLabelText('Rows per page'), '50');
    await waitFor(() => expect(asked.at(-1)?.query).toEqual({ page: '1', limit: '50', status: 'PAID' }));
    unmount();
    await open();
    expect(asked.at(-1)?.query).toMatchObject({ limit: '50' });
    expect(screen.getByLabelText('Rows per page')).toHaveValue('50');
    cleanup();
    session.start(tokenOf('anil'));
    await open();
    expect(asked.at(-1)?.query).toMatchObject({ limit: '10' });
  });

  it('keeps a page in sight while the next is on its way', async () => {
    serveCall('get', '/api/customers', customers(25), new Promise<never>(() => undefined));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByRole('link', { name: 'cust-1' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  it('goes on from a page that came, also where reading that again has failed', async () => {
    let reads = 0;
    serveCall('get', '/api/customers', ({ query }) => {
      if (query.page !== '2') return customers(25);
      reads += 1;
      return reads === 1 ? customers(25, 2) : (refusal(403, 'forbidden', '') as never);
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 11 to 20 of 25 customers');
    dispatchEvent(new Event('online'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch customers');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByText('Showing 1 to 10 of 25 customers');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 11 to 20 of 25 customers');
    await waitFor(() => expect(reads).toBe(3));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled());
  });

  it.each([
    ['No customers match these filters.', customers(0)],
    ['Nobody has registered yet.', { ...customers(0), pagination: { ...customers(0).pagination, total: 0 } }],
    ['There is nobody on this page any more.', customers(5, 2)],
  ])('says why it is empty: %s', async (words, page) => {
    serveCall('get', '/api/customers', page);
    await open(page.pagination.page > 1 ? '?page=2' : '');
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    const message = screen.queryByRole('button', { name: 'Message' });
    if (message) expect(message).toHaveAccessibleDescription(/^Nobody is listed here/);
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
    const back = await screen.findByRole('link', { name: 'Back to List' });
    expect(back).toHaveAttribute('href', portalPaths.customers + query);
  });
});
