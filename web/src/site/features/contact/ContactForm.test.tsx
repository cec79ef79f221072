import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';
import { refused, serve, server } from '@/testing/server';

async function fill() {
  const app = renderApp('/contact-us');
  await app.user.type(await screen.findByLabelText('Your Name'), 'Asha Nair');
  await app.user.type(screen.getByLabelText('Your Email'), 'asha@example.com');
  await app.user.type(screen.getByLabelText('Your Message'), 'Where do I park?');
  return { ...app, send: () => app.user.click(screen.getByRole('button', { name: 'Send Message' })) };
}

it('sends the message, says so and is empty again', async () => {
  const sent = serve.contact();
  const { send } = await fill();
  await send();
  expect(await screen.findByText(/Your message has been sent/)).toBeVisible();
  expect(sent).toEqual([
    { name: 'Asha Nair', email: 'asha@example.com', message: 'Where do I park?', website: '' },
  ]);
  expect(screen.getByLabelText('Your Message')).toHaveValue('');
});

it('takes nothing more while the message is on its way, and then has the focus at the confirmation', async () => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  server.use(
    http.post('*/api/contact', async () => {
      await held;
      return HttpResponse.json({ message: 'Your message has been sent.' });
    }),
  );
  const { send } = await fill();
  await send();
  expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  for (const name of ['Your Name', 'Your Email', 'Your Message']) {
    expect(screen.getByLabelText(name)).toBeDisabled();
  }
  letGo();
  const confirmation = await screen.findByText(/Your message has been sent/);
  await waitFor(() => expect(confirmation).toHaveFocus());
  expect(screen.getByLabelText('Your Message')).toBeEnabled();
});

it('asks for what is missing without asking the server', async () => {
  const sent = serve.contact();
  const { user } = renderApp('/contact-us');
  await user.type(await screen.findByLabelText('Your Name'), 'Asha');
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Please fill all required fields');
  expect(screen.getByLabelText('Your Name')).toBeValid();
  expect(screen.getByLabelText('Your Email')).toHaveAccessibleDescription(/address is missing\.$/);
  expect(screen.getByLabelText('Your Message')).toHaveAccessibleDescription('Your message is missing.');
  expect(screen.getAllByText('Please fill all required fields')).toHaveLength(1);
  await user.type(screen.getByLabelText('Your Message'), 'Hello');
  expect(screen.getByLabelText('Your Message')).toBeValid();
  expect(screen.getByLabelText('Your Email')).toBeInvalid();
  expect(sent).toHaveLength(0);
});

it('marks every field that is wrong, and says the banner’s words only once', async () => {
  const sent = serve.contact();
  const { user, send } = await fill();
  await user.clear(screen.getByLabelText('Your Name'));
  await user.type(screen.getByLabelText('Your Name'), '123');
  await user.clear(screen.getByLabelText('Your Email'));
  await user.type(screen.getByLabelText('Your Email'), 'abc@');
  await send();
  const words = 'Please enter a name with at least one letter';
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  expect(screen.getAllByText(words)).toHaveLength(1);
  expect(screen.getByLabelText('Your Name')).toBeInvalid();
  expect(screen.getByLabelText('Your Email')).toBeInvalid();
  expect(sent).toHaveLength(0);
});

it('refuses a name that is none without asking the server', async () => {
  const sent = serve.contact();
  const { user, send } = await fill();
  await user.type(screen.getByLabelText('Your Name'), ' www.example.com');
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter a name without a web address');
  expect(screen.getByLabelText('Your Name')).toBeInvalid();
  expect(sent).toHaveLength(0);
});

it.each([
  [
    422,
    { code: 'invalid_field', field: 'email', message: 'Please enter a valid email address' },
    /valid email/,
  ],
  [
    429,
    { code: 'too_many_requests', message: 'Slow down' },
    /^We cannot take more messages at the moment. Please try again in an hour/,
  ],
  [502, { code: 'mail_unavailable', message: 'Your message could not be sent.' }, /could not be sent/],
  [
    500,
    { code: 'internal_error', message: 'Something went wrong.' },
    /^The server met an error, so we do not know whether your message was sent/,
  ],
  // Nothing that is ours.
  [200, null, /^No answer came from the server, so we do not know/],
])('keeps the text when the server answers %s', async (status, body, words) => {
  serve.contact(refused(status, body));
  const { send } = await fill();
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(screen.getByLabelText('Your Message')).toHaveValue('Where do I park?');
  expect(screen.getByRole('button', { name: 'Send Message' })).toBeEnabled();
});

it('keeps the text when there is no network, and when the page is left and opened again', async () => {
  serve.contact(() => Response.error());
  const { send, unmount } = await fill();
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent('No answer came from the server');
  unmount();
  renderApp('/contact-us');
  expect(await screen.findByLabelText('Your Message')).toHaveValue('Where do I park?');
});

it('says so when a browser has filled in the field that is not shown, and sends at the next press', async () => {
  const sent = serve.contact();
  const { send } = await fill();
  const trap = screen.getByLabelText<HTMLInputElement>('Leave this empty');
  trap.value = 'https://asha.example';
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent('Please press Send Message once more');
  expect(screen.getByLabelText('Your Message')).toHaveValue('Where do I park?');
  expect(sent).toHaveLength(0);
  await send();
  expect(await screen.findByText(/Your message has been sent/)).toBeVisible();
  expect(sent).toHaveLength(1);
});
