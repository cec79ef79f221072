//! Holding the line by hand, and letting it go on.

use super::{Line, LineState, line_key};
use crate::{
    admin::audit::{self, AuditEntry, AuditLog},
    dynamo::{Item, StoreError, n, text},
    transaction::{Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem, Update};
use domain::line::Micros;

/// That the line is held by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// Until when, by the clock.
    pub until: Micros,
    /// Since when.
    pub since: Micros,
    /// Who held it last.
    pub by: String,
}

impl Hold {
    /// The hold that the line's item has; it may be over.
    pub(super) fn of(item: &Item) -> Option<Self> {
        item.contains_key("held_until").then(|| Self {
            until: super::number(item, "held_until"),
            since: super::number(item, "held_since"),
            by: text(item, "held_by").to_owned(),
        })
    }
}

impl LineState {
    /// The hold that goes on at `now`, by the clock.
    #[must_use]
    pub fn hold_at(&self, now: Micros) -> Option<&Hold> {
        self.hold.as_ref().filter(|hold| hold.until > now)
    }

    /// The line held at `now` until another moment, by the clock: its own time stands still until then.
    #[must_use]
    pub fn held(&self, hold: Hold, now: Micros) -> Self {
        let resumed = self.resumed(now);
        // A pause of the provider may have let it stand already.
        let stands_until = resumed.closed_until.max(now);
        Self {
            shift: resumed.shift + (hold.until - stands_until).max(0),
            closed_until: resumed.closed_until.max(hold.until),
            hold: Some(hold),
            ..resumed
        }
    }

    /// The line going on at `now`, as if it had been held until then and no longer.
    #[must_use]
    pub fn resumed(&self, now: Micros) -> Self {
        let Some(hold) = self.hold_at(now) else {
            return self.clone();
        };
        let closed_until = match self.closed_until {
            // A pause of the provider, which goes on.
            longer if longer > hold.until => longer,
            _ => now,
        };
        Self {
            shift: self.shift - (hold.until - now),
            closed_until,
            hold: None,
            ..self.clone()
        }
    }
}

impl Line {
    /// Writes what [`LineState::held`] or [`LineState::resumed`] made of the line as it was seen, with its audit entry.
    pub async fn change_hold(
        &self,
        seen: &LineState,
        after: &LineState,
        log: &AuditLog,
        entry: &AuditEntry,
    ) -> Result<Write, StoreError> {
        let unchanged = "(attribute_not_exists(shift) OR shift = :seen) \
                         AND (attribute_not_exists(closed_until) OR closed_until = :was)";
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(line_key()))
            .condition_expression(unchanged)
            .expression_attribute_values(":shift", n(after.shift))
            .expression_attribute_values(":closed", n(after.closed_until))
            .expression_attribute_values(":seen", n(seen.shift))
            .expression_attribute_values(":was", n(seen.closed_until));
        let update = match &after.hold {
            Some(Hold { until, since, by }) => update
                .update_expression(
                    "SET shift = :shift, closed_until = :closed, held_until = :until, held_since = :since, held_by = :by",
                )
                .expression_attribute_values(":until", n(*until))
                .expression_attribute_values(":since", n(*since))
                .expression_attribute_values(":by", AttributeValue::S(by.clone())),
            None => update.update_expression(
                "SET shift = :shift, closed_until = :closed REMOVE held_until, held_since, held_by",
            ),
        };
        let update = update.build().map_err(incomplete)?;
        let actions = vec![
            TransactWriteItem::builder().update(update).build(),
            audit::put(entry, log.table().name())?,
        ];
        Ok(transact(&self.client, actions).await?.written())
    }
}
