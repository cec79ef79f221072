// Who is signed in, as the token tells it.
import { claimIn } from '@/lib/tokenClaim';

/** The name in the token, which is a JSON web token; empty when it cannot be read. */
export const usernameIn = (token: string): string => claimIn(token, 'username');

/** Whether the server takes payments from this person, and counts. It asks again; this only hides what it refuses. */
export const mayTakeMoney = (token: string): boolean =>
  !['accountant', 'door'].includes(claimIn(token, 'role'));

/** Whether this person may do what is an administrator's alone. */
export const isAdmin = (token: string): boolean => claimIn(token, 'role') === 'admin';
