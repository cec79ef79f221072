//! The words of the mail that brings a pass. No picture is loaded from anywhere.

use askama::Template;
use domain::{Person, event, payment::Order};

/// The subject of the mail.
pub(crate) const SUBJECT: &str = "Your pass for Scholarship Expo Kochi";

struct Pass<'a> {
    name: &'a str,
    order_id: &'a str,
    package: &'a str,
    college: Option<&'a str>,
    exam: &'a str,
    dates: &'a str,
    time: &'a str,
    venue: &'a str,
    event: &'a str,
    link: String,
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

/// The mail of a paid order, as plain text and as HTML.
pub(crate) fn render(order: &Order, site_origin: &str) -> (String, String) {
    let Person {
        name,
        email: _,
        phone: _,
        phone2: _,
    } = &order.person;
    let pass = Pass {
        name: name.as_str(),
        order_id: order.order_id.as_str(),
        package: order.selection.package_name(),
        college: order.selection.college_name(),
        exam: order.selection.exam_name(),
        dates: event::DATES,
        time: event::TIME,
        venue: event::VENUE,
        event: event::NAME,
        link: format!("{site_origin}/payment/success?order_id={}", order.order_id),
    };
    (Text { pass: &pass }.to_string(), Html { pass: &pass }.to_string())
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
            order_id: OrderId::parse("C0123456789A-0123456789ABCDEFGHJK").unwrap(),
            customer_id: CustomerId::parse("C0123456789A").unwrap(),
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

    #[test]
    fn both_parts_hold_the_pass_the_exam_the_day_and_the_link() {
        let (text, html) = render(&order("Asha Rao"), "https://expo.example");
        for part in [&text, &html] {
            for fact in [
                "Asha Rao",
                "C0123456789A-0123456789ABCDEFGHJK",
                "BCA Entrance",
                "Backwater College",
                "31 May - 01 Jun 2025",
                "10:00",
                event::VENUE,
                "https://expo.example/payment/success?order_id=C0123456789A-0123456789ABCDEFGHJK",
            ] {
                assert!(part.contains(fact), "{fact} is missing in {part}");
            }
        }
        assert!(
            !html.contains("<img") && !html.contains("src="),
            "nothing is loaded from outside"
        );
    }

    #[test]
    fn a_name_cannot_put_markup_into_the_mail() {
        let (text, html) = render(&order("<script>alert(1)</script>"), "https://expo.example");
        assert!(!html.contains("<script>"));
        assert!(text.contains("Dear <script>alert(1)</script>,"));
    }
}
