import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import { paths } from '@/lib/paths';
import { MemoryRouter } from 'react-router';
import { renderApp } from '@/site/testing/renderApp';
import { allColleges, serve } from '@/testing/server';

it('names the event, its dates and its place on the landing page', async () => {
  serve.packages([allColleges]);
  renderApp('/');
  expect(await screen.findByRole('heading', { level: 1, name: landing.promise })).toBeVisible();
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(facts.slice(0, 3)).toEqual([landing.weekend, event.venue, landing.registerBy]);
  expect(await screen.findByRole('heading', { level: 2, name: event.tagline })).toBeVisible();
  expect(screen.getByText(landing.story)).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Register Now — Secure Your Spot!' })).toBeVisible();
  expect(await screen.findByText(event.motto)).toBeVisible();
  await screen.findByRole('radio', { name: /All-Inclusive/ });
});

it('says in its foot how money is handled', async () => {
  renderApp('/find-pass');
  const foot = await screen.findByRole('contentinfo');
  expect(foot).toHaveTextContent('You pay by UPI, credit or debit card on the page of Cashfree Payments.');
});

it('leads every in-site link somewhere', async () => {
  serve.packages([allColleges]);
  renderApp('/');
  await screen.findByRole('radio', { name: /All-Inclusive/ });
  await screen.findByRole('heading', { name: 'Questions and answers' });
  await screen.findByRole('navigation', { name: 'Policies' });
  const inSite = screen
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => /^[/#]/.test(href));
  for (const href of inSite) {
    const [page, id] = href.split('#');
    if (id && page !== paths.terms) expect(document.getElementById(id), href).not.toBeNull();
    else
      expect([
        paths.home,
        paths.contactUs,
        paths.aboutUs,
        paths.findPass,
        paths.results,
        paths.terms,
      ]).toContain(page);
  }
});

it('sends /contact on to /contact-us, with two phones, an email address and WhatsApp', async () => {
  const { address } = renderApp('/contact');
  expect(await screen.findByRole('heading', { name: 'Contact Us' })).toBeVisible();
  expect(address()).toBe('/contact-us');
  const main = screen.getByRole('main');
  for (const href of [
    ...event.contact.phones.map((phone) => phone.href),
    `mailto:${event.contact.email}`,
    event.contact.whatsapp.href,
  ]) {
    expect(main.querySelector(`a[href="${href}"]`)).not.toBeNull();
  }
});

it('has its own page for addresses that do not exist', async () => {
  renderApp('/nowhere');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await waitFor(() => expect(document.title).toBe(`Page not found | ${event.name}`));
});

it('gives the heading of the next page the focus, and each page its title', async () => {
  const { user } = renderApp('/nowhere');
  await screen.findByRole('heading', { name: 'Page not found' });
  await user.click(await screen.findByRole('link', { name: 'Contact Us' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Contact Us' })).toHaveFocus());
  expect(document.title).toBe(`Contact Us | ${event.name}`);
});

it('keeps a fault on its page and says what to do', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = (): never => {
    throw new Error('boom');
  };
  render(
    <MemoryRouter>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  expect(screen.queryByText(/boom|Unexpected Application Error/)).not.toBeInTheDocument();
});
