//! Why an order is settled, and what is known of it beforehand.

use domain::payment::{AttemptState, AttemptStatus, ReportedAttempt};
use std::sync::atomic::{AtomicU32, Ordering};

/// Why an order is settled: it decides what the provider is asked besides the order itself.
#[derive(Debug)]
pub enum Occasion<'a> {
    /// A person waits for the answer, and wants to know whether an attempt is under way or has failed.
    Page,
    /// The same, after as many attempts were read for pages in this minute as may be: the order alone is asked for.
    CrowdedPage,
    /// A signed webhook reported an attempt.
    Webhook(&'a ReportedAttempt),
    /// It was due. Attempts are read only as far as the run may read them.
    Due(&'a PaymentReads),
}

impl Occasion<'_> {
    /// Whether an order that is not paid yet, with its newest attempt standing so, is likely to be paid soon: an
    /// attempt is under way, the browser came back, or a webhook reported a success that the provider does not show.
    pub(crate) fn hints_at_payment(&self, attempt: AttemptState) -> bool {
        match (self, attempt) {
            (Self::Webhook(reported), _) if reported.status == AttemptStatus::Success => true,
            (_, AttemptState::Pending) | (Self::Page | Self::CrowdedPage, AttemptState::None) => true,
            (_, AttemptState::None | AttemptState::Failed | AttemptState::Left | AttemptState::Reversed) => {
                false
            }
        }
    }
}

/// How often a run may still read the attempts of an order.
#[derive(Debug)]
pub struct PaymentReads {
    left: AtomicU32,
    /// How many of them are kept for payments and attempts that are known, while many orders expire.
    kept: u32,
}

impl PaymentReads {
    /// So many.
    #[must_use]
    pub const fn new(count: u32) -> Self {
        Self {
            left: AtomicU32::new(count),
            kept: count / 3,
        }
    }

    /// Takes one, if one is left.
    pub(crate) fn take(&self) -> bool {
        self.take_above(0)
    }

    /// Takes one for an order that has expired, if one is left for such.
    pub(crate) fn take_for_expired(&self) -> bool {
        self.take_above(self.kept)
    }

    /// Whether one is left for an order that has expired.
    pub(crate) fn has_for_expired(&self) -> bool {
        self.left.load(Ordering::Relaxed) > self.kept
    }

    fn take_above(&self, kept: u32) -> bool {
        self.left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                (left > kept).then(|| left - 1)
            })
            .is_ok()
    }
}
