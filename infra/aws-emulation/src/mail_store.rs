//! What SES accepted, in order, and the fault that requests meet.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use time::OffsetDateTime;
use tokio::sync::mpsc::UnboundedSender;

use crate::mail::{Fault, Mail, MailEvent, ParsedMail};
use crate::mail_events::{self, Fate};

/// The time at which a mail is accepted.
pub type Clock = Arc<dyn Fn() -> OffsetDateTime + Send + Sync>;

/// The accepted mails, which the protocol side shares with the handle.
pub(crate) struct MailStore {
    state: Mutex<State>,
    clock: Clock,
}

pub(crate) struct State {
    pub(crate) mails: Vec<Mail>,
    pub(crate) file: Option<File>,
    pub(crate) fault: Option<(Fault, Option<u32>)>,
    /// How many requests met a fault so far.
    pub(crate) faulty: usize,
    pub(crate) events: Option<UnboundedSender<MailEvent>>,
    /// How many mails are accepted in a second; None for any number.
    pub(crate) rate: Option<Rate>,
}

/// How many mails are accepted in each second of a clock.
pub(crate) struct Rate {
    pub(crate) a_second: u32,
    pub(crate) clock: Clock,
    /// Which second it is, and how many were accepted in it.
    pub(crate) accepted: (i64, u32),
}

impl Rate {
    /// Whether another mail is accepted in this second; it is counted then.
    fn admits(&mut self) -> bool {
        let second = (self.clock)().unix_timestamp();
        if self.accepted.0 != second {
            self.accepted = (second, 0);
        }
        let admits = self.accepted.1 < self.a_second;
        self.accepted.1 += u32::from(admits);
        admits
    }
}

impl MailStore {
    pub(crate) fn new(mails: Vec<Mail>, file: Option<File>, clock: Clock) -> MailStore {
        MailStore {
            state: Mutex::new(State {
                mails,
                file,
                fault: None,
                faulty: 0,
                events: None,
                rate: None,
            }),
            clock,
        }
    }

    /// The fault of the current request, if any; a fault for a number of requests is counted down.
    pub(crate) fn next_fault(&self) -> Option<Fault> {
        let mut state = self.state();
        if state.rate.as_mut().is_some_and(|rate| !rate.admits()) {
            state.faulty += 1;
            return Some(Fault::Throttled);
        }
        let (fault, remaining) = state.fault?;
        match remaining {
            Some(0) => {
                state.fault = None;
                return None;
            }
            Some(count) => state.fault = Some((fault, Some(count - 1))),
            None => {}
        }
        state.faulty += 1;
        Some(fault)
    }

    /// Stores the mail and returns its message id. `fault` decides what becomes of it, or else who receives it.
    pub(crate) fn accept(&self, parsed: ParsedMail, fault: Option<Fault>) -> io::Result<String> {
        let mut state = self.state();
        let fate = match fault {
            Some(Fault::Bounced) => Fate::Bounced,
            Some(Fault::Complained) => Fate::Complained,
            _ => Fate::of(&parsed.to),
        };
        let (tags, configuration_set) = (parsed.tags, parsed.configuration_set);
        let message_id = format!("local-{:08}", state.mails.len() + 1);
        let mail = Mail {
            to: parsed.to.join(", "),
            from: parsed.from,
            reply_to: parsed.reply_to.join(", "),
            unsubscribe: parsed.unsubscribe,
            subject: parsed.subject,
            text: parsed.text,
            html: parsed.html,
            files: parsed.files,
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
        // Without a configuration set SES publishes no events.
        if let Some((events, set)) = state.events.as_ref().zip(configuration_set) {
            for event in mail_events::of(&mail, fate, &tags, &set) {
                // The receiver may have been dropped.
                let _ = events.send(event);
            }
        }
        state.mails.push(mail);
        Ok(message_id)
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves the list whole: every change is one push or one assignment.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for MailStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MailStore")
    }
}
