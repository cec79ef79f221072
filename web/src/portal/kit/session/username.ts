// Who is signed in, as the token tells it.
import { claimIn, claimsIn } from '@/lib/tokenClaim';

/** The name in the token, which is a JSON web token; empty when it cannot be read. */
export const usernameIn = (token: string): string => claimIn(token, 'username');

/** Whether this person takes payments, sends passes and counts a till. The server asks again; this only hides what it refuses. */
export const mayWorkAtCounter = (token: string): boolean => !['accountant', 'door'].includes(roleIn(token));

/** Whether this person may do what is an administrator's alone. */
export const mayAdminister = (token: string): boolean =>
  !['counter', 'accountant', 'door'].includes(roleIn(token));

/** The role in the token; empty when it cannot be read. */
export const roleIn = (token: string): string => claimIn(token, 'role');

/** When the session ends, however much it is used, in milliseconds since 1970; undefined when the token does not say. */
export function endOf(token: string): number | undefined {
  const seconds = claimsIn(token)['exp'];
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}
