//! Disputes: a payment that its payer's bank asks back, as the provider tells of it.

use super::{NotApplicable, Order};
use crate::Paise;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

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

/// A dispute of a paid order, as the provider last told of it.
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

impl DisputeReport {
    /// Whether it is older news of a dispute than what is known.
    fn is_older_than(&self, known: &Dispute) -> bool {
        matches!((self.updated_at, known.updated_at), (Some(told), Some(known)) if told < known)
    }
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

    /// Notes what the provider says of a dispute, unless it is no news.
    pub(super) fn report_dispute(
        &mut self,
        report: DisputeReport,
        at: OffsetDateTime,
    ) -> Result<(), NotApplicable> {
        let known = self.disputes.iter_mut().find(|dispute| dispute.id == report.id);
        let is_older = known.as_ref().is_some_and(|known| report.is_older_than(known));
        let DisputeReport {
            id,
            state,
            word,
            amount,
            updated_at,
        } = report;
        let before = known.as_ref().map(|known| (*known).clone());
        let state = before.as_ref().map_or(state, |before| before.state.next(state));
        let told = Dispute {
            id,
            state,
            word,
            amount: amount
                .or(before.as_ref().map(|before| before.amount))
                .unwrap_or(self.amount),
            at: before.as_ref().map_or(at, |before| before.at),
            ended_at: match (state, &before) {
                (DisputeState::Open, _) => None,
                (DisputeState::Won | DisputeState::Lost, Some(before)) if before.state == state => {
                    before.ended_at
                }
                (DisputeState::Won | DisputeState::Lost, _) => Some(at),
            },
            updated_at: updated_at.or(before.as_ref().and_then(|before| before.updated_at)),
        };
        if is_older || before.as_ref() == Some(&told) {
            return Err(NotApplicable::Unchanged);
        }
        match known {
            Some(known) => *known = told,
            None => self.disputes.push(told),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAGES: [&str; 5] = [
        "RETRIEVAL",
        "DISPUTE",
        "CHARGEBACK",
        "PRE_ARBITRATION",
        "ARBITRATION",
    ];

    #[test]
    fn each_of_the_providers_words_has_its_meaning_at_each_stage() {
        for stage in STAGES {
            for (word, state) in [
                ("CREATED", DisputeState::Open),
                ("DOCS_RECEIVED", DisputeState::Open),
                ("UNDER_REVIEW", DisputeState::Open),
                ("INSUFFICIENT_EVIDENCE", DisputeState::Open),
                ("MERCHANT_WON", DisputeState::Won),
                ("MERCHANT_LOST", DisputeState::Lost),
                ("MERCHANT_ACCEPTED", DisputeState::Lost),
            ] {
                let word = format!("{stage}_{word}");
                assert_eq!(DisputeState::of_word(&word, false), state, "{word}");
            }
            let late = format!("{stage}_INSUFFICIENT_EVIDENCE");
            assert_eq!(DisputeState::of_word(&late, true), DisputeState::Lost, "{late}");
        }
    }

    #[test]
    fn a_word_in_another_spelling_is_understood_and_one_that_is_not_known_is_open() {
        for word in [
            "LOST",
            "Chargeback_Lost",
            "MERCHANT_LOST",
            "ACCEPTED",
            "SECOND_CHARGEBACK_MERCHANT_LOST",
        ] {
            assert_eq!(DisputeState::of_word(word, false), DisputeState::Lost, "{word}");
        }
        for word in [
            "",
            "SUCCESS",
            "CLOSED",
            "DISPUTE_CLOSED",
            "ALMOSTLOST",
            "WONDERING",
        ] {
            assert_eq!(DisputeState::of_word(word, true), DisputeState::Open, "{word}");
        }
    }

    #[test]
    fn what_was_lost_stays_lost_until_it_is_won() {
        use DisputeState::{Lost, Open, Won};
        for (from, told, to) in [
            (Open, Open, Open),
            (Open, Won, Won),
            (Open, Lost, Lost),
            (Won, Open, Open),
            (Won, Won, Won),
            (Won, Lost, Lost),
            (Lost, Open, Lost),
            (Lost, Won, Won),
            (Lost, Lost, Lost),
        ] {
            assert_eq!(from.next(told), to, "{from:?} on {told:?}");
        }
    }

    #[test]
    fn a_state_is_stored_in_capitals_and_shown_as_a_word() {
        for state in DisputeState::ALL {
            let stored = serde_json::to_value(state).unwrap();
            assert_eq!(stored.as_str().unwrap().to_lowercase(), state.as_str());
        }
    }
}
