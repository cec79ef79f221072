//! What was answered to a scan, so that the same scan, sent again, gets the same answer.

use super::{CheckIns, TABLE, item};
use crate::{
    dynamo::{Item, StoreError, key, n, read},
    transaction::{Write, written},
};
use domain::{
    CustomerId, Stored, Word,
    check_in::{Notice, Refusal, ScanPlace},
};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long an answer is kept.
const KEPT: Duration = Duration::hours(48);

/// What a scan was at a list that counts who goes out, where it is neither a first admission nor a second one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Crossed {
    /// Somebody came in again who had gone out.
    Back,
    /// Somebody went out.
    Out,
    /// Somebody went out who was not known to be inside.
    NotIn,
}

impl Word for Crossed {
    fn as_str(self) -> &'static str {
        match self {
            Self::Back => "back",
            Self::Out => "out",
            Self::NotIn => "not_in",
        }
    }
}

/// An answer, without what it says of the person: that is read again. Of an undo, `place` is what it took back, and `double`
/// what goes on counting.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    pub place: Option<ScanPlace>,
    /// The other one, of a person who was let in twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double: Option<ScanPlace>,
    /// What it was, of a scan of somebody who goes out or comes in again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossed: Option<Stored<Crossed>>,
    /// Where they had gone out before, of such a scan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub went_out: Option<ScanPlace>,
}

/// A nonce that was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// The nonce.
    pub nonce: String,
    /// What was sent with it.
    pub fingerprint: String,
    /// The list that it was sent to.
    #[serde(default)]
    pub list: String,
    /// What was answered.
    pub answer: Answer,
    /// Whether its device let somebody in, and that is on record.
    #[serde(default)]
    pub let_in: bool,
    /// Whether the scan was taken back, perhaps before it came.
    #[serde(default)]
    pub undone: bool,
}

impl Used {
    /// A scan that is taken back, whose fields nobody has sent yet.
    #[must_use]
    pub fn undone(nonce: &str) -> Self {
        Self {
            nonce: nonce.to_owned(),
            fingerprint: String::new(),
            list: String::new(),
            answer: Answer::default(),
            let_in: false,
            undone: true,
        }
    }

    /// Whether it was not sent with this.
    #[must_use]
    pub fn is_of_another(&self, fingerprint: &str) -> bool {
        !self.fingerprint.is_empty() && self.fingerprint != fingerprint
    }
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

/// The condition of a nonce whose answer is replaced: its scan has let nobody in so far, and was not taken back.
pub(super) const OUTSIDE: &str = "let_in = :no AND undone = :no";
