// What the set-up of the tests promises: what is found has had its effects, however busy the machine.
import { render, screen } from '@testing-library/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { expect, it } from 'vitest';

function ShownLate() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setShown(true);
    });
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return isShown && <Heading />;
}

function Heading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    void busyAfterMicrotasks(50);
  }, []);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      Here
    </h1>
  );
}

/** As a busy machine does, it lets the timers come due before the next task begins. */
async function busyAfterMicrotasks(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await Promise.resolve();
  const until = performance.now() + 5;
  while (performance.now() < until);
}

it('has moved the focus when an element that takes it is found', async () => {
  render(<ShownLate />);
  expect(await screen.findByRole('heading', { name: 'Here' })).toHaveFocus();
});
