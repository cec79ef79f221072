//! Taking slots, and letting the line stand still.

use super::{KEPT, Line, LineState, Schedule, SlotRequest, address_key, gate_key, line_key, number};
use crate::{
    dynamo::{StoreError, held, n},
    transaction::{Write, refused_is_stale},
};
use aws_sdk_dynamodb::{error::ProvideErrorMetadata, types::ReturnValue};
use domain::line::Micros;

impl Line {
    /// Takes the next slot: `max(now, next)`. None when the schedule is no longer as it was read; nothing was taken.
    ///
    /// # Errors
    /// When the table cannot be written. The slot may then have been taken.
    pub async fn take(
        &self,
        schedule: Schedule<'_>,
        request: SlotRequest,
    ) -> Result<Option<Micros>, StoreError> {
        let mut update = self.client.update_item().table_name(&self.table);
        let (mut change, mut condition) = match request.seen <= request.now {
            true => {
                let after = request.now + request.interval;
                update = update.expression_attribute_values(":after", n(after));
                let idle = "(attribute_not_exists(next_slot) OR next_slot <= :now)";
                ("SET next_slot = :after".to_owned(), idle.to_owned())
            }
            false => {
                update = update.expression_attribute_values(":interval", n(request.interval));
                let goes_on = "SET next_slot = next_slot + :interval";
                (goes_on.to_owned(), "next_slot > :now".to_owned())
            }
        };
        update = update.expression_attribute_values(":now", n(request.now));
        update = match schedule {
            Schedule::Line { shift } => {
                condition.push_str(" AND (attribute_not_exists(shift) OR shift = :shift)");
                update
                    .set_key(Some(line_key()))
                    .expression_attribute_values(":shift", n(shift))
            }
            Schedule::Gate => update.set_key(Some(gate_key())),
            Schedule::Address { hash, shift } => {
                change.push_str(", expires = :expires");
                let known_for = (request.now + shift).div_euclid(1_000_000) + KEPT;
                update
                    .set_key(Some(address_key(hash)))
                    .expression_attribute_values(":expires", n(known_for))
            }
        };
        let answer = update
            .update_expression(change)
            .condition_expression(condition)
            .return_values(ReturnValue::UpdatedNew)
            .send()
            .await;
        // Who holds the line by hand has its item for a moment.
        if answer
            .as_ref()
            .is_err_and(|error| error.code() == Some("TransactionConflictException"))
        {
            return Ok(None);
        }
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
        refused_is_stale(answer)
    }
}
