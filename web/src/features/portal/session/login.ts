// Signing in and out.
import { ApiError, call } from '@/lib/api/client';
import { session } from '@/lib/session';
import { forgetCounterRegistration } from '../registration/forget';

const noAnswer = 'Login failed. Please try again.';

/** Begins a session, or rejects with what to tell the person. */
export async function signIn(username: string, password: string): Promise<void> {
  let answer;
  try {
    answer = await call('post', '/api/admin/login', { body: { username, password } });
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
  if (!answer?.token) throw new Error(answer?.msg || 'Login failed');
  session.start(answer.token);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return noAnswer;
  if (error.message) return error.message;
  return error.status === 401 ? 'Invalid credentials.' : 'Error logging in.';
}

/** The browser forgets at once; the server is asked to, so that the token is worth nothing elsewhere. */
export function signOut(): void {
  call('post', '/api/admin/logout', {}).catch(() => undefined);
  forgetCounterRegistration();
  session.end('left');
}
