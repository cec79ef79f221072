//! Invitations of staff, until they are accepted or run out: a mail with a link, behind which the person chooses a password.
//! They are in table registrations, which has the index `due`. Which one an account has is in the account: any other opens
//! nothing.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | invitation | `INVITATION#<id>` | `INVITATION` | `kind`, `email`, `username`, `role`, `by`, `expires_at`, `secret_hash`, `attempts`, `lease`, `lease_until`, `due_shard`, `due_at`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | keep one, take one back | in the transaction of the account |
//! | the mails that are due | Query of the partition `DUE#INVITATION#0` of index `due`, the longest overdue first |
//! | lease a mail | UpdateItem, if it is due and not leased |
//! | give it a secret | UpdateItem on its lease |
//! | try it again later | UpdateItem on its lease |
//! | it is sent | UpdateItem on its lease |
//! | the invitation of a link | GetItem, strongly consistent |
//! | quarantine it | GetItem, UpdateItem on the `due_at` that was read |
//!
//! The secret of a link is made when its mail is sent, and kept nowhere but in the mail: the item has its hash. A mail that
//! is sent once more has another secret, and the one before opens nothing.

use crate::{
    dynamo::{StoreError, n, s, write},
    mail_queue::{MailQueue, Queued, QueuedMail, key_of},
    registrations::TABLE,
    transaction::{Write, incomplete, put_new, refused_is_stale},
};
use aws_sdk_dynamodb::types::{Delete, TransactWriteItem};
use domain::{Email, Entropy, Role};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use time::{Duration, OffsetDateTime};

/// How long a link can be used.
pub const INVITATION_LASTS: Duration = Duration::hours(72);

/// How many symbols name an invitation, and how many nobody can guess: 130 bits.
const ID: usize = 20;
const SECRET: usize = 26;

/// The invitations, by their id.
pub type Invitations = MailQueue<InvitationMail>;

/// What an account knows of the invitation that opens it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// Names it.
    pub id: String,
    /// Until when it can be accepted.
    #[serde(with = "time::serde::rfc3339")]
    pub expires_at: OffsetDateTime,
}

impl Invitation {
    /// One that runs from now on.
    #[must_use]
    pub fn new(entropy: &Entropy, now: OffsetDateTime) -> Self {
        Self {
            id: entropy.symbols(ID),
            expires_at: now + INVITATION_LASTS,
        }
    }
}

/// What the mail says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvitationMail {
    /// Where it goes.
    pub email: Email,
    /// The account.
    pub username: String,
    /// What the person may do.
    pub role: Role,
    /// The name of the administrator who invites.
    pub by: String,
    /// Until when it can be accepted.
    #[serde(with = "time::serde::rfc3339")]
    pub expires_at: OffsetDateTime,
    /// The hash of the secret in the link of the last mail; none before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret_hash: Option<String>,
    /// How often it could not be sent.
    #[serde(default)]
    attempts: u32,
    /// Until when a sender has it, in epoch milliseconds. Here, so that a word in its place makes the item
    /// unreadable instead of leased for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease_until: Option<i64>,
}

impl InvitationMail {
    /// A mail that nobody has tried to send.
    #[must_use]
    pub fn new(email: Email, username: &str, role: Role, by: &str, expires_at: OffsetDateTime) -> Self {
        Self {
            email,
            username: username.to_owned(),
            role,
            by: by.to_owned(),
            expires_at,
            secret_hash: None,
            attempts: 0,
            lease_until: None,
        }
    }
}

impl QueuedMail for InvitationMail {
    type Id = str;

    const KIND: &'static str = "INVITATION";
    const SHARD: &'static str = "DUE#INVITATION#0";

    fn key(id: &str) -> &str {
        id
    }

    fn id(key: &str) -> Option<String> {
        Some(key.to_owned())
    }

    fn attempts(&self) -> u32 {
        self.attempts
    }
}

/// What a link ends in: which invitation, and the secret that nobody else has.
#[derive(Clone, PartialEq, Eq)]
pub struct InvitationToken {
    id: String,
    secret: String,
}

impl InvitationToken {
    /// A new secret for an invitation.
    #[must_use]
    pub fn new(id: &str, entropy: &Entropy) -> Self {
        Self {
            id: id.to_owned(),
            secret: entropy.symbols(SECRET),
        }
    }

    /// Reads one; None for what is none of ours.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (id, secret) = text.trim().split_once('.')?;
        let is_of =
            |part: &str, length| part.len() == length && part.bytes().all(|c| c.is_ascii_alphanumeric());
        (is_of(id, ID) && is_of(secret, SECRET)).then(|| Self {
            id: id.to_owned(),
            secret: secret.to_owned(),
        })
    }

    /// Which invitation it is of.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.secret.as_bytes()))
    }
}

impl fmt::Display for InvitationToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.id, self.secret)
    }
}

/// The secret stays out of logs.
impl fmt::Debug for InvitationToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvitationToken")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// What becomes of invitations with a change of an account, if and only if it is made.
#[derive(Debug, Clone, Copy)]
pub struct InvitationChange<'a> {
    /// Where they are.
    pub invitations: &'a Invitations,
    /// One that opens nothing any more.
    pub void: Option<&'a Invitation>,
    /// One that is sent, as the account names it, and its mail.
    pub sent: Option<(&'a Invitation, &'a InvitationMail)>,
}

impl InvitationChange<'_> {
    pub(crate) fn actions(self) -> Result<Vec<TransactWriteItem>, StoreError> {
        let Self {
            invitations: MailQueue { table, .. },
            void,
            sent,
        } = self;
        let mut actions = Vec::new();
        if let Some(void) = void {
            let delete = Delete::builder()
                .table_name(table)
                .set_key(Some(key_of::<InvitationMail>(&void.id)))
                .build()
                .map_err(incomplete)?;
            actions.push(TransactWriteItem::builder().delete(delete).build());
        }
        if let Some((invitation, mail)) = sent {
            let due = mail.expires_at - INVITATION_LASTS;
            let item = Queued::new(invitation.id.as_str(), mail, due, mail.expires_at);
            actions.push(put_new(table, write(TABLE, &item)?)?);
        }
        Ok(actions)
    }
}

impl Invitations {
    /// The invitation that a link is of; None where there is none, or the link has another secret.
    pub async fn of_link(&self, token: &InvitationToken) -> Result<Option<InvitationMail>, StoreError> {
        let kept = self.kept(token.id()).await?;
        Ok(kept.filter(|mail| mail.secret_hash == Some(token.hash())))
    }

    /// Gives a leased mail the secret of its link, in place of one that may have been sent before. Stale when it was taken
    /// back, or leased by another sender.
    pub async fn give_secret(
        &self,
        token: &InvitationToken,
        leased: &InvitationMail,
    ) -> Result<Write, StoreError> {
        let sent = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(key_of::<InvitationMail>(token.id())))
            .update_expression("SET secret_hash = :hash")
            .condition_expression("lease_until = :until")
            .expression_attribute_values(":hash", s(token.hash()))
            .expression_attribute_values(":until", n(leased.lease_until.unwrap_or_default()))
            .send()
            .await;
        refused_is_stale(sent)
    }
}
