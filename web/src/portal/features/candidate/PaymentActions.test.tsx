import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { lostAnswer, refusal, serveCall } from '@/testing/calls';
import { server } from '@/testing/server';
import { open, serveFile } from '@/portal/testing/candidate';
import { file, payment, spotPayment } from '@/portal/testing/records';
import { answer, pressAgain, question } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';

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
    serveCall('post', path, refusal(502, 'unavailable', ''));
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

/** It is at the top of the page, and in the row of the payment. */
const markPaid = (region: 'Student 1' | 'Payment History' = 'Student 1') =>
  within(screen.getByRole('region', { name: region })).getByRole('button', { name: 'Mark Paid' });

describe('Mark Paid', () => {
  const paid = file(payment({ payment_method: 'SPOT PAYMENT' }));
  const press = async (region?: Parameters<typeof markPaid>[0]) => {
    const view = await open();
    await view.user.click(markPaid(region));
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

  it.each([
    ['Student 1', 'Student 1'],
    ['Payment History', 'Payment History'],
  ] as const)(
    'at %s sets the status, sends the mail and reads the payments again',
    async (region, heading) => {
      const asked = serveFile(file(spotPayment), paid);
      const set = serveCall('put', '/api/payments/{order_id}/status', {
        message: '',
        order_id: 'order_1',
        receipt_no: 'R-1',
        status: 'PAID',
      });
      const sent = serveCall('post', '/api/payments/send-success-email/{order_id}', { message: '' });
      const { user } = await press(region);
      expect(await question()).toHaveTextContent('Payment status updated and success email sent!');
      expect(set).toEqual([
        expect.objectContaining({ ids: { order_id: 'order_1' }, body: { status: 'PAID' } }),
      ]);
      expect(sent).toHaveLength(1);
      await answer(user, 'OK');
      expect(await screen.findByText('PAID')).toBeVisible();
      expect(asked.length).toBeGreaterThan(1);
      expect(screen.queryByRole('button', { name: 'Mark Paid' })).not.toBeInTheDocument();
      await waitFor(() => expect(screen.getByRole('heading', { name: heading })).toHaveFocus());
    },
  );

  it('cannot be pressed in the row while it is under way at the top', async () => {
    serveFile(file(spotPayment));
    let refuse: (refused: never) => void = () => undefined;
    serveCall('put', '/api/payments/{order_id}/status', new Promise<never>((resolve) => (refuse = resolve)));
    const { user } = await press();
    expect(markPaid()).toBeDisabled();
    expect(markPaid('Payment History')).toBeDisabled();
    refuse(refusal(409, 'already_paid', 'This was paid by order_9.') as never);
    await answer(user, 'OK');
    await waitFor(() => expect(markPaid('Payment History')).toBeEnabled());
  });

  it('is in no row for who only reads', async () => {
    session.start(tokenOf('anil', 'accountant'));
    serveFile(file(spotPayment));
    await open();
    expect(screen.queryByRole('button', { name: 'Mark Paid' })).not.toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Action' })).not.toBeInTheDocument();
  });

  it('does not call the mail failed whose answer is lost', async () => {
    serveFile(file(spotPayment), paid);
    const status = { message: '', order_id: 'order_1', receipt_no: 'R-1', status: 'PAID' };
    serveCall('put', '/api/payments/{order_id}/status', status);
    serveCall('post', '/api/payments/send-success-email/{order_id}', lostAnswer);
    await press();
    const dialog = await question();
    expect(dialog).toHaveTextContent('It is not known whether the success email was sent');
    expect(dialog).not.toHaveTextContent('failed');
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
    await user.click(markPaid());
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

  it('is called failed where the server answered with an error, and says how the payment stands', async () => {
    serveCall('put', '/api/payments/{order_id}/status', refusal(500, 'internal_error', ''));
    serveFile(file(spotPayment));
    await press();
    const dialog = await question();
    expect(dialog).toHaveAccessibleName('Failed to update payment status');
    expect(dialog).toHaveTextContent('The server met an error. The payment is not marked as paid yet.');
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
