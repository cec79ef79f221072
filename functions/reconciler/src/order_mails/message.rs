//! The words of the mails about what became of an order. The reason that staff gave is not in them.

use domain::{
    Paise, event,
    pass::PassNo,
    payment::{Channel, Order, PassValidity, WithdrawalCause},
};
use mail::{Block, Letter, Words};
use pass_mail::PassChange;
use std::borrow::Cow;
use store::{OrderNews, Returned};

/// What tells a piece of news.
pub(super) enum Saying {
    Words(Words),
    /// The pass as it is now.
    Pass(PassChange),
}

/// What a mail says beside the name and the order.
struct Told<'a> {
    subject: &'static str,
    happened: String,
    more: String,
    /// What it is called at the payment provider.
    reference: Option<&'a str>,
    link: Option<String>,
}

/// The mail about a piece of news.
pub(super) fn render(news: &OrderNews, order: &Order, site_origin: &str) -> Saying {
    let Told {
        subject,
        happened,
        more,
        reference,
        link,
    } = match news {
        OrderNews::RefundBegun(refund) => refund_begun(refund, order),
        OrderNews::RefundEnded(refund) => refund_ended(refund, order),
        OrderNews::RefundFailed(refund) => refund_failed(refund, order),
        OrderNews::AutomaticRefund { reference, amount } => automatic_refund(reference, *amount, order),
        OrderNews::PassWithdrawn => withdrawn(order),
        OrderNews::PassRestored => restored(order, site_origin),
        OrderNews::Corrected => return Saying::Pass(PassChange::Corrected),
        OrderNews::Moved => return Saying::Pass(PassChange::Moved),
        OrderNews::Seated => return Saying::Pass(PassChange::Seated),
    };
    let reference = reference.map(|reference| ("Reference", Cow::from(reference)));
    let facts = [
        ("Booking ID", order.pass_id().as_str().into()),
        ("For", order.selection.described().into()),
    ];
    let mut blocks = vec![
        Block::Strong(happened.into()),
        Block::Text(more.into()),
        Block::Facts(reference.into_iter().chain(facts).collect()),
    ];
    blocks.extend(link.map(|address| Block::Link("Open your pass", address.into())));
    blocks.push(Block::Small("Questions? Just reply to this mail.".into()));
    let letter = Letter {
        subject: subject.into(),
        name: Some(order.person.name.as_str()),
        blocks,
    };
    Saying::Words(letter.words())
}

fn refund_begun<'a>(refund: &'a Returned, order: &Order) -> Told<'a> {
    // What is left is nothing once all that was paid is on its way.
    let pass = match (order.validity(), order.refundable() == Paise::default()) {
        (Some(PassValidity::Valid), true) => "When all of it has gone back, your pass is no longer valid.",
        (Some(PassValidity::Valid), false) => "Your pass stays valid.",
        (Some(PassValidity::Withdrawn), _) => "Your pass is no longer valid.",
        (None, _) => NO_PASS,
    };
    Told {
        subject: "Your refund is on its way",
        happened: format!(
            "{} of your payment is being sent back to you.",
            refund.amount.in_words()
        ),
        more: format!("{} You get another mail when it was sent. {pass}", by_bank()),
        reference: Some(refund.refund_id.as_str()),
        link: None,
    }
}

fn refund_ended<'a>(refund: &'a Returned, order: &Order) -> Told<'a> {
    let amount = refund.amount.in_words();
    let (happened, how) = match order.channel {
        Channel::Online => (
            format!("{amount} of your payment was sent back to you."),
            by_bank() + " ",
        ),
        Channel::Counter => (
            format!("{amount} of your payment was paid back at the counter."),
            String::new(),
        ),
    };
    Told {
        subject: "Money was sent back to you",
        happened,
        more: how + pass(order),
        reference: Some(refund.refund_id.as_str()),
        link: None,
    }
}

fn refund_failed<'a>(refund: &'a Returned, order: &Order) -> Told<'a> {
    Told {
        subject: "Your refund could not be made",
        happened: format!("{} could not be sent back to you.", refund.amount.in_words()),
        more: format!(
            "The bank or the payment provider refused it. We have been told and will look into it: there is nothing for \
             you to do now. {}",
            pass(order)
        ),
        reference: Some(refund.refund_id.as_str()),
        link: None,
    }
}

fn automatic_refund<'a>(reference: &'a str, amount: Paise, order: &Order) -> Told<'a> {
    Told {
        subject: "Money was sent back to you",
        happened: format!(
            "A further payment of {} came twice or too late. It was not counted, and was sent back.",
            amount.in_words()
        ),
        more: format!("{} {}", by_bank(), pass(order)),
        reference: Some(reference),
        link: None,
    }
}

fn withdrawn<'a>(order: &Order) -> Told<'a> {
    let cause = order
        .withdrawn
        .as_ref()
        .and_then(|withdrawal| withdrawal.cause.known());
    let why = match cause {
        Some(WithdrawalCause::Dispute) => "The bank has taken the payment back from us.",
        Some(WithdrawalCause::Refund) => "All of the payment has gone back to you.",
        Some(WithdrawalCause::Organiser) | None => "We have withdrawn it.",
    };
    Told {
        subject: "Your pass is no longer valid",
        happened: format!("Your pass {} is no longer valid.", PassNo::of(&order.customer_id)),
        more: format!(
            "{why} It is not accepted at the entrance any more, neither on the phone nor on paper. If you think that this is \
             a mistake, please write to us."
        ),
        reference: None,
        link: None,
    }
}

fn restored<'a>(order: &Order, site_origin: &str) -> Told<'a> {
    Told {
        subject: "Your pass is valid again",
        happened: format!("Your pass {} is valid again.", PassNo::of(&order.customer_id)),
        more: "You can use it as before: the code on it has not changed. Keep the link to yourself: anyone who has it can \
               see your pass."
            .to_owned(),
        reference: None,
        link: Some(format!("{site_origin}/payment/success?order_id={}", order.pass_id())),
    }
}

const NO_PASS: &str = "This order is not paid, so there is no pass for it.";

fn pass(order: &Order) -> &'static str {
    match order.validity() {
        Some(PassValidity::Valid) => "Your pass stays valid.",
        Some(PassValidity::Withdrawn) => "Your pass is no longer valid.",
        None => NO_PASS,
    }
}

fn by_bank() -> String {
    format!(
        "It goes to where you paid from, and banks show it within {}.",
        event::REFUND_ARRIVAL
    )
}

#[cfg(test)]
mod tests;
