import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api/client';
import { ErrorBoundary } from './ErrorBoundary';

// React reports what a boundary has caught.
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

function show(thrown: Error) {
  function Faulty(): never {
    throw thrown;
  }
  render(
    <MemoryRouter>
      <ErrorBoundary>
        <Faulty />
      </ErrorBoundary>
    </MemoryRouter>,
  );
}

it('shows the reference of a failure of the server', () => {
  show(new ApiError(500, 'Something went wrong.', { requestId: 'JKJaXmPLvHcESHA=' }));
  expect(screen.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  expect(screen.getByText('JKJaXmPLvHcESHA=')).toBeVisible();
});

it('shows none where the server has nothing to do with it', () => {
  show(new Error('undefined is not a function'));
  expect(screen.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  expect(screen.queryByText(/Reference/)).toBeNull();
});
