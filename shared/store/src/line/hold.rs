//! Holding the line by hand, and letting it go on.

use super::{Line, LineState, line_key};
use crate::{
    admin::audit::{self, AuditEntry, AuditLog},
    dynamo::{Item, StoreError, n, text},
    transaction::{Write, incomplete, transact},
};
use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem, Update};
use domain::line::{FURTHEST_OF_ADDRESS, HELD, Micros};

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

/// What people were told before the line went on sooner. They may come as late as that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToldTimes {
    /// The [`LineState::shift`] by which their moments were told.
    pub shift: Micros,
    /// The last place that may have been given by then, in the line's own time.
    pub last: Micros,
}

impl ToldTimes {
    /// What the line's item has of it.
    pub(super) fn of(item: &Item) -> Option<Self> {
        item.contains_key("told_shift").then(|| Self {
            shift: super::number(item, "told_shift"),
            last: super::number(item, "told_last"),
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
        // A pause of the provider, which goes on: the line's own time stands still for as long as that, held or not.
        if self.closed_until > hold.until {
            return Self {
                hold: None,
                ..self.clone()
            };
        }
        Self {
            shift: self.shift - (hold.until - now),
            closed_until: now,
            hold: None,
            told: Some(self.told_by(now)),
            ..self.clone()
        }
    }

    /// What people were told until `now`. Where some still come who were told something later before, that as well.
    fn told_by(&self, now: Micros) -> ToldTimes {
        // The schedule of an address reaches further than the line may be.
        let last = self.next.max(self.closed_until - self.shift) + FURTHEST_OF_ADDRESS;
        let before = self.told.filter(|told| told.last + told.shift + HELD > now);
        ToldTimes {
            shift: before.map_or(self.shift, |told| told.shift.max(self.shift)),
            last,
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
        let (mut set, mut remove) = ("SET shift = :shift, closed_until = :closed".to_owned(), "");
        let update = match after.told {
            Some(ToldTimes { shift, last }) => {
                set.push_str(", told_shift = :told, told_last = :last");
                update
                    .expression_attribute_values(":told", n(shift))
                    .expression_attribute_values(":last", n(last))
            }
            None => update,
        };
        let update = match &after.hold {
            Some(Hold { until, since, by }) => {
                set.push_str(", held_until = :until, held_since = :since, held_by = :by");
                update
                    .expression_attribute_values(":until", n(*until))
                    .expression_attribute_values(":since", n(*since))
                    .expression_attribute_values(":by", AttributeValue::S(by.clone()))
            }
            None => {
                remove = " REMOVE held_until, held_since, held_by";
                update
            }
        };
        let update = update
            .update_expression(set + remove)
            .build()
            .map_err(incomplete)?;
        let actions = vec![
            TransactWriteItem::builder().update(update).build(),
            audit::put(entry, log.table().name())?,
        ];
        Ok(transact(&self.client, actions).await?.written())
    }
}
