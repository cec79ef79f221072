import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';

/** Who pays reads on what terms, and what was typed is still there afterwards. */
export async function expectAgreement(): Promise<void> {
  const agreement = await screen.findByText(/By registering you accept our/);
  expect(agreement).toHaveTextContent('No refunds after registration. We use your details to run the exams');
  expect(agreement).toHaveTextContent('Under 18? By registering, your parent or guardian agrees for you.');
  const links = within(agreement).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/terms-and-conditions',
    '/terms-and-conditions#privacy',
  ]);
  for (const link of links) expect(link).toHaveAttribute('target', '_blank');
}
