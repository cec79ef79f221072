// Signing in and out.
import { ApiError, call, isLost } from '@/lib/api/client';
import { session } from '@/lib/session';
import { deviceOf, keepDevice, saysKnown } from '@/lib/knownDevice';

const noAnswer = 'Login failed. Please try again.';

/** The question for a code, of a person whose password was right. */
export interface Challenge {
  username: string;
  challenge: string;
}

/** Begins a session or brings the question for a code, or rejects with what to tell the person. */
export async function signIn(username: string, password: string): Promise<Challenge | undefined> {
  let answer;
  try {
    const device = deviceOf(username);
    answer = await call('post', '/api/admin/login', {
      body: { username, password, ...(device !== undefined && { device }) },
      ...(device !== undefined && { header: saysKnown(device) }),
    });
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
  if (answer && 'challenge' in answer) return { username, challenge: answer.challenge };
  begin(username, answer);
  return undefined;
}

/** Begins a session with a code, or rejects with what to tell the person. */
export async function answerChallenge({ username, challenge }: Challenge, code: string): Promise<void> {
  let answer;
  try {
    answer = await call('post', '/api/admin/login/second-factor', { body: { challenge, code } });
  } catch (error) {
    // A code is good once, and this one may have been.
    const reason = isLost(error) ? 'Login failed. Please try again with the next code.' : reasonOf(error);
    throw new Error(reason, { cause: error });
  }
  begin(username, answer);
}

/** Whether the password has to be typed again. */
export function isChallengeOver({ cause }: Error): boolean {
  return cause instanceof ApiError && cause.details.code === 'challenge_expired';
}

/** Keeps what a sign-in was answered with; without a token in it, it was none. */
export function begin(
  username: string,
  answer: { token: string; device: string; msg: string } | undefined,
): void {
  if (!answer?.token) throw new Error(answer?.msg || 'Login failed');
  keepDevice(username, answer.device);
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
  session.leave();
}
