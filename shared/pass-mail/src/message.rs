//! What the mail says that brings a pass: it is a receipt, the pass itself, and an entry for the calendar. Nothing is loaded
//! from anywhere.

use crate::{calendar, qr};
use askama::Template;
use domain::{
    Person, event,
    pass::{PassNo, Sitting},
    payment::{Channel, Method, Order},
    registration::ExamPreference,
    till::ReceiptNo,
};
use mail::File;
use store::StoreError;
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
}

/// A mail without its addresses.
pub(crate) struct Content {
    pub(crate) subject: &'static str,
    pub(crate) text: String,
    pub(crate) html: String,
    pub(crate) pictures: Vec<File>,
    pub(crate) attachments: Vec<File>,
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
    meaning: &'static str,
    facts: [(&'static str, &'a str); 5],
    venue: &'static str,
    map: String,
    event: &'static str,
    receipt: Vec<(&'static str, String)>,
    link: String,
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
    site_origin: &str,
) -> Result<Content, StoreError> {
    let mut mail = Mail {
        intro: occasion.intro(),
        passes: Vec::new(),
    };
    let mut pictures = Vec::new();
    let mut attachments = Vec::new();
    for (at, paid) in paid_for.iter().enumerate() {
        let PaidFor {
            order,
            sittings,
            preference,
        } = paid;
        let paid_at = order.paid_at.unwrap_or(order.created_at);
        let code = qr::png(&order.order_id).map_err(|error| StoreError::Corrupt {
            table: "registrations",
            cause: format!("an order without a code: {error}"),
        })?;
        pictures.push(File {
            name: numbered("pass", at, "png"),
            kind: "image/png",
            content: code,
        });
        let calendar = calendar::calendar(&order.customer_id, sittings, paid_at);
        attachments.extend(calendar.map(|text| File {
            name: numbered("exam", at, "ics"),
            kind: "text/calendar",
            content: text.into_bytes(),
        }));
        mail.passes.push(pass(
            order,
            sittings,
            *preference,
            numbered("pass", at, "png"),
            site_origin,
        ));
    }
    Ok(Content {
        subject: occasion.subject(),
        text: Text { mail: &mail }.to_string(),
        html: Html { mail: &mail }.to_string(),
        pictures,
        attachments,
    })
}

/// `pass.png`, `pass-2.png` and so on.
fn numbered(stem: &str, at: usize, extension: &str) -> String {
    match at {
        0 => format!("{stem}.{extension}"),
        at => format!("{stem}-{}.{extension}", at + 1),
    }
}

fn pass<'a>(
    order: &'a Order,
    sittings: &'a [Sitting],
    preference: Option<ExamPreference>,
    code: String,
    site_origin: &str,
) -> Pass<'a> {
    let Person {
        name,
        email: _,
        phone: _,
        phone2: _,
    } = &order.person;
    let (shown, meaning) = meaning(preference);
    Pass {
        name: name.as_str(),
        code,
        number: PassNo::of(&order.customer_id).to_string(),
        exams: sittings.iter().map(|sitting| exam(sitting, preference)).collect(),
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
        link: format!("{site_origin}/payment/success?order_id={}", order.order_id),
    }
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

const fn meaning(preference: Option<ExamPreference>) -> (&'static str, &'static str) {
    match preference {
        Some(ExamPreference::Offline) => (
            "Offline",
            "You take the exam in its hall. Come 30 minutes early with this pass and a photo ID.",
        ),
        Some(ExamPreference::Online) => (
            "Online",
            "You take the exam on the web, at the same hours. This pass still lets you into the expo.",
        ),
        None => (
            "-",
            "Please ask us whether you take the exam in its hall or on the web.",
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
mod tests {
    use super::*;
    use domain::{
        CollegeId, CourseId, CustomerId, Email, IndianPhone, OrderId, PackageId, Paise, PersonName,
        payment::{AttemptState, Channel, Status},
        registration::Selection,
    };
    use time::macros::datetime;

    fn order(name: &str) -> Order {
        Order {
            order_id: OrderId::parse("CZ6S4932KF26-0123456789ABCDEFGHJK").unwrap(),
            customer_id: CustomerId::parse("CZ6S4932KF26").unwrap(),
            amount: Paise::new(100_000),
            channel: Channel::Online,
            status: Status::Paid,
            attempt: AttemptState::None,
            session: None,
            method: None,
            person: Person {
                name: PersonName::parse(name).unwrap(),
                email: Email::parse("asha@example.com").unwrap(),
                phone: IndianPhone::parse("9876543210").unwrap(),
                phone2: None,
            },
            selection: Selection::SpecificCollege {
                package_id: PackageId::parse("single").unwrap(),
                package_name: "Single Exam Access".to_owned(),
                college_id: CollegeId::parse("backwater").unwrap(),
                college_name: "Backwater College".to_owned(),
                course_id: CourseId::parse("bca").unwrap(),
                exam_name: "BCA Entrance".to_owned(),
            },
            created_at: datetime!(2025-05-20 10:00 UTC),
            expires_at: datetime!(2025-05-20 10:30 UTC),
            paid_at: None,
            refused_at: None,
            refunds: Vec::new(),
            withdrawn: None,
            asked_at: 0,
            version: 2,
        }
    }

    fn sitting() -> Sitting {
        Sitting {
            date: "2025-05-31".to_owned(),
            time_start: "10:00".to_owned(),
            time_end: "11:30".to_owned(),
            college_name: "Backwater College".to_owned(),
            exam_name: "BCA Entrance".to_owned(),
            venue: "Hall 1".to_owned(),
        }
    }

    fn mail_about(order: &Order, sitting: Sitting, preference: Option<ExamPreference>) -> Content {
        let paid_for = PaidFor {
            order,
            sittings: vec![sitting],
            preference,
        };
        render(Occasion::Paid, &[paid_for], "https://expo.example").unwrap()
    }

    fn mail(order: &Order, preference: Option<ExamPreference>) -> Content {
        mail_about(order, sitting(), preference)
    }

    #[test]
    fn both_parts_hold_the_pass_the_exam_the_day_and_the_link() {
        let content = mail(&order("Asha Rao"), Some(ExamPreference::Offline));
        let Content {
            subject,
            text,
            html,
            pictures,
            attachments,
        } = &content;
        assert_eq!(*subject, "Your pass for Scholarship Expo Kochi");
        for part in [text, html] {
            for fact in [
                "Asha Rao",
                "CZ6S4932KF26-0123456789ABCDEFGHJK",
                "CZ6S 4932 KF26",
                "BCA Entrance",
                "Backwater College",
                "Sat 31 May, 10–11:30 AM, Hall 1",
                "Offline",
                "https://www.google.com/maps/search/?api=1",
                "No refunds after registration",
                "31 May - 01 Jun 2025",
                "10:00",
                event::VENUE,
                "https://expo.example/payment/success?order_id=CZ6S4932KF26-0123456789ABCDEFGHJK",
            ] {
                assert!(part.contains(fact), "{fact} is missing in {part}");
            }
        }
        // The one picture comes with the mail.
        assert_eq!(html.matches("src=").count(), 1, "{html}");
        assert!(html.contains(r#"src="cid:pass.png""#), "{html}");
        let names = (pictures[0].name.as_str(), attachments[0].name.as_str());
        assert_eq!(names, ("pass.png", "exam.ics"));
    }

    #[test]
    fn a_mail_that_was_asked_for_holds_every_pass_with_a_code_of_its_own() {
        let mut second = order("Biju Rao");
        second.order_id = OrderId::parse("DZ6S4932KF26-0123456789ABCDEFGHJK").unwrap();
        second.customer_id = CustomerId::parse("DZ6S4932KF26").unwrap();
        let first = order("Asha Rao");
        let of = |order| PaidFor {
            order,
            sittings: vec![sitting()],
            preference: None,
        };
        let content = render(
            Occasion::Asked,
            &[of(&first), of(&second)],
            "https://expo.example",
        )
        .unwrap();
        for part in [&content.text, &content.html] {
            for (fact, times) in [
                ("You asked for every pass of this address", 1),
                ("Your payment was received", 0),
                ("Dear Asha Rao,", 1),
                ("Biju Rao", 1),
                ("CZ6S 4932 KF26", 1),
                ("DZ6S 4932 KF26", 1),
                ("order_id=DZ6S4932KF26-0123456789ABCDEFGHJK", 1),
                ("Keep the links to yourself", 1),
                ("No refunds after registration", 1),
            ] {
                // The hidden preview of the HTML names the first number once more.
                let preview = usize::from(part.contains("<html") && fact == "CZ6S 4932 KF26");
                assert_eq!(part.matches(fact).count(), times + preview, "{fact} in {part}");
            }
        }
        for code in [r#"src="cid:pass.png""#, r#"src="cid:pass-2.png""#] {
            assert_eq!(content.html.matches(code).count(), 1, "{code}");
        }
        let names = |files: &[File]| -> Vec<String> { files.iter().map(|file| file.name.clone()).collect() };
        assert_eq!(names(&content.pictures), ["pass.png", "pass-2.png"]);
        assert_eq!(names(&content.attachments), ["exam.ics", "exam-2.ics"]);
        assert_ne!(content.pictures[0].content, content.pictures[1].content);
    }

    #[test]
    fn the_mail_is_a_receipt() {
        let mut paid = order("Asha Rao");
        paid.paid_at = Some(datetime!(2025-05-20 10:00 UTC));
        for (channel, group, shown) in [
            (Channel::Counter, None, "At the counter"),
            (Channel::Online, Some("upi"), "UPI"),
            (Channel::Online, Some("credit_card"), "Credit card"),
            (Channel::Online, Some("debit_card"), "Debit card"),
            (Channel::Online, Some("wallet"), "Online"),
            (Channel::Online, None, "Online"),
        ] {
            paid.channel = channel;
            paid.method = group.map(|group| Method {
                group: Some(group.to_owned()),
                ..Method::default()
            });
            let content = mail(&paid, None);
            for part in [&content.text, &content.html] {
                for fact in [
                    shown,
                    "Rs 1000",
                    "20 May 2025, 3:30 PM",
                    event::ORGANISER,
                    event::ORGANISER_ADDRESS,
                ] {
                    assert!(part.contains(fact), "{fact} is missing in {part}");
                }
                let has_number = part.contains("R-CZ6S-4932-KF26");
                assert_eq!(has_number, channel == Channel::Counter, "{part}");
            }
        }
    }

    #[test]
    fn who_takes_part_online_is_not_sent_to_a_hall() {
        let online = mail(&order("Asha Rao"), Some(ExamPreference::Online));
        let offline = mail(&order("Asha Rao"), Some(ExamPreference::Offline));
        assert!(online.text.contains("10–11:30 AM, on the web") && !online.text.contains("Hall 1"));
        assert!(offline.text.contains("10–11:30 AM, Hall 1"));
    }

    #[test]
    fn an_exam_without_hours_is_announced_and_in_no_calendar() {
        let unknown = Sitting {
            date: String::new(),
            time_start: String::new(),
            time_end: String::new(),
            venue: String::new(),
            ..sitting()
        };
        let content = mail_about(&order("Asha Rao"), unknown, None);
        assert!(content.text.contains("will be announced"));
        assert!(content.attachments.is_empty());
    }

    #[test]
    fn a_name_cannot_put_markup_into_the_mail() {
        let Content { text, html, .. } = mail(&order("<script>alert(1)</script>"), None);
        assert!(!html.contains("<script>"));
        assert!(text.contains("Dear <script>alert(1)</script>,"));
    }
}
