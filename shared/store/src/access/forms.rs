//! Forms that have made something: one that is sent again with its key makes nothing a second time.

use super::table::Access;
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, key, n, read, write},
    transaction::{self, Transaction},
};
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use serde::{Deserialize, Serialize};

/// What the key of a form was used for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedKey {
    /// A digest of what it came with: the same key with something else is refused.
    pub fingerprint: String,
    /// The identifier of what the form has made.
    pub made: String,
    /// When it is forgotten, in epoch seconds.
    pub expires: i64,
}

/// That a form uses its key, in the transaction that writes what it makes.
#[derive(Debug, Clone)]
pub struct KeyUse<'a> {
    /// Where it is noted.
    pub access: &'a Access,
    /// The key.
    pub key: &'a str,
    /// What it is used for.
    pub used: UsedKey,
}

/// How the writing of something new ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Made {
    /// Written.
    Done,
    /// The form's key was used, or others held what is written, at the same moment; nothing was written.
    Met,
}

impl Access {
    /// What the key of a form was used for.
    pub async fn used_key(&self, text: &str) -> Result<Option<UsedKey>, StoreError> {
        let found = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(form_key(text)))
            .consistent_read(true)
            .send()
            .await?;
        found.item.map(|item| read("access", item)).transpose()
    }
}

impl KeyUse<'_> {
    fn put(&self) -> Result<TransactWriteItem, StoreError> {
        let mut item = write("access", &self.used)?;
        item.insert("expires".to_owned(), n(self.used.expires));
        item.extend(form_key(self.key));
        transaction::put_new(&self.access.table, item)
    }
}

/// Writes something new with its audit entry and the key of its form; or nothing.
pub(crate) async fn make(
    client: &Client,
    new: TransactWriteItem,
    audit: Audit<'_>,
    key: Option<&KeyUse<'_>>,
) -> Result<Made, StoreError> {
    let actions = actions(new, audit, key)?;
    Ok(Made::by(transaction::transact(client, actions).await?))
}

/// The same with what must be there for it, and what is written beside it; None where the former is not.
pub(crate) async fn make_in(
    client: &Client,
    new: TransactWriteItem,
    audit: Audit<'_>,
    key: Option<&KeyUse<'_>>,
    place: TransactWriteItem,
    beside: Option<TransactWriteItem>,
) -> Result<Option<Made>, StoreError> {
    let mut actions = actions(new, audit, key)?;
    let place_at = actions.len();
    actions.push(place);
    actions.extend(beside);
    Ok(match transaction::transact(client, actions).await? {
        Transaction::Refused(refused) if refused == [place_at] => None,
        ended => Some(Made::by(ended)),
    })
}

impl Made {
    fn by(ended: Transaction) -> Self {
        match ended {
            Transaction::Done => Self::Done,
            Transaction::Refused(_) | Transaction::Conflict => Self::Met,
        }
    }
}

fn actions(
    new: TransactWriteItem,
    audit: Audit<'_>,
    key: Option<&KeyUse<'_>>,
) -> Result<Vec<TransactWriteItem>, StoreError> {
    let key = key.map(KeyUse::put).transpose()?;
    Ok([new, audit.put()?].into_iter().chain(key).collect())
}

fn form_key(text: &str) -> Item {
    key(format!("FORM#{text}"), "FORM")
}
