//! Writing down who gets a message. Nothing is sent before all of them are, and afterwards nobody is added.
//!
//! A worker that died half-way is followed by one that gathers again: who is there already stays as they are.

use super::sending::{MessageSending, NOT_OURS};
use crate::addresses::Addresses;
use audience::{AudienceScope, Gathering};
use futures::{StreamExt, TryStreamExt};
use jobs::{Held, Stepped, WorkNotDone};
use store::{CandidateMessage, MessagePhase, Recipient, Write};

/// Recipients that are written side by side: some hundred a second, which one partition of the index takes.
const AT_ONCE: usize = 8;
/// And between two signs of life.
const BETWEEN: usize = 500;

impl MessageSending<'_> {
    pub(super) async fn freeze(&self, held: &mut Held<CandidateMessage>) -> Result<Stepped, WorkNotDone> {
        let worker = self.worker;
        held.job.work.waiting = None;
        let (mut audience, mut until) = (held.job.work.audience.clone(), held.job.created_at);
        if let Some(news) = &held.job.work.results {
            match self.who_has_results(news, audience).await? {
                None => return Ok(Stepped::Done),
                Some(narrowed) => (audience, until) = (narrowed, worker.clock.now()),
            }
        }
        // It was read when it was asked for: only another release may think differently of it.
        let scope = AudienceScope::parse(&audience).map_err(|_| WorkNotDone::Failed(NOT_OURS))?;
        let mut gathering = Gathering::until(until);
        let mut addresses = Addresses::default();
        while !gathering.is_done {
            addresses.add(worker.sources.more(&scope, &mut gathering).await?);
            held.keep().await?;
        }
        let unreachable = worker.recipients.unreachable().await?;
        let (message, now) = (held.job.id.clone(), worker.clock.now());
        let subject = held.job.work.text.subject().to_owned();
        let recipients: Vec<Recipient> = addresses
            .0
            .into_iter()
            .map(|(email, candidates)| {
                let cause = unreachable.get(&email).copied();
                let recipient = Recipient::new(message.clone(), &subject, email, candidates);
                match cause {
                    Some(cause) => recipient.skipped(cause, now),
                    None => recipient,
                }
            })
            .collect();
        for some in recipients.chunks(BETWEEN) {
            let added: Vec<_> = some.iter().map(|one| worker.recipients.add(one, now)).collect();
            let added = futures::stream::iter(added).buffer_unordered(AT_ONCE);
            let _written: Vec<Write> = added.try_collect().await?;
            held.keep().await?;
        }
        let skipped = recipients.iter().filter(|one| one.outcome.is_some()).count() as u64;
        held.job.total = recipients.len() as u64 - skipped;
        held.job.work.skipped = skipped;
        held.job.work.phase = MessagePhase::Sending.into();
        Ok(Stepped::More)
    }
}
