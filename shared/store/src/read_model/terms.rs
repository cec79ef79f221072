//! What a text that somebody types searches for: a candidate by number, order, phone, address or name.

use super::search_entries::{Field, fold, words_of};
use domain::OrderId;

/// The shortest beginning of a word that is searched.
const SHORTEST_WORD: usize = 2;
/// How many of the last digits of a phone number are needed.
const FEWEST_DIGITS: usize = 4;
/// How much of a candidate's identifier is needed.
const SHORTEST_ID: usize = 4;
const ID: usize = 12;
/// In how many letters and digits a pass shows it together.
const GROUP: usize = 4;
/// The digits of a phone number without the country's prefix.
const PHONE: usize = 10;
/// How many lookups a search takes: each is a read of every shard of a field.
const LOOKUPS: usize = 2;

/// A beginning to be looked up among the words of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lookup {
    pub(super) field: Field,
    pub(super) beginning: String,
}

/// What a text searches for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Terms {
    /// Too little to search for.
    TooShort,
    /// The candidate of an order.
    Order(OrderId),
    /// Whoever one of these finds.
    Any(Vec<Lookup>),
    /// Whoever all of these find, and whose name has words that begin with each of these.
    All(Vec<Lookup>, Vec<String>),
    /// Whose number begins so, or whose name has words that begin with each of these; and where to look.
    NumberOrName(Vec<Lookup>, String, Vec<String>),
}

impl Terms {
    pub(super) fn parse(text: &str) -> Self {
        let text = text.trim();
        if let Some(order) = order(text) {
            return Self::Order(order);
        }
        if text.contains('@') {
            return Self::Any(vec![Lookup::email(text)]);
        }
        if let Some(digits) = phone(text) {
            return if digits.len() < FEWEST_DIGITS {
                Self::TooShort
            } else {
                Self::Any(vec![Lookup::new(Field::Phone, digits.chars().rev().collect())])
            };
        }
        if let Some(id) = candidate(text) {
            let number = Lookup::new(Field::Customer, id);
            return Self::Any(vec![number, Lookup::email(text)]);
        }
        let folded = fold(text);
        let mut words: Vec<String> = words_of(&folded).map(str::to_owned).collect();
        words.retain(|word| word.chars().count() >= SHORTEST_WORD);
        // The longest finds the fewest.
        words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
        let name = |word: &String| Lookup::new(Field::Name, word.clone());
        match &words[..] {
            [] => Self::TooShort,
            [first, ..] if let Some(id) = groups(text) => {
                let lookups = vec![Lookup::new(Field::Customer, id.clone()), name(first)];
                Self::NumberOrName(lookups, id, words)
            }
            // `asha.nair` may be the beginning of an address, too.
            [first, ..] if !text.contains(char::is_whitespace) => {
                Self::Any(vec![name(first), Lookup::email(text)])
            }
            [first] => Self::Any(vec![name(first), Lookup::email(first)]),
            [..] => Self::All(words.iter().take(LOOKUPS).map(name).collect(), words),
        }
    }
}

impl Lookup {
    fn new(field: Field, beginning: String) -> Self {
        Self { field, beginning }
    }

    fn email(text: &str) -> Self {
        Self::new(Field::Email, text.to_lowercase())
    }
}

/// A whole order id: the candidate's part, a dash and more.
fn order(text: &str) -> Option<OrderId> {
    let id = OrderId::parse(text).ok()?;
    let is_whole = id.customer_part().len() == ID && text.len() > ID + 1;
    (is_whole && text.bytes().all(|byte| !byte.is_ascii_lowercase())).then_some(id)
}

/// The digits of what is nothing but a phone number or its end, however it is grouped.
fn phone(text: &str) -> Option<String> {
    let is_filling = |one: char| matches!(one, '+' | '-' | '(' | ')') || one.is_whitespace();
    let rest: String = text.chars().filter(|one| !is_filling(*one)).collect();
    let all_digits = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| rest[rest.len().saturating_sub(PHONE)..].to_owned())
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
    is_one.then(|| groups.concat().to_ascii_lowercase())
}

/// The beginning of a candidate's identifier, in groups or not, as search entries have it. It has a digit, or it would be
/// a name.
fn candidate(text: &str) -> Option<String> {
    let id: String = text
        .chars()
        .filter(|one| *one != '-' && !one.is_whitespace())
        .map(|one| one.to_ascii_lowercase())
        .collect();
    let is_one = (SHORTEST_ID..=ID).contains(&id.len())
        && id.starts_with('c')
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && id.bytes().any(|byte| byte.is_ascii_digit());
    is_one.then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn any(lookups: &[(Field, &str)]) -> Terms {
        Terms::Any(all_of(lookups))
    }

    fn all_of(lookups: &[(Field, &str)]) -> Vec<Lookup> {
        let lookups = lookups.iter();
        lookups
            .map(|(field, beginning)| Lookup::new(*field, (*beginning).to_owned()))
            .collect()
    }

    #[test]
    fn a_whole_order_id_leads_to_its_order_and_a_part_of_one_does_not() {
        let id = "CZ6S4932KF26-KQAKWGQT91BP5E009TE6";
        assert_eq!(
            Terms::parse(&format!(" {id} ")),
            Terms::Order(OrderId::parse(id).unwrap())
        );
        for other in [
            "CZ6S4932KF26-",
            "CZ6S4932KF26",
            "asha-nair-kochi",
            "CZ6S-4932-KF26",
        ] {
            assert!(!matches!(Terms::parse(other), Terms::Order(_)), "{other}");
        }
    }

    #[test]
    fn digits_are_the_end_of_a_phone_number_however_they_are_grouped() {
        for text in ["9876543210", "+91 98765 43210", "098765-43210", "91-9876543210"] {
            assert_eq!(Terms::parse(text), any(&[(Field::Phone, "0123456789")]), "{text}");
        }
        assert_eq!(Terms::parse("3210"), any(&[(Field::Phone, "0123")]));
        assert_eq!(Terms::parse("210"), Terms::TooShort);
    }

    #[test]
    fn a_pass_number_is_found_in_groups_or_by_its_beginning() {
        for text in ["CZ6S4932KF26", "cz6s 4932 kf26", "CZ6S-4932-KF26"] {
            let found = any(&[
                (Field::Customer, "cz6s4932kf26"),
                (Field::Email, &text.to_lowercase()),
            ]);
            assert_eq!(Terms::parse(text), found, "{text}");
        }
        let beginning = any(&[(Field::Customer, "cz6s"), (Field::Email, "cz6s")]);
        assert_eq!(Terms::parse("CZ6S"), beginning);
        // No digit, too short, too long, another letter: a word like any other.
        for text in ["chandra", "cz6", "cz6s4932kf26x", "az6s"] {
            assert!(
                matches!(&Terms::parse(text), Terms::Any(lookups) if lookups[0].field == Field::Name),
                "{text}"
            );
        }
    }

    #[test]
    fn a_number_without_a_digit_is_looked_for_beside_a_name() {
        let words = ["crme", "swvq"].map(str::to_owned).to_vec();
        for text in ["CRME SWVQ", "crme-swvq"] {
            let found = all_of(&[(Field::Customer, "crmeswvq"), (Field::Name, "crme")]);
            let expected = Terms::NumberOrName(found, "crmeswvq".to_owned(), words.clone());
            assert_eq!(Terms::parse(text), expected, "{text}");
        }
        for text in [
            "CRME SWVQX",
            "CRM ESWV",
            "ARME SWVQ",
            "CRME SWVQ ABCD EFGH",
            "CRM\u{e9} SWVQ",
        ] {
            assert!(matches!(Terms::parse(text), Terms::All(..)), "{text}");
        }
    }

    #[test]
    fn a_word_is_of_a_name_or_the_beginning_of_an_address() {
        assert_eq!(
            Terms::parse("Müller"),
            any(&[(Field::Name, "muller"), (Field::Email, "müller")])
        );
        assert_eq!(
            Terms::parse("asha.nair"),
            any(&[(Field::Name, "asha"), (Field::Email, "asha.nair")])
        );
        assert_eq!(
            Terms::parse("Asha@X.example"),
            any(&[(Field::Email, "asha@x.example")])
        );
        assert_eq!(
            Terms::parse("S Nair"),
            any(&[(Field::Name, "nair"), (Field::Email, "nair")])
        );
        for text in ["", " ", "a", "é", "--", "."] {
            assert_eq!(Terms::parse(text), Terms::TooShort, "{text:?}");
        }
    }

    #[test]
    fn several_words_must_all_be_in_the_name_and_the_longest_are_looked_up() {
        let words = ["krishnan", "anand", "rao"].map(str::to_owned).to_vec();
        assert_eq!(
            Terms::parse("Rao Anand  KRISHNAN"),
            Terms::All(
                all_of(&[(Field::Name, "krishnan"), (Field::Name, "anand")]),
                words
            )
        );
    }
}
