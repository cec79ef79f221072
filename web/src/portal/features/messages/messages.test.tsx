import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/lib/session';
import { lostAnswer, refusal, serveCall } from '@/testing/calls';
import { controlTime } from '@/testing/render';
import { server } from '@/testing/server';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { examDetail } from '@/portal/testing/records';
import { answer, question, renderScreen } from '@/portal/testing/renderScreen';
import { tokenOf } from '@/portal/testing/signIn';
import { templates } from '@/portal/kit/resources/messageTemplates';
import type { Message } from './words';

vi.mock('@/lib/wait', () => ({ wait: () => Promise.resolve() }));

const id = '01747735200000-0123456789ABCDEF';
const one = (change: Partial<Message> = {}): Message => ({
  message_id: id,
  state: 'sending',
  subject: 'Please bring a photo ID',
  body: 'Dear {name}',
  audience: { status: 'PAID', customer_ids: [] },
  picked: 0,
  total: 20_000,
  sent: 11_000,
  failed: 1_000,
  bounced: 200,
  skipped: 3,
  left: 8_000,
  by: 'asha',
  at: '2025-05-30T20:35:00Z',
  ...change,
});
const preview = (html = '<body><p style="color: red">Dear Asha</p></body>') => ({
  recipients: 2,
  candidates: 2,
  skipped: [{ reason: 'bounced', count: 1 }],
  sample: { subject: 'News', text: 'Dear Asha', html },
});

const leftOut = (...addresses: readonly (readonly [email: string, cause: string])[]) => ({
  addresses: addresses.map(([email, cause]) => ({ email, cause, since: '2025-05-30T20:35:00Z' })),
});

beforeEach(() => {
  serveCall('get', '/api/messages/left-out', leftOut());
});

function compose(address: string = portalPaths.newMessage) {
  session.start(tokenOf('admin'));
  serveCall('get', '/api/exam-details', []);
  serveCall('get', '/api/packages', []);
  return renderScreen(address);
}

it('begins with a text that is ready to be sent, and shows to how many it goes and how it looks', async () => {
  const asked = serveCall('post', '/api/messages/preview', preview());
  const { user } = compose(`${portalPaths.newMessage}?template=exam-moved&holds_exam=course-bca`);
  expect(await screen.findByLabelText('Subject')).toHaveValue('Your exam has moved');
  expect(screen.getByLabelText('May sit the exam')).toHaveValue('course-bca');
  await user.selectOptions(screen.getByLabelText('Payment Status'), 'PAID');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('It goes to 2 addresses. Each gets one mail.')).toBeVisible();
  expect(screen.getByText('1 address is left out: earlier mail came back')).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([
    {
      subject: 'Your exam has moved',
      body: templates[0]?.body,
      // Whose money went back is not told that their pass stays valid.
      audience: { status: 'PAID', validity: 'valid', holds_exam: 'course-bca' },
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Plain text' }));
  expect(screen.getByText('Dear Asha')).toBeVisible();
  // What is shown is of what was written then.
  await user.type(screen.getByLabelText('Subject'), '!');
  expect(screen.queryByText(/It goes to/)).not.toBeInTheDocument();
});

it('draws a mail with its logo and without what runs or is loaded from elsewhere', async () => {
  serveCall(
    'post',
    '/api/messages/preview',
    preview(
      '<body><script>window.ran = 1</script><img src="https://x.example/a.png"><img src="cid:logo.png"><p style="color: red">Dear Asha</p></body>',
    ),
  );
  const { user, container } = compose(`${portalPaths.newMessage}?template=bring-an-id`);
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  await screen.findByText(/It goes to 2/);
  const drawn = container.querySelector('[inert]')?.shadowRoot;
  expect(drawn?.querySelector('p')?.style.color).toBe('red');
  expect(drawn?.querySelectorAll('script, style')).toHaveLength(0);
  const pictures = [...(drawn?.querySelectorAll('img') ?? [])].map((picture) => picture.getAttribute('src'));
  expect(pictures).toEqual(['/icon-192.png']);
});

it.each(['Exam moved', 'Bring an ID', 'Seats are out', 'Results are out'])(
  'writes to those with a valid pass alone when it begins with: %s',
  async (label) => {
    const asked = serveCall('post', '/api/messages/preview', preview());
    const { user } = compose();
    await user.selectOptions(await screen.findByLabelText('Begin with'), label);
    expect(screen.getByLabelText('Pass')).toHaveValue('valid');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await waitFor(() => expect(asked[0]?.body).toMatchObject({ audience: { validity: 'valid' } }));
  },
);

it('lists whom a message was for by the name of the exam', async () => {
  session.start(tokenOf('asha'));
  serveCall('get', '/api/exam-details', [examDetail({ _id: 'c-1', examName: 'BCA' })]);
  serveCall('get', '/api/messages', {
    messages: [one({ state: 'done', audience: { holds_exam: 'c-1', customer_ids: [] } })],
  });
  renderScreen(portalPaths.messages);
  expect(await screen.findByText(/· May sit the exam: BCA$/)).toBeVisible();
});

it('offers what one run of filling in has to say for that run alone', async () => {
  const { user, unmount } = compose();
  const menu = await screen.findByLabelText('Begin with');
  expect(within(menu).getByRole('option', { name: 'Exam moved' })).toBeInTheDocument();
  expect(within(menu).queryByRole('option', { name: 'Exams filled in' })).toBeNull();
  unmount();
  const asked = serveCall('post', '/api/messages/preview', preview());
  compose(`${portalPaths.newMessage}?filled_in=run-1`);
  await user.selectOptions(await screen.findByLabelText('Begin with'), 'Exams filled in');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ audience: { filled_in: 'run-1' } }));
});

it('says what one run has done to nobody else, whatever is chosen', async () => {
  const { user, unmount } = compose(`${portalPaths.newMessage}?template=exams-filled-in&filled_in=run-1`);
  const run = within(await screen.findByLabelText('Exams were filled in'));
  expect(run.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'By the run that was just made',
  ]);
  await user.selectOptions(screen.getByLabelText('Begin with'), 'An empty message');
  expect(screen.getByLabelText('Exams were filled in')).toHaveValue('run-1');
  unmount();
  compose(`${portalPaths.newMessage}?template=exams-filled-in`);
  expect(await screen.findByLabelText('Text')).toHaveValue('');
});

it('takes out what another template filtered by, and keeps what the person has set', async () => {
  const { user } = compose(`${portalPaths.newMessage}?holds_exam=course-bca`);
  const valueOf = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;
  const begin = async (label: string) =>
    user.selectOptions(await screen.findByLabelText('Begin with'), label);
  await begin('Choose your exams');
  await user.selectOptions(screen.getByLabelText('Payment Mode'), 'UPI');
  expect([valueOf('Has chosen of all exams'), valueOf('Pass')]).toEqual(['false', '']);
  await begin('Bring an ID');
  expect([valueOf('Has chosen of all exams'), valueOf('Pass')]).toEqual(['', 'valid']);
  // One that the person lifts is there again with the next template that brings it.
  await user.selectOptions(screen.getByLabelText('Pass'), 'All');
  expect(valueOf('Pass')).toBe('');
  await begin('Exam moved');
  expect(valueOf('Pass')).toBe('valid');
  await user.selectOptions(screen.getByLabelText('Pass'), 'Withdrawn');
  await begin('An empty message');
  expect([valueOf('Pass'), valueOf('Payment Mode'), valueOf('May sit the exam')]).toEqual([
    'withdrawn',
    'upi',
    'course-bca',
  ]);
});

it('asks before it replaces a text that was changed', async () => {
  const { user } = compose(`${portalPaths.newMessage}?template=bring-an-id`);
  const begin = (label: string) => user.selectOptions(screen.getByLabelText('Begin with'), label);
  await user.type(await screen.findByLabelText('Subject'), '!');
  await begin('Exam moved');
  expect(await question()).toHaveAccessibleName('Replace what you have written?');
  await answer(user, 'Keep');
  expect(screen.getByLabelText('Subject')).toHaveValue('Please bring a photo ID to your exam!');
  expect(screen.getByLabelText('Begin with')).toHaveDisplayValue('Bring an ID');
  await begin('Exam moved');
  await answer(user, 'Replace');
  await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveValue('Your exam has moved'));
  // It is as it is in the list: nothing is lost with it.
  await begin('Seats are out');
  expect(screen.getByLabelText('Subject')).toHaveValue('Your seat is on your pass');
});

it('asks before a text is left that was not sent, and not once it was', async () => {
  serveCall('post', '/api/messages/preview', preview());
  serveCall('post', '/api/messages', { message_id: id });
  serveCall('get', '/api/messages', { messages: [] });
  serveCall('get', '/api/messages/{id}', one());
  serveCall('get', '/api/messages/{id}/recipients', { recipients: [] });
  const { user, address } = compose(`${portalPaths.newMessage}?template=bring-an-id`);
  await user.type(await screen.findByLabelText('Subject'), '!');
  await user.click(screen.getByRole('link', { name: 'All messages' }));
  expect(await question()).toHaveAccessibleName('Leave without saving?');
  await answer(user, 'Stay');
  expect(address()).toBe(portalPaths.newMessage);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await answer(user, 'Send to 2');
  await waitFor(() => expect(address()).toBe(portalPaths.message(id)));
});

it('says to how many it goes by a look of that moment, however old the preview is', async () => {
  serveCall('post', '/api/messages/preview', preview(), { ...preview(), recipients: 7 });
  const { user } = compose(`${portalPaths.newMessage}?template=bring-an-id`);
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  await screen.findByText('It goes to 2 addresses. Each gets one mail.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await question()).toHaveTextContent('It goes to 7 addresses. Each gets one mail.');
  await answer(user, 'Cancel');
  expect(screen.getByText('It goes to 7 addresses. Each gets one mail.')).toBeVisible();
});

const failures: [string, () => unknown][] = [
  ['the server fails', () => serveCall('post', '/api/messages/preview', refusal(500, 'internal_error', ''))],
  [
    'there is no connection',
    () => {
      server.use(http.post('*/api/messages/preview', () => HttpResponse.error()));
    },
  ],
];

it.each(failures)('is not called sent perhaps where only the look before it failed: %s', async (_, fail) => {
  fail();
  const sent = serveCall('post', '/api/messages', { message_id: id });
  const { user } = compose(`${portalPaths.newMessage}?template=bring-an-id`);
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^It could not be found out to how many it goes/);
  expect(alert).not.toHaveTextContent('not known whether');
  expect(sent).toHaveLength(0);
});

it('does not promise of a test without an answer that it comes once', async () => {
  server.use(http.post('*/api/messages/test', () => HttpResponse.error()));
  const { user } = compose(`${portalPaths.newMessage}?template=bring-an-id`);
  await user.click(await screen.findByRole('button', { name: 'Test to myself' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('it is not known whether the test was sent');
  expect(alert).not.toHaveTextContent('nothing is done twice');
});

it('sends what is in its fields, which stay as they are from Send on', async () => {
  let release: (seen: ReturnType<typeof preview>) => void = () => undefined;
  serveCall(
    'post',
    '/api/messages/preview',
    new Promise<ReturnType<typeof preview>>((resolve) => (release = resolve)),
  );
  const sent = serveCall('post', '/api/messages', refusal(422, 'invalid_field', 'Too rude', 'body'));
  const { user } = compose(`${portalPaths.newMessage}?template=bring-an-id`);
  const subject = await screen.findByLabelText<HTMLInputElement>('Subject');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.type(subject, ' at once');
  await user.type(screen.getByLabelText('Text'), 'And a pen.');
  for (const name of ['Begin with', 'Payment Status']) expect(screen.getByLabelText(name)).toBeDisabled();
  release(preview());
  await answer(user, 'Send to 2');
  expect(await screen.findByText('Too rude')).toBeVisible();
  expect(sent[0]?.body).toMatchObject({
    subject: subject.value,
    body: screen.getByLabelText<HTMLTextAreaElement>('Text').value,
  });
  await user.type(subject, '!');
  expect(subject).toHaveValue('Please bring a photo ID to your exam!');
});

it('sends once, under one key, after a question that says to how many', async () => {
  serveCall('post', '/api/messages/preview', preview());
  const sent = serveCall('post', '/api/messages', refusal(409, 'busy', 'Others are sending this.'), {
    message_id: id,
  });
  serveCall('get', '/api/messages/{id}', one());
  serveCall('get', '/api/messages/{id}/recipients', { recipients: [] });
  const { user, address } = compose(
    `${portalPaths.newMessage}?template=results-are-out&candidate=C0123456789A`,
  );
  expect(await screen.findByText('To one candidate who was picked.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await question()).toHaveTextContent('It goes to 2 addresses. Each gets one mail.');
  await answer(user, 'Send to 2');
  expect(await screen.findByText(/Others are sending/)).toBeVisible();
  expect(address()).toBe(portalPaths.newMessage);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await answer(user, 'Send to 2');
  await waitFor(() => {
    expect(address()).toBe(portalPaths.message(id));
  });
  const keys = new Set(sent.map(({ headers }) => headers.get('Idempotency-Key')));
  expect(keys.size).toBe(1);
  expect(sent[0]?.body).toMatchObject({ audience: { customer_ids: ['C0123456789A'] } });
});

it('stays the same message when the page is left without an answer and it is written again', async () => {
  serveCall('post', '/api/messages/preview', preview());
  const lost = refusal(504, 'timeout', '');
  const sent = serveCall('post', '/api/messages', lost, lost, lost, { message_id: id });
  serveCall('get', '/api/messages/{id}', one());
  serveCall('get', '/api/messages/{id}/recipients', { recipients: [] });
  const send = async () => {
    const view = compose(`${portalPaths.newMessage}?template=results-are-out`);
    await view.user.click(await screen.findByRole('button', { name: 'Send' }));
    await answer(view.user, 'Send to 2');
    return view;
  };
  const { unmount } = await send();
  expect(await screen.findByText(/not known whether the message was sent/)).toBeVisible();
  unmount();
  const { address } = await send();
  await waitFor(() => {
    expect(address()).toBe(portalPaths.message(id));
  });
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

it('keeps a text that the end of a session interrupts for those to whom it was written alone', async () => {
  const { user, unmount } = compose();
  await user.type(await screen.findByLabelText('Subject'), 'To all');
  session.refuse(tokenOf('admin'));
  unmount();
  const picked = compose(`${portalPaths.newMessage}?candidate=C0123456789A`);
  expect(await screen.findByText('To one candidate who was picked.')).toBeVisible();
  expect(screen.getByLabelText('Subject')).toHaveValue('');
  picked.unmount();
  compose();
  expect(await screen.findByLabelText('Subject')).toHaveValue('To all');
});

it('puts a refusal at the field that is to blame', async () => {
  serveCall(
    'post',
    '/api/messages/preview',
    refusal(422, 'invalid_field', 'A placeholder is not known', 'body'),
  );
  const { user } = compose();
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('A placeholder is not known')).toBeVisible();
  expect(screen.getByLabelText('Text')).toHaveAttribute('aria-invalid', 'true');
});

it('tries a message on oneself', async () => {
  serveCall('post', '/api/messages/test', { to: 'asha@organiser.example' });
  const { user } = compose(`${portalPaths.newMessage}?template=seats-are-out`);
  await user.click(await screen.findByRole('button', { name: 'Test to myself' }));
  expect(await screen.findByText('A test is on its way to asha@organiser.example')).toBeVisible();
});

it('shows how far a message is, until it is sent', async () => {
  const advance = controlTime();
  session.start(tokenOf('admin'));
  serveCall('get', '/api/messages', { messages: [one()] }, { messages: [one({ state: 'done', left: 0 })] });
  renderScreen(portalPaths.messages);
  expect(await screen.findByRole('progressbar')).toHaveAccessibleName('12,000 of 20,000');
  expect(screen.getByText(/asha, 31\/05\/2025, 02:05\sam · Payment Status: PAID/)).toBeVisible();
  await advance(2_000);
  expect(await screen.findByText('11,000 sent, 1,000 refused, 200 came back, 3 left out')).toBeVisible();
});

it('leaves an address out whose reader asks for that, and writes to it again', async () => {
  session.start(tokenOf('admin'));
  serveCall('get', '/api/messages', { messages: [] });
  const bounced = ['gone@example.com', 'bounced'] as const;
  const all = leftOut(['asha@example.com', 'asked'], bounced);
  serveCall('get', '/api/messages/left-out', leftOut(bounced), all, leftOut(bounced));
  const asked = serveCall('put', '/api/messages/left-out', lostAnswer, all, leftOut(bounced));
  const { user } = renderScreen(portalPaths.messages);
  const card = within(await screen.findByRole('region', { name: 'Left out of messages' }));
  expect(await card.findByText('gone@example.com')).toBeVisible();
  expect(card.getByText(/^Earlier mail came back · 31\/05\/2025/)).toBeVisible();
  expect(card.queryByRole('button', { name: /^Write again/ })).not.toBeInTheDocument();

  const field = card.getByLabelText(/^Email/);
  await user.type(field, 'asha@example.com');
  await user.click(card.getByRole('button', { name: 'Leave out' }));
  // Nobody knows whether it was done: the address stays, and the button can be pressed again.
  expect(await card.findByRole('alert')).toBeVisible();
  expect(field).toHaveValue('asha@example.com');
  await user.click(card.getByRole('button', { name: 'Leave out' }));
  expect(await screen.findByText('No more messages go to asha@example.com.')).toBeVisible();
  expect(field).toHaveValue('');
  expect(await card.findByText(/^Asked for no more messages · /)).toBeVisible();

  await user.click(card.getByRole('button', { name: 'Write again to asha@example.com' }));
  await waitFor(() => {
    expect(card.queryByText('asha@example.com')).not.toBeInTheDocument();
  });
  const change = (left_out: boolean) => ({ email: 'asha@example.com', left_out });
  expect(asked.map(({ body }) => body)).toEqual([change(true), change(true), change(false)]);
});

it('shows who is left out to who may read messages alone, without a way to change it', async () => {
  session.start(tokenOf('meera', 'accountant'));
  serveCall('get', '/api/messages', { messages: [] });
  serveCall('get', '/api/messages/left-out', leftOut(['asha@example.com', 'asked']));
  renderScreen(portalPaths.messages);
  const card = within(await screen.findByRole('region', { name: 'Left out of messages' }));
  expect(await card.findByText('asha@example.com')).toBeVisible();
  expect(card.queryByRole('button')).not.toBeInTheDocument();
  expect(card.queryByRole('textbox')).not.toBeInTheDocument();
});

it.each(['stopped', 'failed', 'done'])(
  'has no number of a message that is %s without recipients',
  async (state) => {
    session.start(tokenOf('admin'));
    serveCall('get', '/api/messages/{id}', one({ state, total: 0, sent: 0, failed: 0, left: 0 }));
    serveCall('get', '/api/messages/{id}/recipients', { recipients: [] });
    renderScreen(portalPaths.message(id));
    expect(await screen.findByText('No recipients were written down.')).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  },
);

it.each([
  [1, '1 candidate who was picked'],
  [1200, '1,200 candidates who were picked'],
])('says of %d who were picked how many, also once they are forgotten', async (picked, words) => {
  session.start(tokenOf('admin'));
  const over = one({ state: 'done', audience: { customer_ids: [] }, picked });
  serveCall('get', '/api/messages', { messages: [over] });
  renderScreen(portalPaths.messages);
  expect(await screen.findByText(new RegExp(`· ${words}$`))).toBeVisible();
});

it('stops and resumes a message, and lists its recipients by what became of them', async () => {
  session.start(tokenOf('admin'));
  serveCall('get', '/api/messages/{id}', one(), one({ state: 'stopped' }), one());
  const stopped = serveCall('post', '/api/messages/{id}/stop', undefined as never);
  const resumed = serveCall('post', '/api/messages/{id}/resume', undefined as never);
  const recipient = (email: string, outcome: string, reason?: string) => ({
    email,
    outcome,
    customer_ids: ['C0123456789A'],
    at: '2025-05-30T20:35:00Z',
    ...(reason && { reason }),
  });
  const asked = serveCall(
    'get',
    '/api/messages/{id}/recipients',
    { recipients: [recipient('asha@example.com', 'sent')], next: 'more' },
    { recipients: [recipient('binu@example.com', 'sent')] },
    { recipients: [recipient('chandra@example.com', 'skipped', 'complained')] },
  );
  const { user } = renderScreen(portalPaths.message(id));
  await user.click(await screen.findByRole('button', { name: 'More recipients' }));
  expect(await screen.findByText('binu@example.com')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More recipients' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Left out/ }));
  const skipped = await screen.findByText('chandra@example.com');
  expect(within(skipped.closest('li') ?? document.body).getByText(/reported as spam/)).toBeVisible();
  expect(asked.map(({ query }) => query)).toEqual([
    { outcome: 'sent' },
    { outcome: 'sent', after: 'more' },
    { outcome: 'skipped' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await user.click(await screen.findByRole('button', { name: 'Resume' }));
  await waitFor(() => {
    expect([stopped.length, resumed.length]).toEqual([1, 1]);
  });
});

it.each([
  ['stop', 'sending', 'Stop', 'stopped', 'Resume'],
  ['resume', 'stopped', 'Resume', 'sending', 'Stop'],
] as const)('shows after a lost answer to a %s how it is', async (order, state, press, then, next) => {
  session.start(tokenOf('admin'));
  serveCall('get', '/api/messages/{id}', one({ state }), one({ state: then }));
  serveCall('get', '/api/messages/{id}/recipients', { recipients: [] });
  serveCall('post', `/api/messages/{id}/${order}`, lostAnswer);
  const { user } = renderScreen(portalPaths.message(id));
  await user.click(await screen.findByRole('button', { name: press }));
  const words = await screen.findByText(/it is not known whether this was done/);
  expect(words).toHaveTextContent('Look at what the page says before you press anything again.');
  expect(await screen.findByRole('button', { name: next })).toBeVisible();
});

it('is only read by who may not send', async () => {
  session.start(tokenOf('meera', 'counter'));
  serveCall('get', '/api/messages/{id}', one());
  serveCall('get', '/api/messages/{id}/recipients', { recipients: [] });
  renderScreen(portalPaths.message(id));
  expect(await screen.findByText('Nobody.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
});
