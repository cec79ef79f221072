//! What was answered to a scan, so that the same scan, sent again, gets the same answer.

use super::{CheckIns, TABLE, item};
use crate::{
    dynamo::{Item, StoreError, key, n, read},
    transaction::{Write, written},
};
use domain::{
    CustomerId, Stored,
    check_in::{Notice, Place, Refusal},
};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long an answer is kept.
const KEPT: Duration = Duration::hours(48);

/// An answer, without what it says of the person: that is read again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Whether the scan admitted.
    #[serde(default)]
    pub admitted: bool,
    /// Why it was refused, when it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Stored<Refusal>>,
    /// What was said of a pass that was in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Stored<Notice>>,
    /// Whose pass it was; None for a code that was nobody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// The admission that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The other one, of a person who was let in twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double: Option<Place>,
}

impl Answer {
    /// Whether it says that the person was in already, by another scan alone.
    #[must_use]
    pub const fn is_already(&self) -> bool {
        !self.admitted && self.reason.is_none() && self.double.is_none()
    }
}

/// A nonce that was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// The nonce.
    pub nonce: String,
    /// What was sent with it.
    pub fingerprint: String,
    /// What was answered.
    pub answer: Answer,
}

pub(super) fn nonce_key(nonce: &str) -> Item {
    key(format!("NONCE#{nonce}"), "NONCE")
}

/// The item of a nonce.
pub(super) fn nonce_item(used: &Used, now: OffsetDateTime) -> Result<Item, StoreError> {
    let mut item = item(used, nonce_key(&used.nonce))?;
    item.insert("expires".to_owned(), n((now + KEPT).unix_timestamp()));
    Ok(item)
}

impl Used {
    /// Reads a nonce. One that is over is none, although TTL may take it days later.
    pub(super) fn read(item: Item, now: OffsetDateTime) -> Result<Option<Self>, StoreError> {
        let expires = item.get("expires").and_then(|value| value.as_n().ok());
        let expires = expires.and_then(|expires| expires.parse::<i64>().ok());
        if expires.is_some_and(|expires| expires <= now.unix_timestamp()) {
            return Ok(None);
        }
        read(TABLE, item).map(Some)
    }
}

impl CheckIns {
    /// Keeps the answer to a scan that admits nobody. Stale when the nonce is used already.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn answer(&self, used: &Used, now: OffsetDateTime) -> Result<Write, StoreError> {
        let put = self.client.put_item().table_name(&self.table);
        let sent = put
            .set_item(Some(nonce_item(used, now)?))
            .condition_expression(FREE)
            .expression_attribute_values(":now", n(now.unix_timestamp()))
            .send()
            .await;
        written(sent)
    }
}

/// The condition of a nonce: nobody has used it, or that is over.
pub(super) const FREE: &str = "attribute_not_exists(pk) OR expires <= :now";

/// The condition of a nonce whose answer is replaced: no double is on record with it yet.
pub(super) const WITHOUT_DOUBLE: &str = "attribute_not_exists(answer.#double)";
