// What each kind of flag means, and what an administrator does about it.

interface Advice {
  title: string;
  advice: string;
}

const adviceFor: Readonly<Record<string, Advice>> = {
  DUPLICATE_PAYMENT: {
    title: 'Paid twice',
    advice:
      'This e-mail address has paid for the same course more than once. Where the names differ, two people of one family have most likely registered, and nothing is wrong. Otherwise ask the candidate; if the second payment was a mistake, refund it from the candidate’s page.',
  },
  AMOUNT_MISMATCH: {
    title: 'Wrong amount',
    advice:
      'The provider reports another amount than the one that was to be paid, so no pass was sent. Compare the payment in the provider’s dashboard, then refund it or register the candidate at the counter.',
  },
  REFUNDED: {
    title: 'Refunded',
    advice:
      'Money of this order was refunded, but not from here. If all of it was, the pass was withdrawn. If only a part was, or the provider returned a second payment of its own accord, the pass is still good: withdraw it from the candidate’s page if it should not be used.',
  },
  REFUND_FAILED: {
    title: 'Refund failed',
    advice:
      'A refund failed, has not ended within two weeks, or came back after it had gone through: the line above says which. Ask the payment provider again from the candidate’s page, and look the refund up in the provider’s dashboard. One that has not ended may still be on its way: pay it no other way until the provider says that it failed. Then refund it again from the candidate’s page, or another way. One that came back still counts as refunded here: give the money to the payer another way.',
  },
  NO_SEAT: {
    title: 'No seat',
    advice:
      'The seats of an exam are published, and this candidate has none in it: the halls are full, or only seats beside a sibling are left. Open the seats of the exam and choose one by hand, or add a hall and assign the seats again. The flag goes once they have a seat.',
  },
  DISPUTED: {
    title: 'Disputed',
    advice:
      'The candidate’s bank disputes this payment: the candidate’s page says how that stands. While it is open, answer it in the provider’s dashboard before its deadline, and refund nothing. If it is lost, the money is gone and the pass is withdrawn automatically. Where the line above says DISPUTE_OF_FURTHER_PAYMENT, it is about a second payment of the order, which was never counted: nothing is on the candidate’s page, and pass and revenue stay however it ends. Answer it in the provider’s dashboard all the same.',
  },
  PAID_WITHOUT_MAIL: {
    title: 'Pass not sent',
    advice:
      'The payment is good, but the e-mail with the pass, or the later one that the note names, could not be sent for two days. Check the address with the candidate: correct it on their page, or send the pass again from there.',
  },
  UNRESOLVED: {
    title: 'Still open',
    advice:
      'A day after the order expired the provider has not said how it ended. Ask the payment provider again from the candidate’s page; if that does not settle it, look the order up in the provider’s dashboard.',
  },
  MAIL_BOUNCED: {
    title: 'Pass came back',
    advice:
      'The e-mail with the pass, or the later one that the note names, did not arrive, and it is not sent again automatically: often the address is mistyped. Call the candidate. Correct the address on their page, and the pass goes to the right one; if the address is right and the mailbox is in order again, send the pass again from there. This entry goes when it arrives.',
  },
  MAIL_COMPLAINT: {
    title: 'Reported as spam',
    advice:
      'Someone who reads mail at this address reported the e-mail with the pass, or the later one that the note names, as spam, so the mail service sends nothing more there. Call the candidate: it may have been a mistake, or the address may be somebody else’s. A corrected address on their page gets the pass.',
  },
  OVERSOLD: {
    title: 'No place left',
    advice:
      'The money came after the time to pay was over, or came back, and by then every place of the exam was taken. The pass is good. Move the candidate to another exam on their page, give the exam more places and they have one within a few minutes, or refund the payment.',
  },
  UNREADABLE: {
    title: 'Cannot be read',
    advice:
      'The order or its e-mail is stored in a way that this release does not understand. It will be retried automatically, and nothing is lost. Please contact your administrator.',
  },
  UNRECOGNISED: {
    title: 'Unknown',
    advice:
      'Another release of the site raised this, and this one does not know what it means. Please contact your administrator; it can be marked as dealt with once that release is back.',
  },
};

export const adviceOn = (flag: string): Advice =>
  adviceFor[flag] ?? {
    title: flag,
    advice: 'Look the order up in the payment provider’s dashboard.',
  };
