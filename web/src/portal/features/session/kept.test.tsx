// Whatever was typed or opened is there again after the end of a session, at the same screen.
import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '@/lib/session';
import type { AnswerOf } from '@/portal/kit/api/data';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { all, single } from '@/portal/testing/packages';
import { eventSettings, examDetail, file, lineAtRest, payment } from '@/portal/testing/records';
import { renderApp } from '@/portal/testing/renderApp';
import { answer } from '@/portal/testing/renderScreen';
import { heading, serveSession, signIn, tokenOf } from '@/portal/testing/signIn';
import { refusal, serveCall, type Sent } from '@/testing/calls';

const ended = refusal(401, 'unauthorized', 'Please sign in.');
const candidate = portalPaths.customer('cust-1');

beforeEach(() => {
  serveSession();
  serveCall('post', '/api/admin/login', { token: tokenOf('admin'), device: 'd', msg: '' });
  const paid = payment({ refundable: 1850 });
  serveCall('get', '/api/customers/{customerId}', { ...file(paid), validity: 'valid' });
});

/** Opens a screen, lets `work` type and send what the server refuses for want of a session, and signs in again. */
async function afterSigningInAgain(at: string, title: string, work: (user: UserEvent) => Promise<void>) {
  session.start(tokenOf('admin'));
  const { user, address } = renderApp(at);
  await heading(title);
  await work(user);
  await heading('Admin Portal');
  await signIn(user);
  await heading(title);
  expect(address()).toBe(at);
  return user;
}

const press = async (user: UserEvent, name: string | RegExp) => {
  await user.click(await screen.findByRole('button', { name }));
};
const inDialog = async () => within(await screen.findByRole('dialog'));

describe('the end of a session keeps', () => {
  it('the settings of the event', async () => {
    serveCall('get', '/api/event/settings', eventSettings);
    serveCall('put', '/api/event/settings', ended);
    await afterSigningInAgain(portalPaths.event, 'Event', async (user) => {
      fireEvent.change(await screen.findByLabelText('The counter closes'), {
        target: { value: '2031-05-01T10:00' },
      });
      await press(user, 'Save');
    });
    expect(await screen.findByLabelText('The counter closes')).toHaveValue('2031-05-01T10:00');
  });

  it('a note', async () => {
    serveCall('post', '/api/customers/{customerId}/notes', ended);
    await afterSigningInAgain(candidate, 'Candidate Details', async (user) => {
      await user.type(await screen.findByLabelText('New note'), 'Called at ten');
      await press(user, 'Add note');
    });
    expect(await screen.findByLabelText('New note')).toHaveValue('Called at ten');
  });

  it('a correction, with its dialog', async () => {
    serveCall('put', '/api/customers/{customerId}', ended);
    await afterSigningInAgain(candidate, 'Candidate Details', async (user) => {
      await press(user, 'Edit…');
      await user.type((await inDialog()).getByLabelText(/^Full Name/), ' Nair');
      await press(user, 'Save');
    });
    expect((await inDialog()).getByLabelText(/^Full Name/)).toHaveValue('Student 1 Nair');
  });

  it('a refund, which stays the same refund', async () => {
    const sent: Sent[] = serveCall('post', '/api/payments/{order_id}/refunds', ended);
    const user = await afterSigningInAgain(candidate, 'Candidate Details', async (first) => {
      await press(first, 'Refund…');
      const dialog = await inDialog();
      await first.clear(dialog.getByLabelText('Amount (Rs)'));
      await first.type(dialog.getByLabelText('Amount (Rs)'), '500');
      await first.type(dialog.getByLabelText('Reason'), 'Cannot come');
      await press(first, 'Refund Rs\u00a0500');
    });
    const dialog = await inDialog();
    expect(dialog.getByLabelText('Amount (Rs)')).toHaveValue('500');
    expect(dialog.getByLabelText('Reason')).toHaveValue('Cannot come');
    await press(user, 'Refund Rs\u00a0500');
    await heading('Admin Portal');
    const [first, again] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(again).toBe(first);
  });

  it('why a pass is withdrawn', async () => {
    serveCall('post', '/api/payments/{order_id}/validity', ended);
    await afterSigningInAgain(candidate, 'Candidate Details', async (user) => {
      await press(user, 'Withdraw pass…');
      await user.type((await inDialog()).getByLabelText('Reason'), 'Registered twice');
      await press(user, 'Withdraw pass');
    });
    expect((await inDialog()).getByLabelText('Reason')).toHaveValue('Registered twice');
  });

  it('a bulk action, but for the number that confirms it', async () => {
    const counted = serveCall('post', '/api/bulk/preview', { changes: 2, skipped: [], sample: [] });
    serveCall('post', '/api/bulk', ended);
    await afterSigningInAgain(portalPaths.newBulk, 'New bulk action', async (user) => {
      await user.selectOptions(await screen.findByLabelText('Action'), 'Withdraw passes');
      await user.type(await screen.findByLabelText('Reason'), 'The hall is closed');
      await user.type(await screen.findByLabelText(/type the number/), '2');
      await press(user, 'Withdraw passes');
    });
    expect(await screen.findByLabelText('Action')).toHaveDisplayValue('Withdraw passes');
    expect(screen.getByLabelText('Reason')).toHaveValue('The hall is closed');
    expect(await screen.findByLabelText(/type the number/)).toHaveValue('');
    expect(counted).toHaveLength(2);
  });

  const figures = {
    marks: 87,
    out_of: 100,
    rank: null,
    scholarship_percent: null,
    absent: false,
    remark: '',
  };
  const asha = { customer_id: 'C1', pass_no: 'C1', name: 'Asha', attended: null };
  const row = { ...asha, ...figures, has_pass: true, version: 4, corrections: [] };
  const binu = { customer_id: 'C2', pass_no: 'C2', name: 'Binu', attended: null, all_exams: true };
  const results: AnswerOf<'/api/results/{course}'> = {
    ...{ course: 'exam-1', examName: 'B.Tech', collegeName: '', state: 'draft', version: 1, total: 1 },
    ...{ corrected: 0, uploaded_at: null, uploaded_by: null, publish_at: null, published_by: null },
    message_id: null,
    rows: [row],
    missing: [binu],
  };
  const changedMeanwhile = { ...results, rows: [{ ...row, version: 5, marks: 80 }] };
  const examResults = portalPaths.examResults('exam-1');

  it.each([
    ['correction of a result', 'Correct Asha', 'Correct', [4, 5]],
    ['result that is added', 'Add a result of Binu', 'Add', [0, 0]],
  ])('a %s, with its dialog', async (_, opens, sends, versions) => {
    serveCall('get', '/api/results/{course}', results);
    const sent = serveCall('put', '/api/results/{course}/{customer_id}', ended);
    const user = await afterSigningInAgain(examResults, 'Results of an exam', async (first) => {
      await press(first, opens);
      const dialog = await inDialog();
      await first.clear(dialog.getByLabelText(/^Marks/));
      await first.type(dialog.getByLabelText(/^Marks/), '88');
      await first.type(dialog.getByLabelText(/^Remark/), 'Well done');
      await first.type(dialog.getByLabelText(/^Reason/), 'Added up wrongly');
      serveCall('get', '/api/results/{course}', changedMeanwhile);
      await first.click(dialog.getByRole('button', { name: sends }));
    });
    const dialog = await inDialog();
    expect(dialog.getByLabelText(/^Marks/)).toHaveValue('88');
    expect(dialog.getByLabelText(/^Remark/)).toHaveValue('Well done');
    expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Added up wrongly');
    if (sends === 'Correct') expect(dialog.getByText(/^Changed meanwhile. It is now: 80/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: sends }));
    await heading('Admin Portal');
    expect(sent.map(({ body }) => (body as { version: number }).version)).toEqual(versions);
  });

  const account = {
    id: 'ID-OF-BINU',
    username: 'binu',
    role: 'counter',
    disabled: false,
    must_change_password: false,
    second_factor: false,
    sessions: 0,
    version: 0,
  };

  it('an invitation', async () => {
    serveCall('get', '/api/admin/users', [account]);
    serveCall('post', '/api/admin/users', ended);
    await afterSigningInAgain(portalPaths.administrators, 'Administrators', async (user) => {
      await press(user, 'Invite');
      const dialog = await inDialog();
      await user.type(dialog.getByLabelText(/Username/), 'cini');
      await user.selectOptions(dialog.getByLabelText(/Role/), 'counter');
      await user.click(dialog.getByRole('button', { name: 'Invite' }));
    });
    const dialog = await inDialog();
    expect(dialog.getByLabelText(/Username/)).toHaveValue('cini');
    expect(dialog.getByLabelText(/Role/)).toHaveValue('counter');
  });

  it('a change of an account', async () => {
    serveCall('get', '/api/admin/users', [account]);
    serveCall('put', '/api/admin/users/{username}', ended);
    await afterSigningInAgain(portalPaths.administrators, 'Administrators', async (user) => {
      await press(user, 'Change binu');
      await user.click((await inDialog()).getByLabelText(/Give a new password/));
      await press(user, 'Save');
    });
    expect((await inDialog()).getByLabelText(/Give a new password/)).toBeChecked();
  });

  it('until when the line is to be held', async () => {
    serveCall('get', '/api/event/settings', eventSettings);
    serveCall('get', '/api/payments/line', lineAtRest);
    serveCall('put', '/api/payments/line/hold', ended);
    await afterSigningInAgain(portalPaths.event, 'Event', async (user) => {
      fireEvent.change(await screen.findByLabelText('Hold until'), { target: { value: '2031-05-20T18:30' } });
      await press(user, 'Hold the line');
      await answer(user, 'Hold the line');
    });
    expect(await screen.findByLabelText('Hold until')).toHaveValue('2031-05-20T18:30');
  });

  it('when results are to be published, and whether by mail, with the dialog', async () => {
    serveCall('get', '/api/results/{course}', results);
    serveCall('post', '/api/results/{course}/publish', ended);
    await afterSigningInAgain(examResults, 'Results of an exam', async (user) => {
      await press(user, 'Publish');
      const dialog = await inDialog();
      await user.click(dialog.getByLabelText('At a moment'));
      await user.type(dialog.getByLabelText(/Day and time/), '2999-06-15T10:00');
      await user.click(dialog.getByLabelText('Mail the candidates'));
      await user.click(dialog.getByRole('button', { name: 'Set the moment' }));
    });
    const dialog = await inDialog();
    expect(dialog.getByLabelText('At a moment')).toBeChecked();
    expect(dialog.getByLabelText(/Day and time/)).toHaveValue('2999-06-15T10:00');
    expect(dialog.getByLabelText('Mail the candidates')).not.toBeChecked();
  });

  it('no question whether to publish what others have published meanwhile', async () => {
    serveCall('get', '/api/results/{course}', results);
    serveCall('post', '/api/results/{course}/publish', ended);
    await afterSigningInAgain(examResults, 'Results of an exam', async (user) => {
      await press(user, 'Publish');
      const dialog = await inDialog();
      serveCall('get', '/api/results/{course}', { ...results, state: 'published', version: 2 });
      await user.click(dialog.getByRole('button', { name: 'Publish now' }));
    });
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('the own address, but for the password', async () => {
    serveCall('get', '/api/admin/account', {
      ...{ username: 'admin', role: 'admin', second_factor: false, recovery_codes: 0 },
      email: 'asha@x.example',
    });
    serveCall('get', '/api/admin/sessions', []);
    serveCall('put', '/api/admin/account', ended);
    await afterSigningInAgain(portalPaths.account, 'My account', async (user) => {
      await press(user, 'Change address…');
      const dialog = await inDialog();
      await user.clear(dialog.getByLabelText('Email'));
      await user.type(dialog.getByLabelText('Email'), 'asha@y.example');
      await user.type(dialog.getByLabelText(/Your password/), 'mine');
      await user.click(dialog.getByRole('button', { name: 'Save' }));
    });
    const dialog = await inDialog();
    expect(dialog.getByLabelText('Email')).toHaveValue('asha@y.example');
    expect(dialog.getByLabelText(/Your password/)).toHaveValue('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('mine');
  });

  it.each([4, 5])('which exams were ticked for a candidate, over which choice: version %i', async (now) => {
    const bca = {
      ...{ course: 'bca', examName: 'BCA', collegeName: '', date: '2025-05-31', timeStart: '10:00' },
      ...{ timeEnd: '11:00', venue: 'Hall 1', sold_out: false, closed: false },
    };
    const choice = {
      ...{ open: true, version: 4, chosen: [] },
      exams: [bca, { ...bca, course: 'bba', examName: 'BBA', timeStart: '12:00', timeEnd: '13:00' }],
    };
    serveCall('get', '/api/customers/{customerId}/exams', choice);
    const sent = serveCall('put', '/api/customers/{customerId}/exams', ended);
    const user = await afterSigningInAgain(candidate, 'Candidate Details', async (first) => {
      await first.click(await screen.findByRole('checkbox', { name: /BBA/ }));
      // On the pass, the candidate chooses.
      if (now > 4)
        serveCall('get', '/api/customers/{customerId}/exams', { ...choice, version: now, chosen: ['bca'] });
      await press(first, 'Save 1 exam');
    });
    expect(await screen.findByRole('checkbox', { name: /BBA/ })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: /BCA/ })).not.toBeChecked();
    if (now > 4) {
      expect(screen.getByText('The choice was changed meanwhile. It is now: BCA.')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Save 1 exam' })).not.toBeInTheDocument();
      await press(user, 'Go on with what is ticked');
    }
    await press(user, 'Save 1 exam');
    await heading('Admin Portal');
    expect(sent[1]?.body).toEqual({ exams: ['bba'], version: now });
  });

  it.each([4, 5])(
    'how packages were put in order, and says where another has saved one: version %i',
    async (now) => {
      serveCall('get', '/api/packages', [single, all]);
      serveCall('get', '/api/packages/order', { ids: [single._id, all._id], version: 4 });
      const sent = serveCall('put', '/api/packages/order', ended);
      const user = await afterSigningInAgain(portalPaths.packages, 'Packages', async (first) => {
        await press(first, 'Change order');
        await press(first, `Move ${all.name} up`);
        serveCall('get', '/api/packages/order', { ids: [single._id, all._id], version: now });
        await press(first, 'Save order');
      });
      const rows = within(await screen.findByRole('list', { name: /^Order of the/ })).getAllByRole(
        'listitem',
      );
      expect(rows.map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining(all.name),
        expect.stringContaining(single.name),
      ]);
      expect(screen.queryAllByText(/Somebody else has saved another order/)).toHaveLength(now - 4);
      await press(user, 'Save order');
      await heading('Admin Portal');
      expect(sent[1]?.body).toEqual({ ids: [all._id, single._id], version: now });
    },
  );

  it('how seats are to be assigned', async () => {
    serveCall('get', '/api/exam-details', [examDetail({ halls: ['hall-a'] })]);
    serveCall('get', '/api/seating/{course}', {
      ...{ state: 'none', version: 0, is_published: false, changes: null, has_draft: false },
      ...{ options: null, halls: [], unseated: [] },
    });
    serveCall('post', '/api/seating/{course}', ended);
    await afterSigningInAgain(portalPaths.seatsOf('d1'), 'Seats: B.Tech', async (user) => {
      await user.click(await screen.findByLabelText('Mixed'));
      await user.click(screen.getByLabelText(/chessboard/));
      await user.click(screen.getByLabelText(/siblings apart/));
      await press(user, 'Assign seats');
    });
    expect(await screen.findByLabelText('Mixed')).toBeChecked();
    expect(screen.getByLabelText(/chessboard/)).toBeChecked();
    expect(screen.getByLabelText(/siblings apart/)).toBeChecked();
  });

  it('what another person typed from the next one', async () => {
    serveCall('post', '/api/customers/{customerId}/notes', ended);
    serveCall('post', '/api/admin/login', { token: tokenOf('meera'), device: 'd', msg: '' });
    await afterSigningInAgain(candidate, 'Candidate Details', async (user) => {
      await user.type(await screen.findByLabelText('New note'), 'Called at ten');
      await press(user, 'Add note');
    });
    expect(await screen.findByLabelText('New note')).toHaveValue('');
  });
});
