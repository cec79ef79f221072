import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keepPass } from '@/lib/keptPasses';
import { renderApp } from '@/site/testing/renderApp';
import { controlTime } from '@/testing/render';
import { allColleges, oneCollege, serve } from '@/testing/server';

let advance: (ms: number) => Promise<unknown>;

beforeEach(() => {
  serve.packages([allColleges, oneCollege]);
  advance = controlTime();
});

const pass = (ms: number) => advance(ms);
const open = async (at = '/') => {
  const app = renderApp(at);
  await screen.findByText('Includes all colleges and courses. No selection needed.');
  return app;
};

it('opens four seconds after the page, and not before, with the focus inside', async () => {
  renderApp('/');
  await pass(3_500);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await pass(500);
  expect(screen.getByRole('dialog', { name: 'Register for the expo' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Register for the expo' })).toHaveFocus();
});

it('does not open on a device that has a pass', async () => {
  keepPass({ orderId: 'order_1', name: 'Asha Nair' });
  await open();
  await pass(6_000);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('closes on the X, stays closed when one comes back from another page, and opens after the next load', async () => {
  const { user, unmount } = await open();
  await pass(4_000);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click((await screen.findAllByRole('link', { name: 'Contact Us' }))[0] ?? document.body);
  await screen.findByRole('heading', { level: 1, name: 'Contact Us' });
  await user.click(screen.getByRole('link', { name: /, home$/ }));
  await screen.findByText('Includes all colleges and courses. No selection needed.');
  await pass(6_000);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  unmount();
  await open();
  await pass(4_000);
  expect(screen.getByRole('dialog')).toBeVisible();
});

it('closes on Escape, which the browser turns into the close event', async () => {
  await open();
  await pass(4_000);
  act(() => {
    screen.getByRole<HTMLDialogElement>('dialog').close();
  });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('leaves the focus at the beginning of the page when nothing had it before, and does not scroll there', async () => {
  await open();
  const focused = vi.spyOn(HTMLElement.prototype, 'focus');
  await pass(4_000);
  act(() => {
    screen.getByRole<HTMLDialogElement>('dialog').close();
  });
  expect(screen.getByRole('main')).toHaveFocus();
  expect(focused).toHaveBeenLastCalledWith({ preventScroll: true });
});

it('leaves the focus where the browser has put it back', async () => {
  await open();
  await pass(4_000);
  const before = screen.getByRole('link', { name: 'Skip to content', hidden: true });
  act(() => {
    // As the browser does it, before the event.
    before.focus();
    screen.getByRole<HTMLDialogElement>('dialog').close();
  });
  expect(before).toHaveFocus();
});

it('closes when a link in it leads to a part of the page below', async () => {
  const { user, address } = await open();
  await pass(4_000);
  await user.click(
    within(screen.getByRole('dialog')).getByRole('link', { name: 'See exam times', hidden: true }),
  );
  expect(address()).toBe('/#exam-times');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('does not cover a visitor who is typing in the section', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText('Name'), 'A');
  await pass(6_000);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('does not cover a visitor who has touched the section without typing', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('radio', { name: /Single Exam/ }));
  await pass(6_000);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('does not open for a visitor who came for the registration section', async () => {
  await open('/#register');
  await pass(6_000);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('shares what is typed and chosen with the section, under its own ids', async () => {
  const { user, container } = await open();
  await pass(4_000);
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Name'), 'Asha');
  await user.click(dialog.getByRole('radio', { name: /Single Exam/ }));
  await user.selectOptions(dialog.getByLabelText('College'), 'Periyar Institute');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.getByLabelText('Name')).toHaveValue('Asha');
  expect(screen.getByLabelText('College')).toHaveDisplayValue('Periyar Institute');
  const ids = [...container.querySelectorAll('[id]')].map((element) => element.id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('has no two elements of the same id while both forms are there', async () => {
  const { container } = await open();
  await pass(4_000);
  const ids = [...container.querySelectorAll('[id]')].map((element) => element.id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('shows a mistake in the form in which it was made, and not in the other', async () => {
  const { user } = await open();
  await pass(4_000);
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Register Now' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Please fill all required fields');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
