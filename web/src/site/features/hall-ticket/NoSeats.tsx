// Before the seats of any exam of a pass are published, while none is found, and for who needs none or gets none.
import type { ReactElement } from 'react';
import type { Look } from '@/components/PassLinkPage';
import { LookAgain, PassNote } from '@/components/PassNote';
import type { Pass } from '@/lib/api/types';

export function NoSeats({ pass, look }: { pass: Pass; look: Look }) {
  const { heading, text } = stateOf(pass, look);
  return (
    <PassNote heading={heading} pass={pass}>
      {text}
    </PassNote>
  );
}

interface State {
  heading: string;
  text: ReactElement;
}

function stateOf({ exam_preference, choice, exams }: Pass, look: Look): State {
  if (exam_preference === 'Online') {
    const words = 'You take your exams on the web, at the hours on your pass, so no seat is kept for you.';
    return { heading: 'No hall ticket needed', text: <p role="status">{words}</p> };
  }
  if (choice?.chosen.length === 0) {
    const words = choice.open
      ? 'Choose on your pass which exams you will sit. Without a choice you have no seat.'
      : 'The seats are given out. Please contact us if you want to sit an exam.';
    return { heading: 'You have not chosen your exams', text: <p role="status">{words}</p> };
  }
  if (exams.some(({ seatsPublished }) => seatsPublished)) {
    return {
      heading: 'There is no seat for you yet',
      text: (
        <>
          <p role="status">
            The seats are given out, and the organisers are looking for one for you. It will be on this page,
            and on your pass. You get a mail then. A hall ticket that you had before does not count any more.
          </p>
          <LookAgain {...look} />
        </>
      ),
    };
  }
  return {
    heading: 'The seats are not out yet',
    text: (
      <>
        <p role="status">
          Your hall and seat will be on this page, and on your pass, as soon as the organisers publish them.
          You get a mail then.
        </p>
        <LookAgain {...look} />
      </>
    ),
  };
}
