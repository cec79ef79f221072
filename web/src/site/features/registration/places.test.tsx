import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OrderRequest } from '@/lib/api/types';
import { fillAndPress, join, press, time, waiting } from '@/site/testing/fillForm';
import { inLine, look, refuseLocks, stubLocks } from '@/testing/line';
import { renderApp } from '@/site/testing/renderApp';
import { stubProvider } from '@/testing/provider';
import { controlTime } from '@/testing/render';
import { allColleges, created, oneCollege, refused, serve } from '@/testing/server';
import { attemptStore } from './attempt';
import { keepPlace, keptPlaces } from './places';

const newTab = () => {
  sessionStorage.clear();
};

/** Takes the place up in another tab, and registers from it with a field changed. */
async function changeInNewTab(label: string, text: string) {
  newTab();
  const tab = renderApp('/');
  await waiting();
  await tab.user.click(screen.getByRole('button', { name: 'Cancel and change my details' }));
  await tab.user.clear(screen.getByLabelText(label));
  await tab.user.type(screen.getByLabelText(label), text);
  await tab.user.click(screen.getByRole('button', { name: 'Register Now' }));
  await waiting();
  return tab;
}

/** A tab that the browser has discarded, with what it kept for it. */
function loadAgain(kept: Readonly<Record<string, string>>) {
  newTab();
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  renderApp('/');
}

/** Another tab has sent this from the place since. */
function waitElsewhere(change: Partial<OrderRequest>): void {
  const [place] = keptPlaces();
  if (!place) throw new Error('There is no place.');
  keepPlace({ ...place, attempt: { ...place.attempt, order: { ...place.attempt.order, ...change } } });
}

/** Of those who have a place in this browser. */
const names = () =>
  keptPlaces()
    .map(({ attempt }) => attempt.order.customer_name)
    .sort();

let advance: (ms: number) => Promise<unknown>;
let queries: unknown[];

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
  queries = serve.emailCheck();
  advance = controlTime();
});

describe('the place is found again', () => {
  it('after a reload, without a call before its moment', async () => {
    const { app, orders, checkout } = await join(inLine(420), created);
    expect(localStorage).toHaveLength(1);
    app.unmount();
    await advance(120_000);
    renderApp('/');
    await waiting();
    expect(time()).toHaveTextContent('about 5 minutes');
    expect(orders).toHaveLength(1);
    await advance(300_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[1]?.key).toBe(orders[0]?.key);
    expect(queries).toHaveLength(1);
  });

  it('in a new tab after the first one was closed, with all that was typed', async () => {
    const { app, orders, checkout } = await join(inLine(420), created);
    app.unmount();
    newTab();
    const { user } = renderApp('/');
    await waiting();
    await user.click(screen.getByRole('button', { name: 'Cancel and change my details' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
    expect(screen.getByLabelText('Phone')).toHaveValue('9876543210');
    // The same registration is the same key, and so the same place.
    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[1]?.key).toBe(orders[0]?.key);
  });

  it('in a new tab where the browser refuses locks', async () => {
    onTestFinished(refuseLocks());
    const { app } = await join(inLine(420), created);
    app.unmount();
    newTab();
    renderApp('/');
    await waiting();
    expect(screen.getByText('Asha Nair')).toBeVisible();
  });

  it('on the checkout page', async () => {
    const { app, orders, checkout } = await join(inLine(60), created);
    app.unmount();
    serve.status({ status: 'ACTIVE', attempt: 'none' });
    renderApp('/checkout');
    await waiting();
    await advance(61_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders).toHaveLength(2);
  });

  it('under its key by a tab in which the same registration is typed again', async () => {
    const { app, orders } = await join(inLine(60), created);
    app.unmount();
    newTab();
    sessionStorage.setItem('registration-draft', JSON.stringify({ name: 'Asha' }));
    const { user } = renderApp('/');
    await user.type(await screen.findByLabelText('Name'), ' Nair');
    await user.type(screen.getByLabelText('Email'), 'asha@example.com');
    await user.type(screen.getByLabelText('Phone'), '9876543210');
    await screen.findByText('Includes all colleges and courses. No selection needed.');
    await user.click(screen.getByRole('button', { name: 'Register Now' }));
    await waiting();
    expect(attemptStore.get()?.key).toBe(orders[0]?.key);
    expect(orders).toHaveLength(1);
  });

  it('but takes nothing away from a tab in which another person is typing', async () => {
    const { app } = await join(inLine(60), created);
    app.unmount();
    newTab();
    sessionStorage.setItem('registration-draft', JSON.stringify({ name: 'Ravi' }));
    renderApp('/');
    expect(await screen.findByLabelText('Name')).toHaveValue('Ravi');
    await advance(2_000);
    expect(screen.queryByRole('heading', { name: 'Your place in the line' })).not.toBeInTheDocument();
  });

  it('no more when it is long over', async () => {
    const { app } = await join(inLine(60), created);
    app.unmount();
    newTab();
    vi.setSystemTime(Date.now() + 3 * 60 * 60 * 1_000);
    expect(keptPlaces()).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  it('where storage is refused, until the next load', async () => {
    const set = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')?.value as Storage['setItem'];
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, value) {
      if (this === localStorage) throw new DOMException('full', 'QuotaExceededError');
      set.call(this, name, value);
    });
    const { orders, checkout } = await join(inLine(60), created);
    await advance(61_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[1]?.key).toBe(orders[0]?.key);
  });
});

it('says in the line that the exam has sold out meanwhile, and another one can be chosen from the same place', async () => {
  const soldOut = {
    ...oneCollege,
    collegeList: oneCollege.collegeList.map((college) => ({
      ...college,
      courseList: college.courseList.map((exam) => ({ ...exam, sold_out: exam.examName === 'BBA' })),
    })),
  };
  serve.packages([allColleges, oneCollege], [soldOut]);
  const orders = serve.createOrder(inLine(420), inLine(300));
  stubProvider();
  const { user } = await fillAndPress('one college');
  await waiting();
  expect(screen.queryByText(/^No place of/)).not.toBeInTheDocument();
  await advance(61_000);
  expect(await screen.findByText(/^No place of BBA is left just now/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel and change my details' }));
  await user.selectOptions(screen.getByLabelText('Course'), 'B.Tech');
  await user.click(screen.getByRole('button', { name: 'Register Now' }));
  await waiting();
  expect(screen.queryByText(/^No place of/)).not.toBeInTheDocument();
  expect(orders[1]?.key).toBe(orders[0]?.key);
  expect(orders[1]?.body).toMatchObject({ course_category: 'exam-a1', ticket: 'ticket-1' });
});

it('waits in place of no order where the phone number is corrected in the line, as none was made', async () => {
  const orders = serve.createOrder(inLine(420), inLine(300));
  stubProvider();
  const { user } = await fillAndPress('one college');
  await waiting();
  await user.click(screen.getByRole('button', { name: 'Cancel and change my details' }));
  await user.clear(screen.getByLabelText('Phone'));
  await user.type(screen.getByLabelText('Phone'), '9876543211');
  await user.click(screen.getByRole('button', { name: 'Register Now' }));
  await waiting();
  expect(orders[1]).toMatchObject({ key: orders[0]?.key, body: { ticket: 'ticket-1' } });
  expect(orders[1]?.body).not.toHaveProperty('replaces');
});

describe('two tabs', () => {
  it.each([
    ['with locks ask once between them', stubLocks, 2],
    ['without locks both ask, with the same key and ticket', () => () => undefined, 3],
  ])('%s', async (_, prepare, calls) => {
    onTestFinished(prepare());
    let letGo: (() => void) | undefined;
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    const slow = () => held.then(created);
    const { orders, checkout } = await join(inLine(60), slow, slow);
    const other = renderApp('/');
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { name: /place in the line/ })).toHaveLength(2),
    );
    await advance(61_000);
    await waitFor(() => expect(orders).toHaveLength(calls));
    letGo?.();
    await waitFor(() => expect(checkout).toHaveBeenCalledTimes(calls - 1));
    expect(orders).toHaveLength(calls);
    for (const { key, body } of orders.slice(1)) {
      expect(key).toBe(orders[0]?.key);
      expect(body).toHaveProperty('ticket', 'ticket-1');
    }
    if (calls === 2) expect(await screen.findByText(/continued or changed in another tab/)).toBeVisible();
    other.unmount();
  });

  it('are not offered in the browser of an app, which opens none', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14; wv) Chrome/126');
    await join(inLine(420), created);
    expect(screen.getByText(/^Registering another person, too\? Your own browser does it/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Open the form in a new tab' })).not.toBeInTheDocument();
  });

  it('wait each for a child of its own, and a place is taken up once its tab is closed', async () => {
    onTestFinished(stubLocks());
    const first = await join(inLine(420), inLine(480, 130, 'ticket-2'), created);
    expect(screen.getByRole('link', { name: 'Open the form in a new tab' })).toHaveAttribute(
      'target',
      '_blank',
    );
    newTab();
    const second = renderApp('/');
    const name = await screen.findByLabelText('Name');
    await advance(2_000);
    expect(name).toHaveValue('');
    expect(screen.getAllByRole('heading', { name: 'Your place in the line' })).toHaveLength(1);
    expect(screen.getByText(/taken in another tab of this browser/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go on with it here' })).toBeVisible();
    await second.user.type(name, 'Binu Nair');
    // It would be in place of what is typed.
    expect(screen.queryByRole('button', { name: 'Go on with it here' })).not.toBeInTheDocument();
    expect(screen.getByText(/taken in another tab of this browser/)).toBeVisible();
    await second.user.type(screen.getByLabelText('Email'), 'binu@example.com');
    await second.user.type(screen.getByLabelText('Phone'), '9876543210');
    await second.user.click(screen.getByRole('button', { name: 'Register Now' }));
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { name: 'Your place in the line' })).toHaveLength(2),
    );
    expect(first.orders[1]?.key).not.toBe(first.orders[0]?.key);
    expect(first.orders[1]?.body).not.toHaveProperty('ticket');
    expect(screen.getByText('Asha Nair')).toBeVisible();
    expect(screen.getByText('Binu Nair')).toBeVisible();
    first.app.unmount();
    newTab();
    const third = renderApp('/');
    expect(await screen.findByText('Asha Nair')).toBeVisible();
    expect(screen.getAllByText('Binu Nair')).toHaveLength(1);
    third.unmount();
  });

  it('say in an empty form who waits in the other one, and go on with that place here', async () => {
    onTestFinished(stubLocks());
    const { app, orders, checkout } = await join(inLine(420), created);
    newTab();
    const { user } = renderApp('/');
    const goOn = await screen.findByRole('button', { name: 'Go on with it here' });
    expect(goOn).toHaveAccessibleDescription(/^Asha Nair has a place in the line/);
    await user.click(goOn);
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { name: 'Your place in the line' })).toHaveLength(2),
    );
    expect(screen.queryByText(/taken in another tab/)).not.toBeInTheDocument();
    app.unmount();
    await advance(421_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders).toHaveLength(2);
    expect(orders[1]?.key).toBe(orders[0]?.key);
  });

  it('go on in the dialog that has opened over the form, and say there what goes wrong', async () => {
    onTestFinished(stubLocks());
    const { app } = await join(inLine(60), refused(409, { code: 'sold_out', message: 'It is sold out.' }));
    newTab();
    const { user } = renderApp('/');
    await screen.findByRole('button', { name: 'Go on with it here' });
    await advance(4_000);
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Go on with it here' }));
    await waitFor(() =>
      expect(dialog.getByRole('heading', { name: 'Your place in the line' })).toHaveFocus(),
    );
    app.unmount();
    await advance(61_000);
    expect(await dialog.findByRole('alert')).toHaveTextContent('It is sold out.');
  });

  it('say nothing any more of a place that the other one has left', async () => {
    onTestFinished(stubLocks());
    await join(inLine(420));
    newTab();
    const second = renderApp('/');
    await screen.findByText(/taken in another tab of this browser/);
    localStorage.clear();
    act(() => {
      window.dispatchEvent(new StorageEvent('storage'));
    });
    await waitFor(() => expect(screen.queryByText(/taken in another tab/)).not.toBeInTheDocument());
    second.unmount();
  });

  it('let the one that is looked at take up the place of the one that was closed after it was opened', async () => {
    onTestFinished(stubLocks());
    const { app } = await join(inLine(420), created);
    newTab();
    const second = renderApp('/');
    const name = await screen.findByLabelText('Name');
    await advance(2_000);
    expect(name).toHaveValue('');
    app.unmount();
    look('page');
    await waiting();
    expect(screen.getByText('Asha Nair')).toBeVisible();
    second.unmount();
  });

  it('send what was corrected in one of them, also from the other one that is loaded again', async () => {
    const { app, orders, checkout } = await join(inLine(420), inLine(300), created);
    const asBefore = { ...sessionStorage };
    app.unmount();
    const second = await changeInNewTab('Email', 'asha.rao@example.com');
    expect(orders).toHaveLength(2);
    second.unmount();
    loadAgain(asBefore);
    await waiting();
    await advance(301_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[2]?.key).toBe(orders[0]?.key);
    expect(orders[2]?.body.customer_email).toBe('asha.rao@example.com');
  });

  it('send nothing that the other one has corrected, unless it is pressed for', async () => {
    const { orders, checkout } = await join(inLine(60), created);
    waitElsewhere({ customer_email: 'asha.rao@example.com' });
    await advance(61_000);
    expect(await screen.findByText(/continued or changed in another tab/)).toBeVisible();
    expect(orders).toHaveLength(1);
    press();
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[1]?.key).toBe(orders[0]?.key);
    expect(orders[1]?.body.customer_email).toBe('asha@example.com');
  });

  it('wait each for its own child where one gives its place to another child, also after a reload', async () => {
    const { app, orders } = await join(inLine(420), inLine(300), inLine(500, 130, 'ticket-2'));
    const asBefore = { ...sessionStorage };
    app.unmount();
    const second = await changeInNewTab('Name', 'Binu Nair');
    expect(orders[1]).toMatchObject({ key: orders[0]?.key, body: { customer_name: 'Binu Nair' } });
    second.unmount();
    loadAgain(asBefore);
    expect(await screen.findByLabelText('Name')).toHaveValue('Asha Nair');
    await advance(2_000);
    expect(screen.queryByText('Binu Nair')).not.toBeInTheDocument();
    expect(orders).toHaveLength(2);
    press();
    await waiting();
    expect(orders[2]?.key).not.toBe(orders[0]?.key);
    expect(orders[2]?.body).toMatchObject({ customer_name: 'Asha Nair' });
    expect(orders[2]?.body).not.toHaveProperty('ticket');
    expect(names()).toEqual(['Asha Nair', 'Binu Nair']);
  });

  it('leave its place to the child that the other one waits for, whatever is pressed', async () => {
    const { orders, checkout } = await join(inLine(60), created);
    waitElsewhere({ customer_name: 'Binu Nair' });
    await advance(61_000);
    expect(await screen.findByText(/continued or changed in another tab/)).toBeVisible();
    expect(queries).toHaveLength(1);
    press();
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[1]?.key).not.toBe(orders[0]?.key);
    expect(orders[1]?.body.customer_name).toBe('Asha Nair');
    // Who has no place may have paid.
    expect(queries).toHaveLength(2);
    expect(names()).toEqual(['Binu Nair']);
  });

  it('leave it its place, too, where the next child is typed into the form of the first one', async () => {
    const orders = serve.createOrder(inLine(420), inLine(500, 130, 'ticket-2'));
    stubProvider();
    const { user } = await fillAndPress('one college');
    await waiting();
    const [place] = keptPlaces();
    await user.click(screen.getByRole('button', { name: 'Cancel and change my details' }));
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Binu Nair');
    // Meanwhile the other one has registered the first child once more.
    if (place) keepPlace(place);
    press();
    await waiting();
    expect(orders[1]?.key).not.toBe(orders[0]?.key);
    expect(orders[1]?.body).toMatchObject({ customer_name: 'Binu Nair' });
    expect(orders[1]?.body).not.toHaveProperty('ticket');
    expect(orders[1]?.body).not.toHaveProperty('replaces');
    expect(names()).toEqual(['Asha Nair', 'Binu Nair']);
  });

  it('know it when the other one has left the line', async () => {
    const { orders } = await join(inLine(420), created);
    localStorage.clear();
    act(() => {
      window.dispatchEvent(new StorageEvent('storage'));
    });
    expect(await screen.findByText(/continued or changed in another tab/)).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Asha Nair');
    expect(orders).toHaveLength(1);
  });

  it('share a moment that has moved', async () => {
    const { orders } = await join(inLine(60), created);
    const [place] = keptPlaces();
    if (!place) throw new Error('There is no place.');
    keepPlace({ ...place, toldAt: Date.now(), etaMs: 600_000 });
    await advance(61_000);
    expect(time()).toHaveTextContent('about 9 minutes');
    expect(orders).toHaveLength(1);
  });
});
