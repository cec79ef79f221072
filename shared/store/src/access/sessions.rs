//! Sessions of staff. A session is good while its version is that of its administrator's tokens, so raising that version
//! ends all of them in one write, and deleting the item ends one.

use super::{table::Access, token_version};
use crate::{
    admin::Audit,
    dynamo::{Item, StoreError, condition_failed, get_all, key, n, query_all, read, s, write},
    transaction::{Transaction, Write, incomplete, put_new, transact},
};
use aws_sdk_dynamodb::types::{Delete, TransactWriteItem};
use domain::{Contended, Restriction, Role, session};
use serde::{Deserialize, Serialize};
use time::{OffsetDateTime, serde::timestamp};

/// A session of an administrator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Names it among those of the administrator; in the token.
    #[serde(rename = "sk")]
    pub id: String,
    /// The version of the administrator's tokens that it belongs to.
    pub ver: u64,
    /// The sign-in.
    #[serde(with = "timestamp")]
    pub began: OffsetDateTime,
    /// The last use that was written down.
    #[serde(with = "timestamp")]
    pub last_seen: OffsetDateTime,
    /// What it was begun with, in plain words: "Chrome on Android".
    #[serde(default)]
    pub device: String,
    /// What has to be done first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restriction: Option<Restriction>,
}

impl Session {
    /// When it began and was last used.
    #[must_use]
    pub fn times(&self) -> session::Times {
        session::Times {
            began: self.began,
            last_seen: self.last_seen,
        }
    }
}

/// What the table knows of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRecord {
    /// The version that the tokens of its administrator must bear; none when none was ever given out.
    pub version: Option<u64>,
    /// Its session, unless that has ended.
    pub session: Option<Session>,
    /// When the last token was given out; none before the first.
    pub signed_in: Option<OffsetDateTime>,
}

/// What becomes of the sessions of an account that changes.
#[derive(Debug, Clone, Copy)]
pub enum SessionsAfter<'a> {
    /// They go on.
    Keep,
    /// All end.
    End,
    /// All end, and the one that asks goes on as another.
    Replace(Succession<'a>),
}

/// A session that goes on as another one, under another token, if it has not ended before.
#[derive(Debug, Clone, Copy)]
pub struct Succession<'a> {
    /// The session that asks.
    pub ended: &'a Session,
    /// What it goes on as.
    pub next: &'a Session,
    /// That of the account.
    pub role: Role,
}

impl Access {
    /// What is known of a token of `administrator`, with the session that it names.
    pub async fn token_record(
        &self,
        administrator: &str,
        session: Option<&str>,
    ) -> Result<TokenRecord, StoreError> {
        let keys = [
            Some(token_version::token_key(administrator)),
            session.map(|id| session_key(administrator, id)),
        ];
        let keys: Vec<Item> = keys.into_iter().flatten().collect();
        let mut token_record = TokenRecord {
            version: None,
            session: None,
            signed_in: None,
        };
        for item in get_all(&self.client, &self.table, &keys).await? {
            if item.get("sk") == token_version::token_key(administrator).get("sk") {
                token_record.version = Some(token_version::version(&item)?);
                token_record.signed_in = token_version::signed_in(&item);
            } else {
                token_record.session = Some(read("access", item)?);
            }
        }
        Ok(token_record)
    }

    /// Begins a session of an administrator with `role`.
    pub async fn begin_session(
        &self,
        administrator: &str,
        role: Role,
        session: &Session,
    ) -> Result<(), StoreError> {
        let item = session_item(administrator, role, session)?;
        let put = self.client.put_item().table_name(&self.table);
        put.set_item(Some(item)).send().await?;
        Ok(())
    }

    /// Writes down that a session that was last seen at `seen` is used at `now`. Of many callers one does so; a session
    /// that has ended stays ended.
    pub async fn note_session(
        &self,
        administrator: &str,
        session: &str,
        seen: OffsetDateTime,
        now: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(session_key(administrator, session)))
            .update_expression("SET last_seen = :now")
            .condition_expression("last_seen = :seen")
            .expression_attribute_values(":now", n(now.unix_timestamp()))
            .expression_attribute_values(":seen", n(seen.unix_timestamp()))
            .send()
            .await;
        match sent {
            Err(error) if !condition_failed(&error) => Err(error.into()),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// The sessions of an administrator, those that have run out or belong to an earlier version among them, in no order.
    pub async fn sessions(&self, administrator: &str) -> Result<Vec<Session>, StoreError> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .consistent_read(true)
            .key_condition_expression("pk = :pk")
            .expression_attribute_values(":pk", s(partition(administrator)));
        let items = query_all(query).await?;
        items.into_iter().map(|item| read("access", item)).collect()
    }

    /// Ends sessions, as a part of the transaction that changes their account.
    pub(crate) fn ending(
        &self,
        administrator: &str,
        sessions: SessionsAfter<'_>,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let raise = self.raise(administrator);
        let (raise, replacement) = match sessions {
            SessionsAfter::Keep => return Ok(Vec::new()),
            SessionsAfter::End => (raise, Vec::new()),
            SessionsAfter::Replace(succession) => {
                // Ended by another request meanwhile, it must not go on as another one.
                let raise = raise
                    .condition_expression("ver = :version")
                    .expression_attribute_values(":version", n(succession.ended.ver));
                (raise, self.succession(administrator, succession)?)
            }
        };
        let raise = raise.build().map_err(incomplete)?;
        let raise = TransactWriteItem::builder().update(raise).build();
        Ok([raise].into_iter().chain(replacement).collect())
    }

    /// Replaces a session that goes on by another, as a part of a transaction.
    fn succession(
        &self,
        administrator: &str,
        Succession { ended, next, role }: Succession<'_>,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let begun = put_new(&self.table, session_item(administrator, role, next)?)?;
        Ok(vec![self.removal(administrator, &ended.id)?, begun])
    }

    /// Ends a session that goes on, as a part of a transaction.
    fn removal(&self, administrator: &str, session: &str) -> Result<TransactWriteItem, StoreError> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(session_key(administrator, session)))
            .condition_expression("attribute_exists(pk)")
            .build()
            .map_err(incomplete)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// Ends one session of an administrator, with the audit entry of it. If it is their own doing, the
    /// session that asks goes on as another. `Stale` when one of the two has ended before.
    pub async fn end_session(
        &self,
        administrator: &str,
        session: &str,
        own: Option<Succession<'_>>,
        audit: Audit<'_>,
    ) -> Result<Write, StoreError> {
        let mut actions = vec![self.removal(administrator, session)?, audit.put()?];
        if let Some(succession) = own {
            actions.extend(self.succession(administrator, succession)?);
        }
        match transact(&self.client, actions).await? {
            Transaction::Done => Ok(Write::Done),
            Transaction::Refused(_) => Ok(Write::Stale),
            Transaction::Conflict => Err(Contended("a session").into()),
        }
    }
}

fn session_item(administrator: &str, role: Role, session: &Session) -> Result<Item, StoreError> {
    let mut item = write("access", session)?;
    let expires = session.began + session::lifetime(role);
    item.insert("expires".to_owned(), n(expires.unix_timestamp()));
    item.extend(session_key(administrator, &session.id));
    Ok(item)
}

fn partition(administrator: &str) -> String {
    format!("SESSION#{administrator}")
}

fn session_key(administrator: &str, session: &str) -> Item {
    key(partition(administrator), session)
}
