import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { expect, it } from 'vitest';
import { serveCall } from '@/testing/calls';
import { useFresh } from './useFresh';

it('never begins with what an earlier visit has read', async () => {
  const cache = new Map();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => cache }}>{children}</SWRConfig>
  );
  const college = { _id: 'c1', name: 'Old', description: '', courseList: [], version: 1 };
  serveCall('get', '/api/colleges/{id}', college, { ...college, name: 'New', version: 2 });
  const seen: (string | undefined)[] = [];
  const visit = () =>
    renderHook(
      () => {
        const { thing } = useFresh('/api/colleges/{id}', { path: { id: 'c1' } });
        seen.push(thing?.name);
        return thing;
      },
      { wrapper },
    );
  const first = visit();
  await waitFor(() => expect(first.result.current?.name).toBe('Old'));
  first.unmount();
  seen.length = 0;
  const second = visit();
  await waitFor(() => expect(second.result.current?.name).toBe('New'));
  expect(seen).not.toContain('Old');
});
