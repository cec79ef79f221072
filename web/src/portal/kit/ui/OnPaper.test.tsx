import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OnPaper } from './OnPaper';

const { body } = document;

it('has the body say for as long as it is there that a paper is printed', () => {
  const first = render(<OnPaper aria-label="Receipt">Rs 1,850</OnPaper>);
  const second = render(<OnPaper aria-label="Lists">Asha Nair</OnPaper>);
  expect(body.querySelectorAll(':scope > [data-paper]')).toHaveLength(2);
  expect(body.dataset.prints).toBe('paper');
  first.unmount();
  expect(body.dataset.prints).toBe('paper');
  second.unmount();
  expect(body.dataset.prints).toBeUndefined();
});
