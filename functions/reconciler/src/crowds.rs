//! Sends the mails of which there are thousands when an exam is moved, its seats are published or a bulk action is done: behind
//! every other, as many as there is time for.

use crate::{PATIENCE, Reconciler, queued::QueuedKind, sending::Tally};
use std::{collections::HashSet, time::Duration};
use store::{OrderMail, order_mails::CROWD_SHARDS};
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

/// What a new account's mail service takes in a second beside a message to candidates at its usual pace.
const A_SECOND: usize = 4;

/// How many are looked for at once.
const A_LOOK: i32 = 100;

impl Reconciler {
    /// Sends those that are due until a limit is reached, or the mail service takes none.
    pub(crate) async fn send_to_crowds(&self, until: OffsetDateTime) -> Tally {
        let mut tally = Tally::default();
        // The index may still name one that was sent.
        let mut known = HashSet::new();
        let mut failures_in_a_row = 0;
        for shard in CROWD_SHARDS {
            loop {
                let look = self.order_mails.due_in(shard, self.clock.now(), A_LOOK);
                let due = self.inspect(OrderMail::NAME, until, look).await;
                let mut due = due.unwrap_or_default();
                due.retain(|id| known.insert(id.clone()));
                if due.is_empty() {
                    break;
                }
                let mut left = due.len();
                for some in due.chunks(A_SECOND) {
                    let next = Instant::now() + Duration::from_secs(1);
                    let part = self.send_each::<OrderMail>(some, until).await;
                    left -= some.len() - part.left;
                    let (is_late, was_sent) = (part.left > 0, part.sent > 0);
                    let failures = u32::try_from(part.failed).unwrap_or(PATIENCE);
                    failures_in_a_row = if was_sent { 0 } else { failures_in_a_row + failures };
                    tally += Tally { left: 0, ..part };
                    if is_late || failures_in_a_row >= PATIENCE {
                        tally.left += left;
                        return tally;
                    }
                    if was_sent && some.len() == A_SECOND {
                        sleep(next - Instant::now()).await;
                    }
                }
            }
        }
        tally
    }
}
