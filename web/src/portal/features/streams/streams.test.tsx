import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal, serveCall, staleVersion } from '@/testing/calls';
import { stubPictures } from '@/testing/pictures';
import type { ExamDetail, Stream } from '@/portal/kit/api/entries';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { dependents, examDetail } from '@/portal/testing/records';
import { answer, pressAgain, question, renderScreen } from '@/portal/testing/renderScreen';

const stream: Stream = {
  _id: 's1',
  categoryName: 'Engineering',
  createdAt: '2025-05-01T10:00:00Z',
  version: 2,
};
const detail = examDetail({ details: 'Bring a pencil.' });

async function open(...streams: Stream[]) {
  serveCall('get', '/api/exams', streams);
  const view = renderScreen(portalPaths.streams);
  await screen.findByRole('heading', { name: 'Stream Management' });
  return view;
}
const name = () => screen.getByLabelText(/^Category Name/);

describe('a category', () => {
  it('is added, with a name', async () => {
    const sent = serveCall('post', '/api/exams', { message: 'Exam created successfully', exam: stream });
    const { user } = await open();
    expect(await screen.findByText('No exams found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add Category' }));
    expect(name()).toHaveAccessibleDescription('Category name is required');
    await user.type(name(), 'Engineering');
    serveCall('get', '/api/exams', [stream]);
    await user.click(screen.getByRole('button', { name: 'Add Category' }));
    expect(await screen.findByRole('button', { name: 'Engineering' })).toBeVisible();
    expect(sent[0]?.body).toEqual({ categoryName: 'Engineering' });
    // The list is read before the form is empty.
    await waitFor(() => expect(name()).toHaveValue(''));
  });

  it('is renamed, unless somebody else was faster', async () => {
    const sent = serveCall('put', '/api/exams/{id}', staleVersion, {
      message: 'Exam updated successfully',
      exam: { ...stream, version: 4 },
    });
    const { user } = await open(stream);
    await user.click(await screen.findByRole('button', { name: 'Edit Engineering' }));
    await user.type(name(), ' and more');
    await user.click(screen.getByRole('button', { name: 'Update Category' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(staleVersion.message);
    expect(name()).toHaveValue('Engineering and more');
    serveCall('get', '/api/exams', [{ ...stream, categoryName: 'Technology', version: 3 }]);
    await user.click(screen.getByRole('button', { name: 'Load the newer version' }));
    await waitFor(() => expect(name()).toHaveValue('Technology'));
    await user.click(screen.getByRole('button', { name: 'Update Category' }));
    expect(await screen.findByText('Exam updated successfully')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      { categoryName: 'Engineering and more', version: 2 },
      { categoryName: 'Technology', version: 3 },
    ]);
  });

  it('is deleted after a question, and not while it has exams', async () => {
    const first = 'Delete this exam’s details first.';
    serveCall(
      'get',
      '/api/catalogue/{kind}/{id}/dependents',
      dependents({
        exams: [
          { _id: 'd1', name: 'B.Tech' },
          { _id: 'd2', name: '' },
        ],
        refusal: { code: 'not_empty', message: first },
      }),
      dependents(),
    );
    serveCall('delete', '/api/exams/{id}', refusal(409, 'not_empty', first), { message: 'Exam deleted' });
    const { user } = await open(stream);
    await user.click(await screen.findByRole('button', { name: 'Delete Engineering' }));
    const dialog = within(await question());
    expect(await dialog.findByText('2 exams are in it: B.Tech, one without a name.')).toBeVisible();
    expect(await question()).toHaveAccessibleName('Engineering cannot be deleted');
    expect(dialog.getByText(first)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await answer(user, 'Close');
    // One that came in after the question was asked.
    await user.click(screen.getByRole('button', { name: 'Delete Engineering' }));
    expect(await within(await question()).findByText('Nothing depends on it.')).toBeVisible();
    expect(await question()).toHaveAccessibleName('Are you sure you want to delete this exam?');
    await answer(user, 'Delete');
    expect(await screen.findByText(`Error deleting exam: ${first}`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete Engineering' }));
    await answer(user, 'Delete');
    expect(await screen.findByText('No exams found')).toBeVisible();
  });
});

describe('the exams of a category', () => {
  async function expand(...details: ExamDetail[]) {
    serveCall('get', '/api/exam-details/exam/{examId}', details);
    serveCall('get', '/api/halls', [
      { _id: 'hall-a', name: 'Hall A', rows: 2, columns: 3, blocked: [], seats: 6, version: 1 },
    ]);
    const view = await open(stream);
    const toggle = await screen.findByRole('button', { name: 'Engineering' });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await view.user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    return view;
  }

  it('are shown when it is opened', async () => {
    await expand(detail);
    const list = await screen.findByRole('list', { name: 'Exam details of Engineering' });
    expect(within(list).getByRole('heading', { name: 'B.Tech' })).toBeVisible();
    expect(within(list).getByText('31/05/2025, 10:00 am to 12:30 pm · Hall 2 · Rs 250.50')).toBeVisible();
    expect(within(list).getByText('Bring a pencil.')).toBeVisible();
  });

  it('say that there are none, and take a first one', async () => {
    stubPictures();
    const sent = serveCall('post', '/api/exam-details', {
      message: 'Exam detail created',
      examDetail: detail,
      clashes: [],
    });
    const { user } = await expand();
    expect(await screen.findByText('No exam details found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Add Exam Detail/ }));
    const form = screen.getByRole('form', { name: 'Add Exam Detail' });
    expect(within(form).getByText('JPG/PNG max 2MB')).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Save Exam Detail' }));
    const field = (label: RegExp) => within(form).getByLabelText(label);
    expect(field(/^Date/)).toHaveAccessibleDescription('Date is required');
    expect(field(/^Start Time/)).toHaveAccessibleDescription('Start time is required');
    expect(field(/^End Time/)).toHaveAccessibleDescription('End time is required');
    expect(field(/^Fee/)).toHaveAccessibleDescription(/Fee is required/);
    await user.type(field(/^Date/), '2025-05-31');
    await user.type(field(/^Start Time/), '10:00');
    await user.type(field(/^End Time/), '09:00');
    await user.type(field(/^Fee/), '250.5');
    await user.type(field(/^Places/), '40');
    await user.click(within(form).getByRole('button', { name: 'Save Exam Detail' }));
    expect(field(/^End Time/)).toHaveAccessibleDescription('End time must be after the start time');
    await user.clear(field(/^End Time/));
    await user.type(field(/^End Time/), '12:30');
    await user.click(within(form).getByRole('button', { name: 'Save Exam Detail' }));
    await waitFor(() => expect(form).not.toBeInTheDocument());
    expect(sent[0]?.body).toEqual({
      examId: 's1',
      date: '2025-05-31',
      timeStart: '10:00',
      timeEnd: '12:30',
      venue: '',
      examFee: 250.5,
      capacity: 40,
      examName: '',
      details: '',
      halls: [],
      reportingTime: '',
    });
  });

  it('are changed, and what was typed is not lost to another one by mistake', async () => {
    const sent = serveCall('put', '/api/exam-details/{id}', {
      message: 'Exam detail updated',
      examDetail: detail,
      clashes: [],
    });
    const { user } = await expand(detail, { ...detail, _id: 'd2', examName: 'M.Tech' });
    await user.click(await screen.findByRole('button', { name: 'Edit B.Tech' }));
    await user.type(screen.getByLabelText('Venue'), 'a');
    await user.click(screen.getByRole('button', { name: 'Edit M.Tech' }));
    await answer(user, 'Stay');
    expect(screen.getByLabelText('Venue')).toHaveValue('Hall 2a');
    // Closing and opening the category loses nothing either.
    await user.click(screen.getByRole('button', { name: 'Engineering' }));
    await user.click(screen.getByRole('button', { name: 'Engineering' }));
    expect(screen.getByLabelText('Venue')).toHaveValue('Hall 2a');
    await user.click(screen.getByRole('button', { name: 'Update Exam Detail' }));
    expect(await screen.findByText('Exam detail updated')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ venue: 'Hall 2a', version: 4 });
    expect(sent[0]?.body).not.toHaveProperty('image');
  });

  it('show how many of their places are paid, held and left', async () => {
    await expand(
      { ...detail, capacity: 40, places: { taken: 12, held: 3, left: 25, beyond: 0 } },
      {
        ...detail,
        _id: 'd2',
        examName: 'M.Tech',
        capacity: 2,
        places: { taken: 3, held: 0, left: 0, beyond: 1 },
      },
    );
    expect(await screen.findByText('40 places · 12 paid · 3 held · 25 left')).toBeVisible();
    expect(screen.getByText('2 places · 3 paid · 0 held · 0 left · 1 too many')).toBeVisible();
  });

  it('say how many hold a place, before there are fewer than that', async () => {
    const refused = { ...refusal(409, 'places_are_held', ''), placesHeld: 15, confirm: ['places'] };
    const saved = { message: 'Exam detail updated', examDetail: detail, clashes: [] };
    const sent = serveCall('put', '/api/exam-details/{id}', refused, saved);
    const { user } = await expand(detail);
    await user.click(await screen.findByRole('button', { name: 'Edit B.Tech' }));
    await user.type(screen.getByLabelText('Places'), '10');
    await user.click(screen.getByRole('button', { name: 'Update Exam Detail' }));
    expect(await question()).toHaveTextContent('15 candidates hold a place.');
    await answer(user, 'Save all the same');
    expect(await screen.findByText('Exam detail updated')).toBeVisible();
    expect(sent[1]?.body).toMatchObject({ capacity: 10, confirm: ['places'] });
  });

  it('say that published seats stay in the halls before, where these change', async () => {
    const refused = {
      ...refusal(409, 'exam_is_held', ''),
      paid: 2,
      paidForAll: 0,
      seatsStay: true,
      passesChange: false,
      confirm: ['candidates'],
    };
    const saved = { message: 'Exam detail updated', examDetail: detail, clashes: [] };
    serveCall('put', '/api/exam-details/{id}', refused, saved);
    const { user } = await expand(detail);
    await user.click(await screen.findByRole('button', { name: 'Edit B.Tech' }));
    await user.type(screen.getByLabelText('Venue'), 'a');
    await user.click(screen.getByRole('button', { name: 'Update Exam Detail' }));
    expect(await question()).toHaveTextContent('The seats that are published stay where they are until');
    // A pass shows the hall of its seat: nothing of it changes, and there is nothing to mail.
    expect(await question()).not.toHaveTextContent('Their passes show the new day');
    expect(screen.queryByLabelText(/Mail them their pass/)).toBeNull();
    await answer(user, 'Save all the same');
    expect(await screen.findByText('Exam detail updated')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  });

  const clash = {
    _id: 'd9',
    examName: 'BBA',
    collegeName: 'Malabar College',
    date: '2025-05-31',
    timeStart: '10:00',
    timeEnd: '11:30',
    venue: 'Hall 3',
    halls: [],
  };
  const occupied = {
    ...refusal(409, 'hall_is_occupied', 'Hall 3 has another exam at that time.'),
    paid: 12,
    paidForAll: 1840,
    clashes: [clash],
    overlaps: [{ ...clash, _id: 'd8', examName: 'BCA', venue: 'Hall 9' }],
    confirm: ['candidates', 'd9'],
  };

  it('say whom a move disturbs, with numbers, before it is saved', async () => {
    serveCall('get', '/api/exam-details', []);
    const sent = serveCall('put', '/api/exam-details/{id}', occupied, occupied, {
      message: 'Exam detail updated',
      examDetail: { ...detail, venue: 'Hall 3' },
      clashes: [],
    });
    const { user } = await expand(detail);
    await user.click(await screen.findByRole('button', { name: 'Edit B.Tech' }));
    await user.clear(screen.getByLabelText('Venue'));
    await user.type(screen.getByLabelText('Venue'), 'Hall 3');
    await user.click(screen.getByRole('button', { name: 'Update Exam Detail' }));
    expect(await question()).toHaveAccessibleName('Save the exam like this?');
    expect(await question()).toHaveTextContent(
      '12 candidates have paid for this exam, and 1,840 for all exams, this one among them.',
    );
    expect(await question()).toHaveTextContent(
      'Hall 3 has another exam at that time:BBA, Malabar College, Sat 31 May, 10–11:30 AM',
    );
    expect(await question()).toHaveTextContent(
      'Who has paid for all exams could take these beside it, and cannot any more:BCA, Malabar College',
    );
    await answer(user, 'Cancel');
    // It is not saved, and what was typed is there.
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Venue')).toHaveValue('Hall 3');
    expect(screen.queryByRole('alert')).toBeNull();
    await pressAgain(user, 'Update Exam Detail');
    await answer(user, 'Save all the same');
    expect(await screen.findByText('Exam detail updated')).toBeVisible();
    expect(await question()).toHaveAccessibleName('The exam is saved. Tell those who hold it?');
    expect(await question()).toHaveTextContent('1,852 candidates have heard nothing of the change yet.');
    serveCall('get', '/api/packages', []);
    await answer(user, 'Tell them now');
    expect(await screen.findByRole('heading', { name: 'New message', level: 1 })).toBeVisible();
    expect(screen.getByLabelText('Subject')).toHaveValue('Your exam has moved');
    expect(screen.getByLabelText('May sit the exam')).toHaveValue(detail._id);
    // Whose money went back has no pass that stays valid.
    expect(screen.getByLabelText('Pass')).toHaveValue('valid');
    expect(sent.map(({ body }) => (body as { confirm?: string[] }).confirm)).toEqual([
      undefined,
      undefined,
      ['candidates', 'd9'],
    ]);
    expect(sent.map(({ body }) => (body as { tell?: boolean }).tell)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('tell those who hold a moved one only where that is ticked', async () => {
    const sent = serveCall('put', '/api/exam-details/{id}', occupied, occupied, {
      message: 'Exam detail updated',
      examDetail: { ...detail, venue: 'Hall 3' },
      clashes: [],
    });
    const { user } = await expand(detail);
    await user.click(await screen.findByRole('button', { name: 'Edit B.Tech' }));
    await user.type(screen.getByLabelText('Venue'), '{Backspace}3');
    await user.click(screen.getByRole('button', { name: 'Update Exam Detail' }));
    const tick = { name: /^Mail them their pass/ };
    expect(within(await question()).getByRole('checkbox', tick)).not.toBeChecked();
    await user.click(within(await question()).getByRole('checkbox', tick));
    await answer(user, 'Save all the same');
    // Asked once more, because others came into the hall: what was ticked stays so.
    expect(within(await question()).getByRole('checkbox', tick)).toBeChecked();
    await answer(user, 'Save all the same');
    expect(await screen.findByText('Exam detail updated')).toBeVisible();
    expect(sent.map(({ body }) => (body as { tell?: boolean }).tell)).toEqual([undefined, true, true]);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('tell of an exam that came into the hall at the same moment', async () => {
    serveCall('put', '/api/exam-details/{id}', {
      message: 'Exam detail updated',
      examDetail: { ...detail, venue: 'Hall 3' },
      clashes: [clash],
    });
    const { user } = await expand(detail);
    await user.click(await screen.findByRole('button', { name: 'Edit B.Tech' }));
    await user.type(screen.getByLabelText('Venue'), '{Backspace}3');
    await user.click(screen.getByRole('button', { name: 'Update Exam Detail' }));
    expect(await question()).toHaveAccessibleName('The exam is saved, and its hall was taken meanwhile');
    expect(await question()).toHaveTextContent('BBA, Malabar College');
    await answer(user, 'OK');
  });

  it('are deleted after a question', async () => {
    serveCall('delete', '/api/exam-details/{id}', { message: 'Exam detail deleted' });
    const told = dependents({ paidForAll: 1, colleges: [{ _id: 'c1', name: 'Periyar Institute' }] });
    serveCall('get', '/api/catalogue/{kind}/{id}/dependents', told);
    const { user } = await expand(detail);
    await user.click(await screen.findByRole('button', { name: 'Delete B.Tech' }));
    expect(await question()).toHaveAccessibleName('Are you sure you want to delete this exam detail?');
    const dialog = within(await question());
    expect((await dialog.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
      '1 candidate has paid for all exams, this one among them.',
      '1 college has this exam: Periyar Institute.',
    ]);
    await answer(user, 'Delete');
    expect(await screen.findByText('No exam details found')).toBeVisible();
  });
});
