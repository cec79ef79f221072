//! What SES accepted, in order, and the faults that a test can ask for.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use crate::endpoint::Endpoint;
use crate::mail_events::{self, Fate};
use crate::ses;

/// Tells the time at which a mail was accepted.
pub type Clock = Arc<dyn Fn() -> OffsetDateTime + Send + Sync>;

/// One mail as SES accepted it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// Every recipient, joined with `", "` when there are several.
    pub to: String,
    /// The sender as given, with its display name.
    pub from: String,
    /// Where answers go; empty when they go to the sender.
    pub reply_to: String,
    /// The subject line, decoded.
    pub subject: String,
    /// The plain text part; empty when there is none.
    pub text: String,
    /// The HTML part; empty when there is none.
    pub html: String,
    /// When it was accepted.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// What SES answered with.
    pub message_id: String,
}

/// A way for SES to misbehave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// 503 for everything; nothing is accepted.
    Down,
    /// `Throttling`, "Maximum sending rate exceeded"; nothing is accepted.
    Throttled,
    /// `MessageRejected`, "Email address is not verified."; nothing is accepted.
    Rejected,
    /// Accepted at once, answered only after this long.
    Slow(Duration),
    /// Accepted, and then the connection closes without an answer.
    DroppedAfterAcceptance,
    /// Accepted, and sent back by the receiving server for good.
    Bounced,
    /// Accepted, delivered, and reported as spam.
    Complained,
}

/// An SES that delivers to itself. Clones are the same mailbox.
#[derive(Clone, Debug)]
pub struct Mailbox {
    contents: Arc<Contents>,
    endpoint: Arc<Endpoint>,
}

impl Mailbox {
    /// An empty mailbox on the machine's clock that vanishes with its last clone.
    ///
    /// # Errors
    /// When no loopback port can be opened.
    pub async fn memory() -> io::Result<Mailbox> {
        Mailbox::serve(Vec::new(), None, Arc::new(OffsetDateTime::now_utc)).await
    }

    /// A mailbox kept in the file at `path`, one JSON object a line, with what an earlier process accepted.
    ///
    /// # Errors
    /// When the file is damaged (`InvalidData`) or cannot be read or made, or no loopback port can be opened.
    pub async fn file(path: &Path, clock: Clock) -> io::Result<Mailbox> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .read(true)
            .open(path)?;
        let text = std::fs::read(path)?;
        let mut mails = Vec::new();
        let mut whole = 0;
        for (line, number) in text.split_inclusive(|byte| *byte == b'\n').zip(1_usize..) {
            match serde_json::from_slice(line) {
                Ok(mail) => mails.push(mail),
                // A line that ends too early was being written when the process was killed; SES had not answered yet.
                Err(error) if error.is_eof() => {}
                Err(error) => {
                    let what = format!("line {number} is damaged: {error}");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, what));
                }
            }
            if line.ends_with(b"\n") {
                whole += line.len();
            }
        }
        if whole < text.len() {
            file.set_len(whole as u64)?;
        }
        Mailbox::serve(mails, Some(file), clock).await
    }

    async fn serve(mails: Vec<Mail>, file: Option<File>, clock: Clock) -> io::Result<Mailbox> {
        let contents = Arc::new(Contents {
            state: Mutex::new(State {
                mails,
                file,
                fault: None,
                events: None,
            }),
            clock,
        });
        let endpoint = Endpoint::serve(ses::router(Arc::clone(&contents))).await?;
        Ok(Mailbox {
            contents,
            endpoint: Arc::new(endpoint),
        })
    }

    /// Where the SES client points.
    pub fn endpoint(&self) -> &str {
        self.endpoint.url()
    }

    /// Everything accepted so far, oldest first.
    pub fn mails(&self) -> Vec<Mail> {
        self.contents.state().mails.clone()
    }

    /// Forgets everything accepted so far. A mailbox in a file keeps what is in the file.
    pub fn clear(&self) {
        self.contents.state().mails.clear();
    }

    /// What becomes of each mail from now on, as SES publishes it to EventBridge, with the word by which an event
    /// destination asks for it. The last caller gets it.
    pub fn events(&self) -> UnboundedReceiver<MailEvent> {
        let (sender, events) = mpsc::unbounded_channel();
        self.contents.state().events = Some(sender);
        events
    }

    /// Misbehaves from now on, until [`Mailbox::heal`].
    pub fn fail(&self, fault: Fault) {
        self.contents.state().fault = Some((fault, None));
    }

    /// Misbehaves for the next `requests` requests only.
    pub fn fail_next(&self, fault: Fault, requests: u32) {
        self.contents.state().fault = Some((fault, Some(requests)));
    }

    /// Behaves again.
    pub fn heal(&self) {
        self.contents.state().fault = None;
    }
}

/// What the protocol side shares with the handle.
pub(crate) struct Contents {
    state: Mutex<State>,
    clock: Clock,
}

struct State {
    mails: Vec<Mail>,
    file: Option<File>,
    fault: Option<(Fault, Option<u32>)>,
    events: Option<UnboundedSender<MailEvent>>,
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
pub(crate) struct Draft {
    pub(crate) to: Vec<String>,
    pub(crate) from: String,
    pub(crate) reply_to: Vec<String>,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
    pub(crate) tags: BTreeMap<String, String>,
    pub(crate) configuration_set: Option<String>,
}

impl Contents {
    /// The fault that the present request meets, counted off.
    pub(crate) fn next_fault(&self) -> Option<Fault> {
        let mut state = self.state();
        let (fault, remaining) = state.fault?;
        match remaining {
            Some(0) => {
                state.fault = None;
                return None;
            }
            Some(count) => state.fault = Some((fault, Some(count - 1))),
            None => {}
        }
        Some(fault)
    }

    /// Keeps the mail and answers its message id. `fault` decides what becomes of it, or else who receives it.
    pub(crate) fn accept(&self, draft: Draft, fault: Option<Fault>) -> io::Result<String> {
        let mut state = self.state();
        let fate = match fault {
            Some(Fault::Bounced) => Fate::Bounced,
            Some(Fault::Complained) => Fate::Complained,
            _ => Fate::of(&draft.to),
        };
        let (tags, configuration_set) = (draft.tags, draft.configuration_set);
        let message_id = format!("local-{:08}", state.mails.len() + 1);
        let mail = Mail {
            to: draft.to.join(", "),
            from: draft.from,
            reply_to: draft.reply_to.join(", "),
            subject: draft.subject,
            text: draft.text,
            html: draft.html,
            at: (self.clock)(),
            message_id: message_id.clone(),
        };
        if let Some(file) = &mut state.file {
            let mut line = serde_json::to_vec(&mail)?;
            line.push(b'\n');
            let before = file.metadata()?.len();
            if let Err(error) = file.write_all(&line) {
                // Half a line would run into the next one.
                file.set_len(before)?;
                return Err(error);
            }
        }
        // Without a configuration set nobody has asked SES to tell.
        if let Some((events, set)) = state.events.as_ref().zip(configuration_set) {
            for event in mail_events::of(&mail, fate, &tags, &set) {
                // The receiver may have been dropped.
                let _ = events.send(event);
            }
        }
        state.mails.push(mail);
        Ok(message_id)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves the list whole: every change is one push or one assignment.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Contents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Contents")
    }
}
