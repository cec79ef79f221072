//! The words of the mail about money that went back. No picture is loaded from anywhere.

use crate::queued::MailWords;
use askama::Template;
use domain::{
    event,
    payment::{Channel, Order, PassValidity},
};
use store::RefundMail;

struct Refunded<'a> {
    event: &'static str,
    name: &'a str,
    what: String,
    how: &'static str,
    pass: &'static str,
    bought: String,
    order_id: &'a str,
}

#[derive(Template)]
#[template(path = "refund.txt", escape = "none")]
struct Text<'a> {
    refunded: &'a Refunded<'a>,
}

#[derive(Template)]
#[template(path = "refund.html")]
struct Html<'a> {
    refunded: &'a Refunded<'a>,
}

pub(super) fn render(mail: &RefundMail, order: &Order) -> MailWords {
    let amount = mail.amount.in_words();
    let (what, how) = match (mail.is_automatic, order.channel) {
        (true, _) => (
            format!(
                "A further payment of {amount} came twice or too late. It was not counted, and was sent back."
            ),
            BY_BANK,
        ),
        (false, Channel::Online) => (format!("{amount} of your payment was sent back to you."), BY_BANK),
        (false, Channel::Counter) => (
            format!("{amount} of your payment was paid back at the counter."),
            "",
        ),
    };
    let refunded = Refunded {
        event: event::NAME,
        name: order.person.name.as_str(),
        what,
        how,
        pass: match order.validity() {
            Some(PassValidity::Valid) => "Your pass stays valid.",
            Some(PassValidity::Withdrawn) => "Your pass is no longer valid.",
            None => "This order is not paid, so there is no pass for it.",
        },
        bought: order.selection.described(),
        order_id: order.order_id.as_str(),
    };
    MailWords {
        subject: "Money was sent back to you",
        text: Text { refunded: &refunded }.to_string(),
        html: Html { refunded: &refunded }.to_string(),
    }
}

const BY_BANK: &str =
    "It goes to where you paid from. Banks take up to seven days to show it in your account.";

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Paise, payment::Status};
    use test_support::paid_order_of;

    #[test]
    fn both_parts_say_how_much_came_back_how_and_what_becomes_of_the_pass() {
        for (is_automatic, channel, status, says) in [
            (
                true,
                Channel::Online,
                Status::Paid,
                [
                    "A further payment of Rs\u{a0}500",
                    "Banks take",
                    "Your pass stays valid",
                ],
            ),
            (
                false,
                Channel::Online,
                Status::Paid,
                [
                    "Rs\u{a0}500 of your payment was sent back",
                    "Banks take",
                    "Your pass stays valid",
                ],
            ),
            (
                true,
                Channel::Online,
                Status::Expired,
                [
                    "A further payment of Rs\u{a0}500",
                    "Banks take",
                    "there is no pass",
                ],
            ),
            (
                false,
                Channel::Counter,
                Status::Paid,
                [
                    "Rs\u{a0}500 of your payment",
                    "at the counter",
                    "Your pass stays valid",
                ],
            ),
        ] {
            let order = Order {
                channel,
                status,
                ..paid_order_of("Asha <b>Rao")
            };
            let at = order.created_at;
            let mail = RefundMail::new(order.order_id.clone(), Paise::new(50_000), is_automatic, at);
            let MailWords { text, html, .. } = render(&mail, &order);
            for part in [&text, &html] {
                for fact in says
                    .iter()
                    .chain(&["BCA Entrance", order.order_id.as_str(), event::NAME])
                {
                    assert!(part.contains(fact), "{fact} is missing in {part}");
                }
            }
            assert!(!html.contains("<b>Rao") && !html.contains("src="), "{html}");
        }
    }
}
