//! DynamoDB: each action of a transaction, each table of a batch, and the partition keys that they are about.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{AccessRequest, PartitionKeys};
use crate::iam::arn;

pub(super) fn access_requests(
    operation: &str,
    body: &Value,
    keys: &PartitionKeys,
) -> BTreeSet<AccessRequest> {
    let asked = Asked { keys };
    match operation {
        "BatchGetItem" | "BatchWriteItem" => {
            let tables = body["RequestItems"].as_object().into_iter().flatten();
            tables
                .map(|(table, items)| asked.of_batch(operation, table, items))
                .collect()
        }
        "TransactWriteItems" | "TransactGetItems" => {
            let actions = body["TransactItems"].as_array().into_iter().flatten();
            actions
                .filter_map(Value::as_object)
                .flatten()
                .map(|(kind, action)| match kind.as_str() {
                    "ConditionCheck" => asked.of_item("ConditionCheckItem", action),
                    kind => asked.of_item(&format!("{kind}Item"), action),
                })
                .collect()
        }
        "Query" => BTreeSet::from([asked.of_query(body)]),
        _ => BTreeSet::from([asked.of_item(operation, body)]),
    }
}

struct Asked<'a> {
    keys: &'a PartitionKeys,
}

impl Asked<'_> {
    fn of_batch(&self, operation: &str, table: &str, items: &Value) -> AccessRequest {
        let read = items["Keys"].as_array().into_iter().flatten();
        let written = items.as_array().into_iter().flatten().map(|write| {
            let put = &write["PutRequest"]["Item"];
            if put.is_null() {
                &write["DeleteRequest"]["Key"]
            } else {
                put
            }
        });
        self.request(operation, table, read.chain(written))
    }

    /// An action on one item, or on a table as a whole, which has no leading key.
    fn of_item(&self, operation: &str, action: &Value) -> AccessRequest {
        let table = action["TableName"].as_str().unwrap_or_default();
        let place = match action["IndexName"].as_str() {
            Some(index) => format!("{table}/index/{index}"),
            None => table.to_owned(),
        };
        self.request(operation, &place, [&action["Key"], &action["Item"]])
    }

    fn of_query(&self, body: &Value) -> AccessRequest {
        let mut request = self.of_item("Query", body);
        let place = request
            .resource
            .rsplit_once(":table/")
            .map_or("", |(_, place)| place);
        let attribute = self.attribute(place);
        let value = partition(body, attribute).and_then(plain);
        request.leading_keys.extend(value);
        request
    }

    fn attribute(&self, place: &str) -> &str {
        self.keys.get(place).map_or("", String::as_str)
    }

    fn request<'v>(
        &self,
        operation: &str,
        place: &str,
        items: impl IntoIterator<Item = &'v Value>,
    ) -> AccessRequest {
        let attribute = self.attribute(place);
        AccessRequest {
            action: format!("dynamodb:{operation}"),
            resource: arn("dynamodb", &format!("table/{place}")),
            leading_keys: items
                .into_iter()
                .filter_map(|item| plain(&item[attribute]))
                .collect(),
        }
    }
}

/// The value that a query's condition compares the partition key with.
fn partition<'v>(body: &'v Value, attribute: &str) -> Option<&'v Value> {
    let expression = body["KeyConditionExpression"].as_str()?;
    let words: Vec<&str> = expression
        .split(|one: char| one.is_whitespace() || ['(', ')'].contains(&one))
        .filter(|word| !word.is_empty())
        .collect();
    let compared = words.windows(3).find(|words| {
        let name = body["ExpressionAttributeNames"][words[0]].as_str();
        name.unwrap_or(words[0]) == attribute && words[1] == "="
    })?;
    Some(&body["ExpressionAttributeValues"][compared[2]])
}

/// A value of a key without its type.
fn plain(value: &Value) -> Option<String> {
    let typed = value.as_object()?.values().next()?;
    typed.as_str().map(str::to_owned)
}
