//! What the template allows each function to do with the tables, and the refusal of everything else.
//!
//! AWS refuses what a policy does not allow. The emulated database would not, so requests of functions pass
//! through here: a right missing in template.yaml is an error on a developer's machine too.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use aws_emulation::{ACCESS_KEY_ID, Invocation};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use http::request::Parts;
use http::{HeaderMap, Request, StatusCode, header};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// An action on a resource, such as `dynamodb:Query` on `RegistrationsTable/index/due`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Right {
    /// The action with its service.
    pub action: String,
    /// The table or function by its name in the template, with the index if it is one.
    pub resource: String,
}

/// One statement of a policy, as the template writes it.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Statement {
    action: Value,
    resource: Value,
}

impl Statement {
    /// Every pair of an action on DynamoDB or Lambda and a resource.
    pub(crate) fn rights(&self) -> BTreeSet<Right> {
        let mut rights = BTreeSet::new();
        for action in texts(&self.action).filter(|action| is_checked(action)) {
            for resource in texts(&self.resource) {
                rights.insert(Right {
                    action: action.to_owned(),
                    resource: resource
                        .replace("${", "")
                        .replace(".Arn}", "")
                        .replace(".Arn", ""),
                });
            }
        }
        rights
    }
}

fn is_checked(action: &str) -> bool {
    ["dynamodb:", "lambda:"]
        .iter()
        .any(|service| action.starts_with(service))
}

fn texts(value: &Value) -> impl Iterator<Item = &str> {
    let one = value.as_str().into_iter();
    one.chain(value.as_array().into_iter().flatten().filter_map(Value::as_str))
}

/// The rights of every function, by the names of their crates.
pub(crate) type Rights = BTreeMap<String, BTreeSet<Right>>;

/// The access key by which a function's requests are recognised.
pub(crate) fn access_key(function: &str) -> String {
    format!("{ACCESS_KEY_ID}-{function}")
}

/// Refuses the call of a function that the caller's policy does not allow, in the words of AWS. `ids` has the names of
/// the functions in the template, by the names of their crates, which are their names here.
pub(crate) fn call_guard(
    rights: Rights,
    ids: BTreeMap<String, String>,
) -> impl Fn(&Invocation) -> Result<(), String> + Send + Sync + 'static {
    move |call| {
        let caller = call.access_key.strip_prefix(&format!("{ACCESS_KEY_ID}-"));
        let wanted = ids.get(&call.function).map(|id| Right {
            action: "lambda:InvokeFunction".to_owned(),
            resource: id.clone(),
        });
        let allowed = caller
            .and_then(|caller| rights.get(caller))
            .zip(wanted)
            .is_some_and(|(rights, wanted)| rights.contains(&wanted));
        if allowed {
            return Ok(());
        }
        let refusal = format!(
            "The function {} is not authorized to perform lambda:InvokeFunction on {}: template.yaml does not allow it",
            caller.unwrap_or("without a name"),
            call.function
        );
        tracing::error!("{refusal}");
        Err(refusal)
    }
}

struct Guard {
    rights: Rights,
    /// The database behind.
    database: String,
    /// The names of the tables in the template, by their names in the database.
    tables: BTreeMap<String, String>,
    client: Client<HttpConnector, Body>,
}

/// Serves the database at `database` to functions within their `rights`, and answers its address.
///
/// # Errors
/// When no loopback port can be opened.
pub(crate) async fn guard(
    database: &str,
    rights: Rights,
    tables: BTreeMap<String, String>,
) -> std::io::Result<String> {
    let guard = Guard {
        rights,
        database: database.to_owned(),
        tables,
        client: Client::builder(TokioExecutor::new()).build_http(),
    };
    let router = Router::new().fallback(answer).with_state(Arc::new(guard));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "the guard of the database stopped");
        }
    });
    Ok(address)
}

async fn answer(State(guard): State<Arc<Guard>>, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, usize::MAX).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if let Some(refusal) = guard.refusal(&parts.headers, &body) {
        tracing::error!("{refusal}");
        let error = json!({
            "__type": "com.amazon.coral.service#AccessDeniedException",
            "Message": refusal,
        });
        return (StatusCode::BAD_REQUEST, Json(error)).into_response();
    }
    guard.hand_on(parts, body).await
}

impl Guard {
    /// Why a request is refused, in the words of AWS.
    fn refusal(&self, headers: &HeaderMap, body: &[u8]) -> Option<String> {
        let function = function(headers)?;
        let allowed = self.rights.get(&function);
        let operation = text(headers, "x-amz-target")
            .rsplit('.')
            .next()
            .unwrap_or_default();
        let body = serde_json::from_slice(body).unwrap_or_default();
        let missing = required(operation, &body).into_iter().find(|right| {
            let resource = self.in_template(&right.resource);
            let action = right.action.clone();
            !allowed.is_some_and(|allowed| allowed.contains(&Right { action, resource }))
        })?;
        Some(format!(
            "The function {function} is not authorized to perform {} on {}: template.yaml does not allow it",
            missing.action, missing.resource
        ))
    }

    fn in_template(&self, resource: &str) -> String {
        let (table, index) = match resource.split_once('/') {
            Some((table, index)) => (table, Some(index)),
            None => (resource, None),
        };
        let table = self.tables.get(table).map_or(table, String::as_str);
        index.map_or_else(|| table.to_owned(), |index| format!("{table}/{index}"))
    }

    async fn hand_on(&self, mut parts: Parts, body: Bytes) -> Response {
        let Ok(uri) = self.database.parse() else {
            return StatusCode::BAD_GATEWAY.into_response();
        };
        parts.uri = uri;
        parts.headers.remove(header::HOST);
        match self
            .client
            .request(Request::from_parts(parts, Body::from(body)))
            .await
        {
            Ok(answer) => answer.map(Body::new),
            Err(error) => {
                tracing::error!(%error, "the database does not answer");
                StatusCode::BAD_GATEWAY.into_response()
            }
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

/// The function that signed the request. The local system itself has no function's name in its key.
fn function(headers: &HeaderMap) -> Option<String> {
    let signed = text(headers, header::AUTHORIZATION.as_str());
    let (_, credential) = signed.split_once("Credential=")?;
    let key = credential.split('/').next()?;
    key.strip_prefix(ACCESS_KEY_ID)?
        .strip_prefix('-')
        .map(str::to_owned)
}

/// What AWS wants to see allowed for a request.
fn required(operation: &str, body: &Value) -> BTreeSet<Right> {
    let right = |action: &str, table: &Value, index: Option<&Value>| {
        let table = table.as_str().unwrap_or_default();
        let index = index.and_then(Value::as_str);
        Right {
            action: format!("dynamodb:{action}"),
            resource: index.map_or_else(|| table.to_owned(), |index| format!("{table}/index/{index}")),
        }
    };
    match operation {
        "BatchGetItem" | "BatchWriteItem" => {
            let tables = body["RequestItems"].as_object().into_iter().flatten();
            tables
                .map(|(table, _)| right(operation, &json!(table), None))
                .collect()
        }
        "TransactWriteItems" | "TransactGetItems" => {
            let actions = body["TransactItems"].as_array().into_iter().flatten();
            actions
                .filter_map(Value::as_object)
                .flatten()
                .map(|(kind, action)| match kind.as_str() {
                    "ConditionCheck" => right("ConditionCheckItem", &action["TableName"], None),
                    kind => right(&format!("{kind}Item"), &action["TableName"], None),
                })
                .collect()
        }
        _ => BTreeSet::from([right(operation, &body["TableName"], body.get("IndexName"))]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(rights: &BTreeSet<Right>) -> Vec<String> {
        rights
            .iter()
            .map(|right| format!("{} {}", right.action, right.resource))
            .collect()
    }

    #[test]
    fn a_statement_is_read_as_the_template_writes_it() {
        let statement: Statement = serde_json::from_value(json!({
            "Effect": "Allow",
            "Action": ["dynamodb:Query", "ses:SendEmail"],
            "Resource": ["RegistrationsTable.Arn", "${RegistrationsTable.Arn}/index/due"],
        }))
        .unwrap();
        assert_eq!(
            names(&statement.rights()),
            [
                "dynamodb:Query RegistrationsTable",
                "dynamodb:Query RegistrationsTable/index/due"
            ]
        );
    }

    #[test]
    fn a_transaction_needs_the_right_of_each_of_its_actions() {
        let body = json!({ "TransactItems": [
            { "Put": { "TableName": "a" } },
            { "ConditionCheck": { "TableName": "b" } },
            { "Update": { "TableName": "a" } },
        ]});
        assert_eq!(
            names(&required("TransactWriteItems", &body)),
            [
                "dynamodb:ConditionCheckItem b",
                "dynamodb:PutItem a",
                "dynamodb:UpdateItem a"
            ]
        );
    }

    #[test]
    fn a_query_of_an_index_needs_the_index_and_a_batch_each_of_its_tables() {
        let query = json!({ "TableName": "a", "IndexName": "due" });
        assert_eq!(names(&required("Query", &query)), ["dynamodb:Query a/index/due"]);
        let batch = json!({ "RequestItems": { "a": {}, "b": {} } });
        assert_eq!(
            names(&required("BatchGetItem", &batch)),
            ["dynamodb:BatchGetItem a", "dynamodb:BatchGetItem b"]
        );
    }
}
