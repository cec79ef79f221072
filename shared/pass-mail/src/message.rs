//! What the mail says that brings a pass: it is a receipt, the pass itself, and an entry for the calendar. Nothing is loaded
//! from anywhere.

use crate::{calendar, qr};
use askama::Template;
use domain::{
    Person, event,
    pass::{PassNo, Sitting},
    payment::{Channel, Method, Order},
    registration::ExamPreference,
};
use mail::File;
use store::StoreError;
use time::{
    OffsetDateTime,
    macros::{format_description, offset},
};

/// The subject of the mail.
pub(crate) const SUBJECT: &str = "Your pass for Scholarship Expo Kochi";

/// A mail without its addresses.
pub(crate) struct Content {
    pub(crate) text: String,
    pub(crate) html: String,
    pub(crate) pictures: Vec<File>,
    pub(crate) attachments: Vec<File>,
}

struct Pass<'a> {
    name: &'a str,
    number: String,
    order_id: &'a str,
    package: &'a str,
    exams: Vec<Exam<'a>>,
    /// `Online` or `Offline`, and what that means for the person.
    preference: &'static str,
    meaning: &'static str,
    dates: &'static str,
    time: &'static str,
    venue: &'static str,
    map: String,
    event: &'static str,
    amount: String,
    method: &'static str,
    paid_on: String,
    organiser: &'static str,
    address: &'static str,
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
    pass: &'a Pass<'a>,
}

#[derive(Template)]
#[template(path = "pass.html")]
struct Html<'a> {
    pass: &'a Pass<'a>,
}

/// The mail of a paid order.
///
/// # Errors
/// When the code cannot be drawn, which would be a fault of ours.
pub(crate) fn render(
    order: &Order,
    sittings: &[Sitting],
    preference: Option<ExamPreference>,
    site_origin: &str,
) -> Result<Content, StoreError> {
    let Person {
        name,
        email: _,
        phone: _,
        phone2: _,
    } = &order.person;
    let paid_at = order.paid_at.unwrap_or(order.created_at);
    let (shown, meaning) = meaning(preference);
    let pass = Pass {
        name: name.as_str(),
        number: PassNo::of(&order.customer_id).to_string(),
        order_id: order.order_id.as_str(),
        package: order.selection.package_name(),
        exams: sittings.iter().map(|sitting| exam(sitting, preference)).collect(),
        preference: shown,
        meaning,
        dates: event::DATES,
        time: event::TIME,
        venue: event::VENUE,
        map: format!(
            "https://www.google.com/maps/search/?api=1&query={}",
            percent_encoding::utf8_percent_encode(event::VENUE, percent_encoding::NON_ALPHANUMERIC)
        ),
        event: event::NAME,
        amount: format!("Rs {}", order.amount),
        method: method(order),
        paid_on: shown_moment(paid_at),
        organiser: event::ORGANISER,
        address: event::ORGANISER_ADDRESS,
        link: format!("{site_origin}/payment/success?order_id={}", order.order_id),
    };
    let code = qr::png(&order.order_id).map_err(|error| StoreError::Corrupt {
        table: "registrations",
        cause: format!("an order without a code: {error}"),
    })?;
    let calendar = calendar::calendar(&order.customer_id, sittings, paid_at).map(|text| File {
        name: "exam.ics",
        kind: "text/calendar",
        content: text.into_bytes(),
    });
    Ok(Content {
        text: Text { pass: &pass }.to_string(),
        html: Html { pass: &pass }.to_string(),
        pictures: vec![File {
            name: "pass.png",
            kind: "image/png",
            content: code,
        }],
        attachments: calendar.into_iter().collect(),
    })
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

    fn mail(order: &Order, preference: Option<ExamPreference>) -> Content {
        render(order, &[sitting()], preference, "https://expo.example").unwrap()
    }

    #[test]
    fn both_parts_hold_the_pass_the_exam_the_day_and_the_link() {
        let content = mail(&order("Asha Rao"), Some(ExamPreference::Offline));
        let Content {
            text,
            html,
            pictures,
            attachments,
        } = &content;
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
        assert_eq!((pictures[0].name, attachments[0].name), ("pass.png", "exam.ics"));
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
        let content = render(&order("Asha Rao"), &[unknown], None, "https://expo.example").unwrap();
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
