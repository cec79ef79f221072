//! The version that an administrator's tokens must bear: a higher one ends all sessions.

use super::table::Access;
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, key, n},
    transaction::{Transaction, incomplete, transact},
};
use aws_sdk_dynamodb::types::{
    AttributeValue, ReturnValue, TransactWriteItem, Update, builders::UpdateBuilder,
};
use domain::Contended;
use time::OffsetDateTime;

/// What a new token of an administrator has to do with those before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewToken {
    /// The version that it gets.
    pub version: u64,
    /// Whether none was given out before.
    pub is_first: bool,
}

impl Access {
    /// Makes every token of an administrator that bears `version` invalid, with the audit entry of it. When they are invalid already, nothing is written.
    pub async fn end_sessions(
        &self,
        administrator: &str,
        version: u64,
        audit: Audit<'_>,
    ) -> Result<(), StoreError> {
        let raise = self
            .raise(administrator)
            .condition_expression("ver = :version")
            .expression_attribute_values(":version", n(version))
            .build()
            .map_err(incomplete)?;
        let raise = TransactWriteItem::builder().update(raise).build();
        match transact(&self.client, vec![raise, audit.put()?]).await? {
            Transaction::Done | Transaction::Refused(_) => Ok(()),
            Transaction::Conflict => Err(Contended("the sessions of an administrator").into()),
        }
    }

    /// Makes every token of an administrator invalid, as a part of a transaction.
    pub(crate) fn raise(&self, administrator: &str) -> UpdateBuilder {
        Update::builder()
            .table_name(&self.table)
            .set_key(Some(token_key(administrator)))
            .update_expression("ADD ver :one")
            .expression_attribute_values(":one", n(1))
    }

    /// The version that a new token of an administrator gets at `now`. The first is 1.
    pub async fn version_for_new_token(
        &self,
        administrator: &str,
        now: OffsetDateTime,
    ) -> Result<NewToken, StoreError> {
        let answer = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(token_key(administrator)))
            .update_expression("SET ver = if_not_exists(ver, :one), signed_in = :now")
            .expression_attribute_values(":now", n(now.unix_timestamp()))
            .expression_attribute_values(":one", n(1))
            .return_values(ReturnValue::AllOld)
            .send()
            .await?;
        let before = answer.attributes.unwrap_or_default();
        Ok(NewToken {
            version: match before.contains_key("ver") {
                true => version(&before)?,
                false => 1,
            },
            is_first: signed_in(&before).is_none(),
        })
    }
}

pub(super) fn token_key(administrator: &str) -> Item {
    key(format!("TOKEN#{administrator}"), "TOKEN")
}

/// When a token was last given out.
pub(super) fn signed_in(item: &Item) -> Option<OffsetDateTime> {
    let seconds = item.get("signed_in")?.as_n().ok()?.parse().ok()?;
    OffsetDateTime::from_unix_timestamp(seconds).ok()
}

pub(super) fn version(item: &Item) -> Result<u64, StoreError> {
    let ver = item
        .get("ver")
        .and_then(|ver| AttributeValue::as_n(ver).ok()?.parse().ok());
    ver.ok_or_else(|| StoreError::Corrupt {
        table: "access",
        cause: "a token version is no number".to_owned(),
    })
}
