// The hall ticket of a candidate by the link of the pass: hall and seat of each exam, on one page of paper.
import { AsOf } from '@/components/AsOf';
import { PassLinkPage } from '@/components/PassLinkPage';
import { findPass } from '@/lib/api/payments';
import { paths } from '@/lib/paths';
import { HallTicket } from './HallTicket';
import { NoSeats } from './NoSeats';

const words = {
  failed: 'The hall ticket could not be loaded.',
  opens: 'Your hall ticket opens with the link of your pass, which is in the mail that you got after paying.',
  open: 'Open the hall ticket',
};

export function HallTicketPage() {
  return (
    <PassLinkPage title="Hall ticket" name="pass" load={findPass} words={words} to={paths.hallTicketOf}>
      {({ pass, keptAt }, look) => (
        <>
          <AsOf keptAt={keptAt} look={look} />
          {pass.exams.some(({ seat }) => seat) ? (
            <HallTicket pass={pass} />
          ) : (
            <NoSeats pass={pass} look={look} />
          )}
        </>
      )}
    </PassLinkPage>
  );
}
