// What is printed in place of the screen for as long as it is there.
import { useLayoutEffect, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';

let papers = 0;

export function OnPaper(props: ComponentProps<'section'>) {
  // A browser that cannot tell by a selector what is in the body would print the screen as well.
  useLayoutEffect(() => {
    papers += 1;
    document.body.dataset.prints = 'paper';
    return () => {
      papers -= 1;
      if (papers === 0) delete document.body.dataset.prints;
    };
  }, []);
  return createPortal(<section {...props} data-paper="" />, document.body);
}
