// The mail to those for whom a run has chosen exams: the message with which the screen of messages would begin, sent from here.
import { useState } from 'react';
import { isLost } from '@/lib/api/client';
import type { RequestOf } from '@/lib/api/operation';
import { wait } from '@/lib/wait';
import { callForBody } from '@/portal/kit/api/data';
import { failureText, wordsOf } from '@/portal/kit/api/failure';
import { useAdding } from '@/portal/kit/forms/useAdding';
import { templates } from '@/portal/kit/resources/messageTemplates';

type Body = RequestOf<'/api/messages', 'post'>['body'];

/** The message that it is, or why it is none. */
export type Mail = { id: string } | { failure: string; mayBeSent: boolean };

const failed = 'The exams are chosen, but nobody could be mailed';
const lost = 'it is not known whether they were mailed. Press the button again: nobody gets it twice.';
const notListed =
  'The exams are chosen, but the lists by which a mail finds its people do not show that yet. Try again in a minute.';

/** How often, and how far apart, it is asked whom the lists show by now. */
const looks = 10;
const betweenLooksMs = 2_000;

export function useMailOfRun() {
  const [mail, setMail] = useState<Mail>();
  // Sent from the screen of messages under the same name: what was lost here goes out once there, too.
  const add = useAdding('message');
  const mayBeSent = mail !== undefined && 'failure' in mail && mail.mayBeSent;

  /** Whether it goes out. `candidates` is how many the run has filled in, where that is known. */
  const send = async (run: string, candidates: number | undefined): Promise<boolean> => {
    const body = mailOf(run);
    try {
      if (!mayBeSent && !(await isListed(body, candidates))) {
        setMail({ failure: notListed, mayBeSent });
        return false;
      }
    } catch (failure) {
      setMail({ failure: wordsOf(failure, failed), mayBeSent });
      return false;
    }
    try {
      const { message_id } = await add(
        (key) => callForBody('post', '/api/messages', { body, header: { 'Idempotency-Key': key } }),
        body,
      );
      setMail({ id: message_id });
      return true;
    } catch (failure) {
      setMail({ failure: failureText(failure, failed, lost), mayBeSent: mayBeSent || isLost(failure) });
      return false;
    }
  };
  const forget = () => {
    setMail(undefined);
  };
  return { mail, mayBeSent, send, forget };
}

function mailOf(run: string): Body {
  const { subject = '', body = '' } = templates.find(({ id }) => id === 'exams-filled-in') ?? {};
  return { subject, body, audience: { filled_in: run } };
}

/** A message goes to whom the lists show as it begins, and they follow what was chosen by a moment. */
async function isListed(body: Body, candidates = Infinity): Promise<boolean> {
  let before = 0;
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await wait(betweenLooksMs, new AbortController().signal);
    const { recipients, skipped } = await callForBody('post', '/api/messages/preview', { body });
    const addresses = skipped.reduce((sum, { count }) => sum + count, recipients);
    // Who shares an address is one: there may be fewer, and these are all once no more come.
    if (addresses >= candidates || (addresses > 0 && addresses === before)) return true;
    before = addresses;
  }
  return false;
}
