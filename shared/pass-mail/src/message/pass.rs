//! One pass in a mail, with its receipt.

use super::{MailSender, PaidFor};
use domain::{
    CourseId, event,
    pass::{PassNo, Sitting},
    payment::{Channel, Method, Order},
    registration::ExamPreference,
    till::ReceiptNo,
};
use time::{
    OffsetDateTime,
    macros::{format_description, offset},
};

/// A pass, as the mail shows it.
pub(super) struct Pass<'a> {
    pub(super) name: &'a str,
    /// The name of the file with its code.
    pub(super) code: String,
    pub(super) number: String,
    pub(super) exams: Vec<ExamText<'a>>,
    /// `Online` or `Offline`, and what that means for the person.
    pub(super) preference: &'static str,
    pub(super) meaning: String,
    pub(super) facts: [(&'static str, &'a str); 5],
    pub(super) venue: &'static str,
    pub(super) map: &'static str,
    pub(super) event: &'static str,
    pub(super) helpline: &'static str,
    pub(super) receipt: Vec<(&'static str, String)>,
    /// The other payments for the same, where there are any.
    pub(super) beside: Option<Beside>,
    pub(super) organisers: &'a str,
    pub(super) dispute_hours: &'static str,
    pub(super) link: String,
    /// The page of the hall ticket, once a seat is known.
    pub(super) hall_ticket: Option<String>,
}

pub(super) struct Beside {
    pub(super) payments: Vec<String>,
    /// Whether each is in another name: then two people of one family have most likely paid, each for a pass of their own.
    pub(super) is_of_others: bool,
}

pub(super) struct ExamText<'a> {
    pub(super) name: &'a str,
    pub(super) college: &'a str,
    pub(super) held: String,
    /// Hall and seat, and when to be there, once seats are published; on a hall ticket also that there is none.
    pub(super) seated: Option<String>,
}

pub(super) fn pass<'a>(paid: &'a PaidFor<'_>, code: String, sender: MailSender<'a>) -> Pass<'a> {
    let PaidFor {
        order,
        sittings,
        preference,
        beside,
        seatless,
        calendar: _,
    } = paid;
    let name = &order.person.name;
    let is_told_when = sittings
        .iter()
        .filter_map(|sitting| sitting.seat.as_ref())
        .any(|seat| !seat.reporting_time.is_empty());
    let (shown, meaning) = meaning(*preference, sittings.len() == 1, is_told_when);
    Pass {
        name: name.as_str(),
        code,
        number: PassNo::of(&order.customer_id).to_string(),
        exams: sittings
            .iter()
            .map(|sitting| exam(sitting, *preference, seatless))
            .collect(),
        preference: shown,
        meaning,
        facts: [
            ("Name", name.as_str()),
            ("Package", order.selection.package_name()),
            ("Pass", event::ADMITS),
            ("Date", event::DATES),
            ("Time", event::TIME),
        ],
        venue: event::VENUE,
        map: event::MAP,
        event: event::NAME,
        helpline: event::HELPLINE,
        receipt: receipt(order),
        beside: Beside::of(order, beside),
        organisers: sender.organisers.as_str(),
        dispute_hours: event::DISPUTE_HOURS,
        link: format!(
            "{}/payment/success?order_id={}",
            sender.site_origin,
            order.pass_id()
        ),
        hall_ticket: sittings
            .iter()
            .any(|sitting| sitting.seat.is_some())
            .then(|| format!("{}/hall-ticket?order_id={}", sender.site_origin, order.pass_id())),
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

/// `Asha Rao, booking ID C…-…, BCA Entrance, Backwater College: Rs 1,000 on 20 May 2025, 3:30 PM`. The mail goes to the
/// address that paid for both.
fn other_payment(order: &Order) -> String {
    format!(
        "{}, booking ID {}, {}: {} on {}",
        order.person.name.as_str(),
        order.pass_id(),
        order.selection.described(),
        order.amount.in_words(),
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
    let amount = ("Amount", order.amount.in_words());
    let facts = [
        ("Paid", format!("{paid}, {}", method(order))),
        ("Booking ID", order.pass_id().to_string()),
        (
            "Organiser",
            format!("{}, {}", event::ORGANISER, event::ORGANISER_ADDRESS),
        ),
    ];
    [amount].into_iter().chain(number).chain(facts).collect()
}

/// What is said of an exam of which one may have had a seat.
const NO_SEAT: &str = "You have no seat in this exam yet. If you had one, it does not count any more: we are looking for another.";

fn exam<'a>(sitting: &'a Sitting, preference: Option<ExamPreference>, seatless: &[CourseId]) -> ExamText<'a> {
    let seat = sitting
        .seat
        .as_ref()
        .filter(|_| preference != Some(ExamPreference::Online));
    let hall = match (preference, seat) {
        (Some(ExamPreference::Online), _) => "on the web",
        // The hall of the seat is named with it, and no other.
        (_, Some(_)) => "",
        (Some(ExamPreference::Offline) | None, None) => sitting.venue.as_str(),
    };
    let hours = [sitting.shown_day(), sitting.shown_hours(), hall.to_owned()];
    let known: Vec<&str> = hours
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    ExamText {
        name: &sitting.exam_name,
        college: &sitting.college_name,
        held: match sitting.day() {
            Some(_) => known.join(", "),
            None => "Day, hours and hall will be announced".to_owned(),
        },
        seated: match seat.map(|seat| (seat, seat.shown_reporting_time())) {
            Some((seat, time)) if time.is_empty() => Some(seat.shown()),
            Some((seat, time)) => Some(format!("{}. Please be there by {time}", seat.shown())),
            None if seatless.contains(&sitting.course) => Some(NO_SEAT.to_owned()),
            None => None,
        },
    }
}

/// The preference as the pass shows it, and what it means for a person with one exam or with several.
fn meaning(
    preference: Option<ExamPreference>,
    has_one_exam: bool,
    is_told_when: bool,
) -> (&'static str, String) {
    let (exams, halls) = if has_one_exam {
        ("the exam", "its hall")
    } else {
        ("the exams", "their halls")
    };
    match preference {
        Some(ExamPreference::Offline) => (
            "Offline",
            match is_told_when {
                true => format!("You take {exams} in {halls}. Bring this pass and a photo ID."),
                false => {
                    format!("You take {exams} in {halls}. Come early, with this pass and a photo ID.")
                }
            },
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
