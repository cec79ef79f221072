//! The entries of a row in the search: one for each word of its name, address, phone numbers and identifier.

use super::{
    place::{EntryKey, shard_of},
    reversed::Reversed,
    row::{Course, Row},
};
use crate::{
    dynamo::{Item, StoreError},
    registrations::TABLE,
};
use domain::Person;
use serde::Serialize;
use std::collections::BTreeMap;

/// Among how many partitions the words of a field are spread.
pub(super) const SHARDS: u8 = 4;

/// What a word is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Email,
    Name,
    /// Its digits from the last one on, so that the last digits are the beginning.
    Phone,
    Customer,
}

impl Field {
    pub(super) fn partition(self, shard: u8) -> String {
        let field = match self {
            Self::Email => "EMAIL",
            Self::Name => "NAME",
            Self::Phone => "PHONE",
            Self::Customer => "CUSTOMER",
        };
        format!("WORDS#{field}#{shard}")
    }
}

/// An entry of the search.
#[derive(Serialize)]
struct Entry<'a> {
    pk: String,
    sk: String,
    kind: &'static str,
    #[serde(flatten)]
    filtered: Option<Filtered<'a>>,
    /// For a word of a name: all of the name, so that a search knows how well it fits without reading the row.
    #[serde(skip_serializing_if = "Option::is_none")]
    folded: Option<&'a str>,
}

/// What the list's filters ask of an entry.
#[derive(Serialize)]
struct Filtered<'a> {
    status: &'static str,
    #[serde(rename = "mode")]
    payment_mode: &'a str,
    course: &'a str,
    package: &'a str,
    preference: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    withdrawn: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refunded: Option<&'static str>,
}

/// What an entry says of what was reversed, and is asked for by.
pub(super) const YES: &str = "yes";

impl Reversed {
    /// The attribute that says it.
    pub(super) const fn attribute(self) -> &'static str {
        match self {
            Self::Withdrawn => "withdrawn",
            Self::Refunded => "refunded",
        }
    }
}

/// The search entries of a row.
pub(super) fn entries(row: &Row) -> Result<BTreeMap<EntryKey, Item>, StoreError> {
    let course = Course::of(&row.selection);
    let place = row.cursor();
    // A new member of a person is found once it is named here.
    let Person {
        name,
        email,
        phone,
        phone2,
        ..
    } = &row.person;
    let backwards = |digits: &str| digits.chars().rev().collect::<String>();
    let mut words = vec![
        (Field::Email, email.as_str().to_lowercase()),
        (Field::Phone, backwards(phone.as_str())),
        (Field::Customer, row.customer_id.as_str().to_lowercase()),
    ];
    words.extend(
        phone2
            .iter()
            .map(|phone| (Field::Phone, backwards(phone.as_str()))),
    );
    let name = name.words();
    let folded = name.kept();
    words.extend(name.index().into_iter().map(|word| (Field::Name, word)));
    let entry = |(field, word): (Field, String)| {
        let filtered = (field == Field::Email).then(|| Filtered {
            status: row.status.as_str(),
            payment_mode: row.payment_mode.as_str(),
            course: course.as_str(),
            package: row.selection.package_id().as_str(),
            preference: row.exam_preference.as_str(),
            withdrawn: Reversed::Withdrawn.is_of(row).then_some(YES),
            refunded: Reversed::Refunded.is_of(row).then_some(YES),
        });
        let entry = Entry {
            pk: field.partition(shard_of(&row.customer_id, SHARDS)),
            sk: format!("{word}#{}", place.as_str()),
            kind: "WORD",
            filtered,
            folded: (field == Field::Name).then_some(&folded),
        };
        let item = crate::dynamo::write(TABLE, &entry)?;
        Ok(((entry.pk, entry.sk), item))
    };
    words.into_iter().map(entry).collect()
}
