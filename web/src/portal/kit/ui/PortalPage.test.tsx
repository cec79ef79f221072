import { render, screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { Frame } from './Frame';
import { PortalPage } from './PortalPage';

function Part() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      Part
    </h2>
  );
}

const open = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Frame>
        <PortalPage title="Whole">
          <Part />
        </PortalPage>
      </Frame>
    </MemoryRouter>,
  );

it('leaves the focus and the place to the part that the address names, where it replaces another screen', () => {
  open('/').unmount();
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const named = open('/#part');
  expect(screen.getByRole('heading', { name: 'Part' })).toHaveFocus();
  expect(scrollTo).not.toHaveBeenCalled();
  named.unmount();
  open('/');
  expect(screen.getByRole('heading', { name: 'Whole' })).toHaveFocus();
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});
