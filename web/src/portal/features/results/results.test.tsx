import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { lostAnswer, refusal, serveCall, staleVersion } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { answer, renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';
import type { ExamResults } from './state';

const row: ExamResults['rows'][number] = {
  customer_id: 'C0123456789A',
  pass_no: 'C012 3456 789A',
  name: 'Asha',
  has_pass: true,
  attended: null,
  version: 0,
  marks: 87.5,
  out_of: 100,
  rank: 1,
  scholarship_percent: 50,
  absent: false,
  remark: '',
  corrections: [],
};
const draft: ExamResults = {
  course: 'exam-1',
  examName: 'B.Tech',
  collegeName: 'Periyar Institute',
  state: 'draft',
  version: 1,
  total: 1,
  corrected: 0,
  uploaded_at: '2025-06-03T10:00:00Z',
  uploaded_by: 'meera',
  publish_at: null,
  published_by: null,
  message_id: null,
  rows: [row],
  missing: [
    { customer_id: 'C1123456789A', pass_no: 'C112 3456 789A', name: 'Binu', all_exams: true, attended: null },
  ],
};
const none: ExamResults = {
  ...draft,
  state: 'none',
  version: 0,
  total: 0,
  uploaded_at: null,
  uploaded_by: null,
  rows: [],
};
const published: ExamResults = {
  ...draft,
  state: 'published',
  version: 2,
  publish_at: '2025-06-04T10:00:00Z',
  published_by: 'meera',
};
/** What a change answers. */
const head = ({
  state,
  version,
  total,
  corrected,
  uploaded_at,
  uploaded_by,
  publish_at,
  published_by,
  message_id,
}: ExamResults) => ({
  ...{ state, version, total, corrected },
  ...{ uploaded_at, uploaded_by, publish_at, published_by, message_id },
});
const checked = {
  committed: false,
  rows: 1,
  ok: 1,
  errors: [],
  errors_total: 0,
  duplicates: 0,
  warnings: [],
  warnings_total: 0,
  missing: 1,
  not_let_in: 0,
  results: [{ ...row, line: 2, name: 'Asha' }],
  replaces: null,
  version: 0,
};

function open(role: 'admin' | 'counter' = 'admin') {
  session.start(tokenOf('meera', role));
  return renderScreen(portalPaths.examResults('exam-1'));
}

it('lists the exams with how far each is', async () => {
  serveCall('get', '/api/results', [
    {
      course: 'exam-1',
      examName: 'B.Tech',
      collegeName: 'Periyar Institute',
      date: '2025-05-31',
      timeStart: '10:00',
      results: head(published),
    },
  ]);
  renderScreen(portalPaths.results);
  const link = await screen.findByRole('link', { name: 'B.Tech' });
  expect(link).toHaveAttribute('href', portalPaths.examResults('exam-1'));
  expect(screen.getByText('Published')).toBeVisible();
});

it('takes a file once it is in order, and says line by line what is not', async () => {
  serveCall('get', '/api/results/{course}', none, draft);
  const wrong = {
    ...checked,
    ok: 0,
    results: [],
    errors: [
      {
        line: 2,
        column: 'Marks',
        code: 'marks_out_of_range',
        message: 'These are more marks than can be reached.',
      },
    ],
    errors_total: 1,
  };
  const sent = serveCall('post', '/api/results/{course}', wrong, checked, {
    ...checked,
    committed: true,
    version: 1,
  });
  const { user } = open();
  const field = await screen.findByLabelText(/^Results/);
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Choose a file') as string),
  );
  await user.type(field, 'pass_no,marks,out_of');
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByText(/^One thing is to be mended/)).toBeVisible();
  expect(screen.getByText('These are more marks than can be reached.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take it as the draft' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  await user.click(await screen.findByRole('button', { name: 'Take it as the draft' }));
  expect(await screen.findByText('The results of 1 candidate are the draft')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { csv: 'pass_no,marks,out_of' },
    { csv: 'pass_no,marks,out_of' },
    { csv: 'pass_no,marks,out_of', commit: true, mark_absent: false, version: 0 },
  ]);
  expect(await screen.findByRole('button', { name: 'Publish' })).toBeVisible();
});

it('says how many mistakes and warnings there are where the first are listed', async () => {
  serveCall('get', '/api/results/{course}', none);
  const one = { line: 2, column: 'Marks', code: 'marks_out_of_range', message: 'Too many marks.' };
  const two = [one, { ...one, line: 3 }];
  serveCall(
    'post',
    '/api/results/{course}',
    { ...checked, errors: two, errors_total: 60_000 },
    { ...checked, warnings: two, warnings_total: 24_000 },
  );
  const { user } = open();
  await user.type(await screen.findByLabelText(/^Results/), 'pass_no,marks');
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByText(/^60,000 things are to be mended.* The first 2 are listed/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByRole('region', { name: 'To be looked at, the first of 24,000' })).toBeVisible();
});

it('offers nothing of a file that was changed while it was checked', async () => {
  serveCall('get', '/api/results/{course}', none);
  let release: (seen: typeof checked) => void = () => undefined;
  const held = new Promise<typeof checked>((resolve) => (release = resolve));
  const sent = serveCall('post', '/api/results/{course}', held, checked);
  const { user } = open();
  const field = await screen.findByLabelText(/^Results/);
  await user.type(field, 'pass_no,marks');
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  await user.type(field, ',out_of');
  release(checked);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check the file' })).toBeEnabled());
  expect(screen.queryByRole('button', { name: 'Take it as the draft' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByRole('button', { name: 'Take it as the draft' })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ csv: 'pass_no,marks' }, { csv: 'pass_no,marks,out_of' }]);
});

it('takes those as absent whom the door did not let in, where that is wanted', async () => {
  serveCall('get', '/api/results/{course}', none, draft);
  const preview = { ...checked, missing: 2, not_let_in: 2 };
  const sent = serveCall('post', '/api/results/{course}', preview, {
    ...preview,
    committed: true,
    version: 1,
  });
  const { user } = open();
  await user.type(await screen.findByLabelText(/^Results/), 'pass_no,marks,out_of');
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  await user.click(await screen.findByRole('checkbox', { name: /^Take 2 candidates as absent/ }));
  await user.click(screen.getByRole('button', { name: 'Take it as the draft' }));
  expect(await screen.findByText('The results of 3 candidates are the draft')).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ body: { commit: true, mark_absent: true } });
});

it('shows what a file would replace by now, where that was changed before it is taken', async () => {
  serveCall('get', '/api/results/{course}', none, draft);
  const now = { ...checked, replaces: { total: 7, corrected: 0 }, version: 4 };
  const taken = { ...checked, committed: true, version: 5 };
  const sent = serveCall('post', '/api/results/{course}', checked, staleVersion, now, taken);
  const { user } = open();
  await user.type(await screen.findByLabelText(/^Results/), 'pass_no,marks,out_of');
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  await user.click(await screen.findByRole('button', { name: 'Take it as the draft' }));
  expect(await screen.findByText(/You see it as it is now/)).toBeVisible();
  expect(screen.getByText(/It replaces a draft of 7 candidates/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Take it as the draft' }));
  expect(await screen.findByText('The results of 1 candidate are the draft')).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ body: { commit: true, version: 4 } });
});

it('publishes at a moment in India on the version that was seen', async () => {
  serveCall('get', '/api/results/{course}', draft, {
    ...draft,
    state: 'scheduled',
    publish_at: '2999-06-15T04:30:00Z',
  });
  const sent = serveCall('post', '/api/results/{course}/publish', {
    ...head(draft),
    state: 'scheduled',
    publish_at: '2999-06-15T04:30:00Z',
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'At a moment' }));
  await user.click(dialog.getByRole('button', { name: 'Set the moment' }));
  expect(await dialog.findByText('Enter a day and a time')).toBeVisible();
  await user.type(dialog.getByLabelText(/Day and time/), '2999-06-15T10:00');
  await user.click(dialog.getByRole('button', { name: 'Set the moment' }));
  expect(await screen.findByText(/^Candidates see their results from/)).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ at: '2999-06-15T04:30:00.000Z', mail: true, version: 1 }]);
});

it('publishes what is there by now once it was looked at, where it was changed meanwhile', async () => {
  serveCall('get', '/api/results/{course}', draft, { ...draft, version: 2, total: 3 }, published);
  const sent = serveCall('post', '/api/results/{course}/publish', staleVersion, head(published));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('checkbox', { name: 'Mail the candidates' }));
  await user.click(dialog.getByRole('button', { name: 'Publish now' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/You see it as it is now/);
  expect(dialog.getByText(/^3 candidates see their result/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Publish now' }));
  expect(await screen.findByText('Candidates see their results now')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { mail: false, version: 1 },
    { mail: false, version: 2 },
  ]);
});

it('mails nobody where that is not wanted, and leads to the mails where it is', async () => {
  const mailed = { ...published, message_id: '01747717200000-0123456789ABCDEF' };
  serveCall('get', '/api/results/{course}', draft, mailed);
  const sent = serveCall('post', '/api/results/{course}/publish', head(published));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('dialog'));
  const box = dialog.getByRole('checkbox', { name: 'Mail the candidates' });
  expect(box).toBeChecked();
  await user.click(box);
  expect(dialog.getByText(/^Nobody is mailed/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Publish now' }));
  expect(sent.map(({ body }) => body)).toEqual([{ mail: false, version: 1 }]);
  expect(await screen.findByRole('link', { name: 'Mails to the candidates' })).toHaveAttribute(
    'href',
    portalPaths.message('01747717200000-0123456789ABCDEF'),
  );
});

it.each([
  [null, false],
  ['01747717200000-0123456789ABCDEF', true],
])('opens a publication that is scheduled as it was: mails %s', async (message_id, isMailed) => {
  const publish_at = '2999-06-15T04:30:00Z';
  serveCall('get', '/api/results/{course}', { ...draft, state: 'scheduled', publish_at, message_id });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change the moment' }));
  const dialog = within(await screen.findByRole('dialog'));
  const box = dialog.getByRole('checkbox', { name: 'Mail the candidates' });
  expect((box as HTMLInputElement).checked).toBe(isMailed);
});

it('mails a candidate whose published result is corrected, unless that is not wanted', async () => {
  serveCall('get', '/api/results/{course}', published);
  const sent = serveCall('put', '/api/results/{course}/{customer_id}', { ...row, marks: 88, version: 1 });
  const { user } = open();
  for (const isMailed of [true, false]) {
    await user.click(await screen.findByRole('button', { name: 'Correct Asha' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Reason/), 'Added up wrongly');
    if (!isMailed) await user.click(dialog.getByRole('checkbox', { name: /^Mail the candidate/ }));
    await user.click(dialog.getByRole('button', { name: 'Correct' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(sent.map(({ body }) => body)).toMatchObject([{ mail: true }, { mail: false }]);
});

it('shows results as published from their moment on, and mails nobody of a correction before it', async () => {
  const advance = controlTime();
  const publish_at = new Date(Date.now() + 300_000).toISOString();
  const scheduled = { ...published, state: 'scheduled', publish_at } as const;
  serveCall('get', '/api/results/{course}', scheduled, scheduled, { ...published, publish_at });
  const sent = serveCall('put', '/api/results/{course}/{customer_id}', { ...row, version: 1 });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Correct Asha' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Reason/), 'Added up wrongly');
  await user.click(dialog.getByRole('button', { name: 'Correct' }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ mail: false }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await advance(290_000);
  expect(screen.getByText('Scheduled')).toBeVisible();
  await advance(15_000);
  expect(await screen.findByText('Published')).toBeVisible();
});

it('shows in the list of exams, too, that their moment has come', async () => {
  const advance = controlTime();
  const publish_at = new Date(Date.now() + 300_000).toISOString();
  const exam = {
    ...{ course: 'exam-1', examName: 'B.Tech', collegeName: '', date: '2025-05-31', timeStart: '10:00' },
    results: head({ ...published, state: 'scheduled', publish_at }),
  };
  const later = new Date(Date.now() + 9_000_000_000).toISOString();
  const other = { ...exam, course: 'exam-2', results: { ...exam.results, publish_at: later } };
  const over = { ...exam, results: head({ ...published, publish_at }) };
  const asked = serveCall('get', '/api/results', [other, exam], [other, over]);
  renderScreen(portalPaths.results);
  await waitFor(() => expect(screen.getAllByText('Scheduled')).toHaveLength(2));
  await advance(305_000);
  expect(await screen.findByText('Published')).toBeVisible();
  await advance(60_000);
  expect(asked).toHaveLength(2);
});

it('withdraws what is published, and leads on to a message', async () => {
  serveCall('get', '/api/results/{course}', published, draft);
  const sent = serveCall('post', '/api/results/{course}/withdraw', head(draft));
  const { user } = open();
  const write = await screen.findByRole('link', { name: 'Write to the candidates' });
  expect(write).toHaveAttribute(
    'href',
    '/dashboard/messages/new?template=results-are-out&validity=valid&holds_exam=exam-1',
  );
  expect(screen.queryByRole('button', { name: 'Check the file' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await answer(user, 'Withdraw');
  expect(await screen.findByText('The results are withdrawn')).toBeVisible();
  expect(sent).toHaveLength(1);
});

it('corrects a result with a reason, and keeps what was typed when it is refused', async () => {
  // Another one has corrected marks and rank meanwhile.
  const now = { ...row, version: 1, marks: 90, rank: 2 };
  serveCall('get', '/api/results/{course}', draft, { ...draft, rows: [now] });
  const sent = serveCall(
    'put',
    '/api/results/{course}/{customer_id}',
    refusal(422, 'invalid_field', 'Please write why', 'reason'),
    staleVersion,
    { ...row, marks: 88, version: 2 },
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Correct Asha' }));
  const dialog = within(await screen.findByRole('dialog'));
  const marks = dialog.getByLabelText(/^Marks/);
  await user.clear(marks);
  await user.type(marks, 'many');
  await user.click(dialog.getByRole('button', { name: 'Correct' }));
  expect(marks).toHaveAccessibleDescription(expect.stringContaining('87.5') as string);
  await user.clear(marks);
  await user.type(marks, '88');
  await user.click(dialog.getByRole('button', { name: 'Correct' }));
  await waitFor(() => expect(dialog.getByLabelText(/^Reason/)).toBeInvalid());
  await user.type(dialog.getByLabelText(/^Reason/), 'Added up wrongly');
  await user.click(dialog.getByRole('button', { name: 'Correct' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/You see it as it is now/);
  expect(
    dialog.getByText('Changed meanwhile. It is now: 90 of 100, rank 2, scholarship 50 %.'),
  ).toBeVisible();
  expect(marks).toHaveValue('88');
  await user.click(dialog.getByRole('button', { name: 'Correct' }));
  expect(await screen.findByText('The result is corrected')).toBeVisible();
  expect(sent.at(-1)).toMatchObject({
    ids: { course: 'exam-1', customer_id: 'C0123456789A' },
    body: {
      marks: 88,
      out_of: 100,
      // Nobody has typed into it here.
      rank: 2,
      scholarship_percent: 50,
      absent: false,
      remark: '',
      reason: 'Added up wrongly',
      version: 1,
    },
  });
});

it('corrects a result that another one has added meanwhile', async () => {
  const [binu] = draft.missing;
  const added = { ...row, ...binu, version: 1, marks: 40 };
  serveCall('get', '/api/results/{course}', draft, { ...draft, rows: [row, added], missing: [] });
  const sent = serveCall('put', '/api/results/{course}/{customer_id}', staleVersion, added);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add a result of Binu' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Marks/), '41');
  await user.type(dialog.getByLabelText(/^Reason/), 'Was on paper');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText(/^Changed meanwhile. It is now: 40 of 100/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Correct' }));
  expect(await screen.findByText('The result is corrected')).toBeVisible();
  expect(sent.map(({ body }) => body)).toMatchObject([
    { marks: 41, out_of: null, version: 0 },
    { marks: 41, out_of: 100, version: 1 },
  ]);
});

it('does not say that a file may have been taken where it was only checked', async () => {
  serveCall('get', '/api/results/{course}', none);
  serveCall('post', '/api/results/{course}', refusal(500, 'internal_error', ''));
  const { user } = open();
  await user.click(await screen.findByLabelText('Results'));
  await user.paste('pass_no,marks');
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^The file could not be checked/);
  expect(alert).not.toHaveTextContent('not known whether');
});

describe('where the answer is lost', () => {
  it('publishes once more without harm, and shows meanwhile what is there', async () => {
    serveCall('get', '/api/results/{course}', draft, published);
    const sent = serveCall('post', '/api/results/{course}/publish', lostAnswer, head(published));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Publish now' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'it is not known whether they were published. Send it again: that is safe.',
    );
    expect(await screen.findByText('Published')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Publish now' }));
    expect(await screen.findByText('Candidates see their results now')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      { mail: true, version: 1 },
      { mail: true, version: 2 },
    ]);
  });

  it('shows whether they were withdrawn', async () => {
    serveCall('get', '/api/results/{course}', published, draft);
    serveCall('post', '/api/results/{course}/withdraw', lostAnswer);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await answer(user, 'Withdraw');
    expect(await screen.findByText(/not known whether they were withdrawn/)).toBeVisible();
    expect(await screen.findByText('Draft')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  it('corrects once more without harm, and shows what is stored', async () => {
    const stored = { ...row, marks: 88, version: 1 };
    serveCall('get', '/api/results/{course}', draft, { ...draft, rows: [stored] });
    const sent = serveCall('put', '/api/results/{course}/{customer_id}', lostAnswer, stored);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Correct Asha' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText(/^Marks/));
    await user.type(dialog.getByLabelText(/^Marks/), '88');
    await user.type(dialog.getByLabelText(/^Reason/), 'Added up wrongly');
    await user.click(dialog.getByRole('button', { name: 'Correct' }));
    expect(await dialog.findByText(/not known whether it was corrected/)).toBeVisible();
    expect(await dialog.findByText(/^Changed meanwhile. It is now: 88 of 100/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Correct' }));
    expect(await screen.findByText('The result is corrected')).toBeVisible();
    expect(sent.map(({ body }) => (body as { marks: number }).marks)).toEqual([88, 88]);
  });

  it('takes a file once more without harm', async () => {
    serveCall('get', '/api/results/{course}', none, draft);
    const taken = { ...checked, committed: true, version: 1 };
    const sent = serveCall('post', '/api/results/{course}', checked, lostAnswer, checked, taken);
    const { user } = open();
    await user.click(await screen.findByLabelText('Results'));
    await user.paste('pass_no,marks,out_of\nC012 3456 789A,87.5,100');
    await user.click(screen.getByRole('button', { name: 'Check the file' }));
    await user.click(await screen.findByRole('button', { name: 'Take it as the draft' }));
    expect(await screen.findByText(/not known whether the file was taken/)).toBeVisible();
    await waitFor(() => expect(sent).toHaveLength(3));
    await user.click(screen.getByRole('button', { name: 'Take it as the draft' }));
    expect(await screen.findByText(/^The results of 1 candidate are the draft/)).toBeVisible();
  });
});

it('shows a clerk everything and lets them change nothing', async () => {
  const corrected = {
    ...row,
    version: 1,
    corrections: [
      { at: '2025-06-03T11:00:00Z', by: 'meera', reason: 'Added up wrongly', before: null, after: row },
    ],
  };
  serveCall('get', '/api/results/{course}', { ...draft, rows: [corrected] });
  open('counter');
  expect(await screen.findByText('Added up wrongly')).toBeVisible();
  expect(screen.getByText('Binu')).toBeVisible();
  for (const name of ['Publish', 'Check the file', 'Correct Asha', 'Add a result of Binu']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

it('finds a candidate by name or number', async () => {
  serveCall('get', '/api/results/{course}', draft);
  const { user } = open();
  await user.type(await screen.findByLabelText('Find by name or pass number'), 'c0123456');
  expect(screen.getByRole('link', { name: 'Asha' })).toBeVisible();
  await user.type(screen.getByLabelText('Find by name or pass number'), 'x');
  expect(screen.getByText('Nobody with a result is called so.')).toBeVisible();
});
