//! What the mail says that brings a pass: it is a receipt, the pass itself, and an entry for the calendar. Nothing is loaded
//! from anywhere.

use crate::{
    calendar::{self, Calendared},
    qr,
};
use askama::Template;
use domain::{
    Email, Person, event,
    pass::{PassNo, Sitting},
    payment::{Channel, Method, Order},
    registration::ExamPreference,
    till::ReceiptNo,
};
use mail::File;
use store::{StoreError, registrations::outbox::CalendarEntry};
use time::{
    OffsetDateTime,
    macros::{format_description, offset},
};

/// Why a mail is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// The order was paid.
    Paid,
    /// Somebody asked for the passes of the address.
    Asked,
}

/// A paid order, and what the catalogue and the registration say about it today.
pub(crate) struct PaidFor<'a> {
    pub(crate) order: &'a Order,
    pub(crate) sittings: Vec<Sitting>,
    pub(crate) preference: Option<ExamPreference>,
    /// What else the address has paid for of the same.
    pub(crate) beside: Vec<Order>,
    /// What the calendar's entry in the last mail said.
    pub(crate) calendar: Option<CalendarEntry>,
}

/// Whose mail it is, and of when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sender<'a> {
    pub(crate) site_origin: &'a str,
    pub(crate) organisers: &'a Email,
    pub(crate) now: OffsetDateTime,
}

/// A mail without its addresses.
pub(crate) struct Content {
    pub(crate) subject: &'static str,
    pub(crate) text: String,
    pub(crate) html: String,
    pub(crate) pictures: Vec<File>,
    pub(crate) attachments: Vec<File>,
    /// For each order, what the calendar's entry says, where there is one.
    pub(crate) calendars: Vec<Option<CalendarEntry>>,
}

impl Content {
    /// What the calendar's entry of a mail about one order says.
    pub(crate) fn calendar(&self) -> Option<&CalendarEntry> {
        self.calendars.first().and_then(Option::as_ref)
    }
}

struct Mail<'a> {
    intro: &'static str,
    passes: Vec<Pass<'a>>,
}

struct Pass<'a> {
    name: &'a str,
    /// The name of the file with its code.
    code: String,
    number: String,
    exams: Vec<Exam<'a>>,
    /// `Online` or `Offline`, and what that means for the person.
    preference: &'static str,
    meaning: String,
    facts: [(&'static str, &'a str); 5],
    venue: &'static str,
    map: String,
    event: &'static str,
    receipt: Vec<(&'static str, String)>,
    /// The other payments for the same, where there are any.
    beside: Option<Beside>,
    organisers: &'a str,
    link: String,
}

struct Beside {
    payments: Vec<String>,
    /// Whether each is in another name: then two people of one family have most likely paid, each for a pass of their own.
    is_of_others: bool,
}

struct Exam<'a> {
    name: &'a str,
    college: &'a str,
    held: String,
}

#[derive(Template)]
#[template(path = "pass.txt", escape = "none")]
struct Text<'a> {
    mail: &'a Mail<'a>,
}

#[derive(Template)]
#[template(path = "pass.html")]
struct Html<'a> {
    mail: &'a Mail<'a>,
}

impl Occasion {
    const fn subject(self) -> &'static str {
        match self {
            Self::Paid => "Your pass for Scholarship Expo Kochi",
            Self::Asked => "Your pass for Scholarship Expo Kochi, as you asked",
        }
    }

    const fn intro(self) -> &'static str {
        match self {
            Self::Paid => "Your payment was received and your seat is confirmed. This is your pass.",
            Self::Asked => {
                "You asked for every pass of this address. If it was not you, there is nothing to do: only you got \
                 this mail."
            }
        }
    }
}

/// The mail with one pass or more.
///
/// # Errors
/// When a code cannot be drawn, which would be a fault of ours.
pub(crate) fn render(
    occasion: Occasion,
    paid_for: &[PaidFor<'_>],
    sender: Sender<'_>,
) -> Result<Content, StoreError> {
    let mut mail = Mail {
        intro: occasion.intro(),
        passes: Vec::new(),
    };
    let mut pictures = Vec::new();
    let mut attachments = Vec::new();
    let mut calendars = Vec::new();
    for (at, paid) in paid_for.iter().enumerate() {
        let PaidFor {
            order,
            sittings,
            calendar,
            ..
        } = paid;
        let code = qr::png(&order.order_id).map_err(|error| StoreError::Corrupt {
            table: "registrations",
            cause: format!("an order without a code: {error}"),
        })?;
        pictures.push(File {
            name: numbered("pass", at, "png"),
            kind: "image/png",
            content: code,
        });
        let calendar = calendar::calendar(&order.customer_id, sittings, calendar.as_ref(), sender.now);
        calendars.push(calendar.map(|Calendared { text, entry }| {
            attachments.push(File {
                name: numbered("exam", at, "ics"),
                kind: "text/calendar",
                content: text.into_bytes(),
            });
            entry
        }));
        mail.passes.push(pass(paid, numbered("pass", at, "png"), sender));
    }
    Ok(Content {
        subject: occasion.subject(),
        text: Text { mail: &mail }.to_string(),
        html: Html { mail: &mail }.to_string(),
        pictures,
        attachments,
        calendars,
    })
}

/// `pass.png`, `pass-2.png` and so on.
fn numbered(stem: &str, at: usize, extension: &str) -> String {
    match at {
        0 => format!("{stem}.{extension}"),
        at => format!("{stem}-{}.{extension}", at + 1),
    }
}

fn pass<'a>(paid: &'a PaidFor<'_>, code: String, sender: Sender<'a>) -> Pass<'a> {
    let PaidFor {
        order,
        sittings,
        preference,
        beside,
        calendar: _,
    } = paid;
    let Person {
        name,
        email: _,
        phone: _,
        phone2: _,
    } = &order.person;
    let (shown, meaning) = meaning(*preference, sittings.len() == 1);
    Pass {
        name: name.as_str(),
        code,
        number: PassNo::of(&order.customer_id).to_string(),
        exams: sittings
            .iter()
            .map(|sitting| exam(sitting, *preference))
            .collect(),
        preference: shown,
        meaning,
        facts: [
            ("Name", name.as_str()),
            ("Package", order.selection.package_name()),
            ("Pass", "1 Pass"),
            ("Date", event::DATES),
            ("Time", event::TIME),
        ],
        venue: event::VENUE,
        map: format!(
            "https://www.google.com/maps/search/?api=1&query={}",
            percent_encoding::utf8_percent_encode(event::VENUE, percent_encoding::NON_ALPHANUMERIC)
        ),
        event: event::NAME,
        receipt: receipt(order),
        beside: Beside::of(order, beside),
        organisers: sender.organisers.as_str(),
        link: format!(
            "{}/payment/success?order_id={}",
            sender.site_origin, order.order_id
        ),
    }
}

impl Beside {
    fn of(order: &Order, others: &[Order]) -> Option<Self> {
        let is_of_other = |other: &Order| !other.person.is_called_as(&order.person);
        (!others.is_empty()).then(|| Self {
            payments: others.iter().map(other_payment).collect(),
            is_of_others: others.iter().all(is_of_other),
        })
    }
}

/// `Asha Rao, booking ID C…-…, BCA Entrance, Backwater College: Rs 1000 on 20 May 2025, 3:30 PM`. The mail goes to the
/// address that paid for both.
fn other_payment(order: &Order) -> String {
    format!(
        "{}, booking ID {}, {}: Rs {} on {}",
        order.person.name.as_str(),
        order.order_id,
        order.selection.described(),
        order.amount,
        shown_moment(order.paid_at.unwrap_or(order.created_at))
    )
}

/// What was paid, when, how, and to whom. Money at the counter has the number of the receipt that the till knows it by.
fn receipt(order: &Order) -> Vec<(&'static str, String)> {
    let number = match order.channel {
        Channel::Counter => Some(("Receipt no.", ReceiptNo::of(&order.customer_id).to_string())),
        Channel::Online => None,
    };
    let paid = shown_moment(order.paid_at.unwrap_or(order.created_at));
    let amount = ("Amount", format!("Rs {}", order.amount));
    let facts = [
        ("Paid", format!("{paid}, {}", method(order))),
        ("Booking ID", order.order_id.to_string()),
        (
            "Organiser",
            format!("{}, {}", event::ORGANISER, event::ORGANISER_ADDRESS),
        ),
    ];
    [amount].into_iter().chain(number).chain(facts).collect()
}

fn exam<'a>(sitting: &'a Sitting, preference: Option<ExamPreference>) -> Exam<'a> {
    let hall = match preference {
        Some(ExamPreference::Online) => "on the web",
        Some(ExamPreference::Offline) | None => sitting.venue.as_str(),
    };
    let hours = [sitting.shown_day(), sitting.shown_hours(), hall.to_owned()];
    let known: Vec<&str> = hours
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    Exam {
        name: &sitting.exam_name,
        college: &sitting.college_name,
        held: match sitting.day() {
            Some(_) => known.join(", "),
            None => "Day, hours and hall will be announced".to_owned(),
        },
    }
}

/// The preference as the pass shows it, and what it means for a person with one exam or with several.
fn meaning(preference: Option<ExamPreference>, has_one_exam: bool) -> (&'static str, String) {
    let (exams, halls) = if has_one_exam {
        ("the exam", "its hall")
    } else {
        ("the exams", "their halls")
    };
    match preference {
        Some(ExamPreference::Offline) => (
            "Offline",
            format!("You take {exams} in {halls}. Come 30 minutes early with this pass and a photo ID."),
        ),
        Some(ExamPreference::Online) => (
            "Online",
            format!(
                "You take {exams} on the web, at the same hours. This pass still lets you into the expo."
            ),
        ),
        None => (
            "-",
            format!("Please ask us whether you take {exams} in {halls} or on the web."),
        ),
    }
}

/// How it was paid, in the words of a receipt.
fn method(order: &Order) -> &'static str {
    match order.channel {
        Channel::Counter => "At the counter",
        Channel::Online => match order
            .method
            .as_ref()
            .and_then(|Method { group, .. }| group.as_deref())
        {
            Some("upi") => "UPI",
            Some("credit_card") => "Credit card",
            Some("debit_card") => "Debit card",
            _ => "Online",
        },
    }
}

/// `20 May 2025, 3:30 PM`, by the clocks of the event.
fn shown_moment(moment: OffsetDateTime) -> String {
    let format = format_description!(
        "[day padding:none] [month repr:short] [year], [hour repr:12 padding:none]:[minute] [period]"
    );
    moment
        .to_offset(offset!(+5:30))
        .format(format)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
