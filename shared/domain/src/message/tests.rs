use super::*;

fn text(body: &str) -> MessageText {
    MessageText::parse(Some("News".to_owned()), Some(body.to_owned())).unwrap()
}

fn asha() -> Addressee {
    Addressee {
        name: "Asha Rao".to_owned(),
        pass_no: "CZ6S 4932 KF26".to_owned(),
        exams: vec!["BCA Entrance, Sat 31 May".to_owned()],
        pass_link: "https://expo.example/payment/success?order_id=C1-2".to_owned(),
        results_link: "https://expo.example/results?order_id=C1-2".to_owned(),
    }
}

fn named(name: &str) -> Addressee {
    Addressee {
        name: name.to_owned(),
        ..asha()
    }
}

impl MessageText {
    fn filled_text(&self, addressees: &[Addressee]) -> String {
        let line = |line: &FilledLine| -> String {
            let span = |span: &FilledSpan| match span {
                FilledSpan::Words(text) | FilledSpan::Link(text) => text.clone(),
            };
            line.iter().map(span).collect()
        };
        let lines: Vec<String> = self.filled(addressees).iter().map(line).collect();
        lines.join("\n")
    }
}

fn links(body: &str, addressee: Addressee) -> Vec<String> {
    let spans = text(body).filled(&[addressee]).into_iter().flatten();
    let link = |span| match span {
        FilledSpan::Link(link) => Some(link),
        FilledSpan::Words(_) => None,
    };
    spans.filter_map(link).collect()
}

#[test]
fn each_placeholder_is_filled_in_and_other_braces_stay() {
    let body = "Dear {name}, pass {pass_no}:\n{exams}\n{pass_link} {} { {-} {\n{results_link}";
    assert_eq!(
        text(body).filled_text(&[asha()]),
        "Dear Asha Rao, pass CZ6S 4932 KF26:\nBCA Entrance, Sat 31 May\n\
         https://expo.example/payment/success?order_id=C1-2 {} { {-} {\n\
         https://expo.example/results?order_id=C1-2"
    );
    assert!(text(body).names(Placeholder::Exams));
    assert!(!text("Dear {name}").names(Placeholder::Exams));
}

#[test]
fn a_placeholder_that_is_not_known_is_refused() {
    for body in ["{first_name}", "Dear {Name}", "{pass no}", "{{order_id}}"] {
        let refused = MessageText::parse(Some("News".to_owned()), Some(body.to_owned())).unwrap_err();
        assert_eq!(
            (refused.field, refused.message),
            ("body", UNKNOWN_PLACEHOLDER),
            "{body}"
        );
    }
}

#[test]
fn an_address_with_several_candidates_gets_one_text_that_names_all_of_them() {
    let family = [
        named("Asha Rao"),
        named("Binu Rao"),
        named("Asha Rao"),
        named("Chandra"),
    ];
    assert_eq!(
        text("{name}").filled_text(&family),
        "Asha Rao, Binu Rao and Chandra"
    );
    let lines = text("{exams}\n{pass_link}").filled_text(&family[..2]);
    assert_eq!(
        lines,
        "Asha Rao: BCA Entrance, Sat 31 May\nBinu Rao: BCA Entrance, Sat 31 May\n\
         Asha Rao: https://expo.example/payment/success?order_id=C1-2\n\
         Binu Rao: https://expo.example/payment/success?order_id=C1-2"
    );
}

#[test]
fn what_is_filled_in_is_neither_a_link_nor_a_placeholder_nor_a_line() {
    let hostile = Addressee {
        name: "https://evil.example {pass_link}\r\nBcc: all@example.com".to_owned(),
        exams: vec!["http://evil.example\n\n{name}".to_owned()],
        ..asha()
    };
    assert_eq!(links("{name} {exams} {pass_no}", hostile.clone()), [""; 0]);
    assert_eq!(
        text("{name}|{exams}").filled_text(&[hostile]),
        "https://evil.example {pass_link}  Bcc: all@example.com|http://evil.example  {name}"
    );
}

#[test]
fn a_link_is_what_was_typed_and_nothing_more() {
    for (body, found) in [
        (
            "See https://expo.example/x?a=1&b=2.",
            vec!["https://expo.example/x?a=1&b=2"],
        ),
        (
            "(http://a.example/) and https://b.example!",
            vec!["http://a.example/", "https://b.example"],
        ),
        ("https://a.example/{name}", vec!["https://a.example/"]),
        (
            "https://a.example\"onclick=1 <b>https://b.example</b>",
            vec!["https://a.example", "https://b.example"],
        ),
        (
            "javascript:alert(1) mailto:a@b.example www.example.com https:// http://",
            vec![],
        ),
        (
            "https://a.examplehttps://b.example",
            vec!["https://a.examplehttps://b.example"],
        ),
    ] {
        assert_eq!(links(body, asha()), found, "{body}");
        // Nothing is lost or added.
        let plain = body.replace("{name}", "Asha Rao");
        assert_eq!(text(body).filled_text(&[asha()]), plain);
    }
}

#[test]
fn a_subject_is_one_line_and_both_have_their_limits() {
    let parse =
        |subject: &str, body: &str| MessageText::parse(Some(subject.to_owned()), Some(body.to_owned()));
    for (subject, body, field) in [
        ("", "Text", "subject"),
        (" ", "Text", "subject"),
        ("News\r\nBcc: all@example.com", "Text", "subject"),
        ("News\nX: y", "Text", "subject"),
        ("News\u{2028}X", "Text", "subject"),
        ("News\u{0}", "Text", "subject"),
        ("News for {name}", "Text", "subject"),
        ("{pass_link}", "Text", "subject"),
        (&"n".repeat(LONGEST_SUBJECT + 1), "Text", "subject"),
        ("News", "", "body"),
        ("News", "a\u{1b}b", "body"),
        ("News", &"t".repeat(LONGEST_BODY + 1), "body"),
    ] {
        assert_eq!(
            parse(subject, body).unwrap_err().field,
            field,
            "{subject:?} {body:?}"
        );
    }
    let kept = parse(" Re: <b>\u{202e}1</b> ", "a\r\nb\rc").unwrap();
    assert_eq!((kept.subject(), kept.body()), ("Re: <b>1</b>", "a\nb\nc"));
}
