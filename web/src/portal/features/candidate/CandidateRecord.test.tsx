import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall } from '@/testing/calls';
import { oneCollege } from '@/testing/server';
import { open } from '@/portal/testing/candidate';
import { file, payment } from '@/portal/testing/records';
import { answer, question } from '@/portal/testing/renderScreen';
import { correctable } from './correction';

const path = '/api/customers/{customerId}';
type File = ReturnType<typeof file>;

beforeEach(() => {
  session.start('e30.eyJ1c2VybmFtZSI6ImFkbWluIn0.x');
});

const withCustomer = (change: Partial<File['customer']>, more: Partial<File> = {}): File => {
  const found = file(payment());
  return { ...found, validity: 'valid', ...more, customer: { ...found.customer, ...change } };
};

const ofOneExam = (more: Partial<File> = {}) =>
  withCustomer(
    {
      type: 'specificCollege',
      packageId: 'pkg-one',
      packageName: 'Single Exam Access',
      collegeId: 'col-a',
      collegeName: 'Periyar Institute',
      course_category: 'exam-a1',
      examName: 'B.Tech',
    },
    more,
  );

describe('a correction', () => {
  const openDialog = async (name = 'Edit Student 1') => {
    const view = await open();
    await view.user.click(screen.getByRole('button', { name: 'Edit…' }));
    const dialog = within(await screen.findByRole('dialog', { name }));
    return { ...view, dialog };
  };

  const chosen: string[] = ['exam_preference', 'collegeId', 'course_category'];
  const typed = Object.keys(correctable(withCustomer({}).customer)).filter((name) => !chosen.includes(name));
  it.each(typed)('has an input for the %s of a candidate', async (name) => {
    serveCall('get', path, withCustomer({ [name]: '9123456780' }));
    const { dialog } = await openDialog(name === 'name' ? 'Edit 9123456780' : undefined);
    expect(dialog.getByDisplayValue('9123456780')).toBeVisible();
  });

  it('sends what was changed with the version, and shows the candidate as it is now', async () => {
    const asked = serveCall(
      'get',
      path,
      withCustomer({}, { version: 4 }),
      withCustomer({ email: 'right@example.com' }, { version: 5 }),
    );
    const sent = serveCall('put', path, withCustomer({}));
    const { user, dialog } = await openDialog();
    expect(dialog.queryByText(/^A new pass is mailed to the new address/)).not.toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Email'));
    await user.type(dialog.getByLabelText('Email'), 'right@example.com');
    expect(dialog.getByText(/^A new pass is mailed to the new address/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Student 1 is saved.')).toBeVisible();
    expect(sent[0]).toMatchObject({ ids: { customerId: 'cust-1' } });
    expect(sent[0]?.body).toEqual({ version: 4, email: 'right@example.com' });
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Edit…' })).toHaveFocus();
  });

  it('of nothing sends nothing', async () => {
    serveCall('get', path, withCustomer({}));
    const sent = serveCall('put', path, withCustomer({}));
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toHaveLength(0);
  });

  it('is not sent with what is wrong, and leads to it', async () => {
    serveCall('get', path, withCustomer({}));
    const sent = serveCall('put', path, withCustomer({}));
    const { user, dialog } = await openDialog();
    await user.clear(dialog.getByLabelText('Phone'));
    await user.type(dialog.getByLabelText('Phone'), '12');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByLabelText('Phone')).toHaveAccessibleDescription(/Ten digits/);
    await waitFor(() => expect(dialog.getByLabelText('Phone')).toHaveFocus());
    expect(sent).toHaveLength(0);
  });

  it('says at the field that the address is taken, and keeps what was typed', async () => {
    serveCall('get', path, withCustomer({}));
    const words = 'This email is already registered for the selected course.';
    serveCall('put', path, refusal(409, 'already_registered', words, 'email'));
    const { user, dialog } = await openDialog();
    await user.clear(dialog.getByLabelText('Email'));
    await user.type(dialog.getByLabelText('Email'), 'taken@example.com');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(words);
    expect(dialog.getByLabelText('Email')).toHaveAccessibleDescription(expect.stringContaining(words));
    expect(dialog.getByLabelText('Email')).toHaveValue('taken@example.com');
  });

  it('meets a newer version: what was typed stays, the rest is as it is now', async () => {
    serveCall(
      'get',
      path,
      withCustomer({}, { version: 1 }),
      withCustomer({ name: 'Newer Name' }, { version: 2 }),
    );
    const stale = refusal(409, 'stale_version', 'Somebody has changed this candidate meanwhile.');
    const sent = serveCall('put', path, stale, withCustomer({}));
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Alternate Phone'), '9876543219');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Somebody has changed this candidate');
    await user.click(dialog.getByRole('button', { name: 'Load the newer version' }));
    await waitFor(() => expect(screen.getByLabelText('Full Name')).toHaveValue('Newer Name'));
    expect(screen.getByLabelText('Alternate Phone')).toHaveValue('9876543219');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Newer Name is saved.')).toBeVisible();
    expect(sent[1]?.body).toEqual({ version: 2, phone2: '9876543219' });
  });

  it.each([
    ['Escape', async (user: UserEvent) => user.keyboard('{Escape}')],
    ['Cancel', async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    [
      'the way back of a phone',
      () => {
        const cancel = new Event('cancel', { cancelable: true });
        fireEvent(screen.getByRole('dialog'), cancel);
        expect(cancel.defaultPrevented).toBe(true);
      },
    ],
  ])('is not given up by %s before that is confirmed', async (_, leave) => {
    serveCall('get', path, withCustomer({}));
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Alternate Phone'), '98');
    await leave(user);
    expect(await question()).toHaveAccessibleName('Leave without saving?');
    await answer(user, 'Stay');
    expect(dialog.getByLabelText('Alternate Phone')).toHaveValue('98');
    // Where a browser gives the focus back to.
    dialog.getByLabelText('Alternate Phone').focus();
    await leave(user);
    await answer(user, 'Leave');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('of nothing is left without a question', async () => {
    serveCall('get', path, withCustomer({}));
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Alternate Phone'), '9{Backspace}{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('chooses another exam of the package', async () => {
    serveCall('get', path, ofOneExam());
    serveCall('get', '/api/exam-details', []);
    serveCall('get', '/api/packages/list', [oneCollege]);
    const sent = serveCall('put', path, ofOneExam());
    const { user, dialog } = await openDialog();
    await user.selectOptions(await dialog.findByLabelText('College'), 'Vembanad College');
    expect(dialog.getByLabelText('Exam')).toHaveValue('');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByLabelText('Exam')).toHaveAccessibleDescription('Choose an exam.');
    await user.selectOptions(dialog.getByLabelText('Exam'), 'BCA');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ version: 0, collegeId: 'col-b', course_category: 'exam-b1' }),
    );
  });

  it('leaves an exam as it is whose package is not on sale any more', async () => {
    serveCall('get', path, ofOneExam());
    serveCall('get', '/api/exam-details', []);
    serveCall('get', '/api/packages/list', []);
    const { dialog } = await openDialog();
    expect(await dialog.findByText(/Single Exam Access is not on sale any more/)).toBeVisible();
    expect(dialog.queryByLabelText('Exam')).not.toBeInTheDocument();
  });
});

describe('a note', () => {
  const note = { text: 'Comes at noon', by: 'meera', at: '2025-05-21T10:00:00Z' };

  it('is added under a key, and shown with who wrote it and when', async () => {
    serveCall('get', path, withCustomer({}), withCustomer({}, { notes: [note] }));
    const sent = serveCall('post', `${path}/notes`, note);
    const { user } = await open();
    await user.type(screen.getByLabelText('New note'), ' Comes at noon ');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    const notes = await screen.findByRole('list', { name: 'Notes' });
    expect(notes).toHaveTextContent('Comes at noonmeera, 21/05/2025, 03:30 pm');
    expect(sent[0]?.body).toEqual({ text: 'Comes at noon' });
    expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.getByLabelText('New note')).toHaveValue('');
  });

  it('whose answer was lost stays typed, and goes under the same key when it is sent again', async () => {
    serveCall('get', path, withCustomer({}));
    const sent = serveCall('post', `${path}/notes`, refusal(500, 'internal_error', ''), note);
    const { user } = await open();
    await user.type(screen.getByLabelText('New note'), 'Comes at noon');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent(/not known whether .*Reference: test$/);
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(screen.getByLabelText('New note')).toHaveValue(''));
    expect(sent[1]?.headers.get('Idempotency-Key')).toBe(sent[0]?.headers.get('Idempotency-Key'));
  });

  it('of nothing is not sent', async () => {
    serveCall('get', path, withCustomer({}));
    const sent = serveCall('post', `${path}/notes`, note);
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(screen.getByLabelText('New note')).toHaveAccessibleDescription(/Please write a note/);
    expect(sent).toHaveLength(0);
  });
});

it('the timeline tells what happened, the newest on top', async () => {
  const at = '2025-05-20T10:00:00Z';
  const timeline: File['timeline'] = [
    { at, event: 'registered', text: 'B.Tech' },
    { at, event: 'paid', text: 'Rs\u00a01,850 online', order_id: 'order_1' },
    { at, event: 'refunded', text: 'Rs\u00a01,000: Rs 1000 too much', order_id: 'order_1' },
    { at, event: 'corrected', by: 'meera', text: 'Phone: 1 → 2' },
    { at, event: 'message_bounced', text: 'Your exam has moved' },
    { at, event: 'message_skipped', text: 'Results are out' },
  ];
  serveCall('get', path, withCustomer({}, { timeline }));
  await open();
  const entries = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Left out of a message: earlier mail came back or was reported as spamResults are out20/05/2025, 03:30\u00a0pm',
    'Message came backYour exam has moved20/05/2025, 03:30\u00a0pm',
    'CorrectedPhone: 1 → 220/05/2025, 03:30\u00a0pm, meera',
    'RefundedRs\u00a01,000: Rs 1000 too much20/05/2025, 03:30\u00a0pm',
    'PaidRs\u00a01,850 online20/05/2025, 03:30\u00a0pm',
    'RegisteredB.Tech20/05/2025, 03:30\u00a0pm',
  ]);
});
