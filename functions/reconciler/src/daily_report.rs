//! The daily report: every evening, to each person of the staff who wants it.
//!
//! Its figures are written down first, then its mails are kept, each if it is not there already, and then that this is done.
//! A run that ends in between is followed by one that goes on. What is new in a report is what its figures have more than
//! those of the report before, so that each payment and refund is in one of them, whenever it came.

mod message;

use crate::{
    Reconciler,
    queued::{Addressed, MailDecision, QueuedKind},
};
use domain::till::day_of;
use std::collections::BTreeMap;
use store::{
    DailyReport, DailyReportMail, DailyReportMailId, MailQueue, ReportTotals, StoreError, Write,
    read_model::{Aggregates, DayTotals},
};
use time::{Duration, OffsetDateTime};

/// When a day has its report, since the day's beginning in India: nine in the evening.
const REPORTED_AFTER: Duration = Duration::hours(21);

/// How long a mail is worth another try: then there is the next one.
const WORTH: Duration = Duration::DAY;

/// More flags than this are counted as this many.
const MOST_FLAGS: i32 = 1_000;

/// The word for flags that another release has raised.
const OTHER_FLAG: &str = "OTHER";

impl Reconciler {
    /// Puts the report of the latest day that is to have one into the queue, if it is not there.
    pub(crate) async fn report_day(&self, until: OffsetDateTime) {
        // Boxed, because it is large and rarely goes beyond its first read.
        let report = Box::pin(self.queue_report());
        self.inspect("the daily report", until, report).await;
    }

    async fn queue_report(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        let day = day_of(now - REPORTED_AFTER).to_string();
        let report = match self.reports.latest().await? {
            Some(latest) if latest.day >= day => latest,
            before => {
                let report = self.figures(day, before, now).await?;
                match self.reports.begin(&report).await? {
                    Write::Done => report,
                    // Another run was faster.
                    Write::Stale => return Ok(()),
                }
            }
        };
        if report.is_queued {
            return Ok(());
        }
        // An event that is deleted, or has not begun, has nothing to report.
        if report.totals.candidates > 0 {
            for account in self.reports.readers().await? {
                let id = DailyReportMailId::new(&report.day, &account);
                let (Write::Done | Write::Stale) = self.daily_reports.keep(&id, now).await?;
            }
        }
        let (Write::Done | Write::Stale) = self.reports.queued(&report.day).await?;
        Ok(())
    }

    /// What the report of a day says. The first of all only says what the next one counts from, and nobody gets it.
    async fn figures(
        &self,
        day: String,
        before: Option<DailyReport>,
        at: OffsetDateTime,
    ) -> Result<DailyReport, StoreError> {
        let (aggregates, flags) = tokio::try_join!(
            self.registrations.aggregates(),
            self.registrations.attention(MOST_FLAGS)
        )?;
        let mut attention = BTreeMap::new();
        for flag in flags {
            let word = flag.map_or(OTHER_FLAG, |flag| flag.flag.as_str());
            *attention.entry(word.to_owned()).or_default() += 1;
        }
        let before = before.map(|before| before.totals);
        Ok(DailyReport {
            day,
            registered: registered_since(before.as_ref(), &aggregates),
            is_queued: before.is_none(),
            before,
            totals: ReportTotals {
                at,
                candidates: aggregates.candidates(),
                of_day: of_day(&aggregates, &day_of(at).to_string()),
                modes: aggregates.modes,
            },
            attention,
        })
    }
}

fn of_day(aggregates: &Aggregates, day: &str) -> u64 {
    let registrations = |totals: &DayTotals| (totals.day == day).then_some(totals.sums.registrations);
    aggregates.days.iter().find_map(registrations).unwrap_or_default()
}

/// How many have registered since a report. Counted by days, because registrations that nobody paid for are forgotten
/// after a while, and the number of all of them falls then.
fn registered_since(before: Option<&ReportTotals>, aggregates: &Aggregates) -> u64 {
    let Some(before) = before else {
        return aggregates.candidates();
    };
    let day = day_of(before.at).to_string();
    let later = aggregates.days.iter().filter(|totals| totals.day > day);
    let later: u64 = later.map(|totals| totals.sums.registrations).sum();
    later + of_day(aggregates, &day).saturating_sub(before.of_day)
}

impl QueuedKind for DailyReportMail {
    const NAME: &'static str = "a daily report";

    fn queue(reconciler: &Reconciler) -> &MailQueue<Self> {
        &reconciler.daily_reports
    }

    async fn decide(
        &self,
        reconciler: &Reconciler,
        id: &DailyReportMailId,
    ) -> Result<MailDecision, StoreError> {
        let (latest, reader) = tokio::try_join!(
            reconciler.reports.latest(),
            reconciler.reports.reader(id.account())
        )?;
        // Of another day it is superseded; who is disabled, or has switched it off since, gets none.
        let report = latest.filter(|report| report.day == id.day());
        let Some(((report, before), to)) = report
            .as_ref()
            .and_then(|report| Some((report, report.before.as_ref()?)))
            .zip(reader)
        else {
            return Ok(MailDecision::Drop);
        };
        let words = message::render(report, before, &reconciler.portal_origin);
        Ok(MailDecision::Send {
            mail: Box::new(Addressed::of(to, None, words)),
            until: report.totals.at + WORTH,
        })
    }

    async fn sent(
        &self,
        reconciler: &Reconciler,
        (id, lease): (&DailyReportMailId, &str),
        _mail: &Addressed,
        _message_id: &str,
    ) -> Result<Write, StoreError> {
        // It stays, so that there is no second of the day.
        reconciler.daily_reports.end_sending(id, lease).await
    }
}
