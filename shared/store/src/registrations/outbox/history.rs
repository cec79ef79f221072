//! What happened to the mails about an order, for the timeline of its candidate.

use super::entry::mail_key;
use crate::{
    change::ItemChange,
    dynamo::{StoreError, attribute, s},
    order_mails::OrderMails,
    registrations::table::{Registrations, TABLE},
    transaction::{Transaction, Write},
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
#[serde(rename_all = "snake_case")]
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
    /// The mail service took a mail that tells of a refund that is begun.
    RefundBegun,
    /// One that tells of money that went back.
    RefundEnded,
    /// One that tells of a refund that came to nothing.
    RefundFailed,
    /// One that tells of a payment that was never counted and went back.
    AutomaticRefund,
    /// One that tells of a pass that is withdrawn.
    PassWithdrawn,
    /// One that tells of a pass that is accepted again.
    PassRestored,
    /// One with a pass that was corrected.
    Corrected,
    /// One with a pass whose exam was moved.
    Moved,
    /// One with hall and seat.
    HallTicket,
}

/// What the calendar's entry in the last mail said, so that the next one can say whether that has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarEntry {
    /// A digest of what it said.
    pub digest: String,
    /// The SEQUENCE that it was mailed with: of when it changed, so that it is above every earlier one.
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
            Self::RefundBegun => "refund_begun",
            Self::RefundEnded => "refund_ended",
            Self::RefundFailed => "refund_failed",
            Self::AutomaticRefund => "automatic_refund",
            Self::PassWithdrawn => "pass_withdrawn",
            Self::PassRestored => "pass_restored",
            Self::Corrected => "corrected",
            Self::Moved => "moved",
            Self::HallTicket => "hall_ticket",
        }
    }
}

impl MailHappening {
    /// Whether what such a mail is about may change while it is on its way.
    const fn may_change_while_sent(self) -> bool {
        match self {
            Self::PassWithdrawn | Self::PassRestored | Self::Corrected | Self::Moved | Self::HallTicket => {
                true
            }
            Self::Sent
            | Self::Asked
            | Self::Bounced
            | Self::Complained
            | Self::Delivered
            | Self::RefundBegun
            | Self::RefundEnded
            | Self::RefundFailed
            | Self::AutomaticRefund => false,
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

/// What a mail means for the seats that its reader knows of: a hall ticket is sent where it would say something else.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SeatsSaid {
    /// Nothing, or it says the same.
    #[default]
    AsBefore,
    /// It tells these; a digest of them.
    These(String),
    /// A pass that names others, or none. It is no hall ticket, so one is to be sent whatever it says, or that there is no seat.
    Outdated,
}

/// What is kept in the place of a digest that a mail has made outdated: no digest is this. That there was one decides what is
/// sent to who has no seat by then.
const OUTDATED: &str = "OUTDATED";

/// A mail about an order that the mail service has taken.
#[derive(Debug, Clone, Copy)]
pub struct MailTaken<'a> {
    /// About which order.
    pub order_id: &'a OrderId,
    /// What it was.
    pub what: MailHappening,
    /// The mail service's id of it.
    pub message_id: &'a str,
    /// When.
    pub at: OffsetDateTime,
    /// What the calendar's entry in it says, when it has one.
    pub calendar: Option<&'a CalendarEntry>,
    /// What it means for the seats that its reader knows of.
    pub seats: &'a SeatsSaid,
}

impl Registrations {
    /// Adds to the history of an order's mail that its pass went out with every pass of its address. Stale for an order
    /// without a mail of its own.
    pub async fn mail_asked_for(
        &self,
        order_id: &OrderId,
        message_id: &str,
        at: OffsetDateTime,
        calendar: Option<&CalendarEntry>,
    ) -> Result<Write, StoreError> {
        let taken = MailTaken {
            order_id,
            what: MailHappening::Asked,
            message_id,
            at,
            calendar,
            seats: &SeatsSaid::AsBefore,
        };
        self.added(&taken)?.alone(&self.client).await
    }

    /// Takes a leased mail about what became of an order out of its queue, because the mail service has it, and adds it to
    /// the history of the order's mail. An order without one, which was never paid, has no such history.
    ///
    /// # Errors
    /// When the table does not answer. The lease then runs out, and the mail may be sent again.
    pub async fn news_sent(
        &self,
        mails: &OrderMails,
        id: &str,
        lease: &str,
        taken: &MailTaken<'_>,
    ) -> Result<Write, StoreError> {
        let actions = vec![mails.removal(id, lease)?, self.added(taken)?.within()];
        let removed = match self.transact(actions).await? {
            Transaction::Done => return Ok(Write::Done),
            Transaction::Refused(places) if places.contains(&0) => Write::Stale,
            // That it is not sent again comes first.
            Transaction::Refused(_) | Transaction::Conflict => mails.remove(id, lease).await?,
        };
        // What it is about has changed while it was sent, and it is looked at once more: by what it has said.
        if removed == Write::Stale && taken.what.may_change_while_sent() {
            let (Write::Done | Write::Stale) = self.added(taken)?.alone(&self.client).await?;
        }
        Ok(removed)
    }

    fn added(&self, taken: &MailTaken<'_>) -> Result<ItemChange, StoreError> {
        let MailTaken {
            order_id,
            what,
            message_id,
            at,
            calendar,
            seats,
        } = taken;
        let mut set = format!("SET {ADD_NEWS}");
        let mut update =
            ItemChange::begin(&self.table, mail_key(order_id)).condition_expression("attribute_exists(pk)");
        if let Some(calendar) = calendar {
            set.push_str(", calendar = :calendar");
            update = update.expression_attribute_values(":calendar", attribute(TABLE, calendar)?);
        }
        match seats {
            SeatsSaid::AsBefore => {}
            SeatsSaid::These(digest) => {
                set.push_str(", seats = :seats");
                update = update.expression_attribute_values(":seats", s(digest));
            }
            SeatsSaid::Outdated => {
                set.push_str(", seats = :seats");
                update = update.expression_attribute_values(":seats", s(OUTDATED));
            }
        }
        ItemChange::of(with_news(update, *at, *what, message_id)?.update_expression(set))
    }
}
