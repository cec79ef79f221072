//! Finds those who hold an exam that was moved, where they are to hear of it, and keeps a mail for each.

use crate::{
    Reconciler,
    quarantine::report,
    sending::{DueMail, SendOutcome, Tally},
};
use domain::{CourseId, payment::PassValidity};
use futures::future::join_all;
use pass_mail::LEASE;
use std::collections::BTreeSet;
use store::{
    Holders, MovedExam, StoreError, Tries, Write,
    read_model::{Row, RowFilter},
};
use time::{Duration, OffsetDateTime};

/// How many candidates are looked at between two looks at the clock. Most need no mail: they have not paid, or sit another exam.
const A_PAGE: u16 = 200;

/// How many holders of each exam a run keeps mails for, before the next one goes on: more than it sends.
const A_RUN: usize = 1_000;

/// How long a run looks for them: most of it is for sending.
const AT_IT: Duration = Duration::seconds(5);

/// How many exams a run goes on with, side by side.
const EXAMS_A_RUN: i32 = 8;

/// How many candidates are read side by side.
const AT_ONCE: usize = 8;

/// An exam that was moved.
struct Moved;

impl Reconciler {
    /// Goes on with the exams that were moved, where what a run looks at after `until` has its time all the same.
    pub(crate) async fn tell_holders(&self, until: OffsetDateTime) -> Tally {
        let until = until - AT_IT;
        let look = self.moved_exams.due(self.clock.now(), EXAMS_A_RUN);
        match self.inspect(Moved::NAME, until, look).await {
            Some(due) => self.send_each::<Moved>(&due, until).await,
            None => Tally::default(),
        }
    }

    /// Keeps mails for those of a page who hold an exam, and returns how many these are.
    async fn tell_page(
        &self,
        moved: &MovedExam,
        on_offer: &BTreeSet<CourseId>,
        rows: &[Row],
    ) -> Result<usize, StoreError> {
        let holds =
            |row: &&Row| row.validity() == Some(PassValidity::Valid) && row.may_sit(&moved.exam, on_offer);
        let holders: Vec<_> = rows.iter().filter(holds).collect();
        for some in holders.chunks(AT_ONCE) {
            let kept = join_all(some.iter().map(|row| self.tell_holder(row))).await;
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
        Ok(holders.len())
    }

    /// Keeps the mail of a candidate for each valid pass. The same is kept once, however often it is tried.
    async fn tell_holder(&self, row: &Row) -> Result<(), StoreError> {
        let Some(file) = self.registrations.candidate(&row.customer_id).await? else {
            return Ok(());
        };
        let valid = |validity| validity == Some(PassValidity::Valid);
        for order in file.orders.iter().filter(|order| valid(order.validity())) {
            let mut tries = Tries::begin(&self.clock, &self.entropy);
            while self
                .registrations
                .tell_moved(&order.order_id, self.clock.now())
                .await?
                == Write::Stale
            {
                if !tries.next().await {
                    return Err(StoreError::Unavailable(
                        "a mail about an exam that was moved was held".to_owned(),
                    ));
                }
            }
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
        let begun = reconciler.clock.now();
        let on_offer = reconciler.catalogue.everything().await?.on_offer();
        let (mut holders, mut place) = (moved.holders, moved.behind());
        let mut kept = 0;
        let ended = loop {
            let list = RowFilter {
                course: Some(moved.list(holders)),
                ..RowFilter::default()
            };
            let page = reconciler
                .registrations
                .every_readable_row(&list, A_PAGE, place.as_ref());
            let (page, _) = page.await?;
            kept += reconciler.tell_page(&moved, &on_offer, &page.rows).await?;
            (holders, place) = match (holders, page.next) {
                (holders, Some(behind)) => (holders, Some(behind)),
                (Holders::OfIt, None) => (Holders::OfAll, None),
                (Holders::OfAll, None) => break exams.remove(id, &lease).await?,
            };
            let now = reconciler.clock.now();
            if kept >= A_RUN || now - begun >= AT_IT {
                break exams.go_on(id, &lease, (holders, place.as_ref()), now).await?;
            }
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
