import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal, serveCall, staleVersion } from '@/testing/calls';
import type { Banner } from '@/portal/kit/api/entries';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { answer, renderScreen } from '@/portal/testing/renderScreen';

const named = (_id: string, bannerName: string): Banner => ({
  _id,
  bannerName,
  deskImgLink: `/media/${_id}.jpg`,
  link: '/',
  version: 1,
});
const [first, second, third] = [named('b-1', 'First'), named('b-2', 'Second'), named('b-3', 'Third')];
const message = 'Order saved successfully';

async function openOrder(...replies: Parameters<typeof serveCall<'/api/banners/order', 'put'>>[2][]) {
  serveCall('get', '/api/banners/listBanners', [first, second, third]);
  serveCall('get', '/api/banners/order', { ids: ['b-1', 'b-2', 'b-3'], version: 4 });
  const sent = serveCall('put', '/api/banners/order', ...replies);
  const { user } = renderScreen(portalPaths.banners);
  await user.click(await screen.findByRole('button', { name: 'Change order' }));
  await screen.findByRole('list', { name: 'Order of the banners' });
  return { user, sent };
}

const names = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace(/^\d+\.? ?|[↑↓]/g, ''));
const order = () => names('Order of the banners');
const handle = (name: string) => screen.getByRole('button', { name: `Move ${name}` });
const save = () => screen.getByRole('button', { name: 'Save order' });

describe('the keyboard', () => {
  it('moves a row by the arrows on its handle, which keeps the focus, and says where it is', async () => {
    const { user } = await openOrder({ message, order: { ids: [], version: 5 } });
    handle('First').focus();
    await user.keyboard('{ArrowDown}');
    expect(order()).toEqual(['Second', 'First', 'Third']);
    expect(handle('First')).toHaveFocus();
    expect(screen.getByText('First is now number 2 of 3.')).toBeInTheDocument();
    await user.keyboard('{End}');
    expect(order()).toEqual(['Second', 'Third', 'First']);
    await user.keyboard('{ArrowDown}');
    expect(screen.getByText('First is last already.')).toBeInTheDocument();
    await user.keyboard('{Home}');
    expect(order()).toEqual(['First', 'Second', 'Third']);
    expect(handle('First')).toHaveAccessibleDescription(/arrow keys/);
  });

  it('moves a row by its buttons, which stay where they do nothing', async () => {
    const { user } = await openOrder({ message, order: { ids: [], version: 5 } });
    await user.click(screen.getByRole('button', { name: 'Move Third up' }));
    expect(order()).toEqual(['First', 'Third', 'Second']);
    const up = screen.getByRole('button', { name: 'Move First up' });
    expect(up).toHaveAttribute('aria-disabled', 'true');
    await user.click(up);
    expect(order()).toEqual(['First', 'Third', 'Second']);
    expect(up).toHaveFocus();
  });
});

it('shows how the site will look, and saves on the version that it was decided on', async () => {
  const saved = { ids: ['b-3', 'b-1', 'b-2'], version: 5 };
  const { user, sent } = await openOrder({ message, order: saved });
  expect(names('One after the other')).toEqual(['First', 'Second', 'Third']);
  handle('Third').focus();
  await user.keyboard('{Home}');
  expect(names('One after the other')).toEqual(['Third', 'First', 'Second']);
  expect(screen.getByText(/^Third is shown first/)).toBeVisible();
  serveCall('get', '/api/banners/listBanners', [third, first, second]);
  await user.click(save());
  expect(await screen.findByText(message)).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ ids: saved.ids, version: 4 }]);
  const opener = await screen.findByRole('button', { name: 'Change order' });
  expect(opener).toHaveFocus();
  const shown = within(screen.getByRole('list', { name: 'Banners' })).getAllByRole('button', {
    name: /^Edit/,
  });
  expect(shown.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Edit Third',
    'Edit First',
    'Edit Second',
  ]);
});

it('keeps the own order where somebody else was faster, and saves it over theirs or takes theirs', async () => {
  const { user, sent } = await openOrder(staleVersion, staleVersion, {
    message,
    order: { ids: ['b-1', 'b-2', 'b-3'], version: 7 },
  });
  handle('Third').focus();
  await user.keyboard('{Home}');
  serveCall('get', '/api/banners/order', { ids: ['b-2', 'b-1', 'b-3'], version: 6 });
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent(/Somebody else has saved another order/);
  expect(order()).toEqual(['Third', 'First', 'Second']);
  await user.click(save());
  await waitFor(() => expect(sent[1]?.body).toEqual({ ids: ['b-3', 'b-1', 'b-2'], version: 6 }));
  await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
  expect(order()).toEqual(['Second', 'First', 'Third']);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('puts what is new at the end and leaves out what is gone, where the list has changed', async () => {
  const gone = refusal(422, 'invalid_field', 'Something in the order is not there any more.', 'ids');
  const { user, sent } = await openOrder(gone, { message, order: { ids: [], version: 5 } });
  handle('Third').focus();
  await user.keyboard('{Home}');
  const fourth = named('b-4', 'Fourth');
  serveCall('get', '/api/banners/order', { ids: ['b-2', 'b-3', 'b-4'], version: 4 });
  serveCall('get', '/api/banners/listBanners', [second, third, fourth]);
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent(/The list has changed meanwhile/);
  expect(order()).toEqual(['Third', 'Second', 'Fourth']);
  await user.click(save());
  await waitFor(() => expect(sent[1]?.body).toEqual({ ids: ['b-3', 'b-2', 'b-4'], version: 4 }));
});

it('says of a lost answer that nothing is done twice, and keeps what was moved', async () => {
  const { user, sent } = await openOrder(refusal(504, '', ''), {
    message,
    order: { ids: ['b-2', 'b-1', 'b-3'], version: 5 },
  });
  handle('First').focus();
  await user.keyboard('{ArrowDown}');
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /press the button again: nothing is done twice/i,
  );
  expect(order()).toEqual(['Second', 'First', 'Third']);
  await user.click(save());
  expect(await screen.findByText(message)).toBeVisible();
  expect(sent[1]?.body).toEqual(sent[0]?.body);
});

it('asks before what was moved is given up', async () => {
  const { user, sent } = await openOrder({ message, order: { ids: [], version: 5 } });
  await user.click(screen.getByRole('button', { name: 'Move First down' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await answer(user, 'Stay');
  expect(order()).toEqual(['Second', 'First', 'Third']);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await answer(user, 'Leave');
  expect(await screen.findByRole('button', { name: 'Change order' })).toHaveFocus();
  expect(sent).toEqual([]);
});

it('has nothing to put in order where there is one', async () => {
  serveCall('get', '/api/banners/listBanners', [first]);
  renderScreen(portalPaths.banners);
  expect(await screen.findByRole('button', { name: 'Edit First' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change order' })).not.toBeInTheDocument();
});
