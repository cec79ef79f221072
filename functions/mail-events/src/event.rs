//! What SES publishes to EventBridge, as far as it matters here. Any field may be missing: an incomplete event is no
//! reason for a retry.

use domain::{Email, MailTags, MessageTags, NewsTags};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use store::registrations::outbox::feedback::FeedbackKind;

/// What happened to a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MailEventKind {
    /// It did not arrive and never will; in words for a person.
    Bounced(String),
    /// Its reader reported it as spam; in words for a person.
    Complained(String),
    /// The mail service has taken it.
    Taken,
    /// The receiving server has it.
    Delivered,
    /// It has not arrived yet, or came back in a way that says nothing about the address.
    Delayed,
    /// Something that this function does not ask for.
    Other,
}

/// An event of SES.
#[derive(Debug)]
pub(crate) struct MailEvent {
    pub(crate) kind: MailEventKind,
    pub(crate) message_id: String,
    /// Which mail of ours it is about.
    pub(crate) about: AboutMail,
    /// Where it went; None for an address that is none of ours.
    pub(crate) to: Option<Email>,
}

/// Which mail an event is about.
#[derive(Debug)]
pub(crate) enum AboutMail {
    /// One with a pass.
    Pass(MailTags),
    /// One about what became of an order.
    News(NewsTags),
    /// One of a message of the organisers.
    Message(MessageTags),
    /// Another one, such as a message of the contact form.
    Other,
}

#[derive(Deserialize)]
struct Envelope {
    #[serde(rename = "detail-type")]
    detail_type: String,
    detail: Detail,
}

#[derive(Deserialize)]
struct Detail {
    mail: Mail,
    bounce: Option<Bounce>,
    complaint: Option<Complaint>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Mail {
    message_id: String,
    #[serde(default)]
    destination: Vec<String>,
    #[serde(default)]
    tags: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bounce {
    #[serde(default)]
    bounce_type: String,
    #[serde(default)]
    bounce_sub_type: String,
    #[serde(default)]
    bounced_recipients: Vec<Recipient>,
}

#[derive(Deserialize)]
struct Recipient {
    status: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Complaint {
    complaint_sub_type: Option<String>,
}

impl MailEvent {
    /// What it says against the address, in words for a person; None where it says nothing of the kind.
    pub(crate) fn feedback(&self) -> Option<(FeedbackKind, &str)> {
        match &self.kind {
            MailEventKind::Bounced(reason) => Some((FeedbackKind::Bounced, reason)),
            MailEventKind::Complained(reason) => Some((FeedbackKind::Complained, reason)),
            MailEventKind::Taken
            | MailEventKind::Delivered
            | MailEventKind::Delayed
            | MailEventKind::Other => None,
        }
    }

    /// Reads an event as EventBridge hands it over. None when it is nothing of the kind.
    pub(crate) fn read(event: &Value) -> Option<Self> {
        let Envelope { detail_type, detail } = Envelope::deserialize(event).ok()?;
        let kind = match detail_type.as_str() {
            "Email Bounced" => detail.bounce.map_or(MailEventKind::Delayed, Bounce::feedback),
            "Email Complaint Received" => detail.complaint.map_or(MailEventKind::Other, Complaint::feedback),
            "Email Rejected" => MailEventKind::Bounced(
                "The mail service took the mail and then refused to send it.".to_owned(),
            ),
            "Email Sent" => MailEventKind::Taken,
            "Email Delivered" => MailEventKind::Delivered,
            "Email Delivery Delayed" => MailEventKind::Delayed,
            _ => MailEventKind::Other,
        };
        let tags = detail.mail.tags;
        let tag = |name: &str| tags.get(name)?.first().map(String::as_str);
        let pass = MailTags::read(tag).map(AboutMail::Pass);
        let about = pass
            .or_else(|| NewsTags::read(tag).map(AboutMail::News))
            .or_else(|| MessageTags::read(tag).map(AboutMail::Message));
        let to = detail.mail.destination.first();
        Some(Self {
            kind,
            message_id: detail.mail.message_id,
            about: about.unwrap_or(AboutMail::Other),
            to: to.and_then(|to| Email::parse(to).ok()),
        })
    }
}

impl Bounce {
    /// Only a permanent bounce says something about the address. Of the rest many are answers of a program to a mail
    /// that arrived.
    fn feedback(self) -> MailEventKind {
        if self.bounce_type != "Permanent" {
            return MailEventKind::Delayed;
        }
        let status = self
            .bounced_recipients
            .into_iter()
            .find_map(|recipient| recipient.status);
        MailEventKind::Bounced(match self.bounce_sub_type.as_str() {
            "Suppressed" | "OnAccountSuppressionList" => SUPPRESSED.to_owned(),
            _ => match status.filter(|status| is_status(status)) {
                Some(status) => format!("The receiving server refused the mail for good ({status})."),
                None => "The receiving server refused the mail for good.".to_owned(),
            },
        })
    }
}

const SUPPRESSED: &str = "Not tried: mail to this address came back or was reported as spam before, so the mail service holds it back.";

/// `5.1.1`. What a server says beside that may hold the address.
fn is_status(text: &str) -> bool {
    let number = |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').count() == 3 && text.split('.').all(number)
}

impl Complaint {
    fn feedback(self) -> MailEventKind {
        MailEventKind::Complained(match self.complaint_sub_type.as_deref() {
            Some("OnAccountSuppressionList") => SUPPRESSED.to_owned(),
            _ => "The mail was reported as spam. The mail service holds back further mail to this address."
                .to_owned(),
        })
    }
}
