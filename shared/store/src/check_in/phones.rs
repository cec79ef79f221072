//! Phones at the doors, as they last reported themselves, and what is to be shown on them. Both are forgotten by themselves.

use super::{CheckIns, TABLE, item};
use crate::dynamo::{Item, StoreError, key, n, query_all, read, s};
use domain::Role;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use time::{Duration, OffsetDateTime};

/// How long a phone that is silent is shown.
const PHONE_KEPT: Duration = Duration::days(3);

/// How long a message waits for its phone. It may name somebody, and is not kept longer than it can be of use.
const MESSAGE_KEPT: Duration = Duration::hours(12);

const PHONES: &str = "PHONES";
const MESSAGES: &str = "PHONE_MESSAGES";

/// A phone, by the session that it has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phone {
    /// The session.
    pub session: String,
    /// The identifier of the account.
    pub account: String,
    /// The account's name.
    pub username: String,
    /// The role that it was signed in with, which says when its session runs out.
    pub role: Role,
    /// What the device is called.
    pub device: String,
    /// The list that it is at.
    pub list: String,
    /// How many scans and undos it has not sent yet.
    pub unsent: u64,
    /// Of when its roster was, by the server's clock; None while it has none.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub roster_at: Option<OffsetDateTime>,
    /// When it was last heard of.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// The last message that somebody has seen on it.
    #[serde(default)]
    pub seen: String,
}

/// Something that is to be shown on a phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhoneMessage {
    /// Tells it from another one of the same words.
    pub id: String,
    /// What is said.
    pub text: String,
    /// By whom.
    pub by: String,
    /// Since when.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

fn lasting(mut item: Item, now: OffsetDateTime, kept: Duration) -> Item {
    item.insert("expires".to_owned(), n((now + kept).unix_timestamp()));
    item
}

/// Time to live may take an item days after it is over.
fn is_over(item: &Item, now: OffsetDateTime) -> bool {
    let expires = item.get("expires").and_then(|value| value.as_n().ok());
    let expires = expires.and_then(|expires| expires.parse::<i64>().ok());
    expires.is_none_or(|expires| expires <= now.unix_timestamp())
}

impl CheckIns {
    /// Keeps how a phone is, and gives back what is to be shown on it.
    pub async fn heard_of(&self, phone: &Phone) -> Result<Option<PhoneMessage>, StoreError> {
        let reported = item(phone, key(PHONES, phone.session.as_str()))?;
        let put = self.client.put_item().table_name(&self.table);
        put.set_item(Some(lasting(reported, phone.at, PHONE_KEPT)))
            .send()
            .await?;
        let found = self.client.get_item().table_name(&self.table);
        let found = found
            .set_key(Some(key(MESSAGES, phone.session.as_str())))
            .send()
            .await?;
        let found = found.item.filter(|item| !is_over(item, phone.at));
        found.map(|item| read(TABLE, item)).transpose()
    }

    /// The phones of the last days, each with the message that it has or will get.
    pub async fn phones(
        &self,
        now: OffsetDateTime,
    ) -> Result<Vec<(Phone, Option<PhoneMessage>)>, StoreError> {
        let all = async |partition: &str| {
            let query = self.client.query().table_name(&self.table);
            let items = query_all(
                query
                    .key_condition_expression("pk = :all")
                    .expression_attribute_values(":all", s(partition)),
            );
            let mut items = items.await?;
            items.retain(|item| !is_over(item, now));
            Ok::<_, StoreError>(items)
        };
        let mut messages = HashMap::new();
        for item in all(MESSAGES).await? {
            let session = crate::dynamo::text(&item, "sk").to_owned();
            messages.insert(session, read(TABLE, item)?);
        }
        let phones = all(PHONES).await?.into_iter();
        phones
            .map(|item| {
                let phone: Phone = read(TABLE, item)?;
                let message = messages.remove(&phone.session);
                Ok((phone, message))
            })
            .collect()
    }

    /// Keeps what is to be shown on a phone, in the place of what was before.
    pub async fn say_on(&self, session: &str, message: &PhoneMessage) -> Result<(), StoreError> {
        let said = item(message, key(MESSAGES, session))?;
        let put = self.client.put_item().table_name(&self.table);
        put.set_item(Some(lasting(said, message.at, MESSAGE_KEPT)))
            .send()
            .await?;
        Ok(())
    }
}
