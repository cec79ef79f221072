// What the page of an invitation asks the server.
import { ApiError, isLost } from '@/lib/api/client';
import type { ResponseOf } from '@/lib/api/operation';
import { callForBody } from '@/portal/kit/api/data';
import { failureText, wordsOf } from '@/portal/kit/api/failure';
import { begin, signIn, type Challenge } from './login';

export type Invitation = ResponseOf<'/api/admin/invitation', 'post'>;

export const lookAtInvitation = (link: string): Promise<Invitation> =>
  callForBody('post', '/api/admin/invitation', { body: { token: link } });

interface Choice {
  link: string;
  username: string;
  password: string;
  /** Whether the password may hold already, because the answer to an earlier press was lost. */
  mayHold: boolean;
}

/** Gives the account its password, and begins a session or brings the question for a code. */
export async function acceptInvitation(choice: Choice): Promise<Challenge | undefined> {
  const { link, username, password, mayHold } = choice;
  let answer;
  try {
    answer = await callForBody('put', '/api/admin/invitation', { body: { token: link, password } });
  } catch (error) {
    if (!mayHold || !isOver(error)) throw error;
    // The answer to an earlier press was lost: nobody else knows this password.
    return await signIn(username, password).catch(() => {
      throw error;
    });
  }
  if ('challenge' in answer) return { username, challenge: answer.challenge };
  begin(username, answer);
  return undefined;
}

/** Whether a link opens nothing, for whatever reason. */
export const isOver = (error: unknown): boolean =>
  error instanceof ApiError && error.details.code === 'invitation_over';

export const wordsOfInvitation = (error: unknown): string =>
  wordsOf(error, 'The invitation could not be looked up. Please try again.');

/** Why a password was not taken, and whether that is said at its field. */
export function wordsOfPassword(error: unknown): { text: string; isOfField: boolean } {
  const isOfField = error instanceof ApiError && error.details.field === 'password';
  const text = failureText(error, 'The password could not be saved. Please try again.');
  return { text, isOfField: isOfField && !isLost(error) };
}
