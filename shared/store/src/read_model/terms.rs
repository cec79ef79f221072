//! What a text that somebody types searches for: a candidate by number, order, phone, address or name.

use super::search_entries::Field;
use domain::{CustomerId, OrderId, check_in::Code, name_words::NameWords, typed};

/// How many of the last digits of a phone number are needed.
const FEWEST_DIGITS: usize = 4;
/// How much of a candidate's identifier is needed.
const SHORTEST_ID: usize = 4;
const ID: usize = 12;
/// How many symbols behind it make an order's identifier.
const SECRET: usize = 20;
/// In how many letters and digits a pass shows it together.
const GROUP: usize = 4;
/// The digits of a phone number without the country's prefix.
const PHONE: usize = 10;

/// A beginning to be looked up among the words of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lookup {
    pub(super) field: Field,
    pub(super) beginning: String,
    /// For a word of a name: what all the name must have.
    pub(super) name: Option<NameWords>,
}

/// What a text searches for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Terms {
    /// Too little to search for.
    TooShort,
    /// The candidate of an order.
    Order(OrderId),
    /// Whoever one of these finds; at most two, each of which is a read of every shard of a field.
    Any(Vec<Lookup>),
}

impl Terms {
    pub(super) fn parse(text: &str) -> Self {
        let text = typed::plain(text);
        if let Some(order) = order(&text) {
            return Self::Order(order);
        }
        if let Some(code @ Code::Scanned { .. }) = Code::read(&text) {
            return Self::Any(vec![Lookup::candidate(code.candidate())]);
        }
        if text.contains('@') {
            return Self::Any(vec![Lookup::email(&typed::address(&text))]);
        }
        if let Some(digits) = phone(&text) {
            return if digits.len() < FEWEST_DIGITS {
                Self::TooShort
            } else {
                Self::Any(vec![Lookup::new(Field::Phone, digits.chars().rev().collect())])
            };
        }
        if let Some(id) = candidate(&text) {
            let number = Lookup::new(Field::Customer, id);
            return Self::Any(vec![number, Lookup::email(&text)]);
        }
        let name = NameWords::of(&text);
        let Some(rarest) = name.rarest() else {
            return Self::TooShort;
        };
        let is_one = name.is_one();
        let by_name = Lookup {
            field: Field::Name,
            beginning: rarest,
            name: Some(name),
        };
        if let Some(id) = groups(&text) {
            return Self::Any(vec![Lookup::new(Field::Customer, id), by_name]);
        }
        // `asha.nair` may be the beginning of an address, too.
        let may_be_address = text.is_ascii() && (is_one || !text.contains(char::is_whitespace));
        let email = may_be_address.then(|| Lookup::email(&text));
        Self::Any([by_name].into_iter().chain(email).collect())
    }
}

impl Lookup {
    fn new(field: Field, beginning: String) -> Self {
        Self {
            field,
            beginning,
            name: None,
        }
    }

    fn email(text: &str) -> Self {
        Self::new(Field::Email, text.to_lowercase())
    }

    fn candidate(id: &CustomerId) -> Self {
        Self::new(Field::Customer, id.as_str().to_ascii_lowercase())
    }
}

/// The order whose whole id is in the text: alone, in the link of its pass, or in the name of a refund.
fn order(text: &str) -> Option<OrderId> {
    let mut parts = text.split(|one: char| !one.is_ascii_alphanumeric() && one != '-');
    parts.find_map(|part| {
        let mut pieces = part.split('-').zip(part.split('-').skip(1));
        pieces.find_map(|(candidate, secret)| {
            let is_order =
                candidate.len() == ID && secret.len() == SECRET && candidate.starts_with(['c', 'C']);
            let id = || format!("{}-{}", typed::symbols(candidate), typed::symbols(secret));
            is_order.then(|| OrderId::parse(&id()).ok()).flatten()
        })
    })
}

/// The digits of what is nothing but a phone number or its end, however it is grouped.
fn phone(text: &str) -> Option<String> {
    let number = typed::number(text);
    let digits = number.strip_prefix('+').unwrap_or(&number);
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits[digits.len().saturating_sub(PHONE)..].to_owned())
}

/// The beginning of a candidate's identifier that has no digit, in groups as a pass shows it: it may be a name, too.
fn groups(text: &str) -> Option<String> {
    let groups: Vec<&str> = text
        .split(|one: char| one == '-' || one.is_whitespace())
        .collect();
    let (last, whole) = groups.split_last()?;
    let is_one = (2..=ID / GROUP).contains(&groups.len())
        && whole.iter().all(|group| group.len() == GROUP)
        && (1..=GROUP).contains(&last.len())
        && text.starts_with(['c', 'C'])
        && groups
            .iter()
            .all(|group| group.bytes().all(|byte| byte.is_ascii_alphabetic()));
    is_one.then(|| typed::symbols(text).to_ascii_lowercase())
}

/// The beginning of a candidate's identifier as search entries have it: of a pass number or a receipt's, in groups or not,
/// or of an order's id that is not whole. It has a digit, or it would be a name.
fn candidate(text: &str) -> Option<String> {
    // Lists show an order as its candidate and its end.
    let shown = text.split_once(['…', '-']).filter(|(id, _)| id.len() == ID);
    let text = shown.map_or(text, |(id, _)| id);
    let rest = text.strip_prefix(['R', 'r']).map(str::trim_start);
    let text = rest.map_or(text, |rest| rest.strip_prefix('-').unwrap_or(rest));
    let id = typed::symbols(text).to_ascii_lowercase();
    let is_one = (SHORTEST_ID..=ID).contains(&id.len())
        && id.starts_with('c')
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && text.bytes().any(|byte| byte.is_ascii_digit());
    is_one.then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn any(lookups: &[(Field, &str)]) -> Terms {
        let lookups = lookups.iter();
        Terms::Any(
            lookups
                .map(|(field, beginning)| Lookup::new(*field, (*beginning).to_owned()))
                .collect(),
        )
    }

    /// A text that searches names by this word, and what else it looks up.
    fn name(text: &str, rarest: &str, others: &[(Field, &str)]) {
        let Terms::Any(lookups) = Terms::parse(text) else {
            panic!("{text}")
        };
        let (names, rest): (Vec<Lookup>, Vec<Lookup>) = lookups
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
            let Terms::Any(lookups) = Terms::parse(text) else {
                panic!("{text}")
            };
            assert_eq!(
                lookups[0],
                Lookup::new(Field::Customer, "cz6s4932kf26".to_owned())
            );
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
            "CRME SWVQX",
            "CRM ESWV",
            "ARME SWVQ",
            "CRME SWVQ ABCD EFGH",
            "CRM\u{e9} SWVQ",
        ] {
            let Terms::Any(lookups) = Terms::parse(text) else {
                panic!("{text}")
            };
            assert!(lookups.iter().all(|lookup| lookup.field == Field::Name), "{text}");
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
}
