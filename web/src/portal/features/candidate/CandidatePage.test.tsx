import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { open, serveFile } from '@/portal/testing/candidate';
import { dispute, file, payment, refund, spotPayment } from '@/portal/testing/records';
import { renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';

const factsOf = (section: string) =>
  [...screen.getByRole('region', { name: section }).querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ]);

describe('the sections', () => {
  it('show the person and what was bought', async () => {
    const asked = serveFile(file(payment()));
    await open();
    expect(asked[0]?.ids).toEqual({ customerId: 'cust-1' });
    expect(factsOf('Personal Information')).toEqual([
      ['Customer ID', 'cust-1'],
      ['Full Name', 'Student 1'],
      ['Email Address', 'student1@example.com'],
      ['Phone Number', '9876543210'],
      ['Alternate Phone', 'Not provided'],
      ['Registration Date', '20/05/2025, 03:30\u00a0pm'],
      ['Terms Shown', 'Version 2025-05-01'],
    ]);
    expect(factsOf('Course Details')).toEqual([
      ['Package Name', 'All-Inclusive Exam Access'],
      ['College Name', 'All colleges'],
      ['Course Category', 'All courses'],
      ['Exam Preference', 'Offline'],
      ['Payment Mode', 'Online'],
    ]);
    expect(screen.getByRole('link', { name: 'Back to List' })).toHaveAttribute('href', portalPaths.customers);
  });

  it('say so when there are no payments, and when no terms were shown', async () => {
    const empty = file();
    serveFile({ ...empty, customer: { ...empty.customer, metadata: { channel: 'counter' } } });
    await open();
    expect(factsOf('Personal Information')).toContainEqual(['Terms Shown', 'None']);
    expect(screen.getByText('No payment records found')).toBeVisible();
    expect(screen.queryByText('Payment Gateway Details')).not.toBeInTheDocument();
  });

  it('lead to the list of the school that registered them, for those who may see it', async () => {
    const whole = file();
    const group = { import_id: '01748574000000-abcdefgh12345678', name: "St. Mary's" };
    const customer = { ...whole.customer, metadata: { channel: 'counter', group } };
    for (const role of ['counter', 'accountant']) {
      session.start(tokenOf('asha', role));
      serveFile({ ...whole, customer });
      const { unmount } = await open();
      expect(factsOf('Personal Information')).toContainEqual(['School List', "St. Mary's"]);
      const links = screen.queryAllByRole('link', { name: "St. Mary's" });
      expect(links.map((link) => link.getAttribute('href'))).toEqual(
        role === 'counter' ? [portalPaths.group(group.import_id)] : [],
      );
      unmount();
    }
  });

  it('show a pending payment, and where a blank method came from', async () => {
    serveFile(
      file(payment({ status: 'ACTIVE', mail: 'none' }), payment({ order_id: 'order_2', status: 'FAILED' })),
    );
    await open();
    expect(screen.getByText('PENDING')).toBeVisible();
    expect(screen.queryByText('ACTIVE')).not.toBeInTheDocument();
    expect(screen.getAllByRole('cell', { name: 'Website Visit' })).toHaveLength(2);
  });

  it.each([
    [
      { card: { card_type: 'credit_card', card_bank_name: 'SBI', card_network: 'visa' } },
      [
        ['Card Type', 'credit_card'],
        ['Bank', 'SBI'],
        ['Network', 'visa'],
      ],
    ],
    [{ upi: { upi_id: 'asha@bank' } }, [['UPI ID', 'asha@bank']]],
  ])('show what the provider reported of the first payment', async (payment_method, rows) => {
    const payment_details = {
      order: { order_id: 'order_1', order_amount: 1850, order_currency: 'INR' },
      payment: { payment_group: 'group', payment_method },
    };
    serveFile(file(payment({ payment_details })));
    await open();
    expect(factsOf('Payment Gateway Details')).toEqual([
      ['Order ID', 'order_1'],
      ['Amount', 'Rs\u00a01,850'],
      ['Currency', 'INR'],
      ['Payment Group', 'group'],
      ...rows,
    ]);
  });

  it.each([
    [
      'the server’s words',
      refusal(404, 'not_found', 'There is no such customer'),
      'There is no such customer',
    ],
    ['words of its own', refusal(500, 'internal_error', ''), 'Failed to fetch customer'],
  ])('give %s when the candidate cannot be fetched', async (_, reply, words) => {
    serveCall('get', '/api/customers/{customerId}', reply);
    renderScreen(portalPaths.customer('cust-1'));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
  });

  it('lead to the list from a candidate that does not exist, and offer no retry', async () => {
    serveCall('get', '/api/customers/{customerId}', refusal(404, 'not_found', 'There is no such customer.'));
    renderScreen(portalPaths.customer('cust-1'));
    expect(await screen.findByText('It may have been deleted.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all candidates' })).toHaveAttribute(
      'href',
      portalPaths.customers,
    );
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});

describe('what can be done', () => {
  it.each([
    [
      'admin',
      ['Send pass again, with receipt', 'Edit…', 'Print receipt', 'Refund…', 'Withdraw pass…', 'Add note'],
    ],
    ['counter', ['Send pass again, with receipt', 'Print receipt']],
    ['accountant', ['Print receipt']],
  ])('in the role %s is %j', async (role, expected) => {
    session.start(`e30.${btoa(JSON.stringify({ username: 'asha', role }))}.c2ln`);
    serveFile(file({ ...spotPayment, status: 'PAID', validity: 'valid', refundable: 1850 }));
    await open();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(expected);
  });
});

describe('the verdict', () => {
  const stamp = () =>
    screen
      .getByRole('region', { name: 'Student 1' })
      .querySelector('p')
      ?.textContent?.replaceAll('\u00a0', ' ');
  const lines = () => screen.getByRole('region', { name: 'Student 1' }).textContent.replaceAll('\u00a0', ' ');

  it.each([
    ['Paid, pass valid', 'Rs 1,850 paid', payment()],
    ['Not paid', 'The payment is FAILED', payment({ status: 'FAILED', mail: 'none' })],
    ['Not paid', 'The payment is PENDING', payment({ status: 'ACTIVE', mail: 'none' })],
    [
      'Paid, pass withdrawn',
      'Withdrawn on 21/05/2025 by meera: Registered twice',
      payment({
        validity: 'withdrawn',
        withdrawal: {
          cause: 'organiser',
          reason: 'Registered twice',
          by: 'meera',
          at: '2025-05-21T10:00:00Z',
        },
      }),
    ],
    [
      'Paid, pass withdrawn',
      'Withdrawn on 21/05/2025: refunded in fullRs 1,850 paid, Rs 1,850 refunded',
      payment({
        validity: 'withdrawn',
        withdrawal: { cause: 'refund', reason: '', at: '2025-05-21T10:00:00Z' },
        refunds: [refund({ amount: 1850 })],
      }),
    ],
    [
      'Paid, pass valid',
      'Rs 1,850 paid, Rs 100 refunded, Rs 50 on its way back',
      payment({
        refunds: [refund({ amount: 100 }), refund({ refund_id: 'RF2', status: 'PENDING', amount: 50 })],
      }),
    ],
    [
      'Dispute lost, pass withdrawn',
      'Withdrawn on 21/05/2025: a dispute was lostRs 1,850 paid, Rs 1,850 lost in a dispute',
      payment({
        validity: 'withdrawn',
        withdrawal: { cause: 'dispute', reason: '', at: '2025-05-21T10:00:00Z' },
        lost: 1850,
        disputes: [dispute({ state: 'lost', status: 'CHARGEBACK_MERCHANT_LOST' })],
      }),
    ],
  ])('says "%s", and "%s"', async (verdict, more, one) => {
    serveFile(file(one));
    await open();
    expect(stamp()).toBe(verdict);
    expect(lines()).toContain(more);
  });

  it.each([
    ['as long as the other payment has not gone back', 1850, true],
    ['and no more when it has', 0, false],
  ])('says that somebody paid twice %s', async (_, refundable, isSaid) => {
    serveFile(file(payment({ refundable: 1850 }), payment({ order_id: 'again', refundable })));
    await open();
    expect(lines()?.includes('Paid twice')).toBe(isSaid);
  });

  it.each([
    ['Student 1', 'Paid twice: the same address has paid for the same in another registration, too.'],
    ['Binu Nair', 'If these are two people, nothing is wrong.'],
  ])('names the other payment of the same address, by %s', async (name, words) => {
    const other = {
      customer_id: 'cust-2',
      name,
      order_id: 'order_2',
      paid_for: 'B.Tech, Periyar Institute',
      amount: 1000,
      paid_at: '2025-05-20T10:04:00Z',
    };
    serveFile({ ...file(payment()), paid_twice: [other] });
    await open();
    expect(lines()).toContain(words);
    expect(lines()).toContain(`${name}: Rs 1,000 for B.Tech, Periyar Institute, 20/05/2025, 03:34 pm`);
    const link = screen.getByRole('link', { name });
    expect(link).toHaveAttribute('href', '/dashboard/customersdetails/cust-2');
  });

  it('is that of the payment whose pass is valid, and the others keep their own actions', async () => {
    serveFile(
      file(
        payment({ order_id: 'gone', validity: 'withdrawn', refundable: 5 }),
        payment({ order_id: 'good' }),
      ),
    );
    await open();
    expect(stamp()).toBe('Paid, pass valid');
    const history = within(screen.getByRole('region', { name: 'Payment History' }));
    expect(history.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Ask the payment provider again',
      'Refund…',
      'Give pass back…',
    ]);
  });

  it.each([
    ['open', true],
    ['won', false],
    ['lost', false],
  ] as const)(
    'lists a dispute that is %s, and warns of refunds while it is open',
    async (state, isWarned) => {
      serveFile(file(payment({ disputes: [dispute({ state })] })));
      await open();
      const disputes = within(screen.getByRole('region', { name: 'Disputes' }));
      expect(disputes.getByText('CHARGEBACK_UNDER_REVIEW')).toBeVisible();
      expect(lines()?.includes('Do not refund the payment meanwhile')).toBe(isWarned);
    },
  );

  it('lists the refunds with who asked for them', async () => {
    serveFile(
      file(
        payment({
          refunds: [refund({ reason: 'Cannot come', mode: 'upi' }), refund({ refund_id: 'X', by: null })],
        }),
      ),
    );
    await open();
    const rows = within(screen.getByRole('table', { name: 'Refunds' })).getAllByRole('row');
    expect(rows[1]).toHaveTextContent('Rs 250RefundedUPICannot comemeera21/05/2025, 03:30 pm');
    expect(rows[2]).toHaveTextContent('Payment provider');
  });
});

describe('the receipt', () => {
  it('of a payment at the counter is printed in place of the page, and mailed again with the pass', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    serveFile(file(payment({ payment_method: 'SPOT PAYMENT' })));
    const { user } = await open();
    expect(screen.getByRole('button', { name: 'Send pass again, with receipt' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Print receipt' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.getElementById('receipt')).toHaveTextContent('Receipt no.R-cust--1');
    fireEvent(window, new Event('afterprint'));
    expect(document.getElementById('receipt')).toBeNull();
  });

  it('is of what there is by now: with the name that was corrected, and with what went back', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const before = file(payment({ payment_method: 'SPOT PAYMENT' }));
    const refunds = [refund({ amount: 1850, status: 'SUCCESS' })];
    const now = file(payment({ payment_method: 'SPOT PAYMENT', refunds }));
    serveFile(before, { ...now, customer: { ...now.customer, name: 'Asha Nair' } });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Print receipt' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const paper = document.getElementById('receipt');
    expect(paper).toHaveTextContent('Received fromAsha Nair');
    expect(paper).toHaveTextContent('RefundedRs 1,850');
    expect(screen.getByRole('heading', { name: 'Asha Nair' })).toBeVisible();
  });

  it('is none of a payment through the site', async () => {
    serveFile(file(payment()));
    await open();
    expect(screen.queryByRole('button', { name: 'Print receipt' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send pass again' })).toBeVisible();
  });
});
