//! Taking slots, and changing how fast they follow one another.

use super::{Line, LineState, Mark, Schedule, SlotRequest, gate_key, line_key, number};
use crate::{
    dynamo::{StoreError, held, n},
    transaction::{Write, written},
};
use aws_sdk_dynamodb::types::ReturnValue;
use domain::line::Micros;

impl Line {
    /// Takes the next slot: `max(now, next)`. None when the schedule is no longer as it was read; nothing was taken.
    ///
    /// # Errors
    /// When the table cannot be written. The slot may then have been taken.
    pub async fn take(&self, schedule: Schedule, request: SlotRequest) -> Result<Option<Micros>, StoreError> {
        let idle = request.seen <= request.now;
        let waits = request.seen > request.now + request.tolerance;
        let mut update = self.client.update_item().table_name(&self.table);
        let branch = if idle {
            update = update.expression_attribute_values(":after", n(request.now + request.interval));
            "(attribute_not_exists(next_slot) OR next_slot <= :now)"
        } else {
            update = update.expression_attribute_values(":interval", n(request.interval));
            update = update.expression_attribute_values(":soon", n(request.now + request.tolerance));
            if waits {
                "next_slot > :soon"
            } else {
                "next_slot > :now AND next_slot <= :soon"
            }
        };
        if idle || !waits {
            update = update.expression_attribute_values(":now", n(request.now));
        }
        let mut change = match idle {
            true => "SET next_slot = :after".to_owned(),
            false => "SET next_slot = next_slot + :interval".to_owned(),
        };
        let mut condition = branch.to_owned();
        update = match schedule {
            Schedule::Line { shift } => {
                condition.push_str(" AND (attribute_not_exists(shift) OR shift = :shift)");
                // What was learnt belongs to one rush.
                if idle {
                    change.push_str(" REMOVE factor, mark_at, mark_due, mark_came");
                }
                if waits {
                    change.push_str(" ADD issued :one");
                    update = update.expression_attribute_values(":one", n(1));
                }
                update
                    .set_key(Some(line_key()))
                    .expression_attribute_values(":shift", n(shift))
            }
            Schedule::Gate { came } => {
                if came {
                    change.push_str(" ADD came :one");
                    update = update.expression_attribute_values(":one", n(1));
                }
                update.set_key(Some(gate_key()))
            }
        };
        let answer = update
            .update_expression(change)
            .condition_expression(condition)
            .return_values(ReturnValue::UpdatedNew)
            .send()
            .await;
        Ok(held(answer)?.map(|taken| {
            let after = taken.attributes.unwrap_or_default();
            number::<Micros>(&after, "next_slot") - request.interval
        }))
    }

    /// Puts the line's own time back to `shift` behind the clock, and keeps it closed until `closed_until`.
    pub async fn stand_still(
        &self,
        seen: &LineState,
        shift: Micros,
        closed_until: Micros,
    ) -> Result<Write, StoreError> {
        let answer = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(line_key()))
            .update_expression("SET shift = :shift, closed_until = :closed")
            .condition_expression(
                "(attribute_not_exists(shift) OR shift = :seen) \
                 AND (attribute_not_exists(closed_until) OR closed_until = :was)",
            )
            .expression_attribute_values(":shift", n(shift))
            .expression_attribute_values(":closed", n(closed_until))
            .expression_attribute_values(":seen", n(seen.shift))
            .expression_attribute_values(":was", n(seen.closed_until))
            .send()
            .await;
        written(answer)
    }

    /// Keeps what was learnt of those who wait, if nobody else has since.
    pub async fn learn(&self, seen: Option<Mark>, mark: Mark, factor: u32) -> Result<Write, StoreError> {
        let update = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(line_key()))
            .update_expression("SET mark_at = :at, mark_due = :due, mark_came = :came, factor = :factor")
            .expression_attribute_values(":at", n(mark.at))
            .expression_attribute_values(":due", n(mark.due))
            .expression_attribute_values(":came", n(mark.came))
            .expression_attribute_values(":factor", n(factor));
        let update = match seen {
            None => update.condition_expression("attribute_not_exists(mark_at)"),
            Some(seen) => update
                .condition_expression("mark_at = :seen")
                .expression_attribute_values(":seen", n(seen.at)),
        };
        written(update.send().await)
    }
}
