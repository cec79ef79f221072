// The refusals of a session that is good for one thing first.

/** Their codes. */
export type Restriction = 'password_change_required' | 'second_factor_required';

export const isRestriction = (code: string | undefined): code is Restriction =>
  code === 'password_change_required' || code === 'second_factor_required';
