//! What is in the mail, in both of its parts.

use super::*;
use domain::{
    CourseId, CustomerId, OrderId, event,
    pass::SittingSeat,
    payment::{Channel, Method},
    seating::Seat,
};
use test_support::paid_order_of as order;
use time::macros::datetime;

fn sitting() -> Sitting {
    Sitting {
        date: "2025-05-31".to_owned(),
        time_start: "10:00".to_owned(),
        time_end: "11:30".to_owned(),
        college_name: "Backwater College".to_owned(),
        exam_name: "BCA Entrance".to_owned(),
        venue: "Hall 1".to_owned(),
        course: CourseId::parse("course-bca").unwrap(),
        seat: None,
    }
}

fn written(occasion: MailOccasion, paid_for: &[PaidFor<'_>]) -> MailContent {
    let sender = MailSender {
        site_origin: "https://expo.example",
        organisers: &Email::parse("organisers@expo.example").unwrap(),
        now: datetime!(2025-05-20 10:00 UTC),
    };
    render(occasion, paid_for, sender).unwrap()
}

fn mail_about(order: &Order, sitting: Sitting, preference: Option<ExamPreference>) -> MailContent {
    let paid_for = PaidFor {
        order,
        sittings: vec![sitting],
        preference,
        beside: Vec::new(),
        seatless: Vec::new(),
        calendar: None,
    };
    written(MailOccasion::Paid, &[paid_for])
}

fn mail(order: &Order, preference: Option<ExamPreference>) -> MailContent {
    mail_about(order, sitting(), preference)
}

#[test]
fn both_parts_hold_the_pass_the_exam_the_day_and_the_link() {
    let content = mail(&order("Asha Rao"), Some(ExamPreference::Offline));
    let MailContent {
        words: Words { subject, text, html },
        pictures,
        attachments,
        calendars: _,
        seats: _,
    } = &content;
    assert_eq!(*subject, format!("Your pass for {}", event::NAME));
    for part in [text, html] {
        for fact in [
            "Asha Rao",
            // Of a seat nothing is known yet.
            "Your payment was received and you are registered.",
            "CZ6S4932KF26-0123456789ABCDEFGHJK",
            "CZ6S 4932 KF26",
            "BCA Entrance",
            "Backwater College",
            "Sat 31 May, 10–11:30 AM, Hall 1",
            "Offline",
            "No refunds after registration",
            event::DATES,
            event::TIME,
            event::ADMITS,
            event::VENUE,
            "https://expo.example/payment/success?order_id=CZ6S4932KF26-0123456789ABCDEFGHJK",
        ] {
            assert!(part.contains(fact), "{fact} is missing in {part}");
        }
    }
    // Both pictures come with the mail.
    assert_eq!(html.matches("src=").count(), 2, "{html}");
    for picture in [r#"src="cid:logo.png""#, r#"src="cid:pass.png""#] {
        assert!(html.contains(picture), "{picture} is missing in {html}");
    }
    let names = (pictures[0].name.as_str(), attachments[0].name.as_str());
    assert_eq!(names, ("pass.png", "exam.ics"));
}

#[test]
fn a_seat_is_in_both_parts_once_it_is_published() {
    let seated = |reporting_time: &str| Sitting {
        seat: Some(SittingSeat {
            hall: "Room 204".to_owned(),
            seat: Seat::parse("B12").unwrap(),
            reporting_time: reporting_time.to_owned(),
        }),
        ..sitting()
    };
    let content = mail_about(&order("Asha Rao"), seated("09:30"), Some(ExamPreference::Offline));
    for part in [&content.words.text, &content.words.html] {
        assert!(
            part.contains("Room 204, seat B12. Please be there by 9:30 AM"),
            "{part}"
        );
        assert!(!part.contains("Come early"), "{part}");
        // The exam was announced for another hall.
        assert!(!part.contains("Hall 1"), "{part}");
    }
    let content = mail_about(&order("Asha Rao"), seated(""), Some(ExamPreference::Offline));
    assert!(
        content.words.text.contains("Room 204, seat B12\n"),
        "{}",
        content.words.text
    );
    assert!(content.words.text.contains("Come early"));
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
        beside: Vec::new(),
        seatless: Vec::new(),
        calendar: None,
    };
    let content = written(MailOccasion::Asked, &[of(&first), of(&second)]);
    for part in [&content.words.text, &content.words.html] {
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
        assert_eq!(content.words.html.matches(code).count(), 1, "{code}");
    }
    let names = |files: &[File]| -> Vec<String> { files.iter().map(|file| file.name.clone()).collect() };
    assert_eq!(names(&content.pictures), ["pass.png", "pass-2.png"]);
    assert_eq!(names(&content.attachments), ["exam.ics", "exam-2.ics"]);
    assert_ne!(content.pictures[0].content, content.pictures[1].content);
}

#[test]
fn a_corrected_pass_says_that_it_takes_the_place_of_the_one_before() {
    let order = order("Asha Rao");
    let first = mail(&order, None);
    let moved = PaidFor {
        order: &order,
        sittings: vec![Sitting {
            date: "2025-06-01".to_owned(),
            ..sitting()
        }],
        preference: None,
        beside: Vec::new(),
        seatless: Vec::new(),
        calendar: first.calendar().cloned(),
    };
    let content = written(MailOccasion::Corrected, &[moved]);
    assert_eq!(
        content.words.subject,
        format!("Your corrected pass for {}", event::NAME)
    );
    for part in [&content.words.text, &content.words.html] {
        for fact in [
            "We have corrected your registration",
            "takes the place",
            "Sun 1 Jun",
        ] {
            assert!(part.contains(fact), "{fact} is missing in {part}");
        }
    }
    let line = |content: &MailContent, name: &str| {
        let text = String::from_utf8(content.attachments[0].content.clone()).unwrap();
        let found = text
            .lines()
            .find(|line| line.starts_with(name))
            .map(str::to_owned);
        found.unwrap()
    };
    assert_eq!(line(&first, "UID"), line(&content, "UID"));
    assert_eq!(
        (line(&first, "SEQUENCE"), line(&content, "SEQUENCE")),
        ("SEQUENCE:1747735200".to_owned(), "SEQUENCE:1747735201".to_owned())
    );
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
        for part in [&content.words.text, &content.words.html] {
            for fact in [
                shown,
                "Rs\u{a0}1,000",
                "20 May 2025, 3:30 PM",
                "Organiser",
                event::ORGANISER,
                event::ORGANISER_ADDRESS,
                event::HELPLINE,
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
    assert!(online.words.text.contains("10–11:30 AM, on the web") && !online.words.text.contains("Hall 1"));
    assert!(offline.words.text.contains("10–11:30 AM, Hall 1"));
    let calendar = |content: &MailContent| String::from_utf8(content.attachments[0].content.clone()).unwrap();
    assert!(calendar(&online).contains("LOCATION:On the web\r\n"));
    assert!(calendar(&offline).contains("LOCATION:Hall 1"));
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
    assert!(content.words.text.contains("will be announced"));
    assert!(content.attachments.is_empty());
}

#[test]
fn a_second_payment_for_the_same_is_told_with_both_bookings_and_whom_to_write_to() {
    let mut second = order("Asha Rao");
    second.order_id = OrderId::parse("DZ6S4932KF26-0123456789ABCDEFGHJK").unwrap();
    second.paid_at = Some(datetime!(2025-05-20 10:04 UTC));
    let first = order("Asha Rao");
    let told = |beside| {
        let paid_for = PaidFor {
            order: &first,
            sittings: vec![sitting()],
            preference: None,
            beside,
            seatless: Vec::new(),
            calendar: None,
        };
        written(MailOccasion::Paid, &[paid_for])
    };
    let (twice, once) = (told(vec![second]), told(Vec::new()));
    for (part, usual) in [
        (&twice.words.text, &once.words.text),
        (&twice.words.html, &once.words.html),
    ] {
        for fact in [
            "CZ6S4932KF26-0123456789ABCDEFGHJK",
            "Asha Rao, booking ID DZ6S4932KF26-0123456789ABCDEFGHJK",
            "Rs\u{a0}1,000 on 20 May 2025, 3:34 PM",
            "organisers@expo.example",
        ] {
            assert!(part.contains(fact), "{fact} is missing in {part}");
        }
        for text in [part, usual] {
            let says = text.to_lowercase().contains("this was paid for twice");
            assert_eq!(says, text == part, "{text}");
        }
    }
}

#[test]
fn a_payment_for_another_name_is_told_as_what_it_most_likely_is_unless_one_is_for_the_same_name_too() {
    let beside = |names: &[&str]| {
        let paid_for = PaidFor {
            order: &order("Asha Rao"),
            sittings: vec![sitting()],
            preference: None,
            beside: names.iter().copied().map(order).collect(),
            seatless: Vec::new(),
            calendar: None,
        };
        written(MailOccasion::Paid, &[paid_for])
    };
    for (names, is_of_others) in [
        (&["Anand Rao"][..], true),
        (&["Anand Rao", "Binu Rao"], true),
        (&["Anand Rao", "ASHA RAO"], false),
    ] {
        let content = beside(names);
        for part in [&content.words.text, &content.words.html] {
            for name in names {
                assert!(
                    part.contains(&format!("{name}, booking ID ")),
                    "{name} is missing in {part}"
                );
            }
            assert!(part.contains("organisers@expo.example"));
            assert_eq!(part.contains("for Asha Rao, this address has paid"), is_of_others);
            assert_eq!(
                part.contains("nothing is wrong: each has a pass of their own"),
                is_of_others
            );
            assert_eq!(part.to_lowercase().contains("paid for twice"), !is_of_others);
        }
    }
}

#[test]
fn a_name_cannot_put_markup_into_the_mail() {
    let Words { text, html, .. } = mail(&order("<script>alert(1)</script>"), None).words;
    assert!(!html.contains("<script>"));
    assert!(text.contains("Dear <script>alert(1)</script>,"));
}

#[test]
fn several_exams_are_taken_in_their_halls_and_one_in_its_hall() {
    let order = order("Asha Rao");
    for (sittings, says) in [
        (vec![sitting()], "You take the exam in its hall."),
        (vec![sitting(), sitting()], "You take the exams in their halls."),
    ] {
        let paid_for = PaidFor {
            order: &order,
            sittings,
            preference: Some(ExamPreference::Offline),
            beside: Vec::new(),
            seatless: Vec::new(),
            calendar: None,
        };
        let content = written(MailOccasion::Paid, &[paid_for]);
        for part in [&content.words.text, &content.words.html] {
            assert!(part.contains(says), "{says} is missing in {part}");
        }
    }
}
