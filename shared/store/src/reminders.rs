//! Mails for the moment of a place in line, until they are sent. They are in table registrations, which has the index
//! `due`; table access holds no personal data.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | reminder | `REMINDER#<ticket>` | `REMINDER` | `kind`, `email`, `created_at`, `attempts`, `lease`, `lease_until`, `due_shard`, `due_at`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | keep a reminder, or give it another address | PutItem, unless it is leased |
//! | the reminders that are due | Query of the partition `DUE#REMINDER#0` of index `due`, the longest overdue first |
//! | lease a reminder | UpdateItem, if it is due and not leased |
//! | postpone it, or try it again later | UpdateItem on its lease |
//! | remove it | DeleteItem on its lease |
//! | quarantine it | GetItem, UpdateItem on the `due_at` that was read |
//!
//! A partition of an index takes about 1,000 writes a second. The provider opens 200 orders a minute, so there are at
//! most five reminders a second, and one partition is enough.

use crate::{
    dynamo::{Item, StoreError, key, n, read, s, write},
    line::Ticket,
    registrations::{
        TABLE,
        quarantine::{self, Quarantined},
    },
    transaction::{Write, refused_is_stale, written},
};
use aws_sdk_dynamodb::{
    Client,
    operation::update_item::UpdateItemError,
    types::{ReturnValue, ReturnValuesOnConditionCheckFailure},
};
use config::{ConfigError, Env};
use domain::Email;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

const KIND: &str = "REMINDER";
const SHARD: &str = "DUE#REMINDER#0";

/// How long after the moment of its place TTL may take a reminder that is still there.
const KEPT: Duration = Duration::days(1);

/// The reminders, in the table registrations.
#[derive(Debug, Clone)]
pub struct Reminders {
    client: Client,
    table: String,
}

/// A mail that a visitor in line asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reminder {
    /// Where it goes.
    pub email: Email,
    /// When it was asked for.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// How often it could not be sent.
    #[serde(default)]
    pub attempts: u32,
    /// Until when somebody is sending it, in epoch milliseconds. Here, so that a word in its place makes the item
    /// unreadable instead of leased for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease_until: Option<i64>,
}

impl Reminder {
    /// A reminder that nobody has tried to send.
    #[must_use]
    pub fn new(email: Email, created_at: OffsetDateTime) -> Self {
        Self {
            email,
            created_at,
            attempts: 0,
            lease_until: None,
        }
    }
}

#[derive(Serialize)]
struct Keyed<'a> {
    pk: String,
    sk: &'static str,
    kind: &'static str,
    due_shard: &'static str,
    due_at: i64,
    expires: i64,
    #[serde(flatten)]
    reminder: &'a Reminder,
}

impl Reminders {
    /// The reminders in the table that `TABLE_REGISTRATIONS` names.
    ///
    /// # Errors
    /// Names the variable that is missing or wrong.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            table: env.required("TABLE_REGISTRATIONS")?,
        })
    }

    /// Keeps the one reminder of a ticket, due at `due`, in place of an earlier one. Stale while that is being sent.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn keep(
        &self,
        ticket: &Ticket,
        reminder: &Reminder,
        due: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let item: Item = write(
            TABLE,
            &Keyed {
                pk: partition(ticket),
                sk: KIND,
                kind: KIND,
                due_shard: SHARD,
                due_at: due.unix_timestamp(),
                expires: (due + KEPT).unix_timestamp(),
                reminder,
            },
        )?;
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item));
        let sent = put
            .condition_expression("attribute_not_exists(lease_until) OR lease_until < :now")
            .expression_attribute_values(":now", n(millis(reminder.created_at)))
            .send()
            .await;
        written(sent)
    }

    /// The tickets of the reminders that are due at `now`, the longest overdue first, and `most` of them at most. The
    /// index follows the table after a moment, so one may be named that was sent just now.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn due(&self, now: OffsetDateTime, most: i32) -> Result<Vec<Ticket>, StoreError> {
        let query = self.client.query().table_name(&self.table).index_name("due");
        let page = query
            .key_condition_expression("due_shard = :shard AND due_at <= :now")
            .expression_attribute_values(":shard", s(SHARD))
            .expression_attribute_values(":now", n(now.unix_timestamp()))
            .limit(most)
            .send()
            .await?;
        let ticket = |item: &Item| Ticket::parse(item.get("pk")?.as_s().ok()?.split_once('#')?.1);
        Ok(page.items.unwrap_or_default().iter().filter_map(ticket).collect())
    }

    /// Leases a reminder that is due, so that one of any number of callers sends it. None when it is not due, leased, or
    /// gone.
    ///
    /// # Errors
    /// When the table does not answer, and [`StoreError::Corrupt`] for a reminder that cannot be read.
    pub async fn lease(
        &self,
        ticket: &Ticket,
        lease: &str,
        now: OffsetDateTime,
        length: Duration,
    ) -> Result<Option<Reminder>, StoreError> {
        let until = now + length;
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(reminder_key(ticket)))
            .update_expression("SET #lease = :lease, lease_until = :until, due_at = :due")
            .condition_expression(
                "due_at <= :second AND (attribute_not_exists(lease_until) OR lease_until < :now)",
            )
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .expression_attribute_values(":until", n(millis(until)))
            .expression_attribute_values(":now", n(millis(now)))
            .expression_attribute_values(":second", n(now.unix_timestamp()))
            .expression_attribute_values(":due", n(until.unix_timestamp() + 1))
            .return_values(ReturnValue::AllNew)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        match sent {
            Ok(leased) => read(TABLE, leased.attributes.unwrap_or_default()).map(Some),
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(refused)) => {
                    let Some(item) = refused.item().filter(|item| !item.is_empty()) else {
                        return Ok(None);
                    };
                    let is_ours = item
                        .get("lease")
                        .and_then(|held| held.as_s().ok())
                        .is_some_and(|held| held == lease);
                    let reminder = read(TABLE, item.clone())?;
                    // The first answer was lost, and the client retried.
                    Ok(is_ours.then_some(reminder))
                }
                _ => Err(error.into()),
            },
        }
    }

    /// Gives a leased reminder back, with `attempts` failures so far, to be looked at again at `due`.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the reminder is due again.
    pub async fn postpone(
        &self,
        ticket: &Ticket,
        lease: &str,
        attempts: u32,
        due: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(reminder_key(ticket)))
            .update_expression("SET due_at = :due, attempts = :attempts REMOVE #lease, lease_until")
            .condition_expression("#lease = :lease")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .expression_attribute_values(":due", n(due.unix_timestamp()))
            .expression_attribute_values(":attempts", n(attempts))
            .send()
            .await;
        refused_is_stale(sent)
    }

    /// Removes a leased reminder: it was sent, or its place needs none.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the reminder is due again.
    pub async fn remove(&self, ticket: &Ticket, lease: &str) -> Result<Write, StoreError> {
        let sent = self
            .client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(reminder_key(ticket)))
            .condition_expression("#lease = :lease")
            .expression_attribute_names("#lease", "lease")
            .expression_attribute_values(":lease", s(lease))
            .send()
            .await;
        written(sent)
    }

    /// Puts a reminder that is due and cannot be read into quarantine: it is due again after a minute, then after twice
    /// as long each time, up to an hour. None when it is gone. There is no registration that a flag could be about, so
    /// the caller's count and log are all that is said of it.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn quarantine(
        &self,
        ticket: &Ticket,
        now: OffsetDateTime,
    ) -> Result<Option<Quarantined>, StoreError> {
        let get = self.client.get_item().table_name(&self.table);
        let found = get
            .set_key(Some(reminder_key(ticket)))
            .consistent_read(true)
            .send()
            .await?;
        let Some(item) = found.item else {
            return Ok(None);
        };
        let Some(seen) = quarantine::number::<i64>(&item, "due_at") else {
            return Ok(None);
        };
        let times = quarantine::number(&item, quarantine::COUNT).unwrap_or_default();
        let due = now + quarantine::pause_after(times);
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(reminder_key(ticket)))
            .update_expression(format!("SET due_at = :due ADD {} :one", quarantine::COUNT))
            .condition_expression("due_at = :seen")
            .expression_attribute_values(":due", n(due.unix_timestamp()))
            .expression_attribute_values(":seen", n(seen))
            .expression_attribute_values(":one", n(1))
            .send()
            .await;
        let (Write::Done | Write::Stale) = refused_is_stale(sent)?;
        Ok(Some(Quarantined {
            kind: KIND,
            field: quarantine::unreadable::<Reminder>(item),
        }))
    }
}

fn partition(ticket: &Ticket) -> String {
    format!("REMINDER#{}", ticket.as_str())
}

fn reminder_key(ticket: &Ticket) -> Item {
    key(partition(ticket), KIND)
}

fn millis(moment: OffsetDateTime) -> i64 {
    i64::try_from(moment.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX)
}
