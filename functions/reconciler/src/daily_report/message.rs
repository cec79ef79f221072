//! The words of the daily report: figures, and nothing of any person.

use crate::clock_words::shown;
use domain::{AttentionKind, Balance, Paise, registration::PaymentMode};
use mail::{Block, Letter, Words};
use std::borrow::Cow;
use store::{DailyReport, ReportTotals, read_model::ModeTotals};

type Fact<'a> = (&'static str, Cow<'a, str>);

pub(super) fn render(report: &DailyReport, before: &ReportTotals, portal_origin: &str) -> Words {
    let totals = &report.totals;
    let new = since(&totals.modes, &before.modes);
    let to_date = since(&totals.modes, &[]);
    let paid = sum(&new);
    let flags: u64 = report.attention.values().sum();
    let mut blocks = vec![
        Block::Text(format!("From {} to {} (India time).", shown(before.at), shown(totals.at)).into()),
        Block::Strong("New in this time".into()),
        Block::Facts(facts(count(report.registered), &new)),
        Block::Strong("To date".into()),
        Block::Facts(facts(count(totals.candidates), &to_date)),
    ];
    if flags == 0 {
        blocks.push(Block::Strong("Nothing needs attention.".into()));
    } else {
        blocks.push(Block::Strong(format!("Needs attention: {flags}").into()));
        let of_kind = |(word, number): (&String, &u64)| (words(word), number.to_string().into());
        blocks.push(Block::Facts(report.attention.iter().map(of_kind).collect()));
    }
    blocks.push(Block::Link(
        "Open the dashboard",
        format!("{portal_origin}/dashboard").into(),
    ));
    blocks.push(Block::Small(
        format!(
            "You get this because you have switched the daily report on. Switch it off under My account: \
             {portal_origin}/dashboard/account"
        )
        .into(),
    ));
    let letter = Letter {
        subject: format!(
            "Daily report: {} registered, {} paid, {}",
            report.registered,
            paid.paid,
            rupees(paid.taken)
        )
        .into(),
        name: None,
        blocks,
    };
    letter.words()
}

/// What a mode, or all of them, gained.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Gained {
    paid: i64,
    taken: Balance,
    given_back: Balance,
    lost: Balance,
}

impl Gained {
    fn between(now: &ModeTotals, before: Option<&ModeTotals>) -> Self {
        let none = ModeTotals::none(now.mode.clone());
        let before = before.unwrap_or(&none);
        Self {
            paid: count(now.paid) - count(before.paid),
            taken: now.taken - before.taken,
            given_back: now.given_back - before.given_back,
            lost: now.lost - before.lost,
        }
    }
}

/// What each mode gained since.
fn since(now: &[ModeTotals], before: &[ModeTotals]) -> Vec<(&'static str, Gained)> {
    let gone = before
        .iter()
        .filter(|old| !now.iter().any(|mode| mode.mode == old.mode));
    let gone: Vec<ModeTotals> = gone.map(|old| ModeTotals::none(old.mode.clone())).collect();
    let gained = |mode: &ModeTotals| {
        let before = before.iter().find(|old| old.mode == mode.mode);
        (label(mode), Gained::between(mode, before))
    };
    let gained = now.iter().chain(&gone).map(gained);
    gained
        .filter(|(_, gained)| *gained != Gained::default())
        .collect()
}

fn sum(modes: &[(&'static str, Gained)]) -> Gained {
    let add = |all: Gained, (_, one): &(_, Gained)| Gained {
        paid: all.paid + one.paid,
        taken: all.taken + one.taken,
        given_back: all.given_back + one.given_back,
        lost: all.lost + one.lost,
    };
    modes.iter().fold(Gained::default(), add)
}

fn facts<'a>(registered: i64, modes: &[(&'static str, Gained)]) -> Vec<Fact<'a>> {
    let all = sum(modes);
    let mut facts: Vec<Fact<'a>> = vec![
        ("Registered", registered.to_string().into()),
        (
            "Paid",
            in_words(&Gained {
                given_back: Balance::default(),
                lost: Balance::default(),
                ..all
            })
            .into(),
        ),
        ("Refunded", rupees(all.given_back).into()),
    ];
    if all.lost != Balance::default() {
        facts.push(("Lost in disputes", rupees(all.lost).into()));
    }
    facts.push(("What stays", rupees(all.taken - all.given_back - all.lost).into()));
    facts.extend(
        modes
            .iter()
            .map(|(label, gained)| (*label, in_words(gained).into())),
    );
    facts
}

/// `9: Rs 18,000, refunded Rs 2,000`.
fn in_words(gained: &Gained) -> String {
    let mut text = format!("{}: {}", gained.paid, rupees(gained.taken));
    for (what, amount) in [("refunded", gained.given_back), ("lost in disputes", gained.lost)] {
        if amount != Balance::default() {
            text = format!("{text}, {what} {}", rupees(amount));
        }
    }
    text
}

fn rupees(amount: Balance) -> String {
    let text = Paise::new(amount.get().unsigned_abs()).in_words();
    match amount.get() {
        ..0 => format!("−{text}"),
        0.. => text,
    }
}

fn count(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn label(mode: &ModeTotals) -> &'static str {
    match mode.mode.known() {
        Some(PaymentMode::Online) => "Online",
        Some(PaymentMode::Card) => "By card",
        Some(PaymentMode::Upi) => "By UPI",
        Some(PaymentMode::Cash) => "In cash",
        None => "Another way",
    }
}

/// What a flag means, in plain words.
fn words(flag: &str) -> &'static str {
    match AttentionKind::parse(flag) {
        Ok(AttentionKind::DuplicatePayment) => "Paid twice",
        Ok(AttentionKind::AmountMismatch) => "Another amount at the provider",
        Ok(AttentionKind::Refunded) => "Money went back without a refund of ours",
        Ok(AttentionKind::Disputed) => "Disputed with the bank",
        Ok(AttentionKind::PaidWithoutMail) => "Paid, and the pass could not be mailed",
        Ok(AttentionKind::Unresolved) => "The provider does not say whether it was paid",
        Ok(AttentionKind::Unreadable) => "Cannot be read",
        Ok(AttentionKind::MailBounced) => "The mail with the pass came back",
        Ok(AttentionKind::MailComplaint) => "The mail with the pass was called spam",
        Ok(AttentionKind::RefundFailed) => "A refund failed",
        Ok(AttentionKind::Oversold) => "Paid when the exam was full",
        Ok(AttentionKind::NoSeat) => "Has no seat",
        Err(_) => "Another reason",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use time::macros::datetime;

    fn mode(mode: PaymentMode, paid: u64, taken: i64, given_back: i64, lost: i64) -> ModeTotals {
        ModeTotals {
            mode: mode.into(),
            paid,
            taken: Balance::new(taken),
            given_back: Balance::new(given_back),
            lost: Balance::new(lost),
        }
    }

    fn report() -> DailyReport {
        DailyReport {
            day: "2025-05-31".to_owned(),
            totals: ReportTotals {
                at: datetime!(2025-05-31 15:30 UTC),
                candidates: 40,
                of_day: 12,
                modes: vec![
                    mode(PaymentMode::Cash, 4, 200_000, 50_000, 0),
                    mode(PaymentMode::Online, 21, 3_885_000, 185_000, 185_000),
                ],
            },
            before: Some(ReportTotals {
                at: datetime!(2025-05-30 15:30 UTC),
                candidates: 30,
                of_day: 3,
                modes: vec![mode(PaymentMode::Online, 20, 3_700_000, 0, 0)],
            }),
            registered: 12,
            attention: BTreeMap::from([("REFUND_FAILED".to_owned(), 2), ("OTHER".to_owned(), 1)]),
            is_queued: false,
        }
    }

    #[test]
    fn a_report_says_what_is_new_to_date_by_mode_and_what_needs_attention() {
        let report = report();
        let before = report.before.as_ref().unwrap();
        let Words { subject, text, html } = render(&report, before, "https://admin.expo.example");
        assert_eq!(subject, "Daily report: 12 registered, 5 paid, Rs\u{a0}3,850");
        for fact in [
            "From 30 May 2025, 9:00 pm to 31 May 2025, 9:00 pm (India time).",
            "Registered: 12\nPaid: 5: Rs\u{a0}3,850\nRefunded: Rs\u{a0}2,350\nLost in disputes: Rs\u{a0}1,850\nWhat stays: −Rs\u{a0}350\n",
            "In cash: 4: Rs\u{a0}2,000, refunded Rs\u{a0}500\n",
            "Online: 1: Rs\u{a0}1,850, refunded Rs\u{a0}1,850, lost in disputes Rs\u{a0}1,850",
            "Registered: 40\nPaid: 25: Rs\u{a0}40,850\n",
            "Needs attention: 3",
            "A refund failed: 2",
            "Another reason: 1",
            "https://admin.expo.example/dashboard/account",
        ] {
            assert!(text.contains(fact), "{fact} is missing in {text}");
        }
        assert!(html.contains("Needs attention: 3"), "{html}");
    }

    #[test]
    fn a_day_on_which_nothing_happened_says_so() {
        let mut report = report();
        report.before = Some(report.totals.clone());
        (report.registered, report.attention) = (0, BTreeMap::new());
        let before = report.before.as_ref().unwrap();
        let Words { subject, text, .. } = render(&report, before, "https://admin.expo.example");
        assert_eq!(subject, "Daily report: 0 registered, 0 paid, Rs\u{a0}0");
        assert!(text.contains("Nothing needs attention."), "{text}");
    }

    #[test]
    fn what_a_correction_took_from_a_mode_is_not_hidden() {
        let before = [mode(PaymentMode::Upi, 1, 185_000, 0, 0)];
        let gained = since(&[], &before);
        assert_eq!(gained.len(), 1);
        assert_eq!(
            (gained[0].1.paid, gained[0].1.taken),
            (-1, Balance::new(-185_000))
        );
    }
}
