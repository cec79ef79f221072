//! What a typed text searches for: a candidate by number, order, phone, address or name.

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
    /// The candidates that one of these finds; at most two, each of which is a read of every shard of a field.
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
        if let Some(id) = letters(&text) {
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

/// A candidate's identifier that has no digit, which may be a name, too: the whole of it, or its beginning in groups as a
/// pass shows it. One in sixty has none.
fn letters(text: &str) -> Option<String> {
    let text = of_candidate(text);
    let groups: Vec<&str> = text
        .split(|one: char| one == '-' || one.is_whitespace())
        .collect();
    let (last, before) = groups.split_last()?;
    let in_groups = (2..=ID / GROUP).contains(&groups.len())
        && before.iter().all(|group| group.len() == GROUP)
        && (1..=GROUP).contains(&last.len());
    let is_whole = groups.len() == 1 && text.len() == ID;
    let is_one = (in_groups || is_whole)
        && text.starts_with(['c', 'C'])
        && groups
            .iter()
            .all(|group| group.bytes().all(|byte| byte.is_ascii_alphabetic()));
    is_one.then(|| typed::symbols(text).to_ascii_lowercase())
}

/// The beginning of a candidate's identifier as search entries have it: of a pass number or a receipt's, in groups or not,
/// or of an order's id that is not whole. It has a digit, or it could be a name.
fn candidate(text: &str) -> Option<String> {
    let text = of_candidate(text);
    let id = typed::symbols(text).to_ascii_lowercase();
    let is_one = (SHORTEST_ID..=ID).contains(&id.len())
        && id.starts_with('c')
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && text.bytes().any(|byte| byte.is_ascii_digit());
    is_one.then_some(id)
}

/// What stands for the candidate in an order as lists show it, by its candidate and its end, and in a receipt's number.
fn of_candidate(text: &str) -> &str {
    let shown = text.split_once(['…', '-']).filter(|(id, _)| id.len() == ID);
    let text = shown.map_or(text, |(id, _)| id);
    let receipt = text
        .strip_prefix(['R', 'r'])
        .map(str::trim_start)
        .map(|rest| rest.strip_prefix('-').unwrap_or(rest));
    receipt
        .filter(|rest| rest.starts_with(['c', 'C']))
        .unwrap_or(text)
}

#[cfg(test)]
mod tests;
