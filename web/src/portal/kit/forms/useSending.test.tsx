import { act, render, renderHook, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '@/lib/api/client';
import { useSending } from './useSending';

async function failBy(error: ApiError) {
  const { result } = renderHook(() => useSending());
  await act(() => result.current.send(() => Promise.reject(error), 'It could not be saved'));
  return result.current;
}

it('says beside the fields why it failed, with the reference where the server has one', async () => {
  const { failureBeside } = await failBy(new ApiError(500, '', { requestId: 'req-1' }));
  render(<div>{failureBeside('reason')}</div>);
  expect(screen.getByText('It could not be saved')).toBeVisible();
  expect(screen.getByText('req-1')).toBeVisible();
});

it('says at a field what is wrong with it, and nothing beside it', async () => {
  const { errorAt, failureBeside } = await failBy(
    new ApiError(422, 'Too long', { field: 'reason', requestId: 'req-1' }),
  );
  expect(errorAt('reason')).toBe('Too long');
  expect(failureBeside('reason')).toBeUndefined();
  expect(failureBeside('text')).toBe('Too long');
});
