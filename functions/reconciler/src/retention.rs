//! Every hour: registrations that nobody paid for are forgotten when they are old enough.
//!
//! A run deletes a bounded number, the oldest first, and leaves the rest to the next one.

use crate::Reconciler;
use config::{ConfigError, Env};
use domain::{CustomerId, payment::Status};
use futures::{StreamExt, stream};
use serde::Serialize;
use serde_json::{Value, json};
use store::{
    AuditEntry, StoreError,
    read_model::{RowFilter, RowsPage},
    registrations::Write,
};
use telemetry::INVOCATION;
use time::{Duration, OffsetDateTime};

/// How old they are where nothing is set, in days.
const USUAL: i64 = 90;

/// No form, page or question to the provider goes on for so long.
const LEAST: i64 = 30;
const MOST: i64 = 3_650;

/// Candidates that one run looks at.
const LOOKED_AT: usize = 2_000;
const PAGE: u16 = 100;
const AT_ONCE: usize = 8;

/// Until when a run begins another page: well within the function's time-out.
const UNTIL: Duration = Duration::seconds(35);

/// Every status of a candidate who has not paid.
const UNPAID: [Status; 5] = [
    Status::Expired,
    Status::Failed,
    Status::Created,
    Status::Active,
    Status::Unknown,
];

/// After how long an unpaid registration is forgotten: the setting `UNPAID_KEPT_DAYS`.
///
/// # Errors
/// Names the variable when it is not a number of days.
pub(crate) fn kept_for(env: &Env) -> Result<Duration, ConfigError> {
    let name = "UNPAID_KEPT_DAYS";
    let days = env.optional(name).map_or(Some(USUAL), |text| text.parse().ok());
    let days = days.filter(|days| (LEAST..=MOST).contains(days));
    let days = days.ok_or_else(|| ConfigError::new(name, "is not a number from 30 to 3650"))?;
    Ok(Duration::days(days))
}

/// What one run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct RetentionSummary {
    /// Registrations that were deleted.
    pub forgotten: usize,
    /// Those that are old enough and stay: something about them is still to be dealt with, or cannot be read.
    pub kept: usize,
    /// Those that changed while they were looked at. The next run looks again.
    pub changed: usize,
    /// Whether there may be more.
    pub more: bool,
}

enum Outcome {
    Forgotten,
    Kept,
    Changed,
}

impl Reconciler {
    /// Deletes registrations that nobody paid for in time.
    ///
    /// # Errors
    /// When the table does not answer. What was deleted by then is logged, and in the audit log.
    pub async fn forget_unpaid(&self) -> Result<RetentionSummary, StoreError> {
        let mut summary = RetentionSummary::default();
        let now = self.clock.now();
        let outcome = self
            .forget_before(now - self.unpaid_kept, now + UNTIL, &mut summary)
            .await;
        let RetentionSummary {
            forgotten,
            kept,
            changed,
            more,
        } = summary;
        tracing::info!(name: INVOCATION, forgotten, kept, changed, more, "forgot unpaid registrations");
        if forgotten > 0 {
            let what = json!({ "candidates": forgotten, "older_than_days": self.unpaid_kept.whole_days() });
            let entry = AuditEntry::new(
                now,
                &self.entropy,
                crate::BY_ITSELF,
                "retention.unpaid_deleted",
                "registrations",
                Value::Null,
                what,
            );
            self.audit_log.keep(&entry).await?;
        }
        outcome.map(|()| summary)
    }

    async fn forget_before(
        &self,
        before: OffsetDateTime,
        until: OffsetDateTime,
        summary: &mut RetentionSummary,
    ) -> Result<(), StoreError> {
        for status in UNPAID {
            let filter = RowFilter {
                status: Some(status),
                ..RowFilter::default()
            };
            let mut after = None;
            loop {
                let (RowsPage { rows, next }, unread) = self
                    .registrations
                    .every_readable_row(&filter, PAGE, after.as_ref())
                    .await?;
                summary.kept += unread;
                let is_young = rows.last().is_some_and(|row| row.created_at >= before);
                let old = rows.into_iter().filter(|row| row.created_at < before);
                let looks = old.map(|row| self.forget_one(row.customer_id, before));
                let mut looks = stream::iter(looks).buffer_unordered(AT_ONCE);
                while let Some(outcome) = looks.next().await {
                    match outcome? {
                        Outcome::Forgotten => summary.forgotten += 1,
                        Outcome::Kept => summary.kept += 1,
                        Outcome::Changed => summary.changed += 1,
                    }
                }
                after = next;
                if after.is_none() || is_young {
                    break;
                }
                let looked_at = summary.forgotten + summary.kept + summary.changed;
                if looked_at >= LOOKED_AT || self.clock.now() >= until {
                    summary.more = true;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    async fn forget_one(&self, id: CustomerId, before: OffsetDateTime) -> Result<Outcome, StoreError> {
        let Some(unpaid) = self
            .registrations
            .unpaid_before(&id, before, self.clock.now())
            .await?
        else {
            return Ok(Outcome::Kept);
        };
        Ok(match self.registrations.forget(&unpaid).await? {
            Write::Done => Outcome::Forgotten,
            Write::Stale => Outcome::Changed,
        })
    }
}
