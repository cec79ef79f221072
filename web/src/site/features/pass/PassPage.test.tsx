import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import decodeQR from 'qr/decode.js';
import { describe, expect, it, vi } from 'vitest';
import { event } from '@/content/event';
import { keepPass, keptPasses } from '@/lib/keptPasses';
import { stubCaches } from '@/site/testing/caches';
import { renderApp } from '@/site/testing/renderApp';
import { refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { pass, serve, server } from '@/testing/server';
import { passApi } from './passCache';

const at = '/payment/success?order_id=order_1';
const fact = (name: string) => {
  const term = screen.getByText(name, { selector: 'dt' });
  return within(term.parentElement ?? term).getByRole('definition').textContent;
};

/** Decodes the modules that the path draws. */
function readCode(code: HTMLElement): string {
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const scale = 4;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of code
    .querySelector('path')
    ?.getAttribute('d')
    ?.matchAll(/M(\d+) (\d+)h1v1h-1z/g) ?? []) {
    for (let down = 0; down < scale; down += 1) {
      for (let right = 0; right < scale; right += 1) {
        const pixel = (Number(y) * scale + down) * width + Number(x) * scale + right;
        data.set([0, 0, 0], pixel * 4);
      }
    }
  }
  return decodeQR({ width, height: width, data });
}

it('says when the address has no order id', async () => {
  renderApp('/payment/success');
  expect(await screen.findByText('Order ID not found in URL')).toBeVisible();
});

it('says that it is loading', async () => {
  serve.order(pass);
  renderApp(at);
  // It may be gone again by the next line, so finding it is all.
  await screen.findByText('Loading...');
  expect(await screen.findByText('Booking ID')).toBeVisible();
});

it.each([404, 500])('says that the fetch failed after a %i', async (status) => {
  serve.order(status);
  renderApp(at);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error: Failed to fetch order data');
});

it('tells other passes of one name on this device apart by their numbers', async () => {
  keepPass({ orderId: 'C0WRYEMMK95B-KQAKWGQT91BP5E009TE6', name: 'Asha Nair' });
  keepPass({ orderId: 'CZ6S4932KF26-KQAKWGQT91BP5E009TE6', name: 'Asha Nair' });
  serve.order(pass);
  renderApp(at);
  const links = await screen.findAllByRole('link', { name: 'Asha Nair' });
  expect(links.map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'Asha Nair, pass no. CZ6S 4932 KF26',
    'Asha Nair, pass no. C0WR YEMM K95B',
  ]);
});

it('says that a pass was withdrawn, and that this device keeps it no longer', async () => {
  const message = 'This pass is no longer valid: the payment was refunded.';
  keepPass({ orderId: 'order_1', name: 'Asha Nair' });
  keepPass({ orderId: 'order_2', name: 'Binu Nair' });
  server.use(
    http.get('*/api/order/:id', () =>
      HttpResponse.json({ code: 'pass_withdrawn', message }, { status: 410 }),
    ),
  );
  const back = { amount: 1000, sent: true, automatic: false, at_counter: false, at: '2025-05-22T10:00:00Z' };
  serve.status({ status: 'PAID', attempt: 'none', money_back: [back] });
  renderApp(at);
  expect(await screen.findByRole('heading', { name: 'Your pass was withdrawn' })).toBeVisible();
  expect(await screen.findByText('Rs 1,000 was sent back on 22 May.')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('link', { name: 'contact us' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load again' })).not.toBeInTheDocument();
  expect(keptPasses.get().map(({ orderId }) => orderId)).toEqual(['order_2']);
});

it('leads from an address that the pass has no more to the form that sends the new one', async () => {
  keepPass({ orderId: 'order_1', name: 'Asha Nair' });
  serveCall(
    'get',
    '/api/order/{order_id}',
    refusal(410, 'pass_replaced', 'It was sent to the corrected one.'),
  );
  renderApp(at);
  expect(await screen.findByRole('heading', { name: 'This link was replaced' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('It was sent to the corrected one.');
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Find my pass' })).toHaveAttribute(
    'href',
    '/find-pass',
  );
  expect(screen.queryByText(/withdrawn/)).not.toBeInTheDocument();
  expect(keptPasses.get()).toEqual([]);
});

it('shows no pass any more that turns out to be withdrawn while it is open, also where the next look fails', async () => {
  const advance = controlTime();
  const message = 'This pass is no longer valid: the payment was refunded.';
  serve.order(pass);
  renderApp(at);
  expect(await screen.findByText(/^Show this pass at the entrance/)).toBeVisible();
  serveCall('get', '/api/order/{order_id}', refusal(410, 'pass_withdrawn', message));
  serve.status({ status: 'PAID', attempt: 'none' });
  // The network is back, so it is asked for again.
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('heading', { name: 'Your pass was withdrawn' })).toBeVisible();
  expect(screen.queryByText(/^Show this pass at the entrance/)).not.toBeInTheDocument();
  const asked = serve.order(500);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(asked).toHaveLength(1));
  // When it is asked again, the failure is known.
  await advance(15_000);
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));
  expect(screen.getByRole('heading', { name: 'Your pass was withdrawn' })).toBeVisible();
  expect(screen.queryByRole('img', { name: /^QR code/ })).not.toBeInTheDocument();
  expect(keptPasses.get()).toEqual([]);
});

describe('a kept pass that the server does not know any more', () => {
  const inHeader = (name: string) => within(screen.getByRole('banner')).queryByRole('link', { name });
  const removal = { name: 'Remove the pass from it' };

  it('stays until it is removed, which takes it from the device and out of the header', async () => {
    const cached = stubCaches();
    const address = new URL(passApi('order_1'), location.origin).href;
    cached.set(address, HttpResponse.json(pass));
    keepPass({ orderId: 'order_1', name: 'Asha Nair' });
    serve.order(404);
    const { user } = renderApp(at);
    const button = await screen.findByRole('button', removal);
    expect(screen.getByRole('alert')).toHaveTextContent('Error: Failed to fetch order data');
    // While a backup is restored, the server knows no order for a time.
    expect(keptPasses.get()).toHaveLength(1);
    expect(cached.has(address)).toBe(true);
    expect(inHeader('Your pass')).toBeVisible();
    await user.click(button);
    expect(await screen.findByText('This device no longer keeps the pass.')).toHaveFocus();
    expect(cached.has(address)).toBe(false);
    expect(screen.queryByRole('button', removal)).toBeNull();
    expect(keptPasses.get()).toEqual([]);
    expect(inHeader('Your pass')).toBeNull();
  });

  it('is not said to be removed where it cannot be, and can be asked for again', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    stubCaches();
    vi.spyOn(caches, 'open').mockRejectedValueOnce(new Error('The storage is broken'));
    keepPass({ orderId: 'order_1', name: 'Asha Nair' });
    serve.order(404);
    const { user } = renderApp(at);
    await user.click(await screen.findByRole('button', removal));
    expect(await screen.findByText('This device could not remove the pass. Please try again.')).toBeVisible();
    expect(keptPasses.get()).toHaveLength(1);
    expect(error).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', removal));
    expect(await screen.findByText('This device no longer keeps the pass.')).toHaveFocus();
    expect(keptPasses.get()).toEqual([]);
  });

  it('can be removed also where the answer is empty', async () => {
    keepPass({ orderId: 'order_1', name: 'Asha Nair' });
    serve.order(null);
    renderApp(at);
    expect(await screen.findByText('No order data found')).toBeVisible();
    expect(screen.getByRole('button', removal)).toBeVisible();
  });

  it.each([
    ['of a pass that this device does not keep', 'order_2', 404],
    // The pass comes once the server is well again, and would be kept again at once.
    ['while the server fails', 'order_1', 500],
  ])('offers no removal %s', async (_, orderId, status) => {
    keepPass({ orderId, name: 'Asha Nair' });
    serve.order(status);
    renderApp(at);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByRole('button', removal)).toBeNull();
  });
});

describe('a pass that this device kept, where nothing newer comes,', () => {
  const kept = (at: string) => () => HttpResponse.json(pass, { headers: { 'X-Kept-At': at } });

  it('says of when it is, and looks for a newer one when asked', async () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330);
    server.use(http.get('*/api/order/:id', kept('Mon, 26 May 2025 05:00:00 GMT')));
    const { user } = renderApp(at);
    const words = 'As of 26 May, 10:30 AM. We could not look for changes just now.';
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByText('Asha Nair')).toBeVisible();
    serve.order({ ...pass, name: 'Asha R Nair' });
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    expect(await screen.findByText('Asha R Nair')).toBeVisible();
    expect(screen.queryByText(words)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Look again' })).not.toBeInTheDocument();
    expect(screen.getByText('This is the newest.')).toHaveFocus();
  });

  it('says that a newer one came, and leaves the focus to who has moved on meanwhile', async () => {
    server.use(http.get('*/api/order/:id', kept('Mon, 26 May 2025 05:00:00 GMT')));
    const { user } = renderApp(at);
    await user.click(await screen.findByRole('button', { name: 'Look again' }));
    serve.order(pass);
    const print = screen.getByRole('button', { name: 'Print' });
    print.focus();
    window.dispatchEvent(new Event('online'));
    const said = await screen.findByText('This is the newest.');
    expect(said).toHaveAttribute('role', 'status');
    expect(print).toHaveFocus();
  });

  it('says nothing of that where nobody asked', async () => {
    serve.order(pass);
    renderApp(at);
    await screen.findByText('Booking ID');
    expect(screen.queryByText('This is the newest.')).not.toBeInTheDocument();
  });

  it('names the zone on a device with another, and no moment that is not known', async () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(0);
    server.use(http.get('*/api/order/:id', kept('Mon, 26 May 2025 05:00:00 GMT')));
    const { unmount } = renderApp(at);
    expect(await screen.findByText(/^As of 26 May, 10:30 AM \(India time\)\. We could not/)).toBeVisible();
    unmount();
    server.use(http.get('*/api/order/:id', kept('')));
    renderApp('/payment/success?order_id=order_2');
    expect(await screen.findByText('We could not look for changes just now.')).toBeVisible();
  });
});

it('says that the fetch failed when the answer is no JSON', async () => {
  server.use(http.get('*/api/order/:id', () => new Response('<html>', { status: 200 })));
  renderApp(at);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error: Failed to fetch order data');
});

it('does not offer to load a link that no order can have, and says where the right one is', async () => {
  serve.order(422);
  renderApp(at);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error: Failed to fetch order data');
  expect(screen.getByText(/^This link is incomplete or has been changed\./)).toBeVisible();
  expect(screen.getByText('order_1')).toBeVisible();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Find my pass' })).toBeVisible();
  expect(screen.queryByText(/If you have just paid/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Load again' })).not.toBeInTheDocument();
});

it('gives the reference of a failure of the server, and none of an order that is not there', async () => {
  const body = (status: number) => ({ code: 'x', message: 'no', request_id: `id-of-${String(status)}` });
  let status = 500;
  server.use(http.get('*/api/order/:id', () => HttpResponse.json(body(status), { status })));
  const { user } = renderApp(at);
  expect(await screen.findByText('id-of-500')).toBeVisible();
  status = 404;
  await user.click(screen.getByRole('button', { name: 'Load again' }));
  await waitFor(() => {
    expect(screen.queryByText(/^Reference/)).toBeNull();
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Error: Failed to fetch order data');
});

it('recovers when asked', async () => {
  serve.order(404, pass);
  const { user } = renderApp(at);
  await user.click(await screen.findByRole('button', { name: 'Load again' }));
  expect(await screen.findByText('Booking ID')).toBeVisible();
});

it('says that there is no order behind an empty answer', async () => {
  serve.order(null);
  renderApp(at);
  expect(await screen.findByText('No order data found')).toBeVisible();
});

it('shows the pass', async () => {
  serve.order(pass);
  renderApp(at);
  await screen.findByText('Booking ID');
  expect(fact('Booking ID')).toBe('order_1');
  expect(fact('Name')).toBe('Asha Nair');
  expect(fact('Email')).toBe('asha@example.com');
  expect(fact('Phone')).toBe('+91 9876543210');
  expect(fact('Venue')).toBe(event.venue);
  expect(fact('Date')).toBe(event.dates);
  expect(fact('Time')).toBe(event.time);
  expect(screen.getByText(event.admits)).toBeVisible();
  expect(screen.getByText('*Terms and Conditions Applied')).toBeVisible();
  expect(screen.queryByText('Alternate phone')).not.toBeInTheDocument();
});

it('shows the number, the exam with its hours and hall, and a code that is read back', async () => {
  serve.order(pass);
  renderApp(at);
  await screen.findByText('Booking ID');
  expect(fact('Pass no.')?.trim()).toBe('CZ6S 4932 KF26');
  const exam = screen.getByRole('heading', { name: 'Your exam' }).parentElement;
  expect(exam).toHaveTextContent('B.TechPeriyar InstituteSat 31 May, 10–11:30 AM · Hall 1Single Exam Access');
  expect(screen.queryByRole('heading', { name: 'Timetable' })).toBeNull();
  const code = screen.getByRole('img', { name: 'QR code of pass CZ6S 4932 KF26' });
  expect(readCode(code)).toBe(pass.qr);
});

it('says what of a payment goes back', async () => {
  const since = '2025-05-22T10:00:00Z';
  serve.order({
    ...pass,
    money_back: [
      { amount: 1000, sent: true, automatic: true, at_counter: false, at: since },
      { amount: 250, sent: false, automatic: false, at_counter: false, at: since },
    ],
  });
  renderApp(at);
  expect(
    await screen.findByText('Rs 1,000 of a payment that came twice or too late was sent back on 22 May.'),
  ).toBeVisible();
  expect(screen.getByText('Rs 250 is on its way back.')).toBeVisible();
  expect(screen.getByText(/banks show it within five to seven working days\.$/)).toBeVisible();
});

it('has no bank in what was paid back at the counter', async () => {
  const at_counter = { amount: 1000, sent: true, automatic: false, at_counter: true };
  serve.order({ ...pass, money_back: [{ ...at_counter, at: '2025-05-22T10:00:00Z' }] });
  renderApp(at);
  expect(await screen.findByText('Rs 1,000 was paid back at the counter on 22 May.')).toBeVisible();
  expect(screen.queryByText(/banks show/)).not.toBeInTheDocument();
});

it('says that it was paid for twice, with both bookings and whom to write to', async () => {
  const other = {
    pass_no: 'DZ6S 4932 KF26',
    paid_for: 'B.Tech, Periyar Institute',
    amount: 1000,
    paid_at: '2025-05-20T10:04:00Z',
  };
  serve.order({ ...pass, paid_twice: [other] });
  renderApp(at);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('This was paid for twice');
  expect(notice).toHaveTextContent('for Asha Nair, booking ID order_1');
  expect(notice).toHaveTextContent(
    /Pass no\. DZ6S 4932 KF26, B\.Tech, Periyar Institute, Rs 1,000 on 20 May, 3:34/,
  );
  expect(within(notice).getByRole('link')).toHaveAttribute('href', expect.stringContaining('mailto:'));
});

it('takes a payment for another name for that of another person, and says whom to write to if it is not', async () => {
  const sibling = { pass_no: 'DZ6S 4932 KF26', name: 'Anand N.', paid_for: 'B.Tech', amount: 1000 };
  serve.order({ ...pass, paid_twice: [sibling] });
  renderApp(at);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Paid for another name, too');
  expect(notice).toHaveTextContent('nothing is wrong');
  expect(notice).toHaveTextContent('for Asha Nair, booking ID order_1');
  expect(notice).toHaveTextContent('For Anand N.: Pass no. DZ6S 4932 KF26, B.Tech, Rs 1,000');
  expect(notice).not.toHaveTextContent(/twice/);
  expect(within(notice).getByRole('link')).toHaveAttribute('href', expect.stringContaining('mailto:'));
});

it('says that the mail came back', async () => {
  serve.order({ ...pass, mail_bounced: true });
  renderApp(at);
  expect(await screen.findByText(/came back from/)).toHaveTextContent('came back from asha@example.com.');
  expect(screen.queryByText(/It has been sent/)).toBeNull();
});

it.each([
  ['Offline', /^You take the exam in its hall/],
  ['Online', /^You take the exam on the web/],
  ['unknown', /^Please ask us/],
])('says what taking part %s means', async (preference, meaning) => {
  serve.order({ ...pass, exam_preference: preference });
  renderApp(at);
  expect(await screen.findByText(meaning)).toBeVisible();
  expect(fact('You take part')).toBe(preference);
  expect(screen.queryAllByText('on the web')).toHaveLength(preference === 'Online' ? 1 : 0);
});

it('keeps the pass on this device until it is removed, and offers the others', async () => {
  localStorage.setItem('passes', JSON.stringify([{ orderId: 'order_2', name: 'Binu' }, 'nonsense']));
  serve.order(pass);
  const { user } = renderApp(at);
  expect(await screen.findByRole('link', { name: 'Binu' })).toHaveAttribute(
    'href',
    '/payment/success?order_id=order_2',
  );
  expect(keptPasses.get().map(({ orderId }) => orderId)).toEqual(['order_1', 'order_2']);
  await user.click(screen.getByRole('button', { name: 'Remove the pass from it' }));
  expect(screen.getByText(/^This device no longer keeps your pass/)).toHaveFocus();
  expect(keptPasses.get().map(({ orderId }) => orderId)).toEqual(['order_2']);
});

it('shows the alternate phone when there is one', async () => {
  serve.order({ ...pass, phone2: '9123456780' });
  renderApp(at);
  await screen.findByText('Booking ID');
  expect(fact('Alternate phone')).toBe('+91 9123456780');
});

it('takes what the return page brought, once, and fetches when that is for another order', async () => {
  const asked = serve.order({ ...pass, name: 'Fetched' });
  // As the browser's router keeps it.
  history.replaceState({ usr: { order: pass } }, '');
  const { unmount } = renderApp({
    pathname: '/payment/success',
    search: '?order_id=order_1',
    state: { order: pass },
  });
  expect(await screen.findByText('Asha Nair')).toBeVisible();
  expect(asked).toEqual([]);
  expect(history.state).toBeNull();
  unmount();
  renderApp({ pathname: '/payment/success', search: '?order_id=order_2', state: { order: pass } });
  expect(await screen.findByText('Fetched')).toBeVisible();
  expect(asked).toEqual(['order_2']);
});
