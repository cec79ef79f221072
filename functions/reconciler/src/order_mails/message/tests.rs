//! What each mail says, in both of its parts.

use super::*;
use domain::payment::{RefundId, Status, Withdrawal};
use store::OrderNews;
use test_support::paid_order_of;
use time::macros::datetime;

const SITE: &str = "https://expo.example";

fn half() -> Returned {
    Returned {
        refund_id: RefundId::parse("refund_1").unwrap(),
        amount: Paise::new(50_000),
    }
}

fn automatic() -> OrderNews {
    OrderNews::AutomaticRefund {
        reference: "cf_9".to_owned(),
        amount: Paise::new(50_000),
    }
}

fn withdrawn_by(cause: WithdrawalCause) -> Order {
    Order {
        withdrawn: Some(Withdrawal {
            cause: cause.into(),
            reason: "Has shared the pass".to_owned(),
            by: Some("meera".to_owned()),
            at: datetime!(2025-05-20 10:00 UTC),
        }),
        ..paid_order_of("Asha <b>Rao")
    }
}

fn words(news: &OrderNews, order: &Order) -> Words {
    match render(news, order, SITE) {
        Saying::Words(words) => words,
        Saying::Pass(change) => panic!("a pass that is {change:?}"),
    }
}

fn says(news: &OrderNews, order: &Order, facts: &[&str]) {
    let Words { subject, text, html } = words(news, order);
    assert!(!subject.contains("Asha"), "{subject}");
    let usual = ["BCA Entrance", order.order_id.as_str(), event::NAME, "Asha"];
    for part in [&text, &html] {
        for fact in facts.iter().chain(&usual) {
            assert!(part.contains(fact), "{fact} is missing in {part}");
        }
        assert!(!part.contains("Has shared"), "what staff note is theirs: {part}");
    }
    assert!(!html.contains("<b>Rao"), "{html}");
}

#[test]
fn money_that_goes_back_is_told_with_how_much_how_long_its_reference_and_what_becomes_of_the_pass() {
    let order = |channel, status| Order {
        channel,
        status,
        ..paid_order_of("Asha <b>Rao")
    };
    let online = order(Channel::Online, Status::Paid);
    let stays = "Your pass stays valid";
    says(
        &OrderNews::RefundBegun(half()),
        &online,
        &[
            "Rs\u{a0}500 of your payment is being",
            event::REFUND_ARRIVAL,
            "refund_1",
            stays,
        ],
    );
    says(
        &OrderNews::RefundEnded(half()),
        &online,
        &[
            "Rs\u{a0}500 of your payment was sent back",
            event::REFUND_ARRIVAL,
            "refund_1",
            stays,
        ],
    );
    says(
        &OrderNews::RefundFailed(half()),
        &online,
        &["Rs\u{a0}500 could not be sent back", "refused", "refund_1", stays],
    );
    says(
        &automatic(),
        &online,
        &[
            "A further payment of Rs\u{a0}500",
            event::REFUND_ARRIVAL,
            "cf_9",
            stays,
        ],
    );
    says(
        &automatic(),
        &order(Channel::Online, Status::Expired),
        &["A further payment of Rs\u{a0}500", "there is no pass"],
    );
    let counter = order(Channel::Counter, Status::Paid);
    let at_counter = OrderNews::RefundEnded(half());
    says(
        &at_counter,
        &counter,
        &["Rs\u{a0}500 of your payment", "at the counter", stays],
    );
    let said = words(&at_counter, &counter);
    assert!(!said.text.contains("bank"), "no bank has to do with it");
    says(
        &OrderNews::RefundEnded(half()),
        &withdrawn_by(WithdrawalCause::Refund),
        &["Your pass is no longer valid"],
    );
}

#[test]
fn a_pass_that_is_withdrawn_or_restored_is_told_with_its_number() {
    let number = "CZ6S 4932 KF26";
    for (cause, why) in [
        (WithdrawalCause::Organiser, "We have withdrawn it"),
        (WithdrawalCause::Dispute, "The bank has taken the payment back"),
    ] {
        let order = withdrawn_by(cause);
        says(
            &OrderNews::PassWithdrawn,
            &order,
            &[number, "no longer valid", why],
        );
        let said = words(&OrderNews::PassWithdrawn, &order);
        assert!(
            !said.html.contains("href"),
            "there is nothing to open: {}",
            said.html
        );
    }
    let link = "https://expo.example/payment/success?order_id=CZ6S4932KF26-0123456789ABCDEFGHJK";
    let order = paid_order_of("Asha <b>Rao");
    says(&OrderNews::PassRestored, &order, &[number, "valid again", link]);
}
