//! What happened to the mails about an order, for the timeline of its candidate.

use super::entry::mail_key;
use crate::{
    dynamo::{StoreError, attribute},
    registrations::table::{Registrations, TABLE},
    transaction::{Write, refused_is_stale},
};
use aws_sdk_dynamodb::types::{AttributeValue, builders::UpdateBuilder};
use domain::{OrderId, Stored, Word};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// Something that happened to a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailNews {
    /// When, or when we learned of it.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// What.
    pub what: Stored<MailHappening>,
    /// The mail service's id of the mail.
    pub message_id: String,
}

/// What can happen to a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailHappening {
    /// The mail service took the pass: after the payment, or because an administrator asked for it.
    Sent,
    /// The mail service took a mail with every pass of the address, which a visitor asked for.
    Asked,
    /// It came back.
    Bounced,
    /// Its reader called it spam.
    Complained,
    /// It arrived, after an earlier one had come back.
    Delivered,
}

/// What the calendar's entry in the last mail said, so that the next one can say whether that has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarEntry {
    /// A digest of what it said.
    pub digest: String,
    /// How often that has changed.
    pub sequence: u32,
    /// When it changed last.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

impl Word for MailHappening {
    fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Asked => "asked",
            Self::Bounced => "bounced",
            Self::Complained => "complained",
            Self::Delivered => "delivered",
        }
    }
}

/// In the SET of an update, with the values of [`with_news`].
pub(super) const ADD_NEWS: &str = "history = list_append(if_not_exists(history, :none), :news)";

pub(super) fn with_news(
    update: UpdateBuilder,
    at: OffsetDateTime,
    what: MailHappening,
    message_id: &str,
) -> Result<UpdateBuilder, StoreError> {
    let news = MailNews {
        at,
        what: what.into(),
        message_id: message_id.to_owned(),
    };
    Ok(update
        .expression_attribute_values(":none", AttributeValue::L(Vec::new()))
        .expression_attribute_values(":news", AttributeValue::L(vec![attribute(TABLE, &news)?])))
}

impl Registrations {
    /// Adds to the history of an order's mail that its pass went out with every pass of its address. Stale for an order
    /// without a mail of its own.
    pub async fn mail_asked_for(
        &self,
        id: &OrderId,
        message_id: &str,
        at: OffsetDateTime,
        calendar: Option<&CalendarEntry>,
    ) -> Result<Write, StoreError> {
        let news = MailNews {
            at,
            what: MailHappening::Asked.into(),
            message_id: message_id.to_owned(),
        };
        let mut set = format!("SET {ADD_NEWS}");
        let mut update = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(mail_key(id)))
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":none", AttributeValue::L(Vec::new()))
            .expression_attribute_values(":news", AttributeValue::L(vec![attribute(TABLE, &news)?]));
        if let Some(calendar) = calendar {
            set.push_str(", calendar = :calendar");
            update = update.expression_attribute_values(":calendar", attribute(TABLE, calendar)?);
        }
        refused_is_stale(update.update_expression(set).send().await)
    }
}
