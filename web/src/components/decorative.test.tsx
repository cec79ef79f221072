import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { controlTime } from '@/testing/render';
import { prerendered } from './Prerendered';
import { whenSeen } from './whenSeen';

const Part = () => <p>the part</p>;
const kinds: [string, (load: () => Promise<ComponentType>) => ComponentType][] = [
  ['a part that is fetched when it is seen', (load) => whenSeen(load, <p>waiting</p>)],
  ['a part that is prerendered', (load) => prerendered('part', load)],
];

const show = (Made: ComponentType) =>
  render(
    <>
      <Made />
      <p>the rest</p>
    </>,
  );

it.each(kinds)('tries once more, a moment later, for %s', async (_, make) => {
  const advance = controlTime();
  const load = vi.fn(() => Promise.resolve<ComponentType>(Part));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  show(make(load));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await advance(2_000);
  expect(await screen.findByText('the part')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it.each(kinds)('leaves out %s when it does not come, and nothing else', async (_, make) => {
  const advance = controlTime();
  const load = vi.fn(() => Promise.reject<ComponentType>(new TypeError('Failed to fetch')));
  show(make(load));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await advance(2_000);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(screen.queryByText('waiting')).toBeNull());
  // A fault would take the whole page away, in its own task.
  await new Promise((passed) => setTimeout(passed, 200));
  expect(screen.queryByText('the part')).toBeNull();
  expect(screen.getByText('the rest')).toBeVisible();
});
