//! What the provider's words mean, and that a dispute ends the same in whatever order it is told of.

use super::*;
use crate::payment::{Channel, fixture::paid_order};
use time::{Duration, macros::datetime};

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

const AT: OffsetDateTime = datetime!(2025-05-20 10:00 UTC);

fn told(state: DisputeState, minute: i64) -> DisputeReport {
    DisputeReport {
        id: "433475258".to_owned(),
        state,
        word: format!("{}_{minute}", state.as_str()),
        amount: None,
        updated_at: Some(AT + Duration::minutes(minute)),
    }
}

/// The dispute after these reports, in the order in which they came.
fn after(reports: &[DisputeReport]) -> Dispute {
    let mut order = paid_order(Channel::Online, AT);
    for report in reports {
        // What is no news changes nothing.
        let (Ok(()) | Err(_)) = order.report_dispute(report.clone(), AT);
    }
    order.disputes.remove(0)
}

#[test]
fn in_whatever_order_a_dispute_is_told_of_it_ends_the_same() {
    // Each three states that follow one another, in each of the orders in which their news may come.
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for first in DisputeState::ALL {
        for second in DisputeState::ALL {
            for third in DisputeState::ALL {
                let told = [told(first, 1), told(second, 2), told(third, 3)];
                let in_order = after(&told);
                assert_eq!(in_order.state, first.next(second).next(third));
                assert_eq!(in_order.word, told[2].word);
                for order in orders {
                    let came = order.map(|at| told[at].clone());
                    assert_eq!(after(&came), in_order, "{came:?}");
                    // Nor when all of it comes again.
                    assert_eq!(after(&[came.clone(), came].concat()), in_order);
                }
            }
        }
    }
}

#[test]
fn what_does_not_say_when_takes_no_decided_dispute_up_again() {
    let undated = DisputeReport {
        updated_at: None,
        ..told(DisputeState::Open, 0)
    };
    let won = after(&[told(DisputeState::Won, 1), undated.clone()]);
    assert_eq!(won.state, DisputeState::Won);
    // Nor does what came in the same second as the decision.
    let same = after(&[told(DisputeState::Won, 1), told(DisputeState::Open, 1)]);
    assert_eq!(same.state, DisputeState::Won);
    let lost = DisputeReport {
        updated_at: None,
        ..told(DisputeState::Lost, 0)
    };
    assert_eq!(
        after(&[told(DisputeState::Open, 1), lost]).state,
        DisputeState::Lost
    );
    assert_eq!(after(&[undated.clone(), undated]).state, DisputeState::Open);
}

#[test]
fn a_state_is_stored_in_capitals_and_shown_as_a_word() {
    for state in DisputeState::ALL {
        let stored = serde_json::to_value(state).unwrap();
        assert_eq!(stored.as_str().unwrap().to_lowercase(), state.as_str());
    }
}

#[test]
fn an_open_dispute_is_asked_about_daily_for_four_months() {
    let open = after(&[told(DisputeState::Open, 0)]);
    let (mut now, mut asked) = (open.at, 0);
    while let Some(at) = open.next_ask(now) {
        assert!(!open.is_overdue(now));
        assert_eq!(at - now, Duration::DAY);
        (now, asked) = (at, asked + 1);
    }
    assert_eq!((asked, open.is_overdue(now)), (120, true));
    for state in [DisputeState::Won, DisputeState::Lost] {
        let decided = after(&[told(state, 0)]);
        assert_eq!(
            (decided.next_ask(decided.at), decided.is_overdue(now)),
            (None, false)
        );
    }
}
