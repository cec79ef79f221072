use super::*;

fn any(lookups: &[(Field, &str)]) -> Terms {
    let lookups = lookups.iter();
    Terms::Any(
        lookups
            .map(|(field, beginning)| Lookup::new(*field, (*beginning).to_owned()))
            .collect(),
    )
}

fn lookups(text: &str) -> Vec<Lookup> {
    match Terms::parse(text) {
        Terms::Any(lookups) => lookups,
        other => panic!("{text}: {other:?}"),
    }
}

/// A text that searches names by this word, and what else it looks up.
fn name(text: &str, rarest: &str, others: &[(Field, &str)]) {
    let (names, rest): (Vec<Lookup>, Vec<Lookup>) = lookups(text)
        .into_iter()
        .partition(|lookup| lookup.field == Field::Name);
    assert_eq!(Terms::Any(rest), any(others), "{text}");
    let [names] = names.as_slice() else {
        panic!("{text}")
    };
    assert_eq!(names.beginning, rarest, "{text}");
    assert_eq!(names.name, Some(NameWords::of(text)), "{text}");
}

#[test]
fn a_whole_order_id_leads_to_its_order_and_a_part_of_one_does_not() {
    let id = "CZ6S4932KF26-KQAKWGQT91BP5E009TE6";
    let order = Terms::Order(OrderId::parse(id).unwrap());
    for text in [
        format!(" {id} "),
        id.to_lowercase(),
        id.replace('-', "\u{2013}"),
        id.replace("00", "oO").replace("91", "9l"),
        format!("\u{200e}{id}\u{200e}"),
        format!("https://expo.example/pass?order_id={id}"),
        format!("https://expo.example/pass?order_id={id}&x=1"),
        format!("refund-{id}-1"),
        format!("Booking: {id}."),
    ] {
        assert_eq!(Terms::parse(&text), order, "{text}");
    }
    for other in [
        "CZ6S4932KF26-",
        "CZ6S4932KF26",
        "asha-nair-kochi",
        "CZ6S-4932-KF26",
        "CZ6S4932KF26-KQAKWGQT91BP5E009TE",
        "CZ6S4932KF26-KQAKWGQT91BP5E009TE67",
        "XCZ6S4932KF26-KQAKWGQT91BP5E009TE6",
    ] {
        assert!(!matches!(Terms::parse(other), Terms::Order(_)), "{other}");
    }
}

#[test]
fn a_part_of_an_order_id_and_the_code_of_a_pass_lead_to_the_candidate() {
    for text in [
        "CZ6S4932KF26-",
        "CZ6S4932KF26-…",
        "CZ6S4932KF26…9TE6",
        "cz6s4932kf26-KQAK",
    ] {
        let number = Lookup::new(Field::Customer, "cz6s4932kf26".to_owned());
        assert_eq!(lookups(text)[0], number);
    }
    assert_eq!(
        Terms::parse("expo1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG"),
        any(&[(Field::Customer, "cz6s4932kf26")])
    );
}

#[test]
fn digits_are_the_end_of_a_phone_number_however_they_are_grouped() {
    for text in [
        "9876543210",
        "+91 98765 43210",
        "098765-43210",
        "91-9876543210",
        "tel:+91\u{2013}98765\u{a0}43210",
        "\u{202a}(+91) 98765.43210\u{202c}",
        "൯൮൭൬൫ ൪൩൨൧൦",
    ] {
        assert_eq!(Terms::parse(text), any(&[(Field::Phone, "0123456789")]), "{text}");
    }
    assert_eq!(Terms::parse("3210"), any(&[(Field::Phone, "0123")]));
    assert_eq!(Terms::parse("210"), Terms::TooShort);
}

#[test]
fn a_pass_number_is_found_in_groups_or_by_its_beginning_and_so_is_a_receipts() {
    for text in [
        "CZ6S4932KF26",
        "cz6s 4932 kf26",
        "CZ6S-4932-KF26",
        "R-CZ6S-4932-KF26",
        "r-cz6s-4932-kf26",
        "R CZ6S 4932 KF26",
        "RCZ6S4932KF26",
    ] {
        let found = any(&[
            (Field::Customer, "cz6s4932kf26"),
            (Field::Email, &text.to_lowercase()),
        ]);
        assert_eq!(Terms::parse(text), found, "{text}");
    }
    for (text, beginning) in [("CZ6S", "cz6s"), ("R-CZ6S-49", "cz6s49"), ("CZ6S O1L", "cz6s011")] {
        let found = any(&[(Field::Customer, beginning), (Field::Email, &text.to_lowercase())]);
        assert_eq!(Terms::parse(text), found, "{text}");
    }
    // No digit, too short, too long, another letter: a word like any other.
    for text in ["chandra", "cz6", "cz6s4932kf26x", "az6s", "rachel"] {
        assert!(
            matches!(&Terms::parse(text), Terms::Any(lookups) if lookups[0].field == Field::Name),
            "{text}"
        );
    }
}

#[test]
fn a_number_without_a_digit_is_looked_for_beside_a_name() {
    for text in ["CRME SWVQ", "crme-swvq"] {
        name(text, "crme", &[(Field::Customer, "crmeswvq")]);
    }
    for text in [
        "CTBWSQAFXCBC",
        "ctbw sqaf xcbc",
        "CTBW-SQAF-XCBC",
        "R-CTBW-SQAF-XCBC",
        "RCTBWSQAFXCBC",
        "CTBWSQAFXCBC-",
        "CTBWSQAFXCBC…9TE6",
        "CTBWSQAFXCBC-KQAK",
    ] {
        let [number, name] = lookups(text).try_into().unwrap();
        assert_eq!(
            number,
            Lookup::new(Field::Customer, "ctbwsqafxcbc".to_owned()),
            "{text}"
        );
        assert_eq!(name.field, Field::Name, "{text}");
    }
    for text in [
        "Chandra Nair",
        "Celine Thoma",
        "CRME SWVQX",
        "CRM ESWV",
        "ARME SWVQ",
        "CRME SWVQ ABCD EFGH",
        "CRM\u{e9} SWVQ",
    ] {
        let found = lookups(text);
        assert!(
            found.iter().all(|lookup| lookup.field != Field::Customer),
            "{text}"
        );
    }
}

#[test]
fn a_word_is_of_a_name_or_the_beginning_of_an_address() {
    name("Müller", "muller", &[]);
    name("Muller", "muller", &[(Field::Email, "muller")]);
    name("asha.nair", "asha", &[(Field::Email, "asha.nair")]);
    name("S Nair", "nair", &[]);
    for text in [
        "Asha@X.example",
        "mailto:Asha@X.example",
        "Asha <asha@x.example>;",
    ] {
        assert_eq!(
            Terms::parse(text),
            any(&[(Field::Email, "asha@x.example")]),
            "{text}"
        );
    }
    for text in ["", " ", "a", "é", "--", ".", "\u{200b}"] {
        assert_eq!(Terms::parse(text), Terms::TooShort, "{text:?}");
    }
}

#[test]
fn of_several_words_the_longest_is_looked_up_and_initials_are_not_passed_over() {
    name("Rao Anand  KRISHNAN", "krishnan", &[]);
    name("K. P. Zubaida", "zubaida", &[]);
    name("A. P. J. Abdul Kalam Azad Maulana", "maulana", &[]);
    name("ശ്രീ കൃഷ്ണൻകുട്ടി", &NameWords::of("കൃഷ്ണന്കുട്ടി").kept(), &[]);
}
