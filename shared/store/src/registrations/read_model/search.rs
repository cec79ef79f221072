//! The search for candidates by the beginning of a word: of the e-mail address, the name, the phone number from its end,
//! and the candidate's identifier.
//!
//! A field's words are spread among partitions that are read side by side. Everything that begins alike is read, and a
//! single letter may begin a good part of all addresses, so an entry holds what filters and sorts it and no more. Only
//! the entries of e-mail addresses hold the status, because only they are searched with the list's filters; the others
//! are written again only when the words change.

use super::{
    Registrations, TABLE,
    entries::{Place, shard_of, word_and_place},
    list::expression,
    row::{Course, Cursor, Row, RowFilter},
};
use crate::dynamo::{Item, StoreError, s};
use aws_sdk_dynamodb::types::AttributeValue;
use domain::{payment::Status, registration::PaymentMode};
use serde::Serialize;
use std::collections::BTreeMap;

/// Among how many partitions the words of a field are spread.
const SHARDS: u8 = 4;

/// A longer name is found by its first words.
const WORDS_OF_A_NAME: usize = 6;

/// What a word is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Email,
    Name,
    /// Its digits from the last one on, so that the last digits are the beginning.
    Phone,
    Customer,
}

impl Field {
    fn partition(self, shard: u8) -> String {
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
}

/// What the list's filters ask of an entry.
#[derive(Serialize)]
struct Filtered<'a> {
    status: &'static str,
    #[serde(rename = "mode")]
    payment_mode: &'a str,
    course: &'a str,
}

/// The search entries of a row.
pub(super) fn entries(row: &Row) -> Result<BTreeMap<Place, Item>, StoreError> {
    let course = Course::of(&row.selection);
    let place = row.cursor();
    let person = &row.person;
    let backwards = |digits: &str| digits.chars().rev().collect::<String>();
    let mut words = vec![
        (Field::Email, person.email.as_str().to_lowercase()),
        (Field::Phone, backwards(person.phone.as_str())),
        (Field::Customer, row.customer_id.as_str().to_lowercase()),
    ];
    words.extend(
        person
            .phone2
            .iter()
            .map(|phone| (Field::Phone, backwards(phone.as_str()))),
    );
    let name = fold(person.name.as_str());
    let names = name
        .split(|one: char| !one.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.extend(
        names
            .take(WORDS_OF_A_NAME)
            .map(|word| (Field::Name, word.to_owned())),
    );
    let entry = |(field, word): (Field, String)| {
        let filtered = (field == Field::Email).then(|| Filtered {
            status: row.status.as_str(),
            payment_mode: row.payment_mode.as_str(),
            course: course.as_str(),
        });
        let entry = Entry {
            pk: field.partition(shard_of(&row.customer_id, SHARDS)),
            sk: format!("{word}#{}", place.as_str()),
            kind: "WORD",
            filtered,
        };
        let item = crate::dynamo::write(TABLE, &entry)?;
        Ok(((entry.pk, entry.sk), item))
    };
    words.into_iter().map(entry).collect()
}

/// A word as it is searched: in lower case and without accents.
fn fold(text: &str) -> String {
    let plain = text.chars().flat_map(char::to_lowercase).map(|one| match one {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ĥ' | 'ħ' => 'h',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => 'i',
        'ĵ' => 'j',
        'ķ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => 'o',
        'ŕ' | 'ŗ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' => 's',
        'ţ' | 'ť' | 'ŧ' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => 'u',
        'ŵ' => 'w',
        'ý' | 'ÿ' | 'ŷ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    });
    // Marks that stand behind the letter that they belong to.
    plain
        .filter(|one| !('\u{300}'..='\u{36f}').contains(one))
        .collect()
}

impl Registrations {
    /// The places of all candidates whose address begins with `email`, in lower case, and whom `filter` admits, the
    /// newest first: one Query of each shard, side by side.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn search(&self, email: &str, filter: &RowFilter) -> Result<Vec<Cursor>, StoreError> {
        let wanted = [
            ("status", filter.status.map(Status::as_str)),
            ("mode", filter.payment_mode.map(PaymentMode::as_str)),
            ("course", filter.course.as_ref().map(Course::as_str)),
        ];
        let wanted = wanted.into_iter();
        let conditions: Vec<(&'static str, String)> = wanted
            .filter_map(|(name, value)| Some((name, value?.to_owned())))
            .collect();
        let shards =
            (0..SHARDS).map(|shard| self.search_in(Field::Email.partition(shard), email, &conditions));
        let shards = futures::future::try_join_all(shards);
        let (found, earlier) = futures::future::try_join(shards, self.earlier()).await?;
        let mut places: Vec<Cursor> = match earlier {
            None => found.into_iter().flatten().collect(),
            Some(_) => self.earlier_search(email, filter).await?,
        };
        places.sort_unstable_by(|one, other| other.cmp(one));
        Ok(places)
    }

    async fn search_in(
        &self,
        partition: String,
        beginning: &str,
        conditions: &[(&'static str, String)],
    ) -> Result<Vec<Cursor>, StoreError> {
        let mut places = Vec::new();
        let mut start = None;
        loop {
            let mut query = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :shard AND begins_with(sk, :beginning)")
                .expression_attribute_values(":shard", s(partition.as_str()))
                .expression_attribute_values(":beginning", s(beginning))
                .projection_expression("sk")
                .set_filter_expression(expression(conditions))
                .set_exclusive_start_key(start);
            for (name, value) in conditions {
                query = query
                    .expression_attribute_names(format!("#{name}"), *name)
                    .expression_attribute_values(format!(":{name}"), s(value.as_str()));
            }
            let page = query.send().await?;
            for mut item in page.items.unwrap_or_default() {
                let Some(AttributeValue::S(sk)) = item.remove("sk") else {
                    continue;
                };
                // What was typed may reach over the end of the word.
                let found = word_and_place(&sk).filter(|(word, _)| word.starts_with(beginning));
                places.extend(found.map(|(_, place)| place));
            }
            start = page.last_evaluated_key;
            if start.is_none() {
                return Ok(places);
            }
        }
    }
}
