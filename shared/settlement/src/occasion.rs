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
pub struct PaymentReads(AtomicU32);

impl PaymentReads {
    /// So many.
    #[must_use]
    pub const fn new(count: u32) -> Self {
        Self(AtomicU32::new(count))
    }

    /// Takes one, if one is left.
    pub(crate) fn take(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            .is_ok()
    }
}
