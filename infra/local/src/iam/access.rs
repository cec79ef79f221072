//! What a request to a service has to be allowed.

mod dynamodb;

use std::collections::{BTreeMap, BTreeSet};

use http::request::Parts;
use http::{HeaderMap, Method};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::arn;

/// An action on a resource, for which a function needs a right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AccessRequest {
    /// The action with its service.
    pub(crate) action: String,
    /// The resource as AWS knows it.
    pub(crate) resource: String,
    /// The partition keys that it is about, where it is about items.
    pub(crate) leading_keys: BTreeSet<String>,
}

impl AccessRequest {
    fn new(action: impl Into<String>, resource: String) -> AccessRequest {
        AccessRequest {
            action: action.into(),
            resource,
            leading_keys: BTreeSet::new(),
        }
    }
}

/// A service that functions call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    DynamoDb,
    Lambda,
    S3,
    SecretsManager,
    Ses,
}

impl Service {
    /// Every service.
    pub(crate) const ALL: [Service; 5] = [
        Service::DynamoDb,
        Service::Lambda,
        Service::S3,
        Service::SecretsManager,
        Service::Ses,
    ];

    /// The variable in which the AWS SDK looks for the service's address.
    pub(crate) fn endpoint_variable(self) -> &'static str {
        match self {
            Service::DynamoDb => "AWS_ENDPOINT_URL_DYNAMODB",
            Service::Lambda => "AWS_ENDPOINT_URL_LAMBDA",
            Service::S3 => "AWS_ENDPOINT_URL_S3",
            Service::SecretsManager => "AWS_ENDPOINT_URL_SECRETS_MANAGER",
            Service::Ses => "AWS_ENDPOINT_URL_SES",
        }
    }

    /// Everything that must be allowed, or the request is refused. An unknown operation becomes an action that no
    /// template names.
    pub(crate) fn access_requests(
        self,
        request: &Parts,
        body: &[u8],
        keys: &PartitionKeys,
    ) -> BTreeSet<AccessRequest> {
        match self {
            Service::DynamoDb => dynamodb::access_requests(operation(&request.headers), &json(body), keys),
            Service::Lambda => BTreeSet::from([lambda(request)]),
            Service::S3 => s3(request),
            Service::SecretsManager => BTreeSet::from([secret(operation(&request.headers), &json(body))]),
            Service::Ses => ses(body),
        }
    }
}

/// The attribute that is the partition key, by table, and by table and index as in `registrations/index/due`.
pub(crate) type PartitionKeys = BTreeMap<String, String>;

fn json(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_default()
}

/// A header, or nothing if it is not there or not text.
pub(super) fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default()
}

/// What the services that speak JSON are asked for: `DynamoDB_20120810.GetItem`, `secretsmanager.GetSecretValue`.
fn operation(headers: &HeaderMap) -> &str {
    let target = text(headers, "x-amz-target");
    target.rsplit_once('.').map_or(target, |(_, operation)| operation)
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

fn lambda(request: &Parts) -> AccessRequest {
    let path: Vec<&str> = request.uri.path().trim_matches('/').split('/').collect();
    match (&request.method, &path[..]) {
        (&Method::POST, [_, "functions", name, "invocations"]) => AccessRequest::new(
            "lambda:InvokeFunction",
            arn("lambda", &format!("function:{}", decoded(name))),
        ),
        (method, _) => AccessRequest::new(format!("lambda:{method}"), arn("lambda", "function:")),
    }
}

fn secret(operation: &str, body: &Value) -> AccessRequest {
    let id = body["SecretId"].as_str().unwrap_or_default();
    let resource = if id.starts_with("arn:") {
        id.to_owned()
    } else {
        arn("secretsmanager", &format!("secret:{id}"))
    };
    AccessRequest::new(format!("secretsmanager:{operation}"), resource)
}

fn s3(request: &Parts) -> BTreeSet<AccessRequest> {
    let path = decoded(request.uri.path());
    let path = path.trim_start_matches('/');
    let about_object = path.split_once('/').is_some_and(|(_, key)| !key.is_empty());
    // The SDK repeats the operation as x-id, and an address may be signed and say how its object is shown. Anything else
    // in the query makes another operation of it.
    let query = request.uri.query().unwrap_or_default().as_bytes();
    let kind: Vec<_> = form_urlencoded::parse(query)
        .map(|(name, _)| name.into_owned())
        .filter(|name| name != "x-id" && !name.starts_with("X-Amz-") && !name.starts_with("response-"))
        .collect();
    let lists = request.method == Method::GET && !about_object && kind.iter().any(|name| name == "list-type");
    let names = |wanted: &[&str]| {
        kind.len() == wanted.len() && wanted.iter().all(|name| kind.iter().any(|one| one == name))
    };
    let action = match (&request.method, about_object) {
        _ if lists => "s3:ListBucket".to_owned(),
        // An upload in parts is a right to put the object, all the way.
        (&Method::POST, true) if names(&["uploads"]) || names(&["uploadId"]) => "s3:PutObject".to_owned(),
        (&Method::PUT, true) if names(&["partNumber", "uploadId"]) => "s3:PutObject".to_owned(),
        (&Method::DELETE, true) if names(&["uploadId"]) => "s3:AbortMultipartUpload".to_owned(),
        _ if !kind.is_empty() => format!("s3:{}?{}", request.method, kind.join("&")),
        (&Method::PUT, true) => "s3:PutObject".to_owned(),
        (&Method::GET | &Method::HEAD, true) => "s3:GetObject".to_owned(),
        (&Method::DELETE, true) => "s3:DeleteObject".to_owned(),
        (&Method::GET | &Method::HEAD, false) => "s3:ListBucket".to_owned(),
        (method, _) => format!("s3:{method}"),
    };
    let mut requests = BTreeSet::from([AccessRequest::new(action, arn("s3", path.trim_end_matches('/')))]);
    for (header, action) in [
        ("x-amz-acl", "s3:PutObjectAcl"),
        ("x-amz-tagging", "s3:PutObjectTagging"),
    ] {
        if request.headers.contains_key(header) {
            requests.insert(AccessRequest::new(action, arn("s3", path)));
        }
    }
    let copied = decoded(text(&request.headers, "x-amz-copy-source"));
    if !copied.is_empty() {
        requests.insert(AccessRequest::new(
            "s3:GetObject",
            arn("s3", copied.trim_start_matches('/')),
        ));
    }
    requests
}

/// Mail needs the right on the identity that it comes from and, if it names one, on the configuration set. The identity
/// is the domain of the sender's address, or the address itself where SES has verified it beside the domain: which of them
/// counts is the account's matter, so both are asked for. In the sandbox the identity of each recipient is another.
fn ses(body: &[u8]) -> BTreeSet<AccessRequest> {
    let fields: BTreeMap<_, _> = form_urlencoded::parse(body).into_owned().collect();
    let field = |name: &str| fields.get(name).map_or("", String::as_str);
    let action = format!("ses:{}", field("Action"));
    let source = field("Source").trim_end_matches('>');
    let address = source.rsplit_once('<').map_or(source, |(_, address)| address);
    let domain = address.rsplit_once('@').map_or("", |(_, domain)| domain);
    let identity = |name: &str| AccessRequest::new(action.clone(), arn("ses", &format!("identity/{name}")));
    let mut requests = match field("SourceArn") {
        "" => BTreeSet::from([identity(domain), identity(address)]),
        named => BTreeSet::from([AccessRequest::new(action.clone(), named.to_owned())]),
    };
    let recipients = fields
        .iter()
        .filter(|(name, _)| name.starts_with("Destinations.member."));
    requests.extend(recipients.map(|(_, recipient)| identity(recipient)));
    let set = field("ConfigurationSetName");
    if !set.is_empty() {
        requests.insert(AccessRequest::new(
            action,
            arn("ses", &format!("configuration-set/{set}")),
        ));
    }
    requests
}

#[cfg(test)]
mod tests;
