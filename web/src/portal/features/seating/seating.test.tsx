import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { lostAnswer, refusal, serveCall, staleVersion } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { examDetail } from '@/portal/testing/records';
import { answer, question, renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';
import { initialsOf, labelOf, type Hall, type Seating } from './seats';

const hall = (change: Partial<Hall> = {}): Hall => ({
  _id: 'hall-a',
  name: 'Hall A',
  rows: 2,
  columns: 3,
  blocked: ['A2'],
  seats: 5,
  version: 3,
  ...change,
});

const asha = { customer_id: 'C0000000000A', name: 'Asha Rao', pass_no: 'C000 0000 000A' };
const binu = { customer_id: 'C0000000000B', name: 'Binu Nair', pass_no: 'C000 0000 000B' };
const chitra = { customer_id: 'C0000000000C', name: 'Chitra Das', pass_no: 'C000 0000 000C' };

const seating = (change: Partial<Seating> = {}): Seating => ({
  state: 'draft',
  version: 7,
  is_published: false,
  changes: null,
  has_draft: (change.state ?? 'draft') === 'draft',
  options: { order: 'paid', spacing: 'none', siblings_apart: true },
  halls: [
    {
      hall: 'hall-a',
      name: 'Hall A',
      rows: 2,
      columns: 3,
      seats: [
        { seat: 'A1', ...asha },
        { seat: 'A3', ...binu },
        { seat: 'B1' },
        { seat: 'B2', other_exam: true },
        { seat: 'B3' },
      ],
    },
  ],
  unseated: [{ ...chitra, reason: 'full' }],
  ...change,
});

/** An exam was moved to the time of another one, whose candidate has A1. */
const twice = seating();
twice.halls[0]?.seats.splice(0, 1, { seat: 'A1', ...asha, other_exam: true });

const exam = examDetail({
  _id: 'course-1',
  examName: 'BCA Entrance',
  halls: ['hall-a'],
  reportingTime: '09:30',
});

function openSeats(first: Seating, role = 'admin') {
  session.start(tokenOf('asha', role));
  serveCall('get', '/api/exam-details', [exam]);
  serveCall('get', '/api/seating/{course}', first);
  return renderScreen(portalPaths.seatsOf('course-1'));
}

const seat = (name: string) => screen.findByRole('button', { name });

it('names rows beyond Z with two letters', () => {
  expect([labelOf(0, 0), labelOf(25, 9), labelOf(26, 2), labelOf(99, 99)]).toEqual([
    'A1',
    'Z10',
    'AA3',
    'CV100',
  ]);
  expect([initialsOf('Asha Rao'), initialsOf('binu'), initialsOf(' K. P. Zubaida ')]).toEqual([
    'AR',
    'B',
    'KZ',
  ]);
});

describe('halls', () => {
  it('are added with seats blocked by keyboard', async () => {
    session.start(tokenOf('asha'));
    serveCall('get', '/api/halls', [], [hall()]);
    const sent = serveCall('post', '/api/halls', { hall: hall() });
    const { user } = renderScreen(portalPaths.halls);
    await user.type(await screen.findByLabelText('Name'), 'Hall A');
    await user.type(screen.getByLabelText('Rows'), '2');
    await user.type(screen.getByLabelText('Seats a row'), '3');
    await user.tab();
    expect(await seat('A1, blocked')).toHaveFocus();
    await user.keyboard('{ArrowRight}{Enter}{ArrowDown}{ArrowDown} {ArrowUp} ');
    expect(await seat('A2, blocked')).toHaveAttribute('aria-pressed', 'false');
    expect(await seat('B2, blocked')).toHaveAttribute('aria-pressed', 'true');
    expect(await seat('A2, blocked')).toHaveAttribute('title', 'A2, free');
    expect(await seat('B2, blocked')).toHaveAttribute('title', 'B2, blocked');
    await user.keyboard(' ');
    await user.click(screen.getByRole('button', { name: 'Add hall' }));
    await waitFor(() => {
      expect(sent.map(({ body }) => body)).toEqual([
        { name: 'Hall A', rows: 2, columns: 3, blocked: ['B2', 'A2'] },
      ]);
    });
    expect(sent[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(await screen.findByText('5 seats · 2 rows of 3')).toBeVisible();
  });

  it('lose the blocked seats that are outside once they are smaller', async () => {
    session.start(tokenOf('asha'));
    serveCall('get', '/api/halls', [hall({ blocked: ['A2', 'B3'], seats: 4 })]);
    const sent = serveCall('put', '/api/halls/{id}', { hall: hall({ columns: 2, seats: 3, version: 4 }) });
    const { user } = renderScreen(portalPaths.halls);
    await user.click(await screen.findByRole('button', { name: 'Edit Hall A' }));
    await user.type(screen.getByLabelText('Seats a row'), '{Backspace}2');
    await user.click(screen.getByRole('button', { name: 'Save hall' }));
    await waitFor(() => {
      expect(sent.map(({ body }) => body)).toEqual([
        { name: 'Hall A', rows: 2, columns: 2, blocked: ['A2'], version: 3 },
      ]);
    });
  });

  it('are only looked at by who may not change them', async () => {
    session.start(tokenOf('meera', 'counter'));
    serveCall('get', '/api/halls', [hall()]);
    renderScreen(portalPaths.halls);
    expect(await screen.findByRole('heading', { name: 'Hall A' })).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

it('leads from each exam to its seats, names its halls, and says what state they are in', async () => {
  session.start(tokenOf('meera', 'accountant'));
  serveCall('get', '/api/exam-details', [
    exam,
    examDetail({ _id: 'course-2', examName: 'BBA' }),
    examDetail({ _id: 'course-3', examName: 'BCom' }),
  ]);
  serveCall('get', '/api/halls', [hall()]);
  serveCall('get', '/api/seating', refusal(503, 'busy', ''), [
    { course: 'course-1', state: 'draft', is_published: true, seated: 312 },
    { course: 'course-2', state: 'published', is_published: true, seated: 1 },
    { course: 'course-3', state: 'none', is_published: false, seated: 0 },
  ]);
  const { user } = renderScreen(portalPaths.seating);
  expect(await screen.findByText('Failed to fetch the state of the seats')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const card = async (name: string) => within(await screen.findByRole('region', { name }));
  expect(
    await (await card('BCA Entrance')).findByText('312 candidates have a seat in the draft'),
  ).toBeVisible();
  expect((await card('BCA Entrance')).getByText('Published')).toBeVisible();
  expect((await card('BCA Entrance')).getByText('Draft')).toBeVisible();
  expect((await card('BBA')).getByText('1 candidate has a seat')).toBeVisible();
  expect((await card('BCom')).getByText('Not assigned')).toBeVisible();
  expect(await screen.findByText('Halls: Hall A')).toBeVisible();
  expect(screen.getAllByText('No hall is chosen yet')).toHaveLength(2);
  const link = screen.getByRole('link', { name: 'Seats of BCA Entrance' });
  expect(link).toHaveAttribute('href', portalPaths.seatsOf('course-1'));
});

describe('the seats of an exam', () => {
  it('are assigned as it is chosen', async () => {
    const none = seating({ state: 'none', version: 0, options: null, halls: [], unseated: [] });
    const { user } = openSeats(none);
    const sent = serveCall('post', '/api/seating/{course}', seating());
    await user.click(await screen.findByRole('radio', { name: 'Mixed' }));
    await user.click(screen.getByRole('radio', { name: /chessboard/ }));
    await user.click(screen.getByRole('checkbox', { name: /siblings apart/ }));
    await user.click(screen.getByRole('button', { name: 'Assign seats' }));
    expect(await screen.findByText('2 candidates have a seat, 1 has none.')).toBeVisible();
    expect(sent.map(({ ids, body }) => ({ ids, body }))).toEqual([
      {
        ids: { course: 'course-1' },
        body: { order: 'shuffled', spacing: 'alternate', siblings_apart: true, version: 0 },
      },
    ]);
    expect(screen.getByText(/No seat is left/)).toBeVisible();
  });

  it('are not assigned over a draft that another one has made meanwhile, until that is agreed to', async () => {
    const { user } = openSeats(seating({ state: 'published', is_published: true }));
    const press = await screen.findByRole('button', { name: 'Assign again as a draft' });
    serveCall('get', '/api/seating/{course}', seating({ is_published: true, version: 8 }));
    const sent = serveCall('post', '/api/seating/{course}', staleVersion, seating({ version: 9 }));
    await user.click(press);
    expect(await screen.findByText(/You see it as it is now/)).toBeVisible();
    expect(screen.getByText('Draft')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Assign again as a draft' }));
    expect(await question()).toHaveTextContent('Moves that were made by hand in this draft are lost.');
    await answer(user, 'Assign again');
    expect(await screen.findByText(/The draft is made/)).toBeVisible();
    expect(sent.map(({ body }) => body)).toMatchObject([{ version: 7 }, { version: 8 }]);
  });

  it('are moved by keyboard to a free seat', async () => {
    const { user } = openSeats(seating());
    const sent = serveCall('post', '/api/seating/{course}/move', seating({ version: 8 }));
    (await seat('A1, Asha Rao')).focus();
    await user.keyboard('{Enter}');
    expect(screen.getByText(/is picked up/)).toBeVisible();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('Asha Rao sits on B1 in Hall A.')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([
      { customer_id: asha.customer_id, hall: 'hall-a', seat: 'B1', version: 7, swap: false },
    ]);
    expect(screen.queryByText(/is picked up/)).not.toBeInTheDocument();
  });

  it('are exchanged by dragging, once that is agreed to', async () => {
    const { user } = openSeats(seating());
    const sent = serveCall('post', '/api/seating/{course}/move', seating({ version: 8 }));
    const dataTransfer = { setData: vi.fn(), effectAllowed: '' };
    fireEvent.dragStart(await seat('A1, Asha Rao'), { dataTransfer });
    fireEvent.drop(await seat('A3, Binu Nair'), { dataTransfer });
    expect(await question()).toHaveTextContent('Asha Rao gets A3, and Binu Nair gets A1.');
    await answer(user, 'Change places');
    await waitFor(() => {
      expect(sent.map(({ body }) => body)).toEqual([
        {
          customer_id: asha.customer_id,
          hall: 'hall-a',
          seat: 'A3',
          version: 7,
          swap: true,
          with: binu.customer_id,
        },
      ]);
    });
  });

  it('that a candidate of another exam has as well show who sits there, and let them be moved away', async () => {
    const { user } = openSeats(twice);
    const sent = serveCall('post', '/api/seating/{course}/move', seating({ version: 8 }));
    const both = 'A1, Asha Rao, also a candidate of another exam';
    fireEvent.dragStart(await seat(both), { dataTransfer: { setData: vi.fn(), effectAllowed: '' } });
    fireEvent.dragEnd(await seat(`${both}, picked up`));
    expect(await seat(both)).toHaveAttribute('draggable', 'true');
    await user.click(await seat(both));
    await user.click(await seat('B1, free'));
    expect(await screen.findByText('Asha Rao sits on B1 in Hall A.')).toBeVisible();
    expect(sent.map(({ body }) => body)).toMatchObject([{ customer_id: asha.customer_id, seat: 'B1' }]);
  });

  it('stay as they are when what is dragged is dropped beside the hall', async () => {
    openSeats(seating());
    const dataTransfer = { setData: vi.fn(), effectAllowed: '' };
    fireEvent.dragStart(await seat('A1, Asha Rao'), { dataTransfer });
    fireEvent.dragEnd(await seat('A1, Asha Rao, picked up'), { dataTransfer });
    expect(await seat('A1, Asha Rao')).toBeVisible();
    expect(screen.queryByText(/is picked up/)).not.toBeInTheDocument();
  });

  it('are found by name or pass number, and picked up from there', async () => {
    const { user } = openSeats(seating());
    const search = await screen.findByLabelText('Find by name or pass number');
    await user.type(search, 'nobody');
    expect(screen.getByText('Nobody with a seat is called so.')).toBeVisible();
    await user.clear(search);
    await user.type(search, 'binun');
    expect(screen.getByRole('list', { name: 'Found' })).toHaveTextContent('A3, Hall A');
    await user.click(screen.getByRole('button', { name: 'Pick up Binu Nair' }));
    expect(await seat('A3, Binu Nair, picked up')).toBeVisible();
  });

  it('are given to who has none, and never one where somebody sits', async () => {
    const { user } = openSeats(seating());
    const sent = serveCall('post', '/api/seating/{course}/move', seating({ unseated: [] }));
    const choose = await screen.findByRole('button', { name: 'Choose a seat for Chitra Das' });
    for (const [taken, words] of [
      ['A3, Binu Nair', 'Choose a free one, or move who sits there first.'],
      ['A2, blocked', 'This seat is blocked.'],
      ['B2, another exam', 'A candidate of another exam sits there at that time.'],
    ] as const) {
      await user.click(choose);
      await user.click(await seat(taken));
      expect(await question()).toHaveTextContent(words);
      await answer(user, 'OK');
    }
    await user.click(choose);
    await user.click(await seat('B3, free'));
    expect(await screen.findByText('Chitra Das sits on B3 in Hall A.')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(screen.queryByText('Without a seat: 1')).not.toBeInTheDocument();
  });

  it('stay as they are when somebody is put back with Escape', async () => {
    const { user } = openSeats(seating());
    await user.click(await seat('A1, Asha Rao'));
    expect(await seat('A1, Asha Rao, picked up')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await seat('A1, Asha Rao')).toBeVisible();
    expect(screen.queryByText(/is picked up/)).not.toBeInTheDocument();
  });

  it('are read again when somebody else has moved people meanwhile', async () => {
    const { user } = openSeats(seating());
    serveCall('post', '/api/seating/{course}/move', staleVersion);
    await user.click(await seat('A1, Asha Rao'));
    serveCall('get', '/api/seating/{course}', seating({ version: 9, unseated: [] }));
    await user.click(await seat('B1, free'));
    expect(await screen.findByText(/You see it as it is now/)).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByText('Without a seat: 1')).not.toBeInTheDocument();
    });
  });

  it('are published in the version that was looked at, with what that means said before', async () => {
    const { user } = openSeats(seating());
    const sent = serveCall(
      'post',
      '/api/seating/{course}/publish',
      refusal(409, 'seats_taken', 'Candidates of another exam sit there.'),
      seating({ state: 'published', is_published: true, version: 8 }),
    );
    const press = async () => {
      await user.click(await screen.findByRole('button', { name: 'Publish the seats' }));
      expect(await question()).toHaveTextContent('2 candidates get a seat.');
      expect(await question()).toHaveTextContent('1 has no seat');
      await answer(user, 'Publish');
    };
    await press();
    expect(await screen.findByText('Candidates of another exam sit there.')).toBeVisible();
    await press();
    expect(await screen.findByText('Published')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ version: 7 }, { version: 7 }]);
    expect(screen.queryByRole('button', { name: 'Publish the seats' })).not.toBeInTheDocument();
  });

  it('are kept where they are published, unless everybody is to be assigned', async () => {
    const { user } = openSeats(seating({ state: 'published', is_published: true }));
    const drafted = seating({ is_published: true, changes: 2 });
    const sent = serveCall(
      'post',
      '/api/seating/{course}',
      seating({ is_published: true, changes: 0 }),
      drafted,
    );
    await user.click(await screen.findByRole('button', { name: 'Assign again as a draft' }));
    serveCall('get', '/api/seating/{course}', seating({ is_published: true, changes: 0 }), drafted);
    await user.click(await screen.findByRole('button', { name: 'Publish the seats' }));
    expect(await question()).toHaveTextContent('Nobody who has a seat now loses it.');
    await answer(user, 'Cancel');
    await user.click(screen.getByRole('checkbox', { name: /Keep the seats that are published/ }));
    await user.click(screen.getByRole('button', { name: 'Assign again as a draft' }));
    await answer(user, 'Assign again');
    await waitFor(() => {
      expect(sent.map(({ body }) => (body as { keep: boolean }).keep)).toEqual([true, false]);
    });
    await user.click(await screen.findByRole('button', { name: 'Publish the seats' }));
    expect(await question()).toHaveTextContent(
      '2 candidates who have a seat now get another one, or none, and are told by mail.',
    );
  });

  it('are published after a question about who sits where at that moment, and in which halls', async () => {
    const { user } = openSeats(seating({ is_published: true, changes: 1 }));
    const press = await screen.findByRole('button', { name: 'Publish the seats' });
    // One has paid since, and was given a published seat; and the exam has another hall.
    serveCall('get', '/api/seating/{course}', seating({ is_published: true, changes: 2, version: 8 }));
    serveCall('get', '/api/exam-details', [{ ...exam, halls: ['hall-b'] }]);
    const sent = serveCall('post', '/api/seating/{course}/publish', seating({ state: 'published' }));
    await user.click(press);
    expect(await question()).toHaveTextContent('2 candidates who have a seat now get another one');
    expect(await question()).toHaveTextContent('Candidates are sent to the halls before.');
    await answer(user, 'Publish');
    expect(await screen.findByText('Published')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ version: 8 }]);
  });

  it('are not published while it is not known what that would mean', async () => {
    const { user } = openSeats(seating());
    const press = await screen.findByRole('button', { name: 'Publish the seats' });
    serveCall('get', '/api/exam-details', refusal(500, 'internal_error', ''), [exam]);
    await user.click(press);
    expect(await screen.findByText(/could not be found out what publishing would change/)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    serveCall('get', '/api/seating/{course}', seating({ state: 'published', is_published: true }));
    await user.click(press);
    expect(await screen.findByText(/There is no draft any more/)).toBeVisible();
    expect(screen.getByText('Published')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('that are published close the exam to who has not chosen, which is said apart from the flags', async () => {
    const undecided = { ...binu, reason: 'not_chosen' } as const;
    const { user } = openSeats(seating({ unseated: [{ ...chitra, reason: 'full' }, undecided] }));
    await user.click(await screen.findByRole('button', { name: 'Publish the seats' }));
    expect(await question()).toHaveTextContent('1 has no seat and is listed');
    expect(await question()).toHaveTextContent('1 has every exam and has not chosen.');
    await answer(user, 'Cancel');
    expect(screen.getByRole('button', { name: 'Choose a seat for Chitra Das' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Choose a seat for Binu Nair' })).toBeNull();
  });

  it('are said to be in other halls than the exam, before they are published as well', async () => {
    const other = seating();
    const { user } = openSeats({ ...other, halls: other.halls.map((one) => ({ ...one, hall: 'hall-b' })) });
    expect(await screen.findByText(/The halls of this exam were changed/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Publish the seats' }));
    expect(await question()).toHaveTextContent('Candidates are sent to the halls before.');
  });

  it('of a draft are thrown away after a question', async () => {
    const { user } = openSeats(seating({ is_published: true }));
    const sent = serveCall(
      'delete',
      '/api/seating/{course}',
      // Another one has moved people in it.
      staleVersion,
      seating({ state: 'published', is_published: true }),
    );
    await user.click(await screen.findByRole('button', { name: 'Throw the draft away' }));
    serveCall('get', '/api/seating/{course}', seating({ is_published: true, version: 8, unseated: [] }));
    await answer(user, 'Throw away');
    expect(await screen.findByText(/You see it as it is now/)).toBeVisible();
    expect(screen.queryByText('Without a seat: 1')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Throw the draft away' }));
    await answer(user, 'Throw away');
    expect(await screen.findByText('Published')).toBeVisible();
    expect(sent.map(({ query }) => query)).toEqual([{ version: '7' }, { version: '8' }]);
  });

  it('that are published are shown, moved and printed beside a draft, whose sheets say what it is', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = openSeats(seating({ is_published: true }));
    const paper = () => document.querySelector<HTMLElement>('#seating-paper');
    for (const what of ['Print door list of Hall A', 'Print desk labels of Hall A', 'Print plan of Hall A']) {
      await user.click(await screen.findByRole('button', { name: what }));
      await waitFor(() => expect(paper()).toHaveTextContent('Draft, not published'));
      fireEvent(window, new Event('afterprint'));
    }
    const published = seating({ state: 'published', is_published: true, has_draft: true, unseated: [] });
    const asked = serveCall('get', '/api/seating/{course}', published);
    await user.click(screen.getByRole('radio', { name: 'What is published' }));
    expect(await screen.findByText('This is what candidates see.', { exact: false })).toBeVisible();
    expect(asked.map(({ query }) => query['of'])).toContain('published');
    expect(screen.queryByRole('button', { name: /Assign|Publish|Throw/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Print door list of Hall A' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(4));
    expect(paper()).not.toHaveTextContent('Draft');
    fireEvent(window, new Event('afterprint'));
    const sent = serveCall('post', '/api/seating/{course}/move', published);
    await user.click(await seat('A1, Asha Rao'));
    await user.click(await seat('B1, free'));
    expect(await screen.findByText('Asha Rao sits on B1 in Hall A.')).toBeVisible();
    expect(sent.map(({ query }) => query['of'])).toEqual(['published']);
  });

  it('are only looked at and printed by who may not change them', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = openSeats(seating({ state: 'published', is_published: true }), 'counter');
    expect(await screen.findByText('A1, Asha Rao')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /A1/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Assign|Choose a seat/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Print door list of Hall A' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const paper = () => document.querySelector<HTMLElement>('#seating-paper');
    expect(
      within(paper() ?? document.body)
        .getAllByText(/^[AB]\d$/)
        .map((cell) => cell.textContent),
    ).toEqual(['A1', 'A3']);
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => {
      expect(paper()).toBeNull();
    });
    await user.click(screen.getByRole('button', { name: 'Print desk labels of all halls' }));
    await waitFor(() => expect(paper()).toHaveTextContent('A1Asha RaoC000 0000 000ABCA Entrance, Hall A'));
    fireEvent(window, new Event('afterprint'));
    await user.click(screen.getByRole('button', { name: 'Print plan of Hall A' }));
    await waitFor(() => expect(paper()).toHaveTextContent(/Front/));
  });

  it('are printed as they are by then, and not where that does not come', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = openSeats(seating({ state: 'published', is_published: true }));
    const button = await screen.findByRole('button', { name: 'Print door list of Hall A' });
    serveCall('get', '/api/seating/{course}', refusal(500, 'internal_error', ''));
    await user.click(button);
    expect(await screen.findByText(/It could not be printed/)).toBeVisible();
    expect(print).not.toHaveBeenCalled();
    const now = seating({ state: 'published', is_published: true });
    const [hall] = now.halls;
    // Paid since the page was loaded, and has the next free seat.
    const late = hall?.seats.find(({ seat: label }) => label === 'B1');
    if (late) Object.assign(late, { customer_id: 'cust-late', name: 'Late Comer', pass_no: 'C999' });
    serveCall('get', '/api/seating/{course}', now);
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    await user.click(button);
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.querySelector('#seating-paper')).toHaveTextContent('Late Comer');
  });

  it('are printed as they are published where the draft beside them has gone', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = openSeats(seating({ is_published: true }));
    const both = seating({ state: 'published', is_published: true, has_draft: true, unseated: [] });
    serveCall('get', '/api/seating/{course}', both);
    await user.click(await screen.findByRole('radio', { name: 'What is published' }));
    const button = await screen.findByRole('button', { name: 'Print door list of Hall A' });
    expect(await screen.findByText('This is what candidates see.', { exact: false })).toBeVisible();
    serveCall('get', '/api/seating/{course}', { ...both, has_draft: false });
    await user.click(button);
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.querySelector('#seating-paper')).toHaveTextContent('Asha Rao');
  });
});

describe('seats, where the answer is lost,', () => {
  const isNotKnown = async () => {
    const words = await screen.findByText(/it is not known whether this was done/);
    // The button may be another one by now, or gone.
    expect(words).toHaveTextContent('Look at what the page says before you press anything again.');
  };
  const isPublished = seating({ state: 'published', is_published: true, version: 8 });

  it('are shown as they are assigned, and again only after a question', async () => {
    const { user } = openSeats(
      seating({ state: 'none', version: 0, options: null, halls: [], unseated: [] }),
    );
    const press = await screen.findByRole('button', { name: 'Assign seats' });
    serveCall('get', '/api/seating/{course}', seating());
    const sent = serveCall('post', '/api/seating/{course}', lostAnswer);
    await user.click(press);
    await isNotKnown();
    await user.click(await screen.findByRole('button', { name: 'Assign again as a draft' }));
    expect(await question()).toHaveTextContent('Moves that were made by hand in this draft are lost.');
    expect(sent).toHaveLength(1);
  });

  it('are shown as published, with nothing to publish any more', async () => {
    const { user } = openSeats(seating());
    serveCall('post', '/api/seating/{course}/publish', lostAnswer);
    await user.click(await screen.findByRole('button', { name: 'Publish the seats' }));
    await question();
    serveCall('get', '/api/seating/{course}', isPublished);
    await answer(user, 'Publish');
    await isNotKnown();
    expect(await screen.findByText('Published')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Publish the seats' })).toBeNull();
  });

  it('are shown without the draft that was thrown away', async () => {
    const { user } = openSeats(seating({ is_published: true }));
    serveCall('delete', '/api/seating/{course}', lostAnswer);
    await user.click(await screen.findByRole('button', { name: 'Throw the draft away' }));
    serveCall('get', '/api/seating/{course}', isPublished);
    await answer(user, 'Throw away');
    await isNotKnown();
    expect(await screen.findByText('Published')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Throw the draft away' })).toBeNull();
  });

  it('are shown with the candidate where they were moved', async () => {
    const { user } = openSeats(seating());
    serveCall('post', '/api/seating/{course}/move', lostAnswer);
    await user.click(await seat('A1, Asha Rao'));
    const moved = seating({ version: 8 });
    moved.halls[0]?.seats.splice(0, 3, { seat: 'A1' }, { seat: 'A3', ...binu }, { seat: 'B1', ...asha });
    serveCall('get', '/api/seating/{course}', moved);
    await user.click(await seat('B1, free'));
    await isNotKnown();
    expect(await seat('B1, Asha Rao')).toBeVisible();
  });
});
