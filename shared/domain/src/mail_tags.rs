//! What a mail bears so that later events of the mail service can be matched to it: neither the address nor the key to
//! the pass.

use crate::{CustomerId, Email, OrderId, job::JobId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

const CANDIDATE: &str = "candidate";
const ORDER: &str = "order";
const ATTEMPT: &str = "attempt";
/// On mails about what became of an order: which of them it is.
const NEWS: &str = "news";
/// On mails of organisers' messages alone. The template asks for every event of these.
const MESSAGE: &str = "message";
const RECIPIENT: &str = "recipient";

/// On every mail but an order's first. The template asks for the deliveries of these alone.
const AGAIN: (&str, &str) = ("again", "yes");

/// 128 bits that identify an order and do not open its pass: an order id has its own 100 random bits, which nobody
/// finds by trying.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderDigest(String);

impl OrderDigest {
    /// The digest of this order.
    #[must_use]
    pub fn of(order: &OrderId) -> Self {
        let hash = Sha256::digest(order.as_str());
        Self(hex::encode(&hash[..16]))
    }

    fn read(text: &str) -> Option<Self> {
        let fits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for OrderDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which mail it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailTags {
    /// Whose pass it brings.
    pub candidate: CustomerId,
    /// The pass of which order.
    pub order: OrderDigest,
    /// Which sending of it: the lease under which it went out.
    pub attempt: String,
    /// Whether one may have gone out before.
    pub is_again: bool,
}

impl MailTags {
    /// The tags of a mail, by name; letters, digits, `-` and `_` alone.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![
            (CANDIDATE, self.candidate.to_string()),
            (ORDER, self.order.to_string()),
            (ATTEMPT, self.attempt.clone()),
        ];
        if self.is_again {
            pairs.push((AGAIN.0, AGAIN.1.to_owned()));
        }
        pairs
    }

    /// Reads the tags of a mail by name. None when they are not a pass's.
    pub fn read<'a>(tag: impl Fn(&str) -> Option<&'a str>) -> Option<Self> {
        Some(Self {
            order: OrderDigest::read(tag(ORDER)?)?,
            candidate: CustomerId::parse(tag(CANDIDATE)?).ok()?,
            attempt: tag(ATTEMPT)?.to_owned(),
            is_again: tag(AGAIN.0) == Some(AGAIN.1),
        })
    }
}

/// Which mail about what became of an order it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsTags {
    /// Whose order it is.
    pub candidate: CustomerId,
    /// Which order.
    pub order: OrderDigest,
    /// What the mail tells, as a word of letters and `_`.
    pub news: String,
}

impl NewsTags {
    /// The tags of a mail, by name; letters, digits, `-` and `_` alone.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        vec![
            (CANDIDATE, self.candidate.to_string()),
            (ORDER, self.order.to_string()),
            (NEWS, self.news.clone()),
        ]
    }

    /// Reads the tags of a mail by name. None when they are not those of a mail about an order.
    pub fn read<'a>(tag: impl Fn(&str) -> Option<&'a str>) -> Option<Self> {
        Some(Self {
            order: OrderDigest::read(tag(ORDER)?)?,
            candidate: CustomerId::parse(tag(CANDIDATE)?).ok()?,
            news: tag(NEWS)?.to_owned(),
        })
    }
}

/// 128 bits that tell an address from the others of a message, and do not give it away to who has not got it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RecipientKey(String);

impl RecipientKey {
    /// That of an address of this message.
    #[must_use]
    pub fn of(message: &JobId, email: &Email) -> Self {
        let hash = Sha256::new()
            .chain_update(message.as_str())
            .chain_update("#")
            .chain_update(email.as_str())
            .finalize();
        Self(hex::encode(&hash[..16]))
    }

    /// That of an address of this message, for the mail to one candidate after that of all others there.
    #[must_use]
    pub fn of_one(message: &JobId, email: &Email, candidate: &CustomerId) -> Self {
        let hash = Sha256::new()
            .chain_update(message.as_str())
            .chain_update("#")
            .chain_update(email.as_str())
            .chain_update("#")
            .chain_update(candidate.as_str())
            .finalize();
        Self(hex::encode(&hash[..16]))
    }

    /// Reads one; None for a text that is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let fits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Self(text.to_owned()))
    }

    /// The key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Which mail of an organisers' message it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageTags {
    /// The message.
    pub message: JobId,
    /// Its recipient.
    pub recipient: RecipientKey,
}

impl MessageTags {
    /// The tags of a mail, by name; letters, digits and `-` alone.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        vec![
            (MESSAGE, self.message.to_string()),
            (RECIPIENT, self.recipient.as_str().to_owned()),
        ]
    }

    /// Reads the tags of a mail by name. None when they are not a message's.
    pub fn read<'a>(tag: impl Fn(&str) -> Option<&'a str>) -> Option<Self> {
        Some(Self {
            message: JobId::parse(tag(MESSAGE)?)?,
            recipient: RecipientKey::parse(tag(RECIPIENT)?)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Entropy;
    use std::collections::BTreeMap;

    fn tags(is_again: bool) -> MailTags {
        MailTags {
            candidate: CustomerId::parse("C0123456789A").unwrap(),
            order: OrderDigest::of(&OrderId::parse("C0123456789A-0123456789ABCDEFGHJK").unwrap()),
            attempt: "0123456789ABCDEFGHJK".to_owned(),
            is_again,
        }
    }

    #[test]
    fn tags_are_read_as_they_were_written_and_hold_nothing_of_the_order_id() {
        for tags in [tags(true), tags(false)] {
            let pairs: BTreeMap<_, _> = tags.pairs().into_iter().collect();
            assert_eq!(
                MailTags::read(|name| pairs.get(name).map(String::as_str)),
                Some(tags)
            );
            assert_eq!(pairs["order"].len(), 32);
            for value in pairs.values() {
                assert!(!value.contains("C0123456789A-"), "{value}");
                assert!(
                    value
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
                );
            }
        }
    }

    #[test]
    fn the_tags_of_a_message_are_read_as_they_were_written_and_are_none_of_a_pass() {
        let message = JobId::generate(time::OffsetDateTime::UNIX_EPOCH, &Entropy::system());
        let email = Email::parse("asha@example.com").unwrap();
        let tags = MessageTags {
            recipient: RecipientKey::of(&message, &email),
            message,
        };
        let pairs: BTreeMap<_, _> = tags.pairs().into_iter().collect();
        let tag = |name: &str| pairs.get(name).map(String::as_str);
        assert_eq!(MessageTags::read(tag), Some(tags));
        assert_eq!(MailTags::read(tag), None);
        let other = |name: &str| {
            tag(name)
                .filter(|_| name != RECIPIENT)
                .or(Some("asha@example.com"))
        };
        assert_eq!(MessageTags::read(other), None);
    }

    #[test]
    fn the_tags_of_a_mail_about_an_order_are_read_as_they_were_written_and_are_none_of_a_pass() {
        let MailTags { candidate, order, .. } = tags(false);
        let tags = NewsTags {
            candidate,
            order,
            news: "refund_begun".to_owned(),
        };
        let pairs: BTreeMap<_, _> = tags.pairs().into_iter().collect();
        let tag = |name: &str| pairs.get(name).map(String::as_str);
        assert_eq!(NewsTags::read(tag), Some(tags));
        assert_eq!(MailTags::read(tag), None);
        let pass: BTreeMap<_, _> = self::tags(true).pairs().into_iter().collect();
        assert_eq!(NewsTags::read(|name| pass.get(name).map(String::as_str)), None);
    }

    #[test]
    fn missing_or_malformed_tags_are_no_pass() {
        let whole: BTreeMap<_, _> = tags(false).pairs().into_iter().collect();
        for (name, value) in [
            ("candidate", None),
            ("candidate", Some("a b")),
            ("order", None),
            ("order", Some("00")),
            ("order", Some("zz23456789abcdef0123456789abcdef")),
            ("attempt", None),
        ] {
            let tag = |asked: &str| {
                if asked == name {
                    value
                } else {
                    whole.get(asked).map(String::as_str)
                }
            };
            assert_eq!(MailTags::read(tag), None, "{name} {value:?}");
        }
    }
}
