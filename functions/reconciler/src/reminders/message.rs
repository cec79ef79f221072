//! The words of the mail that reminds a visitor of their turn. Nothing in it is personal.

use domain::line::HELD;
use mail::{Block, Letter, Words};
use store::line::Ticket;
use time::{
    OffsetDateTime,
    macros::{format_description, offset},
};

/// The mail for the moment of a place. Browsers never send what follows the `#` of an
/// address, so the ticket is in no log.
pub(super) fn render(opens: OffsetDateTime, ticket: &Ticket, site_origin: &str) -> Words {
    let wall = opens.to_offset(offset!(+5:30));
    let format = format_description!("[hour repr:12 padding:none]:[minute] [period case:lower]");
    let opens = wall.format(format).unwrap_or_default();
    let held = HELD / 60_000_000;
    let letter = Letter {
        subject: "It is nearly your turn to pay".into(),
        name: None,
        blocks: vec![
            Block::Text("It is nearly your turn to pay for your registration.".into()),
            Block::Strong(format!("Your turn: {opens} (India time), for {held} minutes.").into()),
            Block::Link(
                "Go on to the payment",
                format!("{site_origin}/#turn={}", ticket.as_str()).into(),
            ),
            Block::Text(ON_WHICH_DEVICE.into()),
            Block::Text(
                "Keep the link to yourself: anyone who has it can use your place. Nothing has been charged yet.".into(),
            ),
        ],
    };
    letter.words()
}

const ON_WHICH_DEVICE: &str = "Please open the link on the device you registered with: your details are saved there only. \
                               On another device you keep your place, but fill in the form once more.";

#[cfg(test)]
mod tests {
    use super::*;
    use domain::event;
    use time::macros::datetime;

    #[test]
    fn both_parts_state_the_turn_on_the_clock_of_india_and_link_to_it_with_the_ticket_after_the_hash() {
        let ticket = Ticket::parse("0123456789ABCDEFGHJKMNPQRS").unwrap();
        let Words { text, html, .. } = render(
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
        assert_eq!(
            html.matches("src=").count(),
            html.matches("src=\"cid:logo.png\"").count(),
            "nothing is loaded from outside"
        );
    }
}
