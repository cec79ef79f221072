// Signing in and out.
import { ApiError, call } from '@/lib/api/client';
import { session } from '@/lib/session';
import { deviceOf, keepDevice } from '@/lib/knownDevice';

const noAnswer = 'Login failed. Please try again.';

/** Begins a session, or rejects with what to tell the person. */
export async function signIn(username: string, password: string): Promise<void> {
  let answer;
  try {
    const device = deviceOf(username);
    answer = await call('post', '/api/admin/login', {
      body: { username, password, ...(device !== undefined && { device }) },
    });
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
  if (!answer?.token) throw new Error(answer?.msg || 'Login failed');
  // An earlier release of the server gives none.
  if (answer.device) keepDevice(username, answer.device);
  session.start(answer.token);
}

/** Where the address is refused on the way, nobody says for how long. */
const untoldPauseSeconds = 60;

/** How long to wait after a failure of `signIn`; undefined when one may try again at once. */
export function pauseAfter(failure: Error): number | undefined {
  const { cause } = failure;
  if (!(cause instanceof ApiError) || cause.status !== 429) return undefined;
  return Math.max(1, Math.ceil(cause.details.retryAfterSeconds ?? untoldPauseSeconds));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return noAnswer;
  if (error.message) return error.message;
  return error.status === 401 ? 'Invalid credentials.' : 'Error logging in.';
}

/** The browser forgets at once; the server is asked to, so that the token is worth nothing elsewhere. */
export function signOut(): void {
  call('post', '/api/admin/logout', {}).catch(() => undefined);
  session.end('left');
}
