//! A mail, before and after SES accepts it, what becomes of it, and how SES may fail.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;

/// One mail as SES accepted it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// Every recipient, joined with `", "` when there are several.
    pub to: String,
    /// The sender as given, with its display name.
    pub from: String,
    /// Where answers go; empty when they go to the sender.
    pub reply_to: String,
    /// How its reader asks for no more of such mails, as the header says it; empty where it does not.
    #[serde(default)]
    pub unsubscribe: String,
    /// The subject line, decoded.
    pub subject: String,
    /// The plain text part; empty when there is none.
    pub text: String,
    /// The HTML part; empty when there is none.
    pub html: String,
    /// Pictures within the HTML, and attachments.
    #[serde(default)]
    pub files: Vec<MailFile>,
    /// When it was accepted.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// What SES answered with.
    pub message_id: String,
}

/// A file of a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailFile {
    /// Its name; empty when it has none.
    pub name: String,
    /// Its media type.
    pub kind: String,
    /// What the HTML calls it after `cid:`; empty for an attachment.
    pub content_id: String,
    /// What is in it, in base 64.
    pub content: String,
}

/// A way for SES to misbehave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// 503 for everything; nothing is accepted.
    Down,
    /// `Throttling`, "Maximum sending rate exceeded"; nothing is accepted.
    Throttled,
    /// `Throttling`, "Daily message quota exceeded"; nothing is accepted.
    QuotaSpent,
    /// `MessageRejected`, "Address blacklisted.": the mail itself is not wanted; nothing is accepted.
    Rejected,
    /// `MessageRejected`, "Sending paused for this account.": as AWS holds an account back; nothing is accepted.
    Paused,
    /// Accepted at once, answered only after this long.
    Slow(Duration),
    /// Accepted, and then the connection closes without an answer.
    DroppedAfterAcceptance,
    /// Accepted, and sent back by the receiving server for good.
    Bounced,
    /// Accepted, delivered, and reported as spam.
    Complained,
}

/// Something that became of a mail.
#[derive(Clone, Debug, PartialEq)]
pub struct MailEvent {
    /// What an event destination calls it, such as `bounce`.
    pub kind: &'static str,
    /// The event as EventBridge hands it over.
    pub event: Value,
}

/// A mail before it is accepted: everything but what SES itself decides.
pub(crate) struct ParsedMail {
    pub(crate) to: Vec<String>,
    pub(crate) from: String,
    pub(crate) reply_to: Vec<String>,
    pub(crate) unsubscribe: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
    pub(crate) files: Vec<MailFile>,
    pub(crate) tags: BTreeMap<String, String>,
    pub(crate) configuration_set: Option<String>,
}
