//! The audit log without what it says about candidates: who did what and when stays.

use super::EventClosing;
use crate::{
    admin::audit::{AuditEntry, AuditKind},
    dynamo::{Item, StoreError, attribute, key, read, s, text},
};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use time::OffsetDateTime;

/// Members of an entry that say nothing about a person. Any other value is taken out, one that somebody
/// adds and forgets here too.
const KEPT: [&str; 29] = [
    "admissions",
    "amount",
    "at",
    "candidates",
    "closes_at",
    "counter_closes_at",
    "event_over",
    "examName",
    "export",
    "collegeId",
    "collegeName",
    "course_category",
    "exam_preference",
    "flag",
    "found",
    "job",
    "list",
    "mended",
    "opens_at",
    "order_amount",
    "packageName",
    "payment_mode",
    "refund_id",
    "refundable",
    "removed",
    "sent_at",
    "status",
    "type",
    "validity",
];

/// What stays of an entry that cannot be read.
const KEPT_UNREAD: [&str; 5] = ["pk", "sk", "at", "username", "action"];

/// There are no entries before it.
const FIRST_YEAR: i32 = 2025;

/// What stands in the place of a value.
const REMOVED: &str = "(removed when the event was closed)";

/// The months of the log, `YYYY-MM`, from the product's first to that of a moment.
#[must_use]
pub fn months_until(now: OffsetDateTime) -> Vec<String> {
    let months = |at: OffsetDateTime| at.year() * 12 + i32::from(u8::from(at.month())) - 1;
    (FIRST_YEAR * 12..=months(now))
        .map(|month| format!("{}-{:02}", month.div_euclid(12), month.rem_euclid(12) + 1))
        .collect()
}

/// What one page of the redaction did.
#[derive(Debug, Default)]
pub struct Redacted {
    /// How many entries it changed.
    pub entries: u64,
    /// How many of these could not be read, and were emptied.
    pub unread: u64,
    /// Where the next page begins; None at the end of the month.
    pub next: Option<HashMap<String, AttributeValue>>,
}

impl EventClosing {
    /// Redacts a page of a month of the log. An entry that is redacted already does not change.
    pub async fn redact(
        &self,
        month: &str,
        from: Option<HashMap<String, AttributeValue>>,
    ) -> Result<Redacted, StoreError> {
        let page = self
            .client
            .query()
            .table_name(&self.admin)
            .key_condition_expression("pk = :month")
            .expression_attribute_values(":month", s(format!("AUDIT#{month}")))
            .consistent_read(true)
            .set_exclusive_start_key(from)
            .send()
            .await?;
        let mut redacted = Redacted {
            next: page.last_evaluated_key,
            ..Redacted::default()
        };
        for item in page.items.unwrap_or_default() {
            match read::<AuditEntry>("admin", item.clone()) {
                Ok(entry) => redacted.entries += u64::from(self.redact_one(&item, &entry).await?),
                Err(_) => {
                    let is_emptied = u64::from(self.blank(item).await?);
                    redacted.entries += is_emptied;
                    redacted.unread += is_emptied;
                }
            }
        }
        Ok(redacted)
    }

    async fn redact_one(&self, item: &Item, entry: &AuditEntry) -> Result<bool, StoreError> {
        let place = key(text(item, "pk"), text(item, "sk"));
        let (before, after) = (without(entry, &entry.before), without(entry, &entry.after));
        if (&before, &after) == (&entry.before, &entry.after) {
            return Ok(false);
        }
        self.client
            .update_item()
            .table_name(&self.admin)
            .set_key(Some(place))
            .update_expression("SET #before = :before, #after = :after")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_names("#before", "before")
            .expression_attribute_names("#after", "after")
            .expression_attribute_values(":before", attribute("admin", &before)?)
            .expression_attribute_values(":after", attribute("admin", &after)?)
            .send()
            .await?;
        Ok(true)
    }
}

impl EventClosing {
    /// Takes everything out of an entry that cannot be read but who did what and when: nobody can tell what else in it is
    /// about a person, and the others do not wait for it.
    async fn blank(&self, item: Item) -> Result<bool, StoreError> {
        let mut blank = item.clone();
        blank.retain(|name, value| KEPT_UNREAD.contains(&name.as_str()) && value.is_s());
        if blank == item {
            return Ok(false);
        }
        let put = self.client.put_item().table_name(&self.admin);
        put.set_item(Some(blank)).send().await?;
        Ok(true)
    }
}

/// A state without what is personal, as far as an entry of this kind can have any.
fn without(entry: &AuditEntry, state: &Value) -> Value {
    match AuditKind::of(&entry.action) {
        AuditKind::Candidates
        | AuditKind::Payments
        | AuditKind::Passes
        | AuditKind::Attention
        | AuditKind::System => cleaned(state),
        AuditKind::Catalogue | AuditKind::Content | AuditKind::Tills | AuditKind::Accounts => state.clone(),
    }
}

fn cleaned(state: &Value) -> Value {
    match state {
        Value::Object(members) => {
            let cleaned = members.iter().map(|(name, value)| {
                let keeps = KEPT.contains(&name.as_str()) || value.is_null();
                (name.clone(), if keeps { value.clone() } else { json!(REMOVED) })
            });
            Value::Object(cleaned.collect::<Map<_, _>>())
        }
        Value::Null => Value::Null,
        _ => json!(REMOVED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Entropy;
    use time::macros::datetime;

    fn entry(action: &str, after: Value) -> AuditEntry {
        let (at, entropy) = (OffsetDateTime::UNIX_EPOCH, Entropy::system());
        AuditEntry::new(at, &entropy, "asha", action, "C1", Value::Null, after)
    }

    #[test]
    fn only_what_is_known_to_say_nothing_about_a_person_stays_of_an_entry_about_one() {
        let after =
            json!({ "name": "Asha", "order_amount": 1850, "nickname": { "of": "Asha" }, "phone2": null });
        let entry = entry("candidate.created", after);
        let expected = json!({
            "name": REMOVED, "order_amount": 1850, "nickname": REMOVED, "phone2": null,
        });
        assert_eq!(without(&entry, &entry.after), expected);
        assert_eq!(cleaned(&expected), expected, "a second time changes nothing");
    }

    #[test]
    fn the_months_of_the_log_are_all_since_the_first() {
        let months = months_until(datetime!(2026-02-28 23:59 UTC));
        assert_eq!(months.len(), 14);
        assert_eq!((months[0].as_str(), months[12].as_str()), ("2025-01", "2026-01"));
        assert_eq!(months[13], "2026-02");
    }

    #[test]
    fn what_was_asked_for_of_the_whole_may_have_been_a_person() {
        let entry = entry("sync.started", json!({ "search": "asha", "candidates": 3 }));
        assert_eq!(
            without(&entry, &entry.after),
            json!({ "search": REMOVED, "candidates": 3 })
        );
    }

    #[test]
    fn what_was_changed_in_the_catalogue_stays() {
        let entry = entry("package.created", json!({ "name": "One Exam" }));
        assert_eq!(without(&entry, &entry.after), entry.after);
    }
}
