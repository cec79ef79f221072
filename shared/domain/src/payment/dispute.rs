//! Disputes: a payment that its payer's bank asks back, as the provider tells of it.

use super::{NotApplicable, Order};
use crate::Paise;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How a dispute stands. What the bank has decided may be taken up again at a higher stage, so none of these is the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum DisputeState {
    /// Nobody has decided it.
    Open,
    /// The money stays here.
    Won,
    /// The money is gone: the bank has decided so, or the merchant has accepted it.
    Lost,
}

impl DisputeState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Open, Self::Won, Self::Lost];

    /// The state of a dispute that the provider now tells of, the only transition function there is: what was lost is taken
    /// up again without the money, which comes back with a dispute that is won.
    #[must_use]
    pub const fn next(self, told: Self) -> Self {
        match (self, told) {
            (Self::Lost, Self::Open | Self::Lost) | (Self::Open | Self::Won, Self::Lost) => Self::Lost,
            (Self::Open | Self::Won, Self::Open) => Self::Open,
            (Self::Open | Self::Won | Self::Lost, Self::Won) => Self::Won,
        }
    }

    /// The state as the interface spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Won => "won",
            Self::Lost => "lost",
        }
    }

    /// What the provider's word means, whatever the stage that it begins with (`RETRIEVAL`, `DISPUTE`, `CHARGEBACK`,
    /// `PRE_ARBITRATION`, `ARBITRATION`). A word that is not known means that it is open.
    ///
    /// The provider calls evidence insufficient while more of it may still be sent, and when it was not sent in time:
    /// then it says when the dispute was resolved.
    #[must_use]
    pub fn of_word(word: &str, is_resolved: bool) -> Self {
        let word = word.to_ascii_uppercase();
        let ends = |ending: &str| word == ending || word.ends_with(&format!("_{ending}"));
        if ends("LOST") || ends("ACCEPTED") || (ends("INSUFFICIENT_EVIDENCE") && is_resolved) {
            Self::Lost
        } else if ends("WON") {
            Self::Won
        } else {
            Self::Open
        }
    }
}

/// A dispute of a paid order, as the provider last reported it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// The provider's identifier.
    pub id: String,
    /// How it stands.
    pub state: DisputeState,
    /// The same in the provider's word, for a person: `CHARGEBACK_UNDER_REVIEW`.
    pub word: String,
    /// How much is asked back: the whole payment where the provider does not say.
    pub amount: Paise,
    /// When it was first heard of.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// When it was decided.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub ended_at: Option<OffsetDateTime>,
    /// When the provider changed it last, by its own clock.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub updated_at: Option<OffsetDateTime>,
    /// When it was last decided, by the provider's clock. News may come in any order, and a dispute that is taken up again
    /// is reported after its decision.
    #[serde(
        default,
        with = "time::serde::rfc3339::option",
        skip_serializing_if = "Option::is_none"
    )]
    pub decided_at: Option<OffsetDateTime>,
}

/// What the provider says of a dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisputeReport {
    /// The provider's identifier.
    pub id: String,
    /// How it stands.
    pub state: DisputeState,
    /// The same in the provider's word.
    pub word: String,
    /// How much is asked back, if the provider says so.
    pub amount: Option<Paise>,
    /// When the provider changed it last, if it says so.
    pub updated_at: Option<OffsetDateTime>,
}

/// How long an open dispute is followed before a person must look: with all its stages it takes three months.
const FOLLOWED_FOR: Duration = Duration::days(120);

/// How often the provider is asked about an open dispute: it reports what becomes of one, and only a report that got lost
/// is looked for.
const ASKED_EVERY: Duration = Duration::days(1);

impl Dispute {
    /// The next moment after `now` at which the provider is asked about it; None when it is decided, or has been open for
    /// too long.
    #[must_use]
    pub fn next_ask(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        let is_followed = self.state == DisputeState::Open && now - self.at < FOLLOWED_FOR;
        is_followed.then(|| now + ASKED_EVERY)
    }

    /// Whether it is still open and no longer followed.
    #[must_use]
    pub fn is_overdue(&self, now: OffsetDateTime) -> bool {
        self.state == DisputeState::Open && self.next_ask(now).is_none()
    }

    /// Whether what is reported is overtaken by what is known, by the provider's clock: it changes nothing then, and is no
    /// news for a person. A decision is overtaken by a later decision alone, since a loss holds however often the dispute is
    /// taken up again; and only what is surely later takes a dispute up again.
    #[must_use]
    pub fn overtakes(&self, told: &DisputeReport) -> bool {
        match told.state {
            DisputeState::Won | DisputeState::Lost => is_before(told.updated_at, self.decided_at),
            DisputeState::Open => match (told.updated_at, self.decided_at) {
                (Some(told), Some(decided)) if told <= decided => true,
                (None, Some(_)) => true,
                (Some(_) | None, Some(_) | None) => is_before(told.updated_at, self.updated_at),
            },
        }
    }

    /// What is known after something was reported that is not overtaken.
    fn after(&self, told: DisputeReport, at: OffsetDateTime) -> Self {
        // A decision of a dispute that has been taken up again since: a loss holds, a win was only until then.
        let is_late = is_before(told.updated_at, self.updated_at);
        let state = match (is_late, told.state) {
            (true, DisputeState::Won) => DisputeState::Open,
            (true, DisputeState::Lost | DisputeState::Open) | (false, _) => self.state.next(told.state),
        };
        let DisputeReport {
            id,
            state: told_state,
            word,
            amount,
            updated_at,
        } = told;
        let decided_at = match told_state {
            DisputeState::Open => self.decided_at,
            DisputeState::Won | DisputeState::Lost => updated_at.or(self.decided_at),
        };
        let ended_at = match state {
            DisputeState::Open => None,
            DisputeState::Won | DisputeState::Lost if self.state == state => self.ended_at,
            DisputeState::Won | DisputeState::Lost => Some(at),
        };
        Self {
            id,
            state,
            word: if is_late { self.word.clone() } else { word },
            amount: amount.unwrap_or(self.amount),
            at: self.at,
            ended_at,
            updated_at: if is_late {
                self.updated_at
            } else {
                updated_at.or(self.updated_at)
            },
            decided_at,
        }
    }
}

fn is_before(told: Option<OffsetDateTime>, known: Option<OffsetDateTime>) -> bool {
    matches!((told, known), (Some(told), Some(known)) if told < known)
}

impl Order {
    /// What lost disputes took. The stages of one complaint are disputes of their own about the same money, so that it is
    /// never more than the payment.
    #[must_use]
    pub fn lost(&self) -> Paise {
        self.losses().map(|(_, lost)| lost).sum()
    }

    /// Each dispute, and what it took.
    pub fn losses(&self) -> impl Iterator<Item = (&Dispute, Paise)> {
        let mut left = self.amount;
        self.disputes.iter().map(move |dispute| {
            let lost = match dispute.state {
                DisputeState::Lost => dispute.amount.min(left),
                DisputeState::Open | DisputeState::Won => Paise::default(),
            };
            left = left.saturating_sub(lost);
            (dispute, lost)
        })
    }

    pub(super) fn has_lost_dispute(&self) -> bool {
        self.disputes
            .iter()
            .any(|dispute| dispute.state == DisputeState::Lost)
    }

    /// A dispute of the order, by the provider's identifier.
    #[must_use]
    pub fn dispute(&self, id: &str) -> Option<&Dispute> {
        self.disputes.iter().find(|dispute| dispute.id == id)
    }

    /// Notes what the provider says of a dispute, unless it is no news.
    pub(super) fn report_dispute(
        &mut self,
        report: DisputeReport,
        at: OffsetDateTime,
    ) -> Result<(), NotApplicable> {
        let Some(known) = self.disputes.iter_mut().find(|dispute| dispute.id == report.id) else {
            let is_decided = report.state != DisputeState::Open;
            self.disputes.push(Dispute {
                amount: report.amount.unwrap_or(self.amount),
                at,
                ended_at: is_decided.then_some(at),
                decided_at: report.updated_at.filter(|_| is_decided),
                id: report.id,
                state: report.state,
                word: report.word,
                updated_at: report.updated_at,
            });
            return Ok(());
        };
        if known.overtakes(&report) {
            return Err(NotApplicable::Unchanged);
        }
        let told = known.after(report, at);
        if *known == told {
            return Err(NotApplicable::Unchanged);
        }
        *known = told;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
