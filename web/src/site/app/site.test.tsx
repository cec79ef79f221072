import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { landing } from '@/content/landing';
import { event } from '@/content/event';
import { renderApp } from '@/site/testing/renderApp';
import { allColleges, serve } from '@/testing/server';

beforeEach(() => {
  serve.packages([allColleges]);
  delete window.dataLayer;
});

it('opens the menu, and closes it after a link is chosen or Escape is pressed', async () => {
  const { user, address } = renderApp('/about-us');
  const toggle = screen.getByRole('button', { name: 'Menu' });
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await user.click(screen.getAllByRole('link', { name: 'schedule' })[0] ?? document.body);
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(address()).toBe('/#schedule');
  await user.click(toggle);
  await user.keyboard('{Escape}');
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(toggle).toHaveFocus();
});

it('has what is in the bar in the order in which it is seen', () => {
  renderApp('/about-us');
  // The page has a header, too.
  const [header] = screen.getAllByRole('banner');
  const bar = within(header ?? document.body).getAllByRole('link');
  expect(bar.map(({ textContent }) => textContent)).toEqual([
    event.name,
    'about',
    'schedule',
    'partners',
    'contact',
    'Find my pass',
    'Register',
  ]);
});

it('opens one answer at a time', async () => {
  renderApp('/');
  const items = await waitFor(() => {
    const found = document.querySelectorAll('details');
    expect(found).toHaveLength(landing.questions.length);
    return found;
  });
  const [first, ...others] = items;
  const last = others.at(-1);
  for (const item of [first, last]) {
    if (!item) throw new Error('an answer is missing');
    item.open = true;
    fireEvent(item, new Event('toggle'));
  }
  expect([...items].filter((item) => item.open)).toEqual([last]);
});

it('plays a video in place of its link, from the host that sets no cookies', async () => {
  const { user } = renderApp('/');
  const video = landing.videos.at(-1)?.title ?? '';
  await user.click(await screen.findByRole('link', { name: new RegExp(video) }));
  const frame = await screen.findByTitle(video);
  expect(frame).toHaveAttribute(
    'src',
    expect.stringMatching(/^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]+\?/),
  );
  // It does not play for who says nothing of where it plays, as a page after a private one would.
  expect(frame).toHaveProperty('referrerPolicy', 'strict-origin-when-cross-origin');
});

it('notes in the data layer that about came into view, once, and each click on WhatsApp', async () => {
  const { user } = renderApp('/');
  await waitFor(() => expect(window.dataLayer).toEqual([{ event: 'section_view', section: 'about' }]));
  const [chat] = await screen.findAllByRole('link', { name: 'Chat with us on WhatsApp' });
  if (!chat) throw new Error('the button is missing');
  expect(chat).toHaveAttribute('href', event.contact.whatsapp.href);
  chat.addEventListener('click', (click) => {
    click.preventDefault();
  });
  await user.click(chat);
  expect(window.dataLayer).toEqual([
    { event: 'section_view', section: 'about' },
    { event: 'whatsapp_click' },
  ]);
});

it('has the eight anchors of the terms, with the facts that hold', async () => {
  renderApp('/terms-and-conditions');
  await screen.findByRole('heading', { level: 1, name: 'Terms & Conditions' });
  for (const id of [
    'refund',
    'cancellation',
    'shipping',
    'privacy',
    'payment',
    'usage',
    'contact',
    'legal',
  ]) {
    expect(document.getElementById(id), id).not.toBeNull();
  }
  const text = screen.getByRole('main').textContent;
  expect(text).toContain(`disputes must be raised within ${event.disputeHours} hours`);
  expect(text).toMatch(/Refunds are not allowed after registration/);
  expect(text).toMatch(/delivered digitally/);
  expect(text).toMatch(/Nothing is shipped/);
  expect(text).toMatch(/UPI, credit card or debit card/);
  expect(text).toMatch(/Indian Rupees \(INR\)/);
});

it('names the company on the page about us, and leads to the contact page', async () => {
  renderApp('/about-us');
  expect(await screen.findByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  for (const name of ['Who we are', 'Our mission', 'Our vision']) {
    expect(screen.getByRole('heading', { name })).toBeVisible();
  }
  expect(screen.getByRole('main').querySelector('a')).toHaveAttribute('href', '/contact-us');
});

it('shows the page of an address whose anchor is not properly encoded', async () => {
  renderApp('/about-us#%');
  expect(await screen.findByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
});

it('leads to the top of a page by a link to it, and to a part of it by a link to that', async () => {
  const { user } = renderApp('/terms-and-conditions');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Terms & Conditions' });
  const scrolled = vi.spyOn(window, 'scrollTo');
  const policies = within(await screen.findByRole('navigation', { name: 'Policies' }));
  await user.click(policies.getByRole('link', { name: 'Terms & Conditions' }));
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  expect(heading).toHaveFocus();

  await user.click(policies.getByRole('link', { name: 'Shipping Policy' }));
  expect(scrolled).toHaveBeenCalledTimes(1);
  await user.click(policies.getByRole('link', { name: 'Privacy Policy' }));
  expect(scrolled).toHaveBeenCalledTimes(2);
});

it('leads to the top of the landing page by the logo, also from one of its parts', async () => {
  const { user, address } = renderApp('/#schedule');
  await screen.findByRole('radio', { name: /All-Inclusive/ });
  const scrolled = vi.spyOn(window, 'scrollTo');
  await user.click(screen.getByRole('link', { name: `${event.name}, home` }));
  expect(address()).toBe('/');
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 0);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
