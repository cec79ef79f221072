//! Finds those who hold an exam that was moved, where they are to be told, and keeps a mail for each.

use crate::{
    Reconciler,
    quarantine::report,
    sending::{DueMail, SendOutcome, Tally},
};
use domain::payment::PassValidity;
use futures::future::join_all;
use pass_mail::LEASE;
use store::{
    Holders, MovedExam, OrderNews, StoreError, Write,
    read_model::{Row, RowFilter},
};
use time::OffsetDateTime;

/// How many candidates of each exam a run looks at: fewer than the mails that it sends, so that other news need not wait
/// for all of these.
const A_RUN: u16 = 80;

/// How many exams a run goes on with.
const EXAMS_A_RUN: i32 = 1;

/// How many candidates are read side by side.
const AT_ONCE: usize = 8;

/// An exam that was moved.
struct Moved;

impl Reconciler {
    /// Goes on with the exams that were moved.
    pub(crate) async fn tell_holders(&self, until: OffsetDateTime) -> Tally {
        let look = self.moved_exams.due(self.clock.now(), EXAMS_A_RUN);
        match self.inspect(Moved::NAME, until, look).await {
            Some(due) => self.send_each::<Moved>(&due, until).await,
            None => Tally::default(),
        }
    }

    /// Keeps the mail of a candidate for each valid pass. The same is kept once, however often it is tried.
    async fn tell_holder(&self, moved: &MovedExam, row: &Row) -> Result<(), StoreError> {
        let Some(file) = self.registrations.candidate(&row.customer_id).await? else {
            return Ok(());
        };
        let valid = |validity| validity == Some(PassValidity::Valid);
        let what = moved.what();
        for order in file.orders.iter().filter(|order| valid(order.validity())) {
            let kept = self
                .registrations
                .tell(&order.order_id, &what, OrderNews::Moved, self.clock.now());
            let (Write::Done | Write::Stale) = kept.await?;
        }
        Ok(())
    }
}

impl DueMail for Moved {
    type Id = String;

    const NAME: &'static str = "an exam that was moved";

    async fn send(reconciler: &Reconciler, id: &String) -> Result<SendOutcome, StoreError> {
        let lease = reconciler.entropy.symbols(20);
        let exams = &reconciler.moved_exams;
        let leased = exams.lease(id, &lease, reconciler.clock.now(), LEASE).await?;
        let Some(moved) = leased else {
            return Ok(SendOutcome::Nothing);
        };
        let (course, behind) = moved.place();
        let list = RowFilter {
            course: Some(course),
            ..RowFilter::default()
        };
        let page = reconciler
            .registrations
            .every_readable_row(&list, A_RUN, behind.as_ref());
        let (page, _) = page.await?;
        let rows = page.rows.iter();
        let holders: Vec<_> = rows
            .filter(|row| row.validity() == Some(PassValidity::Valid) && row.may_sit(&moved.exam))
            .collect();
        for some in holders.chunks(AT_ONCE) {
            let kept = join_all(some.iter().map(|row| reconciler.tell_holder(&moved, row))).await;
            for (row, kept) in some.iter().zip(kept) {
                match kept {
                    // The others do not wait for it: their mails would be dropped with the exam's item.
                    Err(error @ StoreError::Corrupt { .. }) => {
                        tracing::error!(candidate = row.customer_id.as_str(), %error, "a candidate cannot be read, and gets no mail about an exam that was moved");
                    }
                    kept => kept?,
                }
            }
        }
        let now = reconciler.clock.now();
        let ended = match (moved.holders, page.next) {
            (holders, Some(behind)) => exams.go_on(id, &lease, (holders, Some(&behind)), now).await?,
            (Holders::OfIt, None) => exams.go_on(id, &lease, (Holders::OfAll, None), now).await?,
            (Holders::OfAll, None) => exams.remove(id, &lease).await?,
        };
        // Stale means that the lease ran out and another run has it: then it is theirs.
        let (Write::Done | Write::Stale) = ended;
        Ok(SendOutcome::Nothing)
    }

    async fn quarantine(reconciler: &Reconciler, id: &String) -> Result<(), StoreError> {
        let found = reconciler
            .moved_exams
            .quarantine(id, reconciler.clock.now())
            .await?;
        report(found);
        Ok(())
    }
}
