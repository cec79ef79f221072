import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';
import { look } from '@/testing/line';
import { controlTime } from '@/testing/render';
import { pass, serve } from '@/testing/server';

const at = '/payment/success?order_id=order_1';

const setTime = (moment: string) => {
  const advance = controlTime();
  vi.setSystemTime(new Date(`${moment}+05:30`));
  return advance;
};

function onTwoDays() {
  const [exam] = pass.exams;
  if (!exam) throw new Error('the pass has no exam');
  const first = { ...exam, hall: 'Room 204', seat: 'B12' };
  const day = { date: '2025-06-01', timeStart: '10:00', timeEnd: '11:00' };
  const second = { ...exam, ...day, venue: 'Hall 3', hall: 'Hall 3', seat: 'C4', examName: 'BCA' };
  return { ...pass, exams: [first, second] };
}

it('shows the timetable of a package of all exams, day by day', async () => {
  setTime('2025-05-30T18:00');
  const other = {
    ...pass.exams[0],
    date: '2025-06-01',
    examName: 'BCA',
    timeStart: '14:00',
    timeEnd: '15:00',
  };
  serve.order({ ...pass, exams: [...pass.exams, other as (typeof pass.exams)[number]] });
  renderApp(at);
  const glance = (await screen.findByRole('heading', { name: 'Your exams' })).parentElement;
  expect(glance).toHaveTextContent(/2 examsSat 31 May, Sun 1 JunFirst exam, 10–11:30 AM · Hall 1/);
  expect(screen.getByRole('region', { name: 'Timetable' })).toHaveTextContent('Asha Nair, CZ6S 4932 KF26');
  const days = screen.getAllByRole('heading', { level: 3 }).map((day) => day.parentElement?.textContent);
  expect(days).toEqual([
    'Sat 31 May10–11:30 AM B.Tech Periyar Institute Hall 1',
    'Sun 1 Jun2–3 PM BCA Periyar Institute Hall 1',
  ]);
});

it.each([
  ['before the first', '2025-05-31T09:30', 'First exam, 10–11:30 AM · Room 204Seat B12'],
  ['at the end of the first', '2025-05-31T11:30', 'Next: Sun 1 Jun, 10–11 AM · Hall 3Seat C4'],
  ['on the morning of the second', '2025-06-01T09:30', 'Next: Sun 1 Jun, 10–11 AM · Hall 3Seat C4'],
  ['when all are over', '2025-06-01T11:00', 'First exam, 10–11:30 AM · Room 204Seat B12'],
])('leads with the exam that one goes to next, or else with the first: %s', async (_, moment, words) => {
  setTime(moment);
  serve.order(onTwoDays());
  renderApp(at);
  const glance = (await screen.findByRole('heading', { name: 'Your exams' })).parentElement;
  expect(glance).toHaveTextContent(words);
});

const leftOpen = async () => {
  const advance = setTime('2025-05-31T09:30');
  serve.order(onTwoDays());
  renderApp(at);
  const glance = (await screen.findByRole('heading', { name: 'Your exams' })).parentElement;
  expect(glance).toHaveTextContent('First exam');
  return { advance, glance };
};
const onTheSecond = 'Next: Sun 1 Jun, 10–11 AM · Hall 3Seat C4';

it('leads with the next exam when a pass that was left open is looked at on the next day', async () => {
  const { glance } = await leftOpen();
  vi.setSystemTime(new Date('2025-06-01T09:30+05:30'));
  act(() => {
    look('page');
  });
  expect(glance).toHaveTextContent(onTheSecond);
});

it('leads with the next exam when one ends while the pass is shown', async () => {
  const { advance, glance } = await leftOpen();
  vi.setSystemTime(new Date('2025-05-31T11:30+05:30'));
  await advance(60_000);
  expect(glance).toHaveTextContent(onTheSecond);
});

it('names beside each exam of the timetable those that it overlaps with', async () => {
  const exam = (examName: string, timeStart: string, timeEnd: string, collegeName = 'Periyar Institute') => ({
    ...{ examName, collegeName, timeStart, timeEnd },
    date: '2025-05-31',
    venue: 'Hall 1',
  });
  const exams = [
    exam('B.Tech', '10:00', '11:30'),
    exam('BCA', '11:00', '12:00'),
    exam('BBA', '11:15', '11:45', 'Vembanad College'),
    exam('BBA', '12:00', '13:00'),
    { ...exam('B.Sc', '10:00', '13:00'), date: '2025-06-01' },
  ];
  serve.order({ ...pass, exams, exam_preference: 'Online' });
  renderApp(at);
  await screen.findByRole('heading', { name: 'Your exams' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/B.Tech.*Overlaps with BCA and BBA \(Vembanad College\) on the web$/),
      expect.stringMatching(/BCA.*Overlaps with B.Tech and BBA \(Vembanad College\) on the web$/),
      expect.stringMatching(/BBA.*Overlaps with B.Tech and BCA on the web$/),
    ]),
  );
  expect(screen.getAllByText(/^Overlaps with/)).toHaveLength(3);
});

it('counts them for paper where there are many, so that it stays one sheet', async () => {
  const [exam] = pass.exams;
  if (!exam) throw new Error('the pass has no exam');
  const exams = ['A', 'B', 'C', 'D', 'E'].map((examName) => ({ ...exam, examName }));
  serve.order({ ...pass, exams });
  renderApp(at);
  expect(await screen.findByText('Overlaps with B, C, D and E')).toBeVisible();
  expect(screen.getAllByText('Overlaps with 4 exams')).toHaveLength(5);
});

it('says that the hours are to come where the catalogue has none', async () => {
  const unknown = { date: '', timeStart: '', timeEnd: '', venue: '' };
  serve.order({ ...pass, exams: pass.exams.map((exam) => ({ ...exam, ...unknown })) });
  renderApp(at);
  expect(await screen.findByText('Day, hours and hall will be announced.')).toBeVisible();
});

it('announces the days of several exams, and explains a pass that has none yet', async () => {
  const unknown = { date: '', timeStart: '', timeEnd: '', venue: '' };
  const exams = pass.exams.flatMap((exam) => [exam, { ...exam, examName: 'BBA' }]);
  serve.order({ ...pass, exams: exams.map((exam) => ({ ...exam, ...unknown })) });
  const { unmount } = renderApp(at);
  expect(await screen.findByText('The days will be announced.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 3, name: 'Day to be announced' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
  unmount();
  serve.order({ ...pass, exams: [] });
  renderApp(at);
  expect(await screen.findByText(/^Every exam of the expo\./)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Timetable' })).toBeNull();
});

it('names hall, seat and when to be there once seats are published, and leads to the hall ticket', async () => {
  const [exam] = pass.exams;
  if (!exam) throw new Error('the pass has no exam');
  const seated = { ...exam, hall: 'Room 204', seat: 'B12', reportingTime: '09:30' };
  serve.order({ ...pass, exams: [seated] });
  const { unmount } = renderApp(at);
  const glance = (await screen.findByRole('heading', { name: 'Your exam' })).parentElement;
  expect(glance).toHaveTextContent(/10–11:30 AM · Room 204Seat B12, Be there by 9:30 AM/);
  expect(screen.getByText(/Bring this pass and a photo ID/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Your hall ticket' })).toHaveAttribute(
    'href',
    '/hall-ticket?order_id=order_1',
  );
  unmount();
  serve.order({ ...pass, exams: [seated, { ...seated, examName: 'BBA', hall: 'Hall 1', seat: 'C1' }] });
  const several = renderApp(at);
  expect(await screen.findByText('Hall 1, seat C1')).toBeVisible();
  expect(screen.getByText('Room 204, seat B12')).toBeVisible();
  several.unmount();
  serve.order({ ...pass, exams: [seated], exam_preference: 'Online' });
  renderApp(at);
  expect(await screen.findByText('on the web')).toBeVisible();
  expect(screen.queryByText('Seat B12')).toBeNull();
});

it('speaks of the halls of several exams', async () => {
  serve.order({
    ...pass,
    exams: [...pass.exams, ...pass.exams.map((exam) => ({ ...exam, examName: 'BBA' }))],
  });
  renderApp(at);
  expect(await screen.findByText(/^You take the exams in their halls\. Come early, with/)).toBeVisible();
});
