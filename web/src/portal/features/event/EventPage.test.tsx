import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { eventSettings, lineAtRest } from '@/portal/testing/records';
import { answer, renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';
import { lostAnswer, refusal, serveCall } from '@/testing/calls';
import { endsNow, toValues, validateEvent } from './eventForm';
import { toLocal, toMoment } from '@/portal/kit/ui/moments';

const set = async (label: string, value: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
};

beforeEach(() => {
  serveCall('get', '/api/payments/line', lineAtRest);
});

it('shows and saves moments by the event’s own clock', async () => {
  serveCall('get', '/api/event/settings', eventSettings);
  const sent = serveCall('put', '/api/event/settings', {
    ...eventSettings,
    version: 4,
    closes_at: '2031-05-30T12:30:00Z',
  });
  const { user } = renderScreen(portalPaths.event);
  expect(await screen.findByLabelText('Registration opens')).toHaveValue('2025-05-01T10:00');
  await set('Registration closes', '2031-05-30T18:00');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/The settings are saved/)).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      version: 3,
      opens_at: '2025-05-01T04:30:00.000Z',
      closes_at: '2031-05-30T12:30:00.000Z',
      counter_closes_at: null,
    },
  ]);
});

it('asks before registration stops at once, and saves nothing without a yes', async () => {
  serveCall('get', '/api/event/settings', eventSettings);
  const sent = serveCall('put', '/api/event/settings', eventSettings);
  const { user } = renderScreen(portalPaths.event);
  await set('Registration closes', '2025-05-02T10:00');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('Stop registration on the site now?')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(sent).toHaveLength(0);
  expect(screen.getByLabelText('Registration closes')).toHaveValue('2025-05-02T10:00');
});

it('keeps what was typed when somebody else was faster, and loads theirs when asked', async () => {
  const theirs = { ...eventSettings, version: 4, closes_at: '2031-05-29T12:30:00Z' };
  serveCall('get', '/api/event/settings', eventSettings, theirs);
  serveCall('put', '/api/event/settings', refusal(409, 'stale_version', 'This was changed by someone else.'));
  const { user } = renderScreen(portalPaths.event);
  await set('Registration closes', '2031-05-30T18:00');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Load the newer version' }));
  expect(await screen.findByDisplayValue('2031-05-29T18:00')).toBeVisible();
});

it('says that the event was closed by hand, and where that is changed', async () => {
  serveCall('get', '/api/event/settings', {
    ...eventSettings,
    registration: 'closed',
    counter: 'closed',
    ended_at: '2025-06-02T06:00:00Z',
  });
  renderScreen(portalPaths.event);
  expect(await screen.findByText('The event was closed on 02/06/2025, 11:30 am.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Closing the event' })).toHaveAttribute(
    'href',
    portalPaths.closing,
  );
});

it('is read by the counter, without a form', async () => {
  session.start(tokenOf('meera', 'counter'));
  serveCall('get', '/api/event/settings', eventSettings);
  renderScreen(portalPaths.event);
  expect(await screen.findByText('01/05/2025, 10:00 am')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

describe('the line', () => {
  const held = {
    ...lineAtRest,
    waiting: 240,
    wait_seconds: 5_400,
    closed_until: '2031-05-20T13:00:00Z',
    hold: { until: '2031-05-20T13:00:00Z', since: '2031-05-20T12:00:00Z', by: 'meera' },
  };
  const inLine = async () => within(await screen.findByRole('region', { name: 'The line' }));

  it('says how fast it moves and who waits', async () => {
    serveCall('get', '/api/event/settings', eventSettings);
    serveCall('get', '/api/payments/line', { ...lineAtRest, waiting: 1_240, wait_seconds: 410 });
    renderScreen(portalPaths.event);
    const line = await inLine();
    expect(await line.findByText('180 a minute, at most 60 of them behind one address')).toBeVisible();
    expect(line.getByText('About 1,240 people')).toBeVisible();
    expect(line.getByText('About 7 minutes')).toBeVisible();
  });

  it('is held until a moment of the event’s clock, after a question', async () => {
    serveCall('get', '/api/event/settings', eventSettings);
    const sent = serveCall('put', '/api/payments/line/hold', held);
    const { user } = renderScreen(portalPaths.event);
    const line = await inLine();
    await user.click(await line.findByRole('button', { name: 'Hold the line' }));
    expect(await line.findByText('Please enter a date and a time')).toBeVisible();
    await set('Hold until', '2031-05-20T18:30');
    await user.click(line.getByRole('button', { name: 'Hold the line' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Hold the line' }));
    expect(await line.findByText('Held until 20/05/2031, 06:30 pm.')).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ until: '2031-05-20T13:00:00.000Z' }]);
  });

  it('goes on when asked', async () => {
    serveCall('get', '/api/event/settings', eventSettings);
    serveCall('get', '/api/payments/line', held);
    const sent = serveCall('delete', '/api/payments/line/hold', lineAtRest);
    const { user } = renderScreen(portalPaths.event);
    const line = await inLine();
    expect(await line.findByText('Held until 20/05/2031, 06:30 pm.')).toBeVisible();
    expect(line.getByText(/By meera/)).toBeVisible();
    await user.click(line.getByRole('button', { name: 'Go on now' }));
    await waitFor(() => expect(line.queryByText(/Held until/)).toBeNull());
    expect(sent).toHaveLength(1);
  });

  it('says what the server refuses', async () => {
    serveCall('get', '/api/event/settings', eventSettings);
    serveCall(
      'put',
      '/api/payments/line/hold',
      refusal(422, 'invalid_field', 'This moment is over', 'until'),
    );
    const { user } = renderScreen(portalPaths.event);
    const line = await inLine();
    await line.findByLabelText('Hold until');
    await set('Hold until', '2020-05-20T18:30');
    await user.click(line.getByRole('button', { name: 'Hold the line' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Hold the line' }),
    );
    expect(await line.findByRole('alert')).toHaveTextContent('This moment is over');
  });

  it('says that it is not known whether it is held or goes on, and shows what is so', async () => {
    serveCall('get', '/api/event/settings', eventSettings);
    serveCall('get', '/api/payments/line', lineAtRest, held, lineAtRest);
    const holds = serveCall('put', '/api/payments/line/hold', lostAnswer);
    serveCall('delete', '/api/payments/line/hold', lostAnswer);
    const { user } = renderScreen(portalPaths.event);
    const line = await inLine();
    await line.findByLabelText('Hold until');
    await set('Hold until', '2031-05-20T18:30');
    await user.click(line.getByRole('button', { name: 'Hold the line' }));
    await answer(user, 'Hold the line');
    expect(await line.findByRole('alert')).toHaveTextContent(/not known whether this was done/);
    expect(await line.findByText('Held until 20/05/2031, 06:30 pm.')).toBeVisible();
    await user.click(line.getByRole('button', { name: 'Go on now' }));
    await waitFor(() => expect(line.queryByText(/^Held until .*pm/)).toBeNull());
    const words = line.getByRole('alert');
    expect(words).toHaveTextContent(/not known whether this was done. Look at what the page says before/);
    expect(words).not.toHaveTextContent('nothing is done twice');
    expect(holds).toHaveLength(1);
  });

  it('is only seen by the counter', async () => {
    session.start(tokenOf('meera', 'counter'));
    serveCall('get', '/api/event/settings', eventSettings);
    renderScreen(portalPaths.event);
    const line = await inLine();
    expect(await line.findByText('Nobody')).toBeVisible();
    expect(line.queryByRole('button')).toBeNull();
  });
});

describe('the form', () => {
  it('writes moments as the control has them, and reads them back', () => {
    for (const moment of ['2025-05-01T04:30:00.000Z', '2025-05-31T18:45:30.000Z']) {
      expect(toMoment(toLocal(moment))).toBe(moment);
    }
    expect([toLocal(null), toMoment('')]).toEqual(['', null]);
  });

  it('refuses what closes before it opens', () => {
    const values = toValues(eventSettings);
    expect(validateEvent(values)).toEqual({});
    expect(validateEvent({ ...values, closes_at: '2025-05-01T10:00' })).toHaveProperty('closes_at');
    expect(validateEvent({ ...values, opens_at: 'tomorrow' })).toHaveProperty('opens_at');
  });

  it('knows what would stop at once', () => {
    const now = Date.parse('2025-05-20T00:00:00Z');
    const values = toValues(eventSettings);
    expect(endsNow(values, eventSettings, now)).toBeUndefined();
    expect(endsNow({ ...values, opens_at: '2025-06-01T10:00' }, eventSettings, now)).toBe('site');
    expect(endsNow({ ...values, counter_closes_at: '2025-05-20T05:30' }, eventSettings, now)).toBe('counter');
    const over = { ...eventSettings, registration: 'closed' as const, counter: 'closed' as const };
    expect(endsNow({ ...values, closes_at: '2025-05-19T10:00' }, over, now)).toBeUndefined();
  });
});
