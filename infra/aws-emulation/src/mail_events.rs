//! The events that SES publishes to EventBridge about a mail that it has accepted.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use crate::mail::{Mail, MailEvent};

/// Everything at this domain has the fate that its name says, as with SES's own mailbox simulator.
const SIMULATOR: &str = "simulator.amazonses.com";

/// What becomes of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Delivered,
    /// Sent back for good.
    Bounced,
    /// Sent back for good once before, so that SES does not try again.
    Suppressed,
    /// Delivered, and reported as spam.
    Complained,
    /// Delivered, and answered by a program.
    OutOfOffice,
}

impl Fate {
    /// The fate of a mail to these: `bounce@simulator.amazonses.com` and its like, also with a `+label`.
    pub(crate) fn of(recipients: &[String]) -> Fate {
        let of_one = |written: &String| {
            let address = match written.rsplit_once('<') {
                Some((_, rest)) => rest.trim_end_matches('>'),
                None => written,
            };
            let (name, domain) = address.split_once('@')?;
            if !domain.eq_ignore_ascii_case(SIMULATOR) {
                return None;
            }
            let (name, _) = name.split_once('+').unwrap_or((name, ""));
            match name.to_ascii_lowercase().as_str() {
                "bounce" => Some(Fate::Bounced),
                "suppressionlist" => Some(Fate::Suppressed),
                "complaint" => Some(Fate::Complained),
                "ooto" => Some(Fate::OutOfOffice),
                _ => None,
            }
        };
        recipients.iter().find_map(of_one).unwrap_or(Fate::Delivered)
    }
}

/// The events of a mail, in the order in which they happen.
pub(crate) fn of(
    mail: &Mail,
    fate: Fate,
    tags: &BTreeMap<String, String>,
    configuration_set: &str,
) -> Vec<MailEvent> {
    let at = mail.at.format(&Rfc3339).unwrap_or_default();
    let recipients: Vec<&str> = mail.to.split(", ").collect();
    let bounced = |kind: &str, sub_kind: &str, status: &str| {
        let of_one = |address: &&str| {
            json!({
                "emailAddress": address, "action": "failed", "status": status,
                "diagnosticCode": format!("smtp; 550 {status} <{address}> was refused"),
            })
        };
        json!({
            "bounceType": kind, "bounceSubType": sub_kind, "timestamp": at, "feedbackId": mail.message_id,
            "bouncedRecipients": recipients.iter().map(of_one).collect::<Vec<_>>(),
        })
    };
    let mut outcomes: Vec<(&'static str, Value)> = vec![("send", json!({}))];
    outcomes.extend(match fate {
        Fate::Delivered => vec![("delivery", json!({}))],
        Fate::Bounced => vec![("bounce", bounced("Permanent", "General", "5.1.1"))],
        Fate::Suppressed => vec![("bounce", bounced("Permanent", "OnAccountSuppressionList", ""))],
        Fate::Complained => {
            let of_one = |address: &&str| json!({ "emailAddress": address });
            let complaint = json!({
                "complaintFeedbackType": "abuse", "timestamp": at, "feedbackId": mail.message_id,
                "complainedRecipients": recipients.iter().map(of_one).collect::<Vec<_>>(),
            });
            vec![("delivery", json!({})), ("complaint", complaint)]
        }
        Fate::OutOfOffice => vec![
            ("delivery", json!({})),
            ("bounce", bounced("Transient", "General", "")),
        ],
    });
    // SES gives each tag a list of values, and adds its own.
    let mut tags: BTreeMap<&str, [&str; 1]> = tags
        .iter()
        .map(|(name, value)| (name.as_str(), [value.as_str()]))
        .collect();
    tags.insert("ses:configuration-set", [configuration_set]);
    let events = outcomes.into_iter().enumerate().map(|(index, (kind, outcome))| {
        let (detail_type, event_type) = match kind {
            "bounce" => ("Email Bounced", "Bounce"),
            "complaint" => ("Email Complaint Received", "Complaint"),
            "send" => ("Email Sent", "Send"),
            _ => ("Email Delivered", "Delivery"),
        };
        let event = json!({
            "version": "0",
            "id": format!("{}-{index}", mail.message_id),
            "detail-type": detail_type,
            "source": "aws.ses",
            "account": "000000000000",
            "time": at,
            "region": "ap-south-1",
            "resources": [format!("arn:aws:ses:ap-south-1:000000000000:configuration-set/{configuration_set}")],
            "detail": {
                "eventType": event_type,
                "mail": {
                    "timestamp": at, "source": mail.from, "messageId": mail.message_id,
                    "destination": recipients, "tags": tags,
                },
                kind: outcome,
            },
        });
        MailEvent { kind, event }
    });
    events.collect()
}
