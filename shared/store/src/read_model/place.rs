//! Where entries are, and what their sort keys say.

use super::row::Cursor;
use crate::dynamo::s;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use domain::CustomerId;

/// Where an item is: its partition and its sort key.
pub(super) type EntryKey = (String, String);

/// The shard of a candidate among so many: by the last symbol of its identifier, which is random.
pub(super) fn shard_of(id: &CustomerId, count: u8) -> u8 {
    id.as_str().bytes().last().unwrap_or_default() % count
}

/// The candidate of an entry's sort key, which ends with it.
pub(super) fn customer_of(sk: &str) -> Option<CustomerId> {
    let (_, id) = sk.rsplit_once('#')?;
    CustomerId::parse(id).ok()
}

/// The place at the end of a search entry's sort key, and the word before it.
pub(super) fn word_and_place(sk: &str) -> Option<(&str, Cursor)> {
    let mut parts = sk.rsplitn(3, '#');
    let (id, moment, word) = (parts.next()?, parts.next()?, parts.next()?);
    Some((word, Cursor::parse(&format!("{moment}#{id}"))?))
}

/// A query of a partition, or of a stretch of its sort keys.
pub(super) fn within(
    query: QueryFluentBuilder,
    partition: &str,
    stretch: Option<&(String, String)>,
) -> QueryFluentBuilder {
    let query = query.expression_attribute_values(":list", s(partition));
    match stretch {
        None => query.key_condition_expression("pk = :list"),
        Some((first, last)) => query
            .key_condition_expression("pk = :list AND sk BETWEEN :first AND :last")
            .expression_attribute_values(":first", s(first.as_str()))
            .expression_attribute_values(":last", s(last.as_str())),
    }
}

/// A query that finds only entries with these values of these attributes.
pub(super) fn narrowed(
    query: QueryFluentBuilder,
    conditions: &[(&'static str, String)],
) -> QueryFluentBuilder {
    let mut query = query;
    let mut all = Vec::new();
    for (name, value) in conditions {
        all.push(format!("#{name} = :{name}"));
        query = query
            .expression_attribute_names(format!("#{name}"), *name)
            .expression_attribute_values(format!(":{name}"), s(value.as_str()));
    }
    query.set_filter_expression((!all.is_empty()).then(|| all.join(" AND ")))
}
