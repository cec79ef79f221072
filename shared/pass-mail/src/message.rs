//! What the mail says that brings a pass: it is a receipt, the pass itself, and an entry for the calendar. Nothing is loaded
//! from anywhere.

mod pass;

use crate::{
    calendar::{self, CalendarContent, Calendared},
    qr,
};
use askama::Template;
use base32::Alphabet;
use domain::{
    CourseId, Email, event,
    pass::{Sitting, SittingSeat},
    payment::Order,
    registration::ExamPreference,
};
use mail::{File, Words};
use pass::{Pass, pass};
use sha2::{Digest, Sha256};
use store::{StoreError, registrations::outbox::CalendarEntry};
use time::OffsetDateTime;

/// Why a mail is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MailOccasion {
    /// The order was paid.
    Paid,
    /// A visitor asked for the passes of the address.
    Asked,
    /// The exam, or where it is taken, was corrected.
    Corrected,
    /// The exam was moved.
    Moved,
    /// Seats were published, or changed since.
    HallTicket,
    /// The seat that the last mail named is theirs no more, and there is no other.
    SeatLost,
}

/// A paid order, and what the catalogue and the registration say about it today.
pub(crate) struct PaidFor<'a> {
    pub(crate) order: &'a Order,
    pub(crate) sittings: Vec<Sitting>,
    pub(crate) preference: Option<ExamPreference>,
    /// What else the address has paid for of the same.
    pub(crate) beside: Vec<Order>,
    /// The exams of a hall ticket whose seats are published, and none of them is theirs.
    pub(crate) seatless: Vec<CourseId>,
    /// What the calendar's entry in the last mail said.
    pub(crate) calendar: Option<CalendarEntry>,
}

/// Whose mail it is, and of when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MailSender<'a> {
    pub(crate) site_origin: &'a str,
    pub(crate) organisers: &'a Email,
    pub(crate) now: OffsetDateTime,
}

/// A mail without its addresses.
pub struct MailContent {
    /// What it says.
    pub words: Words,
    /// The codes of its passes.
    pub pictures: Vec<File>,
    /// The entries for the calendar.
    pub attachments: Vec<File>,
    /// For each order, what the calendar's entry says, where there is one.
    pub(crate) calendars: Vec<Option<CalendarEntry>>,
    /// For each order, a digest of the seats that are named, where there are any.
    pub(crate) seats: Vec<Option<String>>,
}

impl MailContent {
    /// What the calendar's entry of a mail about one order says.
    #[must_use]
    pub fn calendar(&self) -> Option<&CalendarEntry> {
        self.calendars.first().and_then(Option::as_ref)
    }

    /// A digest of the seats that a mail about one order names, where it names any.
    pub(crate) fn seats(&self) -> Option<&str> {
        self.seats.first().and_then(Option::as_deref)
    }
}

struct Mail<'a> {
    intro: &'static str,
    passes: Vec<Pass<'a>>,
}

#[derive(Template)]
#[template(path = "pass.txt", escape = "none")]
struct Text<'a> {
    mail: &'a Mail<'a>,
}

/// One pass of the mail.
#[derive(Template)]
#[template(path = "pass.html")]
struct Card<'a> {
    pass: &'a Pass<'a>,
    intro: &'static str,
    is_first: bool,
    is_last: bool,
}

impl Mail<'_> {
    fn html(&self, title: &str) -> String {
        let cards = self.passes.iter().enumerate().map(|(at, pass)| {
            let card = Card {
                pass,
                intro: self.intro,
                is_first: at == 0,
                is_last: at + 1 == self.passes.len(),
            };
            card.to_string()
        });
        let preview = self.passes.first().map_or_else(String::new, |pass| {
            format!(
                "Pass no. {}. Show it at the entrance, on your phone or on paper.",
                pass.number
            )
        });
        mail::layout(title, &preview, &cards.collect::<Vec<_>>())
    }
}

impl MailOccasion {
    fn subject(self) -> String {
        let subject = format!("Your pass for {}", event::NAME);
        match self {
            Self::Paid => subject,
            Self::Asked => subject + ", as you asked",
            Self::Corrected => format!("Your corrected pass for {}", event::NAME),
            Self::Moved => format!("Your exam has moved: {}", event::NAME),
            Self::HallTicket => format!("Your hall ticket for {}", event::NAME),
            Self::SeatLost => format!("Your seat does not count any more: {}", event::NAME),
        }
    }

    const fn intro(self) -> &'static str {
        match self {
            Self::Paid => "Your payment was received and you are registered. This is your pass.",
            Self::Asked => {
                "You asked for every pass of this address. If it was not you, there is nothing to do: only you got \
                 this mail."
            }
            Self::Corrected => {
                "We have corrected your registration. This is your pass as it is now. Its entry for your calendar takes the \
                 place of the one in our last mail."
            }
            Self::Moved => {
                "An exam of yours has moved. This is your pass as it is now: please look at the day, the hours and the hall. Its \
                 entry for your calendar takes the place of the one in our last mail."
            }
            Self::HallTicket => {
                "This is where you sit. Please print your hall ticket and bring it with a photo ID. The entry for your calendar \
                 takes the place of the one in our last mail."
            }
            Self::SeatLost => {
                "The seats were given out again, and there is no seat for you yet. The seat and the hall ticket that you have do not \
                 count any more. The organisers are looking for a seat for you, and you get a mail with it. Your pass stays valid, \
                 and its entry for your calendar takes the place of the one in our last mail."
            }
        }
    }
}

/// The mail with one pass or more.
///
/// # Errors
/// When a code cannot be drawn, which would be a fault of ours.
pub(crate) fn render(
    occasion: MailOccasion,
    paid_for: &[PaidFor<'_>],
    sender: MailSender<'_>,
) -> Result<MailContent, StoreError> {
    let mut mail = Mail {
        intro: occasion.intro(),
        passes: Vec::new(),
    };
    let mut pictures = Vec::new();
    let mut attachments = Vec::new();
    let mut calendars = Vec::new();
    let mut seats = Vec::new();
    for (at, paid) in paid_for.iter().enumerate() {
        let PaidFor {
            order,
            sittings,
            preference,
            calendar,
            ..
        } = paid;
        let code = qr::png(order.pass_id()).map_err(|error| StoreError::Corrupt {
            table: "registrations",
            cause: format!("an order without a code: {error}"),
        })?;
        pictures.push(File {
            name: numbered("pass", at, "png"),
            kind: "image/png",
            content: code,
        });
        let content = CalendarContent {
            candidate: &order.customer_id,
            sittings,
            preference: *preference,
        };
        let calendar = calendar::calendar(content, calendar.as_ref(), sender.now);
        calendars.push(calendar.map(|Calendared { text, entry }| {
            attachments.push(File {
                name: numbered("exam", at, "ics"),
                kind: "text/calendar",
                content: text.into_bytes(),
            });
            entry
        }));
        seats.push(seats_of(sittings));
        mail.passes.push(pass(paid, numbered("pass", at, "png"), sender));
    }
    let subject = occasion.subject();
    Ok(MailContent {
        words: Words {
            text: Text { mail: &mail }.to_string(),
            html: mail.html(&subject),
            subject,
        },
        pictures,
        attachments,
        calendars,
        seats,
    })
}

/// A digest of where somebody sits and by when they are to be there; None where no seat is known.
fn seats_of(sittings: &[Sitting]) -> Option<String> {
    let mut digest = Sha256::new();
    let mut seats = sittings
        .iter()
        .filter_map(|sitting| Some((sitting, sitting.seat.as_ref()?)))
        .peekable();
    seats.peek()?;
    for (Sitting { course, .. }, seat) in seats {
        let SittingSeat {
            hall,
            seat,
            reporting_time,
        } = seat;
        digest.update(format!("{course}\n{hall}\n{seat}\n{reporting_time}\n"));
    }
    Some(base32::encode(Alphabet::Crockford, &digest.finalize()[..10]))
}

/// `pass.png`, `pass-2.png` and so on.
fn numbered(stem: &str, at: usize, extension: &str) -> String {
    match at {
        0 => format!("{stem}.{extension}"),
        at => format!("{stem}-{}.{extension}", at + 1),
    }
}

#[cfg(test)]
mod tests;
