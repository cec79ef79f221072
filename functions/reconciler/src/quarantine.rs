//! Items that were due and cannot be read, and what becomes of their flags when they can be.

use crate::{BY_ITSELF, Reconciler};
use domain::OrderId;
use serde_json::json;
use store::{
    AuditEntry, StoreError,
    registrations::{
        Write,
        attention::Flag,
        due::Task,
        quarantine::{
            Quarantined,
            release::{AT_ONCE, Released},
        },
    },
};
use telemetry::Metric;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

impl Reconciler {
    /// Quarantines a due item that cannot be read: it no longer blocks the others, is due again, and is flagged for a
    /// person.
    pub(crate) async fn quarantine(&self, task: Task, id: &OrderId) -> Result<(), StoreError> {
        let found = self.registrations.quarantine(task, id, self.clock.now()).await?;
        if let Some(Quarantined { kind, field }) = found {
            telemetry::count(Metric::ItemsQuarantined);
            let field = field.unwrap_or_default();
            tracing::error!(
                kind,
                field,
                candidate = id.customer_part(),
                "an item cannot be read"
            );
        }
        Ok(())
    }

    /// Clears the flags of items that have been dealt with, by this run or in any other way.
    pub(crate) async fn release(&self, flags: Vec<Flag>, until: OffsetDateTime) {
        for flags in flags.chunks(AT_ONCE) {
            let look = self.registrations.released(flags.to_vec());
            let Some(released) = self.inspect("the quarantine", until, look).await else {
                return;
            };
            for released in released {
                if let Err(error) = self.release_one(&released).await {
                    tracing::warn!(cause = %error, "a flag could not be taken off the list");
                    return;
                }
            }
        }
    }

    async fn release_one(&self, released: &Released) -> Result<(), StoreError> {
        let Flag {
            order_id,
            customer_id,
            flag,
            note,
            at,
        } = released.flag();
        let before = json!({ "flag": flag, "note": note, "at": at.format(&Rfc3339).ok() });
        let entry = AuditEntry::new(
            self.clock.now(),
            &self.entropy,
            BY_ITSELF,
            "attention.resolved",
            order_id.as_str(),
            before,
            json!(null),
        );
        match self
            .registrations
            .release(released, self.audit_log.table().audit(&entry))
            .await?
        {
            Write::Done => {
                telemetry::count(Metric::ItemsReleased);
                tracing::info!(candidate = customer_id.as_str(), "an item can be read again");
            }
            // It is looked at once more by the next run, if it is still there.
            Write::Stale => {}
        }
        Ok(())
    }
}

/// Says that an item which is about no candidate was put into quarantine.
pub(crate) fn report(found: Option<Quarantined>) {
    if let Some(Quarantined { kind, field }) = found {
        telemetry::count(Metric::ItemsQuarantined);
        let field = field.unwrap_or_default();
        tracing::error!(kind, field, "an item cannot be read");
    }
}
