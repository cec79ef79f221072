//! Writing places, and counting those of a client.

use super::{
    KEPT, Line, LinePlace, LineState, PlaceWrite, TABLE, Ticket, client_key, minutes, place_key,
    state::MINUTE,
};
use crate::dynamo::{Item, StoreError, n, read, write};
use aws_sdk_dynamodb::{
    operation::put_item::PutItemError,
    types::{ReturnValue, ReturnValuesOnConditionCheckFailure},
};
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

    /// Counts `places` more of a client, with their moment at `opens` in the line's own time, and says how many of its
    /// places have their moment after `now`.
    pub async fn count_for_client(
        &self,
        client: &str,
        seen: &LineState,
        places: i64,
        opens: Micros,
        now: Micros,
    ) -> Result<u64, StoreError> {
        let this_minute = now.div_euclid(MINUTE);
        let past: Vec<String> = seen
            .of_client
            .range(..this_minute)
            .map(|(minute, _)| format!("m{minute}"))
            .collect();
        let minute = format!("m{}", opens.div_euclid(MINUTE));
        let mut change = format!("ADD {minute} :places SET expires = :expires");
        if !past.is_empty() {
            change.push_str(" REMOVE ");
            change.push_str(&past.join(", "));
        }
        let answer = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(client_key(client)))
            .update_expression(change)
            .expression_attribute_values(":places", n(places))
            .expression_attribute_values(":expires", n((opens + seen.shift).div_euclid(1_000_000) + KEPT))
            .return_values(ReturnValue::AllNew)
            .send()
            .await?;
        let of_client = minutes(&answer.attributes.unwrap_or_default());
        Ok(of_client.range(this_minute..).map(|(_, count)| count).sum())
    }
}
