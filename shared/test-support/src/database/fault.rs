//! Faults: which requests they meet, and the answers that the database gives then.

use axum::{
    body::Bytes,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use store::tables::Table;

/// What is wrong with the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// The process that writes dies before its write number `n` (from 0) is made: that write and every
    /// request after it fail.
    CrashBefore(u64),
    /// The process dies just after write number `n` was made, without learning of it.
    CrashAfter(u64),
    /// Every transaction meets another one that holds the same item, and is not made.
    Conflict,
    /// Every transaction that contains this text meets another one that holds the same item, and is not made.
    ConflictAbout(&'static str),
    /// The first `n` transactions are cancelled because a table takes no more at this moment, which the client does not try
    /// again.
    ThrottledTransactions(u64),
    /// The first `n` updates and removals of a single item that contain this text meet a transaction that holds the item, and are
    /// not made.
    MeetsTransaction(&'static str, u64),
    /// The first `n` answers to a transaction, in a row, say that it is still under way, although it was made: only who
    /// sends it again under the same token learns its end.
    InProgress(u64),
    /// The first `n` answers to a BatchGetItem leave out every key, as those of a throttled table do.
    Unprocessed(u64),
    /// No query of the index of this name is answered.
    IndexDown(&'static str),
    /// Every query of the index of this name waits for ever.
    IndexStalled(&'static str),
    /// No request that names this table is answered; the other tables are well.
    TableDown(Table),
    /// Every request that names this table is throttled, however often it is sent again; the other tables are well.
    TableThrottled(Table),
    /// Every request that names this table meets an error inside the database; the other tables are well.
    TableBroken(Table),
    /// Every condition of a write holds, whatever it says: the control of tests that are about conditions.
    NoConditions,
}

pub(super) fn mentions(request: &[u8], text: &str) -> bool {
    String::from_utf8_lossy(request).contains(text)
}

/// Whether a request is about a table: alone, in a batch, or in a transaction.
pub(super) fn names(request: &[u8], table: Table) -> bool {
    fn named(json: &Value, table: &str) -> bool {
        match json {
            Value::Object(members) => members.iter().any(|(name, value)| match name.as_str() {
                "TableName" => value == table,
                "RequestItems" => value.get(table).is_some(),
                _ => named(value, table),
            }),
            Value::Array(values) => values.iter().any(|value| named(value, table)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
    }
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    named(&request, table.variable())
}

pub(super) fn reads(request: &[u8], index: &str) -> bool {
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    request["IndexName"] == index
}

/// An error that the SDK does not try again.
pub(super) fn dead() -> Response {
    refused(r#"{"__type":"com.amazonaws.dynamodb.v20120810#AccessDeniedException","message":"crashed"}"#)
}

pub(super) fn conflict() -> Response {
    refused(
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","message":"cancelled",
            "CancellationReasons":[{"Code":"None"},{"Code":"TransactionConflict"}]}"#,
    )
}

pub(super) fn cancelled_by_throttling() -> Response {
    refused(
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","message":"cancelled",
            "CancellationReasons":[{"Code":"None"},{"Code":"ThrottlingError"}]}"#,
    )
}

pub(super) fn met() -> Response {
    refused(
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionConflictException","message":"a transaction is ongoing"}"#,
    )
}

pub(super) fn throttled() -> Response {
    refused(
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"throttled"}"#,
    )
}

pub(super) fn broken() -> Response {
    failed(
        StatusCode::INTERNAL_SERVER_ERROR,
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"broken"}"#,
    )
}

pub(super) fn refused(body: &'static str) -> Response {
    failed(StatusCode::BAD_REQUEST, body)
}

pub(super) fn failed(status: StatusCode, body: &'static str) -> Response {
    (status, [("content-type", "application/x-amz-json-1.0")], body).into_response()
}

/// Nothing found yet, of anything.
pub(super) fn unprocessed(body: &[u8]) -> Response {
    let request: Value = serde_json::from_slice(body).unwrap_or_default();
    let answer = json!({ "Responses": {}, "UnprocessedKeys": request["RequestItems"] });
    (
        [("content-type", "application/x-amz-json-1.0")],
        answer.to_string(),
    )
        .into_response()
}

pub(super) fn without_conditions(body: &[u8]) -> Bytes {
    let Ok(mut json) = serde_json::from_slice::<Value>(body) else {
        return Bytes::copy_from_slice(body);
    };
    weaken(&mut json);
    json.to_string().into()
}

/// Makes every condition true while still using the values it names, which DynamoDB insists on.
fn weaken(json: &mut Value) {
    match json {
        Value::Object(members) => {
            if let Some(Value::String(condition)) = members.get_mut("ConditionExpression") {
                *condition = format!("({condition}) OR attribute_exists(pk) OR attribute_not_exists(pk)");
            }
            members.values_mut().for_each(weaken);
        }
        Value::Array(values) => values.iter_mut().for_each(weaken),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
