//! Addresses that messages do not go to: mail came back for good or was called spam, whatever mail it was, or their reader asked
//! for no more of them.

use super::{KEPT, Recipients};
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, key, n, query_all, read, s, text, write},
    registrations::TABLE,
    transaction::{Write, incomplete, transact, written},
};
use aws_sdk_dynamodb::types::{Delete, Put, TransactWriteItem};
use domain::{Email, Word};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use time::OffsetDateTime;

/// A few of a hundred addresses are, so all are in one partition, and one Query finds them.
const PARTITION: &str = "UNREACHABLE#0";
const KIND: &str = "UNREACHABLE";

/// The condition of keeping a lesser cause: that messages are not wanted stays.
const UNWANTED_STAYS: &str = "attribute_not_exists(pk) OR cause = :bounced";

/// Why messages do not go to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnreachableCause {
    /// It came back for good.
    Bounced,
    /// Its reader called it spam.
    Complained,
    /// Its reader asked for no more messages. What is about their own order reaches them.
    Asked,
}

impl Word for UnreachableCause {
    fn as_str(self) -> &'static str {
        match self {
            Self::Bounced => "bounced",
            Self::Complained => "complained",
            Self::Asked => "asked",
        }
    }
}

/// An address that messages do not go to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreachable {
    /// The address.
    pub email: Email,
    /// Why.
    pub cause: UnreachableCause,
    /// Since when that is known.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

/// An address that messages do not go to, as far as that can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The address.
    pub email: Email,
    /// Why.
    pub cause: UnreachableCause,
    /// Since when; None where that cannot be read.
    pub since: Option<OffsetDateTime>,
}

impl Recipients {
    /// The addresses that messages do not go to, as of this moment. One of which it cannot be read why is among them.
    pub async fn left_out(&self) -> Result<Vec<LeftOut>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let query = query
            .key_condition_expression("pk = :unreachable")
            .expression_attribute_values(":unreachable", s(PARTITION))
            .consistent_read(true);
        let items = query_all(query).await?.into_iter();
        Ok(items.filter_map(left_out).collect())
    }

    /// The same, each with why.
    pub async fn unreachable(&self) -> Result<HashMap<Email, UnreachableCause>, StoreError> {
        let left_out = self.left_out().await?.into_iter();
        Ok(left_out.map(|one| (one.email, one.cause)).collect())
    }

    /// Why messages do not go to an address, as of this moment; None where they do.
    pub async fn unreachable_at(&self, email: &Email) -> Result<Option<UnreachableCause>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let query = query
            .key_condition_expression("pk = :unreachable AND sk = :email")
            .expression_attribute_values(":unreachable", s(PARTITION))
            .expression_attribute_values(":email", s(email.as_str()))
            .consistent_read(true);
        let found = query_all(query).await?.into_iter().next();
        Ok(found.and_then(left_out).map(|one| one.cause))
    }

    /// Keeps that mail does not reach an address. Whose reader called one spam, or asked for none, wants none, also where later
    /// mail comes back.
    pub async fn keep_unreachable(&self, unreachable: &Unreachable) -> Result<(), StoreError> {
        let item = item_of(unreachable)?;
        let put = self.client.put_item().table_name(&self.table);
        let put = put.set_item(Some(item));
        let put = match unreachable.cause {
            UnreachableCause::Complained => put,
            UnreachableCause::Bounced | UnreachableCause::Asked => put
                .condition_expression(UNWANTED_STAYS)
                .expression_attribute_values(":bounced", s(UnreachableCause::Bounced.as_str())),
        };
        let (Write::Done | Write::Stale) = written(put.send().await)?;
        Ok(())
    }

    /// Leaves an address out of messages, as its reader asks, with the audit entry of who did it. Stale where messages are not
    /// wanted there already.
    pub async fn leave_out(
        &self,
        email: &Email,
        at: OffsetDateTime,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let item = item_of(&Unreachable {
            email: email.clone(),
            cause: UnreachableCause::Asked,
            at,
        })?;
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression(UNWANTED_STAYS)
            .expression_attribute_values(":bounced", s(UnreachableCause::Bounced.as_str()))
            .build()
            .map_err(incomplete)?;
        let actions = vec![TransactWriteItem::builder().put(put).build(), audit.put()?];
        Ok(transact(&self.client, actions).await?.written())
    }

    /// Lets messages go again to an address whose reader had asked for none. Stale where they had not.
    pub async fn let_in(&self, email: &Email, audit: Audit<'_>) -> Result<Write, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(key(PARTITION, email.as_str())))
            .condition_expression("cause = :asked")
            .expression_attribute_values(":asked", s(UnreachableCause::Asked.as_str()))
            .build()
            .map_err(incomplete)?;
        let actions = vec![TransactWriteItem::builder().delete(delete).build(), audit.put()?];
        Ok(transact(&self.client, actions).await?.written())
    }

    /// Forgets that mail came back from an address: one has arrived there. Whose reader called it spam wants none all the same.
    pub async fn forget_unreachable(&self, email: &Email) -> Result<(), StoreError> {
        let delete = self.client.delete_item().table_name(&self.table);
        let sent = delete
            .set_key(Some(key(PARTITION, email.as_str())))
            .condition_expression("cause = :bounced")
            .expression_attribute_values(":bounced", s(UnreachableCause::Bounced.as_str()))
            .send()
            .await;
        let (Write::Done | Write::Stale) = written(sent)?;
        Ok(())
    }
}

fn item_of(unreachable: &Unreachable) -> Result<Item, StoreError> {
    let mut item = write(TABLE, unreachable)?;
    item.insert("kind".to_owned(), s(KIND));
    item.insert("expires".to_owned(), n((unreachable.at + KEPT).unix_timestamp()));
    item.extend(key(PARTITION, unreachable.email.as_str()));
    Ok(item)
}

/// One that cannot be read must not keep a message from everybody else, and that it is there says that mail came back.
fn left_out(item: Item) -> Option<LeftOut> {
    let Ok(email) = Email::parse(text(&item, "sk")) else {
        // It is nobody's.
        tracing::error!("an address that messages do not go to cannot be read");
        return None;
    };
    Some(match read::<Unreachable>(TABLE, item) {
        Ok(Unreachable { email, cause, at }) => LeftOut {
            email,
            cause,
            since: Some(at),
        },
        Err(error) => {
            tracing::error!(%error, "why messages do not go to an address cannot be read");
            LeftOut {
                email,
                cause: UnreachableCause::Bounced,
                since: None,
            }
        }
    })
}
