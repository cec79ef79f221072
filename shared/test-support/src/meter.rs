//! Write units by partition key, reckoned by DynamoDB's rules from what each write finds and leaves.
//!
//! A write takes a unit for each begun KB of the larger of the item before and after it, twice that in a transaction,
//! whose condition checks count like writes. An index takes a unit for each begun KB that is written or removed in
//! it, never twice; a change of its key is both. A write that is refused is paid for, too.

use aws_sdk_dynamodb::types::ProjectionType;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use store::tables::Table;

/// The write units that were taken, by table and partition key; a key of an index is named `index:key`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WriteUnits {
    units: BTreeMap<(String, String), u64>,
}

impl WriteUnits {
    /// All of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.units.values().sum()
    }

    /// The partition key that took most, and how many.
    #[must_use]
    pub fn busiest(&self) -> (String, u64) {
        let most = self.units.iter().max_by_key(|(_, units)| **units);
        most.map(|((_, key), units)| (key.clone(), *units))
            .unwrap_or_default()
    }

    /// By partition key, the busiest first.
    #[must_use]
    pub fn by_key(&self) -> Vec<(String, u64)> {
        let mut keys: Vec<_> = self
            .units
            .iter()
            .map(|((_, key), units)| (key.clone(), *units))
            .collect();
        keys.sort_by_key(|(_, units)| std::cmp::Reverse(*units));
        keys
    }

    fn add(&mut self, table: &str, key: &str, units: u64) {
        if units > 0 {
            *self.units.entry((table.to_owned(), key.to_owned())).or_default() += units;
        }
    }

    /// Counts a write of an item.
    pub(crate) fn count(&mut self, target: &Target, before: &Value, after: &Value) {
        let factor = if target.transactional { 2 } else { 1 };
        let units = kilobytes(size(before).max(size(after)));
        let key = target.key["pk"]["S"].as_str().unwrap_or_default();
        self.add(&target.table, key, factor * units);
        for index in indexes(&target.table) {
            let (old, new) = (index.entry(before), index.entry(after));
            match (&old, &new) {
                (Some(one), Some(other)) if one == other => {}
                (Some(one), Some(other)) if index.key(one) == index.key(other) => {
                    self.add(
                        &target.table,
                        &index.name(other),
                        kilobytes(size(one).max(size(other))),
                    );
                }
                _ => {
                    for entry in [&old, &new].into_iter().flatten() {
                        self.add(&target.table, &index.name(entry), kilobytes(size(entry)));
                    }
                }
            }
        }
    }
}

/// An item that a request writes or checks.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) table: String,
    pub(crate) key: Value,
    transactional: bool,
}

/// The items that a request writes or checks.
pub(crate) fn targets(operation: &str, request: &Value) -> Vec<Target> {
    let target = |action: &Value, transactional| Target {
        table: action["TableName"].as_str().unwrap_or_default().to_owned(),
        key: key_of(if action["Item"].is_object() {
            &action["Item"]
        } else {
            &action["Key"]
        }),
        transactional,
    };
    match operation {
        "PutItem" | "UpdateItem" | "DeleteItem" => vec![target(request, false)],
        "TransactWriteItems" => members(&request["TransactItems"])
            .flat_map(|item| item.as_object().into_iter().flat_map(|kinds| kinds.values()))
            .map(|action| target(action, true))
            .collect(),
        "BatchWriteItem" => request["RequestItems"]
            .as_object()
            .into_iter()
            .flatten()
            .flat_map(|(table, requests)| {
                members(requests).map(move |one| {
                    let mut action = one.as_object().and_then(|it| it.values().next()).cloned();
                    let action = action.get_or_insert_default();
                    action["TableName"] = json!(table);
                    target(action, false)
                })
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn members(array: &Value) -> impl Iterator<Item = &Value> {
    array.as_array().into_iter().flatten()
}

fn key_of(item: &Value) -> Value {
    json!({ "pk": item["pk"], "sk": item["sk"] })
}

struct Index {
    name: String,
    hash: String,
    range: String,
    /// None: everything.
    projected: Option<Vec<String>>,
}

impl Index {
    /// The item as the index holds it, if it does.
    fn entry(&self, item: &Value) -> Option<Value> {
        let item = item.as_object()?;
        if !item.contains_key(&self.hash) || !item.contains_key(&self.range) {
            return None;
        }
        let kept = |name: &String| {
            let keys = ["pk", "sk", &self.hash, &self.range];
            keys.contains(&name.as_str()) || self.projected.as_ref().is_none_or(|all| all.contains(name))
        };
        let kept = item.iter().filter(|(name, _)| kept(name));
        Some(Value::Object(
            kept.map(|(name, value)| (name.clone(), value.clone())).collect(),
        ))
    }

    fn key(&self, entry: &Value) -> [Value; 2] {
        [entry[&self.hash].clone(), entry[&self.range].clone()]
    }

    fn name(&self, entry: &Value) -> String {
        format!(
            "{}:{}",
            self.name,
            entry[&self.hash]["S"].as_str().unwrap_or_default()
        )
    }
}

/// The indexes of a table, from its definition.
fn indexes(table: &str) -> Vec<Index> {
    let Some(table) = Table::ALL.into_iter().find(|one| one.variable() == table) else {
        return Vec::new();
    };
    let definition = table.definition(table.variable()).unwrap();
    let indexes = definition
        .get_global_secondary_indexes()
        .clone()
        .unwrap_or_default();
    let index = |index: &aws_sdk_dynamodb::types::GlobalSecondaryIndex| {
        let part = |at: usize| index.key_schema()[at].attribute_name().to_owned();
        let projection = index.projection().unwrap();
        let everything = projection.projection_type() == Some(&ProjectionType::All);
        Index {
            name: index.index_name().to_owned(),
            hash: part(0),
            range: part(1),
            projected: (!everything).then(|| projection.non_key_attributes().to_vec()),
        }
    };
    indexes.iter().map(index).collect()
}

/// At least one, as every write takes.
fn kilobytes(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(1_024).max(1)
}

/// The size of an item as DynamoDB reckons it.
fn size(item: &Value) -> usize {
    let members: HashMap<&String, &Value> = item.as_object().into_iter().flatten().collect();
    members
        .iter()
        .map(|(name, value)| name.len() + size_of(value))
        .sum()
}

fn size_of(attribute: &Value) -> usize {
    let Some((kind, value)) = attribute.as_object().and_then(|it| it.iter().next()) else {
        return 0;
    };
    match (kind.as_str(), value) {
        ("N", Value::String(digits)) => digits.len().div_ceil(2) + 1,
        ("M", Value::Object(_)) => 3 + value.as_object().map_or(0, serde_json::Map::len) + size(value),
        ("L", Value::Array(all)) => 3 + all.iter().map(|one| 1 + size_of(one)).sum::<usize>(),
        (_, Value::String(text)) => text.len(),
        (_, Value::Array(all)) => all.iter().map(|one| one.as_str().map_or(0, str::len)).sum(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(transactional: bool) -> Target {
        Target {
            table: Table::Registrations.variable().to_owned(),
            key: json!({ "pk": { "S": "A" }, "sk": { "S": "1" } }),
            transactional,
        }
    }

    fn item(padding: usize, due: Option<&str>) -> Value {
        let mut item =
            json!({ "pk": { "S": "A" }, "sk": { "S": "1" }, "text": { "S": "x".repeat(padding) } });
        if let Some(due) = due {
            item["due_shard"] = json!({ "S": "D" });
            item["due_at"] = json!({ "N": due });
        }
        item
    }

    #[test]
    fn a_transaction_takes_twice_each_begun_kilobyte_and_an_index_once() {
        let mut units = WriteUnits::default();
        units.count(&put(false), &Value::Null, &item(900, None));
        assert_eq!(units.by_key(), [("A".to_owned(), 1)]);
        units.count(&put(true), &item(900, None), &item(1_100, Some("1")));
        assert_eq!(units.by_key(), [("A".to_owned(), 5), ("due:D".to_owned(), 1)]);
        units.count(&put(false), &item(0, Some("1")), &item(1, Some("1")));
        assert_eq!(
            units.by_key()[1],
            ("due:D".to_owned(), 1),
            "what the index holds is the same"
        );
        units.count(&put(false), &item(0, Some("1")), &item(0, Some("2")));
        assert_eq!(
            units.by_key()[1],
            ("due:D".to_owned(), 3),
            "another key is a removal and a write"
        );
        units.count(&put(false), &item(3_000, Some("2")), &Value::Null);
        assert_eq!(units.by_key(), [("A".to_owned(), 10), ("due:D".to_owned(), 4)]);
        assert_eq!((units.total(), units.busiest()), (14, ("A".to_owned(), 10)));
    }
}
