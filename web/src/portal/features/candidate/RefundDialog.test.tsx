import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { landing } from '@/content/landing';
import { session } from '@/lib/session';
import { refusal, serveCall, type Sent } from '@/testing/calls';
import { open, serveFile } from '@/portal/testing/candidate';
import { dispute, file, payment } from '@/portal/testing/records';
import { answer } from '@/portal/testing/renderScreen';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

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
      dialog.getByText(new RegExp(`the way it came, within ${landing.policies.refundArrival}`)),
    ).toBeVisible();
    expect(
      dialog.getByText('This is a full refund. The pass is withdrawn once it is complete.'),
    ).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), ' Cannot come ');
    await user.click(dialog.getByRole('button', { name: 'Refund Rs\u00a01,850' }));
    expect(await screen.findByText('Rs 1,850 was refunded.')).toBeVisible();
    expect(sent[0]?.ids).toEqual({ order_id: 'order_1' });
    // By what it goes back is the provider's to decide.
    expect(sent[0]?.body).toEqual({ amount: 1850, reason: 'Cannot come' });
    expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    await waitFor(() => expect(screen.getByText('Paid, pass withdrawn')).toBeVisible());
    expect(asked).toHaveLength(2);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    ['open', true],
    ['won', false],
  ] as const)('warns where a dispute is %s: %s', async (state, isWarned) => {
    serveFile(file(payment({ refundable: 1850, disputes: [dispute({ state })] })));
    const { dialog } = await openDialog();
    expect(dialog.queryByText(/you have paid twice/) !== null).toBe(isWarned);
    const name = isWarned ? 'Refund Rs\u00a01,850 in spite of the dispute' : 'Refund Rs\u00a01,850';
    expect(dialog.getByRole('button', { name })).toBeEnabled();
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
    await user.click(dialog.getByRole('button', { name: 'Refund Rs\u00a01,850' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ amount: 1850, reason: 'Cannot come', mode: 'upi' }));
  });

  it.each([
    ['', 'Please enter an amount'],
    ['-1', 'Enter an amount of 0 or more, with at most two decimals.'],
    ['0', 'Enter an amount from Rs\u00a00.01 to Rs\u00a01,850.'],
    ['1850.01', 'Enter an amount from Rs\u00a00.01 to Rs\u00a01,850.'],
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

  it('reads nothing again for who is signed out by the answer', async () => {
    const asked = serveFile(file(paid));
    const sent = serveCall('post', path, refusal(401, 'unauthorized', 'Please sign in.'));
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Reason'), 'Cannot come');
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Please sign in.');
    expect(sent).toHaveLength(1);
    expect(asked).toHaveLength(1);
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

  const part = async () => {
    const view = await openDialog();
    const { user, dialog } = view;
    await user.clear(dialog.getByLabelText('Amount (Rs)'));
    await user.type(dialog.getByLabelText('Amount (Rs)'), '500');
    await user.type(dialog.getByLabelText('Reason'), 'One exam less');
    return view;
  };
  const lost = refusal(504, 'timeout', '');
  const made = { refund_id: 'RF1', status: 'PENDING' } as const;
  const notKnown = /^Rs 500 was sent before, and no answer came/;
  const once = (sent: Sent[]) => {
    expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  };

  it('stays the same refund when the dialog is closed without an answer and opened again', async () => {
    const asked = serveFile(file(paid), file(payment({ refundable: 1350 })));
    const sent = serveCall('post', path, lost, made);
    const { user, dialog } = await part();
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    await dialog.findByRole('alert');
    await waitFor(() => expect(asked).toHaveLength(2));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(asked).toHaveLength(3));

    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const again = within(await screen.findByRole('dialog', { name: 'Refund Student 1' }));
    expect(again.getByText(notKnown)).toBeVisible();
    expect(again.getByLabelText('Amount (Rs)')).toHaveValue('500');
    expect(again.getByLabelText('Amount (Rs)')).toHaveAttribute('readonly');
    expect(again.getByLabelText('Reason')).toHaveValue('One exam less');
    await user.click(again.getByRole('button', { name: 'Refund Rs\u00a0500' }));
    expect(await screen.findByText('Rs 500 is on its way back.')).toBeVisible();
    expect(sent).toHaveLength(2);
    once(sent);

    // It is answered: the next one is another.
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const next = within(await screen.findByRole('dialog', { name: 'Refund Student 1' }));
    expect(next.queryByText(notKnown)).not.toBeInTheDocument();
    expect(next.getByLabelText('Amount (Rs)')).toHaveValue('1350');
  });

  it('stays the same refund over a reload, also one before the answer', async () => {
    serveFile(file(paid));
    const sent = serveCall('post', path, new Promise<never>(() => undefined), made);
    const { user, dialog, unmount } = await part();
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
    unmount();
    const after = await openDialog();
    expect(after.dialog.getByText(notKnown)).toBeVisible();
    await after.user.click(after.dialog.getByRole('button', { name: 'Refund Rs\u00a0500' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    once(sent);
  });

  it('is sent again although less than its amount is left, because it arrived', async () => {
    const asked = serveFile(file(paid), file(payment({ refundable: 350 })));
    const sent = serveCall('post', path, lost, made);
    const { user, dialog } = await part();
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    await dialog.findByRole('alert');
    await waitFor(() => expect(asked).toHaveLength(2));
    await user.click(dialog.getByRole('button', { name: 'Refund Rs\u00a0500' }));
    expect(await screen.findByText('Rs 500 is on its way back.')).toBeVisible();
    expect(sent).toHaveLength(2);
    once(sent);
  });

  it('stays open while a refusal does not say whether it arrived, and can be changed once one does', async () => {
    serveFile(file(paid));
    const busy = refusal(503, 'busy', 'Others are changing this.');
    const tooMuch = refusal(409, 'exceeds_paid', 'At most Rs 100 of this payment can still be refunded');
    const sent = serveCall('post', path, lost, busy, busy, busy, tooMuch);
    const { user, dialog } = await part();
    const press = () => user.click(dialog.getByRole('button', { name: /^Refund/ }));
    await press();
    await dialog.findByText(/it is never made twice/);
    await press();
    await dialog.findByText('Others are changing this.');
    expect(dialog.getByLabelText('Amount (Rs)')).toHaveAttribute('readonly');
    await press();
    await dialog.findByText(/^At most Rs 100/);
    expect(dialog.getByLabelText('Amount (Rs)')).not.toHaveAttribute('readonly');
    expect(dialog.getByLabelText('Amount (Rs)')).toHaveValue('500');
    once(sent);
  });

  it('is shown to nobody else at the same computer', async () => {
    const signIn = (username: string) => {
      session.start(`e30.${btoa(JSON.stringify({ username, role: 'admin' }))}.x`);
    };
    serveFile(file(paid));
    const sent = serveCall('post', path, lost, made);
    signIn('asha');
    const { user, dialog, unmount } = await part();
    await user.click(dialog.getByRole('button', { name: /^Refund/ }));
    await dialog.findByRole('alert');
    unmount();
    signIn('binu');
    const other = await openDialog();
    expect(other.dialog.queryByText(notKnown)).not.toBeInTheDocument();
    expect(other.dialog.getByLabelText('Reason')).toHaveValue('');
    expect(sent).toHaveLength(1);
  });

  it('is offered while something of a paid payment is left, and for no other', async () => {
    serveFile(file(payment({ refundable: 0 })));
    await open();
    expect(screen.queryByRole('button', { name: 'Refund…' })).not.toBeInTheDocument();
  });
});
