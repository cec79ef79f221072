import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';

vi.mock('./Header', () => ({
  Header: () => {
    throw new Error('boom');
  },
}));

it('says what to do when the frame around the pages is at fault', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderApp('/about-us');
  expect(screen.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
});
