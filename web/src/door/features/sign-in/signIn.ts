// Signing in at the door, in one step or two, and out.
import { ApiError, call } from '@/lib/api/client';
import { deviceOf, keepDevice, saysKnown } from '@/lib/knownDevice';
import { session } from '@/lib/session';

/** The password was right, and the account wants a code beside it. */
export interface SecondFactor {
  challenge: string;
  username: string;
}

const failed = 'Signing in did not work. Please try again.';

/** Begins a session, or says what is wanted beside the password. Rejects with what to tell the person. */
export async function signIn(username: string, password: string): Promise<SecondFactor | undefined> {
  const device = deviceOf(username);
  return begin(username, () =>
    call('post', '/api/admin/login', {
      body: { username, password, ...(device !== undefined && { device }) },
      ...(device !== undefined && { header: saysKnown(device) }),
    }),
  );
}

export async function giveCode({ challenge, username }: SecondFactor, code: string): Promise<void> {
  const next = await begin(username, () =>
    call('post', '/api/admin/login/second-factor', { body: { challenge, code } }),
  );
  if (next) throw new Error(failed);
}

interface Answer {
  token?: string | null;
  device?: string | null;
  challenge?: string | null;
}

async function begin(
  username: string,
  ask: () => Promise<Answer | undefined>,
): Promise<SecondFactor | undefined> {
  let answer;
  try {
    answer = await ask();
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
  if (answer?.challenge) return { challenge: answer.challenge, username };
  if (!answer?.token) throw new Error(failed);
  if (answer.device) keepDevice(username, answer.device);
  session.start(answer.token);
  return undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return failed;
  const { status, message, details } = error;
  if (status === 429 && details.retryAfterSeconds) {
    return `Too many failed attempts. Try again in ${inWords(details.retryAfterSeconds)}.`;
  }
  return message || failed;
}

function inWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 90 ? `${String(whole)} seconds` : `${String(Math.ceil(whole / 60))} minutes`;
}
