//! The words of the mail that reminds a visitor of their turn. No picture is loaded from anywhere, and nothing in it is
//! personal.

use crate::queued::MailWords;
use askama::Template;
use domain::{event, line::HELD};
use store::line::Ticket;
use time::{
    OffsetDateTime,
    macros::{format_description, offset},
};

struct Turn {
    event: &'static str,
    /// On the clock of Asia/Kolkata.
    opens: String,
    /// How long the place is held, in minutes.
    held: i64,
    link: String,
}

#[derive(Template)]
#[template(path = "reminder.txt", escape = "none")]
struct Text<'a> {
    turn: &'a Turn,
}

#[derive(Template)]
#[template(path = "reminder.html")]
struct Html<'a> {
    turn: &'a Turn,
}

/// The mail for the moment of a place. Browsers never send what follows the `#` of an
/// address, so the ticket is in no log.
pub(super) fn render(opens: OffsetDateTime, ticket: &Ticket, site_origin: &str) -> MailWords {
    let wall = opens.to_offset(offset!(+5:30));
    let format = format_description!("[hour repr:12 padding:none]:[minute] [period case:lower]");
    let turn = Turn {
        event: event::NAME,
        opens: wall.format(format).unwrap_or_default(),
        held: HELD / 60_000_000,
        link: format!("{site_origin}/#turn={}", ticket.as_str()),
    };
    MailWords {
        subject: "It is nearly your turn to pay",
        text: Text { turn: &turn }.to_string(),
        html: Html { turn: &turn }.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn both_parts_state_the_turn_on_the_clock_of_india_and_link_to_it_with_the_ticket_after_the_hash() {
        let ticket = Ticket::parse("0123456789ABCDEFGHJKMNPQRS").unwrap();
        let MailWords { text, html, .. } = render(
            datetime!(2025-05-20 18:42:31 UTC),
            &ticket,
            "https://expo.example",
        );
        for part in [&text, &html] {
            for fact in [
                "12:12 am",
                "30 minutes",
                event::NAME,
                "https://expo.example/#turn=0123456789ABCDEFGHJKMNPQRS",
            ] {
                assert!(part.contains(fact), "{fact} is missing in {part}");
            }
        }
        assert!(
            !html.contains("<img") && !html.contains("src="),
            "nothing is loaded from outside"
        );
    }
}
