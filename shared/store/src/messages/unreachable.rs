//! Addresses that mail does not reach, or that want none: what came back for good or was called spam, whatever mail it was.

use super::{KEPT, Recipients};
use crate::{
    dynamo::{Item, StoreError, key, n, query_all, read, s, text, write},
    registrations::TABLE,
    transaction::{Write, written},
};
use domain::{Email, Word};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use time::OffsetDateTime;

/// A few of a hundred addresses are, so all are in one partition, and one Query finds them.
const PARTITION: &str = "UNREACHABLE#0";
const KIND: &str = "UNREACHABLE";

/// Why mail does not reach an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnreachableCause {
    /// It came back for good.
    Bounced,
    /// Its reader called it spam.
    Complained,
}

impl Word for UnreachableCause {
    fn as_str(self) -> &'static str {
        match self {
            Self::Bounced => "bounced",
            Self::Complained => "complained",
        }
    }
}

/// An address that mail does not reach.
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

impl Recipients {
    /// The addresses that mail does not reach, as of this moment. One of which it cannot be read why is among them.
    pub async fn unreachable(&self) -> Result<HashMap<Email, UnreachableCause>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let query = query
            .key_condition_expression("pk = :unreachable")
            .expression_attribute_values(":unreachable", s(PARTITION))
            .consistent_read(true);
        let mut all = HashMap::new();
        for item in query_all(query).await? {
            match Email::parse(text(&item, "sk")) {
                Ok(email) => {
                    all.insert(email, cause_of(item));
                }
                // It is nobody's.
                Err(_) => tracing::error!("an address that mail does not reach cannot be read"),
            }
        }
        Ok(all)
    }

    /// Why mail does not reach an address, as of this moment; None where it does.
    pub async fn unreachable_at(&self, email: &Email) -> Result<Option<UnreachableCause>, StoreError> {
        let query = self.client.query().table_name(&self.table);
        let query = query
            .key_condition_expression("pk = :unreachable AND sk = :email")
            .expression_attribute_values(":unreachable", s(PARTITION))
            .expression_attribute_values(":email", s(email.as_str()))
            .consistent_read(true);
        let found = query_all(query).await?.into_iter().next();
        Ok(found.map(cause_of))
    }

    /// Keeps that mail does not reach an address. Whose reader called one spam wants none, also where later mail comes back.
    pub async fn keep_unreachable(&self, unreachable: &Unreachable) -> Result<(), StoreError> {
        let Unreachable { email, cause, at } = unreachable;
        let mut item = write(TABLE, unreachable)?;
        item.insert("kind".to_owned(), s(KIND));
        item.insert("expires".to_owned(), n((*at + KEPT).unix_timestamp()));
        item.extend(key(PARTITION, email.as_str()));
        let put = self.client.put_item().table_name(&self.table);
        let put = put.set_item(Some(item));
        let put = match cause {
            UnreachableCause::Complained => put,
            UnreachableCause::Bounced => put
                .condition_expression("attribute_not_exists(pk) OR cause <> :complained")
                .expression_attribute_values(":complained", s(UnreachableCause::Complained.as_str())),
        };
        let (Write::Done | Write::Stale) = written(put.send().await)?;
        Ok(())
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

/// Why mail does not reach the address of an item. One that cannot be read must not keep a message from everybody else, and
/// that it is there says that mail came back.
fn cause_of(item: Item) -> UnreachableCause {
    match read::<Unreachable>(TABLE, item) {
        Ok(unreachable) => unreachable.cause,
        Err(error) => {
            tracing::error!(%error, "why mail does not reach an address cannot be read");
            UnreachableCause::Bounced
        }
    }
}
