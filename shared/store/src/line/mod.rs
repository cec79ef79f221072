//! Table access: the line in front of the payment provider. No personal data.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | the line | `LINE#create-order` | `LINE` | `next_slot`, `shift`, `closed_until`, `issued`, `factor`, `mark_at`, `mark_due`, `mark_came` |
//! | the gate | `LINE#gate` | `GATE` | `next_slot`, `came` |
//! | a place | `LINE#place#<ticket>` | `PLACE` | `opens_at`, `keyed`, `reserved_at`, `used`, `used_by`, `version`, `expires` |
//! | a client's places | `LINE#from#<hash of the address>` | `FROM` | `m<minute>`: how many have their moment in it; `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | all that a decision needs | BatchGetItem, strongly consistent |
//! | take the next slot of the line or the gate | UpdateItem, with the condition that tells which branch of `max(now, next)` holds |
//! | let the line stand still for a while | UpdateItem on the `shift` and `closed_until` that were read |
//! | write a place | PutItem on its version |
//! | count a client's places | UpdateItem `ADD` |
//!
//! Every arrival writes the line once and every order that is opened writes the gate once. They are two partition keys,
//! so that each takes one unit for a registration.

mod standing;

use crate::{
    dynamo::{Item, StoreError, batch_get, held, key, n, read, write},
    transaction::{Write, incomplete, written},
};
use aws_sdk_dynamodb::{
    Client,
    operation::put_item::PutItemError,
    types::{AttributeValue, KeysAndAttributes, ReturnValue, ReturnValuesOnConditionCheckFailure},
};
use config::{ConfigError, Env};
use domain::line::Micros;
use standing::MINUTE;
pub use standing::{Mark, Place, PlaceWrite, Schedule, Standing, Ticket, Wanted};
use std::collections::{BTreeMap, HashMap};

const TABLE: &str = "access";
/// How long after its moment TTL may take a place: its place is lost long before.
const KEPT: i64 = 24 * 60 * 60;

/// The line, in the table access.
#[derive(Debug, Clone)]
pub struct Line {
    client: Client,
    table: String,
}

impl Line {
    /// The line in the table that `TABLE_ACCESS` names.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_ACCESS")?,
        })
    }

    /// Reads how the line stands, the place of a ticket, and the places of a client, by the hash of its address.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn standing(&self, ticket: Option<&Ticket>, client: &str) -> Result<Standing, StoreError> {
        let mut keys = vec![line_key(), gate_key(), client_key(client)];
        keys.extend(ticket.map(place_key));
        self.read_standing(keys).await
    }

    /// Reads what the moment of a ticket's place depends on: the place and how the line stands.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn standing_of(&self, ticket: &Ticket) -> Result<Standing, StoreError> {
        self.read_standing(vec![line_key(), place_key(ticket)]).await
    }

    async fn read_standing(&self, keys: Vec<Item>) -> Result<Standing, StoreError> {
        let keys = KeysAndAttributes::builder()
            .set_keys(Some(keys))
            .consistent_read(true)
            .build();
        let wanted = HashMap::from([(self.table.clone(), keys.map_err(incomplete)?)]);
        let found = batch_get(&self.client, wanted)
            .await?
            .remove(&self.table)
            .unwrap_or_default();
        let mut standing = Standing::default();
        for item in found {
            match item.get("sk").and_then(|sk| sk.as_s().ok()).map(String::as_str) {
                Some("LINE") => {
                    standing.next = number(&item, "next_slot");
                    standing.shift = number(&item, "shift");
                    standing.closed_until = number(&item, "closed_until");
                    standing.issued = number(&item, "issued");
                    standing.factor = item.contains_key("factor").then(|| number(&item, "factor"));
                    standing.mark = item.contains_key("mark_at").then(|| Mark {
                        at: number(&item, "mark_at"),
                        due: number(&item, "mark_due"),
                        came: number(&item, "mark_came"),
                    });
                }
                Some("GATE") => {
                    standing.gate = number(&item, "next_slot");
                    standing.came = number(&item, "came");
                }
                Some("FROM") => standing.of_client = minutes(&item),
                Some("PLACE") => standing.place = Some(read(TABLE, item)?),
                _ => {}
            }
        }
        Ok(standing)
    }

    /// Takes the next slot: `max(now, next)`. None when the schedule is no longer as it was read; nothing was taken.
    ///
    /// # Errors
    /// When the table cannot be written. The slot may then have been taken.
    pub async fn take(&self, schedule: Schedule, wanted: Wanted) -> Result<Option<Micros>, StoreError> {
        let idle = wanted.seen <= wanted.now;
        let waits = wanted.seen > wanted.now + wanted.tolerance;
        let mut update = self.client.update_item().table_name(&self.table);
        let branch = if idle {
            update = update.expression_attribute_values(":after", n(wanted.now + wanted.interval));
            "(attribute_not_exists(next_slot) OR next_slot <= :now)"
        } else {
            update = update.expression_attribute_values(":interval", n(wanted.interval));
            update = update.expression_attribute_values(":soon", n(wanted.now + wanted.tolerance));
            if waits {
                "next_slot > :soon"
            } else {
                "next_slot > :now AND next_slot <= :soon"
            }
        };
        if idle || !waits {
            update = update.expression_attribute_values(":now", n(wanted.now));
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
            number::<Micros>(&after, "next_slot") - wanted.interval
        }))
    }

    /// Puts the line's own time back to `shift` behind the clock, and keeps it closed until `closed_until`.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn stand_still(
        &self,
        seen: &Standing,
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
    ///
    /// # Errors
    /// When the table cannot be written.
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

    /// Writes a place over what was read under its ticket. `moment` is its moment by the clock, after which it dies.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn write_place(
        &self,
        ticket: &Ticket,
        before: Option<&Place>,
        after: &Place,
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
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn count_for_client(
        &self,
        client: &str,
        seen: &Standing,
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

fn line_key() -> Item {
    key("LINE#create-order", "LINE")
}

fn gate_key() -> Item {
    key("LINE#gate", "GATE")
}

fn place_key(ticket: &Ticket) -> Item {
    key(format!("LINE#place#{}", ticket.0), "PLACE")
}

fn client_key(client: &str) -> Item {
    key(format!("LINE#from#{client}"), "FROM")
}

/// A number attribute; what is not there is 0.
fn number<T: std::str::FromStr + Default>(item: &Item, name: &str) -> T {
    let text = item.get(name).and_then(|value| value.as_n().ok());
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// The counters of minutes, by their minute.
fn minutes(item: &Item) -> BTreeMap<i64, u64> {
    let counter = |(name, value): (&String, &AttributeValue)| {
        let minute = name.strip_prefix('m')?.parse().ok()?;
        Some((minute, value.as_n().ok()?.parse().ok()?))
    };
    item.iter().filter_map(counter).collect()
}
