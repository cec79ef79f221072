//! Requests of visitors for a mail with all passes of an address, until they are answered and for a pause after it. They
//! are in table registrations, which has the stream that answers them at once and the index `due` that answers them
//! late.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | request | `PASS_REQUEST#<email>` | `PASS_REQUEST` | `kind`, `email`, `asked_at`, `attempts`, `lease`, `lease_until`, `due_shard`, `due_at`, `quiet_until`, `mailed`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | ask | UpdateItem, unless one waits or was answered a moment ago |
//! | the requests that are due | Query of the partition `DUE#PASS_REQUEST#0` of index `due`, the longest overdue first |
//! | lease a request | UpdateItem, if it is due and not leased |
//! | try it again later | UpdateItem on its lease |
//! | answer it | UpdateItem on its lease |
//! | quarantine it | GetItem, UpdateItem on the `due_at` that was read |
//!
//! Whether the address has a pass is looked up when the request is answered: asking does the same for every address.

use crate::{
    dynamo::{StoreError, millis, n, write},
    mail_queue::{MailQueue, Queued, QueuedMail},
    registrations::TABLE,
    transaction::{Write, refused_is_stale},
};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::Email;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long after it was asked TTL may take a request that nobody could answer.
const KEPT: Duration = Duration::days(3);

/// The requests, by address.
pub type PassRequests = MailQueue<PassRequest>;

/// A request for the passes of an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassRequest {
    /// Whose passes, and where they go.
    pub email: Email,
    /// When it was asked.
    #[serde(with = "time::serde::rfc3339")]
    pub asked_at: OffsetDateTime,
    /// How often it could not be answered.
    #[serde(default)]
    pub attempts: u32,
    /// When earlier requests of this day were answered with a mail, the first of them first, in epoch milliseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    mailed: Vec<i64>,
    /// Until when a sender has it, in epoch milliseconds. Here, so that a word in its place makes the item
    /// unreadable instead of leased for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease_until: Option<i64>,
}

impl PassRequest {
    /// When the address was mailed since `moment`, the first mail first.
    #[must_use]
    pub fn mailed_since(&self, moment: OffsetDateTime) -> Vec<OffsetDateTime> {
        let since = self.mailed.iter().filter(|at| **at > millis(moment));
        since
            .filter_map(|at| OffsetDateTime::from_unix_timestamp_nanos(i128::from(*at) * 1_000_000).ok())
            .collect()
    }
}

impl QueuedMail for PassRequest {
    type Id = Email;

    const KIND: &'static str = "PASS_REQUEST";
    const SHARD: &'static str = "DUE#PASS_REQUEST#0";

    fn key(id: &Email) -> &str {
        id.as_str()
    }

    fn id(key: &str) -> Option<Email> {
        Email::parse(key).ok()
    }

    fn attempts(&self) -> u32 {
        self.attempts
    }
}

impl PassRequests {
    /// Asks for the passes of an address, due at once. Stale while an earlier request waits, and until the pause after
    /// its answer is over.
    pub async fn ask(&self, email: &Email, now: OffsetDateTime) -> Result<Write, StoreError> {
        let request = PassRequest {
            email: email.clone(),
            asked_at: now,
            attempts: 0,
            mailed: Vec::new(),
            lease_until: None,
        };
        // What was mailed before stays.
        let item = write(TABLE, &Queued::new(email, &request, now, now + KEPT))?;
        let mut update = self.client.update_item().table_name(&self.table);
        let mut set = Vec::new();
        for (name, value) in item {
            if matches!(name.as_str(), "pk" | "sk") {
                update = update.key(name, value);
            } else {
                set.push(format!("#{name} = :{name}"));
                update = update
                    .expression_attribute_names(format!("#{name}"), &name)
                    .expression_attribute_values(format!(":{name}"), value);
            }
        }
        let sent = update
            .update_expression(format!("SET {} REMOVE quiet_until", set.join(", ")))
            .condition_expression("attribute_not_exists(pk) OR quiet_until <= :now")
            .expression_attribute_values(":now", n(millis(now)))
            .send()
            .await;
        refused_is_stale(sent)
    }

    /// Ends a leased request, whatever its answer. The same address is not answered again before `quiet_until`, and the
    /// next request knows of the mails of `mailed`.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the request is due again.
    pub async fn answered(
        &self,
        email: &Email,
        lease: &str,
        mailed: &[OffsetDateTime],
        quiet_until: OffsetDateTime,
    ) -> Result<Write, StoreError> {
        let known_until = mailed.last().map(|last| *last + Duration::DAY);
        let expires = quiet_until.max(known_until.unwrap_or(quiet_until));
        let mailed = mailed.iter().map(|at| n(millis(*at))).collect();
        let sent = self
            .update_leased(email, lease)
            .update_expression(
                "SET quiet_until = :quiet, mailed = :mailed, expires = :expires REMOVE #lease, lease_until, due_shard, due_at",
            )
            .expression_attribute_values(":quiet", n(millis(quiet_until)))
            .expression_attribute_values(":mailed", AttributeValue::L(mailed))
            .expression_attribute_values(":expires", n(expires.unix_timestamp()))
            .send()
            .await;
        refused_is_stale(sent)
    }
}
