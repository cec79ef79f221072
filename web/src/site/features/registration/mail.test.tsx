import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { join, waiting } from '@/site/testing/fillForm';
import { inLine } from '@/testing/line';
import { stubProvider } from '@/testing/provider';
import { controlTime } from '@/testing/render';
import { renderApp } from '@/site/testing/renderApp';
import { allColleges, created, oneCollege, refused, serve } from '@/testing/server';
import { attemptStore, broughtTicket } from './attempt';
import { clockTime } from './line';
import { keptPlaces } from './places';

const ticket = '0123456789ABCDEFGHJKMNPQRS';
const sendsAt = Date.parse('2031-01-01T05:12:00Z');
const offer = () => screen.queryByRole('button', { name: 'Mail me when it is my turn' });
const address = () => screen.getByLabelText('Mail a link to');
const promise = (to: string, at = sendsAt) =>
  waitFor(() => {
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said).toContain(`We will mail ${to} at about ${clockTime(at)}, with a link to your place.`);
  });

let advance: (ms: number) => Promise<unknown>;

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
  serve.emailCheck();
  advance = controlTime();
});

it('names moments in the time of the event, whatever the time zone of the device', () => {
  expect(clockTime(sendsAt)).toMatch(/^10:42\sam/);
});

describe('the offer of a mail', () => {
  it('is made for a wait of more than ten minutes, and no longer', async () => {
    await join(inLine(660), created);
    expect(offer()).toBeEnabled();
    expect(address()).toHaveValue('asha@example.com');
    await advance(62_000);
    expect(offer()).not.toBeInTheDocument();
  });

  it('is taken with the form’s address, remembered after a reload, and confirmed in place', async () => {
    const { app } = await join(inLine(900), created);
    const sent = serve.lineMail();
    await app.user.click(screen.getByRole('button', { name: 'Mail me when it is my turn' }));
    await promise('asha@example.com');
    expect(sent).toEqual([{ ticket: 'ticket-1', email: 'asha@example.com' }]);
    expect(offer()).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByText(/We will mail/).parentElement).toHaveFocus());
    app.unmount();
    const again = renderApp('/');
    await waiting();
    await promise('asha@example.com');
    expect(offer()).not.toBeInTheDocument();
    // It is still said when it is too late to ask.
    await advance(400_000);
    await promise('asha@example.com');
    again.unmount();
  });

  it('may go to another address, also afterwards', async () => {
    const { app } = await join(inLine(900), created);
    const sent = serve.lineMail();
    await app.user.clear(address());
    await app.user.type(address(), 'ravi@example.com{Enter}');
    await promise('ravi@example.com');
    await app.user.click(screen.getByRole('button', { name: 'Mail another address' }));
    expect(address()).toHaveFocus();
    expect(address()).toHaveValue('ravi@example.com');
    await app.user.clear(address());
    await app.user.type(address(), 'meera@example.com{Enter}');
    await promise('meera@example.com');
    expect(sent).toHaveLength(2);
    expect(keptPlaces()[0]?.mailTo).toBe('meera@example.com');
  });

  it.each([
    [422, 'Please enter a valid email address'],
    [409, 'It is your turn in less than ten minutes.'],
    [429, 'Too many requests.'],
  ])('that is refused with %s says why at the field, and can be taken again', async (status, message) => {
    const { app } = await join(inLine(900), created);
    const sent = serve.lineMail(
      refused(status, { code: 'x', message }),
      refused(202, {
        message: 'Yes',
        sends_at: '2031-01-01T05:12:00Z',
      }),
    );
    await app.user.click(screen.getByRole('button', { name: 'Mail me when it is my turn' }));
    await waitFor(() => expect(address()).toHaveAccessibleDescription(expect.stringContaining(message)));
    await waitFor(() => expect(address()).toHaveFocus());
    expect(address()).toBeInvalid();
    await app.user.keyboard('{Enter}');
    await promise('asha@example.com');
    expect(sent).toHaveLength(2);
  });

  it('whose answer is lost may be taken again, for the same one mail', async () => {
    const { app } = await join(inLine(900), created);
    const promised = { message: 'Yes', sends_at: '2031-01-01T05:12:00Z' };
    const sent = serve.lineMail(refused(504, { message: '', request_id: 'req-1' }), refused(202, promised));
    await app.user.click(screen.getByRole('button', { name: 'Mail me when it is my turn' }));
    const words = /we do not know whether the mail will be sent\. .*one mail, however often you ask/;
    await waitFor(() => expect(address()).toHaveAccessibleDescription(expect.stringMatching(words)));
    expect(screen.getByText('req-1')).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Mail me when it is my turn' }));
    await promise('asha@example.com');
    expect(sent[1]).toEqual(sent[0]);
  });

  it('moves with the moment of the place', async () => {
    const { app, orders } = await join(inLine(900), inLine(300), created);
    serve.lineMail();
    await app.user.click(screen.getByRole('button', { name: 'Mail me when it is my turn' }));
    await promise('asha@example.com');
    await advance(901_000);
    await waitFor(() => expect(orders).toHaveLength(2));
    await waiting();
    await promise('asha@example.com', sendsAt + 300_000);
  });
});

describe('the link of the mail', () => {
  it('in the browser that holds the place goes on with it, with all that was typed', async () => {
    const { app, orders, checkout } = await join(inLine(900, 120, ticket), created);
    app.unmount();
    sessionStorage.clear();
    const opened = renderApp(`/#turn=${ticket}`);
    await waiting();
    expect(opened.address()).toBe('/#register');
    expect(broughtTicket.get()).toBeNull();
    await advance(901_000);
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[1]?.key).toBe(orders[0]?.key);
  });

  it('in another browser opens the form, which is sent with the ticket and its own key', async () => {
    const orders = serve.createOrder(inLine(60, 1, ticket), created);
    const { checkout } = stubProvider();
    const app = renderApp(`/#turn=${ticket}`);
    expect(await screen.findByText('Your place in the line is kept until you use it.')).toBeVisible();
    expect(app.address()).toBe('/#register');
    await screen.findByText('Includes all colleges and courses. No selection needed.');
    await app.user.type(screen.getByLabelText('Name'), 'Asha Nair');
    await app.user.type(screen.getByLabelText('Email'), 'asha@example.com');
    await app.user.type(screen.getByLabelText('Phone'), '9876543210');
    await app.user.click(screen.getByRole('button', { name: 'Register Now' }));
    await waiting();
    expect(orders[0]?.body).toMatchObject({ ticket });
    // A candidate who changes something meanwhile keeps the key and the place.
    await app.user.click(screen.getByRole('button', { name: 'Cancel and change my details' }));
    await app.user.type(screen.getByLabelText('Name'), ' K');
    await app.user.click(screen.getByRole('button', { name: 'Register Now' }));
    await waitFor(() => expect(checkout).toHaveBeenCalled());
    expect(orders[1]).toMatchObject({ key: orders[0]?.key, body: { ticket, customer_name: 'Asha Nair K' } });
    expect(broughtTicket.get()).toBeNull();
    expect(attemptStore.get()).not.toHaveProperty('ticket');
  });

  it('whose place is over says that the form has got a new one', async () => {
    serve.createOrder(inLine(900, 120, 'ticket-2'));
    const app = renderApp(`/#turn=${ticket}`);
    await screen.findByText('Includes all colleges and courses. No selection needed.');
    await app.user.type(screen.getByLabelText('Name'), 'Asha Nair');
    await app.user.type(screen.getByLabelText('Email'), 'asha@example.com');
    await app.user.type(screen.getByLabelText('Phone'), '9876543210');
    await app.user.click(screen.getByRole('button', { name: 'Register Now' }));
    await waiting();
    expect(screen.getByText(/has been used or is over. This is a new place/)).toBeVisible();
    expect(broughtTicket.get()).toBeNull();
  });

  it('that is cut off is an ordinary address', async () => {
    const app = renderApp('/#turn=0123');
    await screen.findByLabelText('Name');
    expect(screen.queryByText('Your place in the line is kept until you use it.')).not.toBeInTheDocument();
    expect(app.address()).toBe('/#turn=0123');
  });
});
