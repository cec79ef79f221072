import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { controlTime } from '@/testing/render';
import { prerendered } from './Prerendered';
import { whenSeen } from './whenSeen';

const Part = () => <p>the part</p>;
const waiting = <p>waiting</p>;
type Kind = [string, (load: () => Promise<ComponentType>) => ComponentType];
const adorning: Kind[] = [
  [
    'a part that is fetched when it is seen, and only adorns the page',
    (load) => whenSeen(load, waiting, { without: null }),
  ],
  ['a part that is prerendered', (load) => prerendered('part', load)],
];
const seen: Kind = ['a part that is fetched when it is seen', (load) => whenSeen(load, waiting)];

const show = (Made: ComponentType) =>
  render(
    <>
      <Made />
      <p>the rest</p>
    </>,
  );

it.each([...adorning, seen])('tries once more, a moment later, for %s', async (_, make) => {
  const advance = controlTime();
  const load = vi.fn(() => Promise.resolve<ComponentType>(Part));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  show(make(load));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await advance(2_000);
  expect(await screen.findByText('the part')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

/** Both tries have failed, and what follows from that has happened. */
async function fail(make: Kind[1]) {
  const advance = controlTime();
  const load = vi.fn(() => Promise.reject<ComponentType>(new TypeError('Failed to fetch')));
  show(make(load));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await advance(2_000);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  // A fault would take the whole page away, in its own task.
  await new Promise((passed) => setTimeout(passed, 200));
  expect(screen.queryByText('the part')).toBeNull();
  expect(screen.getByText('the rest')).toBeVisible();
}

it.each(adorning)('leaves out %s when it does not come, and nothing else', async (_, make) => {
  await fail(make);
  await vi.waitFor(() => expect(screen.queryByText('waiting')).toBeNull());
});

it('leaves what stands in the place of a part that does not come', async () => {
  await fail(seen[1]);
  expect(screen.getByText('waiting')).toBeVisible();
});

it('has for a part that does not come what there is without it', async () => {
  await fail((load) => whenSeen(load, waiting, { without: <p>without it</p> }));
  expect(await screen.findByText('without it')).toBeVisible();
  expect(screen.queryByText('waiting')).toBeNull();
});
