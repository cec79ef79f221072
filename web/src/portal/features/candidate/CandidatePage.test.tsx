import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { server } from '@/testing/server';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { file, payment, refund, spotPayment } from '@/portal/testing/records';
import { answer, pressAgain, question, renderScreen } from '@/portal/testing/renderScreen';

const open = async () => {
  const view = renderScreen(portalPaths.customer('cust-1'));
  await screen.findByRole('heading', { name: 'Payment History' }, { timeout: 15_000 });
  return view;
};
const serveFile = (...files: ReturnType<typeof file>[]) =>
  serveCall('get', '/api/customers/{customerId}', ...files);
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
      ['Amount', 'Rs 1,850'],
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
  const stamp = () => screen.getByRole('region', { name: 'Student 1' }).querySelector('p')?.textContent;
  const lines = () => screen.getByRole('region', { name: 'Student 1' }).textContent;

  it.each([
    [payment(), 'Paid, pass valid', 'Rs 1,850 paid'],
    [payment({ status: 'FAILED', mail: 'none' }), 'Not paid', 'The payment is FAILED'],
    [payment({ status: 'ACTIVE', mail: 'none' }), 'Not paid', 'The payment is PENDING'],
    [
      payment({
        validity: 'withdrawn',
        withdrawal: {
          cause: 'organiser',
          reason: 'Registered twice',
          by: 'meera',
          at: '2025-05-21T10:00:00Z',
        },
      }),
      'Paid, pass withdrawn',
      'Withdrawn on 21/05/2025 by meera: Registered twice',
    ],
    [
      payment({
        validity: 'withdrawn',
        withdrawal: { cause: 'refund', reason: '', at: '2025-05-21T10:00:00Z' },
        refunds: [refund({ amount: 1850 })],
      }),
      'Paid, pass withdrawn',
      'Withdrawn on 21/05/2025: refunded in fullRs 1,850 paid, Rs 1,850 refunded',
    ],
    [
      payment({
        refunds: [refund({ amount: 100 }), refund({ refund_id: 'RF2', status: 'PENDING', amount: 50 })],
      }),
      'Paid, pass valid',
      'Rs 1,850 paid, Rs 100 refunded, Rs 50 on its way back',
    ],
  ])('says how the candidate stands', async (one, verdict, more) => {
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
    expect(print).toHaveBeenCalledOnce();
    expect(document.getElementById('receipt')).toHaveTextContent('Receipt no.R-cust--1');
    fireEvent(window, new Event('afterprint'));
    expect(document.getElementById('receipt')).toBeNull();
  });

  it('is none of a payment through the site', async () => {
    serveFile(file(payment()));
    await open();
    expect(screen.queryByRole('button', { name: 'Print receipt' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send pass again' })).toBeVisible();
  });
});

describe('Refund', () => {
  const paid = payment({ refundable: 1850 });
  const openDialog = async () => {
    const view = await open();
    await view.user.click(screen.getByRole('button', { name: 'Refund…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund Student 1' }));
    return { ...view, dialog };
  };
  const path = '/api/payments/{order_id}/refunds';

  it('sends back all that is left, with a reason and a key, and reads the candidate again', async () => {
    const asked = serveFile(file(paid), file(payment({ validity: 'withdrawn' })));
    const sent = serveCall('post', path, { refund_id: 'RF1', status: 'SUCCESS' });
    const { user, dialog } = await openDialog();
    expect(dialog.getByLabelText('Amount (Rs)')).toHaveValue('1850');
    expect(
      dialog.getByText('This is a full refund. The pass is withdrawn once it is complete.'),
    ).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), ' Cannot come ');
    await user.click(dialog.getByRole('button', { name: 'Refund Rs 1,850' }));
    expect(await screen.findByText('Rs 1,850 was refunded.')).toBeVisible();
    expect(sent[0]?.ids).toEqual({ order_id: 'order_1' });
    // By what it goes back is the provider's to decide.
    expect(sent[0]?.body).toEqual({ amount: 1850, reason: 'Cannot come' });
    expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    await waitFor(() => expect(screen.getByText('Paid, pass withdrawn')).toBeVisible());
    expect(asked).toHaveLength(2);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each(['Amount (Rs)', 'Reason'])('asks before a changed %s is given up', async (field) => {
    serveFile(file(paid));
    const { user, dialog } = await openDialog();
    const typed = dialog.getByLabelText<HTMLInputElement>(field);
    await user.clear(typed);
    await user.type(typed, '5{Escape}');
    await answer(user, 'Stay');
    expect(typed).toHaveValue('5');
    await user.type(typed, '{Escape}');
    await answer(user, 'Leave');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('gives back at the counter by what was paid with, unless another mode is chosen', async () => {
    const atCounter = { ...paid, payment_method: 'SPOT PAYMENT' };
    const candidate = file(atCounter);
    serveFile({ ...candidate, customer: { ...candidate.customer, payment_mode: 'card' } });
    const sent = serveCall('post', path, { refund_id: 'RF1', status: 'SUCCESS' });
    const { user, dialog } = await openDialog();
    expect(dialog.getByRole('radio', { name: 'Card' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: 'UPI' }));
    await user.type(dialog.getByLabelText('Reason'), 'Cannot come');
    await user.click(dialog.getByRole('button', { name: 'Refund Rs 1,850' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ amount: 1850, reason: 'Cannot come', mode: 'upi' }));
  });

  it.each([
    ['', 'Please enter an amount'],
    ['-1', 'Enter an amount of 0 or more, with at most two decimals.'],
    ['0', 'Enter an amount from Rs 0.01 to Rs 1,850.'],
    ['1850.01', 'Enter an amount from Rs 0.01 to Rs 1,850.'],
  ])('does not send "%s", nor without a reason', async (amount, error) => {
    serveFile(file(paid));
    const sent = serveCall('post', path, { refund_id: 'RF1', status: 'SUCCESS' });
    const { user, dialog } = await openDialog();
    await user.clear(dialog.getByLabelText('Amount (Rs)'));
    if (amount) await user.type(dialog.getByLabelText('Amount (Rs)'), amount);
    await user.type(dialog.getByLabelText('Reason'), 'no');
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    expect(dialog.getByLabelText('Amount (Rs)')).toHaveAccessibleDescription(expect.stringContaining(error));
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(
      'Please give a reason of 3 to 100 characters',
    );
    expect(sent).toHaveLength(0);
  });

  it('gives the reason of a refusal and keeps what was typed', async () => {
    serveFile(file(paid));
    serveCall(
      'post',
      path,
      refusal(409, 'exceeds_paid', 'At most Rs 100 of this payment can still be refunded'),
    );
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Reason'), 'Cannot come');
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('At most Rs 100 of this payment');
    expect(dialog.getByLabelText('Reason')).toHaveValue('Cannot come');
    expect(dialog.getByLabelText('Amount (Rs)')).not.toHaveAttribute('readonly');
  });

  it('sends the same again under the same key when no answer came', async () => {
    serveFile(file(paid));
    const sent = serveCall('post', path, refusal(504, 'timeout', ''), {
      refund_id: 'RF1',
      status: 'PENDING',
    });
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Reason'), 'Cannot come');
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('it is never made twice');
    expect(dialog.getByLabelText('Amount (Rs)')).toHaveAttribute('readonly');
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    expect(await screen.findByText('Rs 1,850 is on its way back.')).toBeVisible();
    expect(sent[1]?.headers.get('Idempotency-Key')).toBe(sent[0]?.headers.get('Idempotency-Key'));
    expect(sent[1]?.body).toEqual(sent[0]?.body);
  });

  it('is offered while something of a paid payment is left, and for no other', async () => {
    serveFile(file(payment({ refundable: 0 })));
    await open();
    expect(screen.queryByRole('button', { name: 'Refund…' })).not.toBeInTheDocument();
  });
});

describe('the pass', () => {
  const path = '/api/payments/{order_id}/validity';

  it('is withdrawn with a reason, and cannot be sent again then', async () => {
    serveFile(file(payment()), file(payment({ validity: 'withdrawn' })));
    const sent = serveCall('post', path, {
      order_id: 'order_1',
      validity: 'withdrawn',
      message: 'The pass is withdrawn',
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Withdraw pass…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Withdraw pass' }));
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Please give a reason/);
    await user.type(dialog.getByLabelText('Reason'), 'Registered twice');
    await user.click(dialog.getByRole('button', { name: 'Withdraw pass' }));
    expect(await screen.findByText('The pass is withdrawn.')).toBeVisible();
    expect(sent).toEqual([
      expect.objectContaining({ body: { validity: 'withdrawn', reason: 'Registered twice' } }),
    ]);
    expect(await screen.findByRole('button', { name: 'Give pass back…' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send pass again' })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Student 1' })).toHaveFocus());
  });

  it('is given back, and a failure keeps the reason that was typed', async () => {
    serveFile(file(payment({ validity: 'withdrawn' })));
    serveCall('post', path, refusal(500, 'internal_error', ''));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Give pass back…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Give the pass back to Student 1?' }));
    await user.type(dialog.getByLabelText('Reason'), 'A mistake');
    await user.click(dialog.getByRole('button', { name: 'Give pass back' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'The pass could not be given back. Please try again.',
    );
    expect(dialog.getByLabelText('Reason')).toHaveValue('A mistake');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await answer(user, 'Leave');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Give pass back…' })).toHaveFocus());
  });
});

describe('Mark Paid', () => {
  const paid = file(payment({ payment_method: 'SPOT PAYMENT' }));
  const press = async () => {
    const view = await open();
    await view.user.click(screen.getByRole('button', { name: 'Mark Paid' }));
    return view;
  };

  it('is there for a payment at the counter that is still to be paid, and for no other', async () => {
    serveFile(
      file(
        payment({ order_id: 'a', status: 'CREATED' }),
        payment({ order_id: 'b', payment_method: 'SPOT PAYMENT' }),
      ),
    );
    await open();
    expect(screen.queryByRole('button', { name: 'Mark Paid' })).not.toBeInTheDocument();
  });

  it('sets the status, sends the mail and reads the payments again', async () => {
    const asked = serveFile(file(spotPayment), paid);
    const set = serveCall('put', '/api/payments/{order_id}/status', {
      message: '',
      order_id: 'order_1',
      receipt_no: 'R-1',
      status: 'PAID',
    });
    const sent = serveCall('post', '/api/payments/send-success-email/{order_id}', { message: '' });
    const { user } = await press();
    expect(await question()).toHaveTextContent('Payment status updated and success email sent!');
    expect(set).toEqual([
      expect.objectContaining({ ids: { order_id: 'order_1' }, body: { status: 'PAID' } }),
    ]);
    expect(sent).toHaveLength(1);
    await answer(user, 'OK');
    expect(await screen.findByText('PAID')).toBeVisible();
    expect(asked.length).toBeGreaterThan(1);
    expect(screen.queryByRole('button', { name: 'Mark Paid' })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Student 1' })).toHaveFocus());
  });

  it('says when only the mail failed', async () => {
    serveFile(file(spotPayment), paid);
    serveCall('put', '/api/payments/{order_id}/status', {
      message: '',
      order_id: 'order_1',
      receipt_no: 'R-1',
      status: 'PAID',
    });
    serveCall('post', '/api/payments/send-success-email/{order_id}', refusal(502, 'mail', 'no'));
    await press();
    expect(await question()).toHaveTextContent('Payment status updated, but failed to send success email');
    expect(await screen.findByText('PAID')).toBeVisible();
  });

  it('sends no mail when the status cannot be set, and gives the reason', async () => {
    serveFile(file(spotPayment));
    const sent = serveCall('post', '/api/payments/send-success-email/{order_id}', { message: '' });
    serveCall(
      'put',
      '/api/payments/{order_id}/status',
      refusal(409, 'already_paid', 'This was paid by order_9.'),
    );
    await press();
    const dialog = await question();
    expect(within(dialog).getByRole('heading')).toHaveTextContent('Failed to update payment status');
    expect(dialog).toHaveTextContent('This was paid by order_9.');
    expect(sent).toHaveLength(0);
  });
});

describe('Mark Paid, when its answer is lost,', () => {
  const paid = file(payment({ payment_method: 'SPOT PAYMENT' }));
  const lost = refusal(504, 'gateway_timeout', '');
  const press = async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Mark Paid' }));
  };
  const loseTheAnswer = () => {
    server.use(http.put(`${location.origin}/api/payments/:order_id/status`, () => HttpResponse.error()));
  };

  it.each([
    ['a broken connection', loseTheAnswer],
    ['a time-out of the gateway', () => serveCall('put', '/api/payments/{order_id}/status', lost)],
    [
      'a failure after the change',
      () => serveCall('put', '/api/payments/{order_id}/status', refusal(500, 'internal_error', '')),
    ],
  ])('by %s asks whether the payment is paid, and goes on when it is', async (_, lose) => {
    lose();
    serveFile(file(spotPayment), paid);
    const sent = serveCall('post', '/api/payments/send-success-email/{order_id}', { message: '' });
    await press();
    expect(await question()).toHaveTextContent('Payment status updated and success email sent!');
    expect(sent).toHaveLength(1);
  });

  it('asks again while the change may be under way', async () => {
    loseTheAnswer();
    serveFile(file(spotPayment), file(spotPayment), paid);
    const sent = serveCall('post', '/api/payments/send-success-email/{order_id}', { message: '' });
    await press();
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('Payment status updated and success email sent!');
    expect(sent).toHaveLength(1);
  });

  it('is not called failed when the payment is still to be paid', async () => {
    loseTheAnswer();
    serveFile(file(spotPayment));
    const sent = serveCall('post', '/api/payments/send-success-email/{order_id}', { message: '' });
    await press();
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByRole('heading')).toHaveTextContent('The payment is not marked as paid yet');
    expect(dialog).toHaveTextContent('press Mark Paid again');
    expect(sent).toHaveLength(0);
  });

  it('is not called failed when nothing can be learnt', async () => {
    loseTheAnswer();
    serveFile(file(spotPayment), refusal(404, 'not_found', '') as never);
    await press();
    const dialog = await question();
    expect(within(dialog).getByRole('heading')).toHaveTextContent('It is not known whether');
  });
});

describe('a payment', () => {
  it('that is paid can have its pass sent again, once that is confirmed', async () => {
    serveFile(file(payment()));
    const sent = serveCall('post', '/api/payments/{order_id}/resend-email', { message: '' });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Send pass again' }));
    await answer(user, 'Cancel');
    expect(sent).toHaveLength(0);
    await pressAgain(user, 'Send pass again');
    await answer(user, 'Send pass again');
    expect(await screen.findByText('The pass was sent again.')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('whose pass cannot be sent shows the reference of the failure', async () => {
    serveFile(file(payment()));
    serveCall('post', '/api/payments/{order_id}/resend-email', refusal(502, 'mail_failed', 'Mail failed'));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Send pass again' }));
    await answer(user, 'Send pass again');
    expect(await screen.findByText('Mail failed')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Mail failedReference: test/);
  });

  it('that is not can be asked about', async () => {
    const asked = serveFile(file(payment({ status: 'UNKNOWN', mail: 'none' })), file(payment()));
    serveCall('post', '/api/payments/{order_id}/ask-again', { status: 'PAID', message: '', reversals: [] });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Ask the payment provider again' }));
    expect(await screen.findByText('The payment is PAID.')).toBeVisible();
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  it('that is paid can be asked about too, and a refund whose webhook was lost is named', async () => {
    serveFile(file(payment()));
    const found = (isNew: boolean) =>
      serveCall('post', '/api/payments/{order_id}/ask-again', {
        status: 'PAID',
        message: '',
        reversals: [{ summary: 'REFUND refund1 SUCCESS', new: isNew }],
      });
    found(true);
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Ask the payment provider again' }));
    expect(
      await screen.findByText(
        'The payment is PAID. Found at the provider: REFUND refund1 SUCCESS. It is under Needs attention now.',
      ),
    ).toBeVisible();
    found(false);
    await user.click(screen.getByRole('button', { name: 'Ask the payment provider again' }));
    expect(
      await screen.findByText('The payment is PAID. Known before: REFUND refund1 SUCCESS.'),
    ).toBeVisible();
  });
});
