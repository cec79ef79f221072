import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { lazily } from './lazily';

const Words = () => <p>the page</p>;

it('shows what was fetched ahead at once, with nothing in its place before', async () => {
  const Page = lazily(() => Promise.resolve({ Words }), 'Words');
  await Page.fetchAhead();
  render(
    <Suspense fallback="waiting">
      <Page />
    </Suspense>,
  );
  expect(screen.getByText('the page')).toBeVisible();
});

it('fetches what was not fetched ahead, also after that has failed', async () => {
  let isDown = true;
  const Page = lazily(
    () => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ Words })),
    'Words',
  );
  await expect(Page.fetchAhead()).rejects.toThrow();
  isDown = false;
  await act(async () => {
    render(
      <Suspense fallback="waiting">
        <Page />
      </Suspense>,
    );
    await Promise.resolve();
  });
  expect(await screen.findByText('the page')).toBeVisible();
});
