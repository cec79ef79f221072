// The mail to those for whom a run has chosen exams: the message with which the screen of messages would begin, sent from here.
import { useState, type ReactElement } from 'react';
import { ApiError, isLost } from '@/lib/api/client';
import type { RequestOf } from '@/lib/api/operation';
import { wait } from '@/lib/wait';
import { callForBody } from '@/portal/kit/api/data';
import { failureText, wordsOf } from '@/portal/kit/api/failure';
import {
  forgetRun,
  isStillKnown,
  noteAsked,
  untoldRuns,
  type UntoldRun,
} from '@/portal/kit/forms/untoldRuns';
import { useAdding } from '@/portal/kit/forms/useAdding';
import { templates } from '@/portal/kit/resources/messageTemplates';
import { useDialogs } from '@/portal/kit/ui/DialogsProvider';
import { count } from '@/portal/kit/ui/format';
import { withReference } from '@/portal/kit/ui/withReference';
import { people } from './seats';

type Body = RequestOf<'/api/messages', 'post'>['body'];

/** The message that it is, or why it is none. */
export type Mail = { id: string } | { failure: string | ReactElement };

const failed = 'The exams are chosen, but nobody could be mailed';
const lost = 'it is not known whether they were mailed. Press the button again: nobody gets it twice.';
const listsShow = (whom: string) =>
  `The exams are chosen, but the lists by which a mail finds its people do not show ${whom}. If they were chosen just now, try again in a minute.`;

/** How often, and how far apart, it is asked whom the lists show by now. */
const looks = 10;
const betweenLooksMs = 2_000;

/** `by` is whose run it is. */
export function useMailOfRun(by: string) {
  const [mail, setMail] = useState<Mail>();
  const { alert, confirm } = useDialogs();
  // Sent from the screen of messages under the same name: what was lost here goes out once there, too.
  const add = useAdding('message');

  /** Why it is not to go out now, if it is not. */
  const holdUp = async (body: Body, { known, isCertain }: UntoldRun): Promise<string | undefined> => {
    const listed = await countListed(body, isCertain ? known : Infinity);
    if (isCertain && listed >= known) return undefined;
    if (listed === 0) return listsShow('that');
    const isToGo = await confirm({
      title: `Mail ${isCertain ? `${count(listed)} of ` : ''}${people(isCertain ? known : listed)}?`,
      text: `The lists by which a mail finds its people show no more. ${isCertain ? 'The others would get no mail.' : 'An answer was lost, so there may be more. They would get no mail.'}`,
      agree: `Mail these ${count(listed)}`,
      refuse: 'Not yet',
    });
    return isToGo ? undefined : listsShow('all of them');
  };

  const send = async (): Promise<void> => {
    const kept = untoldRuns.get()[by];
    // Another tab, or this one a day later: the screen says what is so.
    if (!kept || (kept.askedAt > 0 && !isStillKnown(kept))) {
      setMail(undefined);
      return;
    }
    const body = mailOf(kept.run);
    try {
      const why = kept.askedAt > 0 ? undefined : await holdUp(body, kept);
      if (why !== undefined) {
        setMail({ failure: why });
        return;
      }
    } catch (failure) {
      setMail({ failure: withReference(wordsOf(failure, failed), failure) });
      return;
    }
    // Until it is answered, also when the page is left before.
    const takeBack = noteAsked(by, kept.run, body);
    try {
      const { message_id } = await add(
        (key) => callForBody('post', '/api/messages', { body, header: { 'Idempotency-Key': key } }),
        body,
      );
      forgetRun(kept.run);
      setMail({ id: message_id });
    } catch (failure) {
      if (failure instanceof ApiError && failure.details.code === 'idempotency_key_reused') {
        forgetRun(kept.run);
        await alert('They were mailed before, with the text that this message had then.');
        return;
      }
      if (!isLost(failure)) takeBack?.();
      setMail({ failure: withReference(failureText(failure, failed, lost), failure) });
    }
  };
  const forget = () => {
    setMail(undefined);
  };
  return { mail, send, forget };
}

function mailOf(run: string): Body {
  const { subject = '', body = '' } = templates.find(({ id }) => id === 'exams-filled-in') ?? {};
  return { subject, body, audience: { filled_in: run } };
}

/**
 * How many of them the lists show, those included whom mail does not reach: a message goes to these as it begins, and the lists
 * follow what was chosen by a moment.
 */
async function countListed(body: Body, wanted: number): Promise<number> {
  let listed = 0;
  for (let look = 0; look < looks && listed < wanted; look += 1) {
    if (look > 0) await wait(betweenLooksMs, new AbortController().signal);
    const { candidates } = await callForBody('post', '/api/messages/preview', { body });
    listed = candidates;
  }
  return listed;
}
