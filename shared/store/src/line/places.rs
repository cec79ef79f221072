//! Writing places, and keeping slots of later minutes for some of them.

use super::{
    KEPT, Line, LinePlace, LineState, PlaceWrite, TABLE, Ticket, line_key, place_key, state::minute_of,
};
use crate::{
    dynamo::{Item, StoreError, n, read, write},
    transaction::{Write, refused_is_stale},
};
use aws_sdk_dynamodb::{operation::put_item::PutItemError, types::ReturnValuesOnConditionCheckFailure};
use domain::line::Micros;

impl Line {
    /// Writes a place over what was read under its ticket. `moment` is its moment by the clock, after which it dies.
    pub async fn write_place(
        &self,
        ticket: &Ticket,
        before: Option<&LinePlace>,
        after: &LinePlace,
        moment: Micros,
    ) -> Result<PlaceWrite, StoreError> {
        let mut item: Item = write(TABLE, after)?;
        item.extend(place_key(ticket));
        item.insert("expires".to_owned(), n(moment.div_euclid(1_000_000) + KEPT));
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item))
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
        let put = match before {
            None => put.condition_expression("attribute_not_exists(pk)"),
            Some(before) => put
                .condition_expression("version = :version")
                .expression_attribute_values(":version", n(before.version)),
        };
        let Err(error) = put.send().await else {
            return Ok(PlaceWrite::Done);
        };
        match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(refused)) => {
                let there = refused.item().filter(|item| !item.is_empty());
                let there = there.map(|item| read(TABLE, item.clone())).transpose()?;
                Ok(PlaceWrite::Stale(there))
            }
            _ => Err(error.into()),
        }
    }

    /// Keeps a slot of the line in the minute of `opens`, in the line's own time, in which it is `now`. What was kept in
    /// minutes that are over is forgotten. Stale where who holds the line by hand has its item for this moment; nothing was
    /// written.
    pub async fn keep_slot(&self, seen: &LineState, opens: Micros, now: Micros) -> Result<Write, StoreError> {
        let over: Vec<String> = seen
            .kept
            .range(..minute_of(now))
            .map(|(minute, _)| format!("m{minute}"))
            .collect();
        let mut change = format!("ADD m{} :one", minute_of(opens));
        if !over.is_empty() {
            change.push_str(" REMOVE ");
            change.push_str(&over.join(", "));
        }
        let update = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(line_key()))
            .update_expression(change)
            .expression_attribute_values(":one", n(1));
        refused_is_stale(update.send().await)
    }
}
