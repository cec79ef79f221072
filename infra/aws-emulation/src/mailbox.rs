//! SES as its callers hold it: the mails it accepted, and the faults that a test can ask for.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::Arc;

use time::OffsetDateTime;
use tokio::sync::mpsc::{self, UnboundedReceiver};

use crate::endpoint::Endpoint;
use crate::mail::{Fault, Mail, MailEvent};
use crate::mail_store::{Clock, MailStore, Rate};
use crate::ses;

/// An SES that delivers to itself. Clones are the same mailbox.
#[derive(Clone, Debug)]
pub struct Mailbox {
    store: Arc<MailStore>,
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
        let store = Arc::new(MailStore::new(mails, file, clock));
        let endpoint = Endpoint::serve(ses::router(Arc::clone(&store))).await?;
        Ok(Mailbox {
            store,
            endpoint: Arc::new(endpoint),
        })
    }

    /// Where the SES client points.
    pub fn endpoint(&self) -> &str {
        self.endpoint.url()
    }

    /// Everything accepted so far, oldest first.
    pub fn mails(&self) -> Vec<Mail> {
        self.store.state().mails.clone()
    }

    /// How many mails were accepted so far.
    pub fn accepted(&self) -> usize {
        self.store.state().mails.len()
    }

    /// Accepts no more than so many mails in each second of a clock from now on, and throttles the others.
    pub fn limit(&self, a_second: u32, clock: Clock) {
        self.store.state().rate = Some(Rate {
            a_second,
            clock,
            accepted: (0, 0),
        });
    }

    /// Forgets everything accepted so far. A mailbox in a file keeps what is in the file.
    pub fn clear(&self) {
        self.store.state().mails.clear();
    }

    /// What becomes of each mail from now on, as SES publishes it to EventBridge, with the word by which an event
    /// destination asks for it. The last caller gets it.
    pub fn events(&self) -> UnboundedReceiver<MailEvent> {
        let (sender, events) = mpsc::unbounded_channel();
        self.store.state().events = Some(sender);
        events
    }

    /// Misbehaves from now on, until [`Mailbox::heal`].
    pub fn fail(&self, fault: Fault) {
        self.store.state().fault = Some((fault, None));
    }

    /// Misbehaves for the next `requests` requests only.
    pub fn fail_next(&self, fault: Fault, requests: u32) {
        self.store.state().fault = Some((fault, Some(requests)));
    }

    /// How many requests met a fault so far.
    pub fn faulty(&self) -> usize {
        self.store.state().faulty
    }

    /// Behaves again.
    pub fn heal(&self) {
        self.store.state().fault = None;
    }
}
