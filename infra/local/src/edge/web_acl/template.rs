//! The web ACL as infra/edge.yaml writes it. What it says beyond what is read here is refused.

use std::collections::BTreeMap;

use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use serde::Deserialize;
use serde_json::Value;

use super::super::rates::Rates;
use super::{Rule, Scope};

/// The rules of the first web ACL in a template.
pub(super) fn rules(text: &str) -> Result<Vec<Rule>, String> {
    let document: Document = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    let mut acls = document.resources.into_values();
    let acl = acls.find(|resource| resource.kind == "AWS::WAFv2::WebACL");
    let acl = acl.ok_or("it has no web ACL")?;
    let Acl {
        custom_response_bodies,
        rules,
    } = serde_json::from_value(acl.properties).map_err(|error| error.to_string())?;
    let interpreted = rules.into_iter().map(|rule| {
        let name = rule.name.clone();
        let interpreted = rule.interpret(&custom_response_bodies);
        interpreted.map_err(|error| format!("{name}: {error}"))
    });
    interpreted.collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Document {
    resources: BTreeMap<String, Resource>,
}

#[derive(Deserialize)]
struct Resource {
    #[serde(rename = "Type")]
    kind: String,
    #[serde(rename = "Properties", default)]
    properties: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Acl {
    custom_response_bodies: BTreeMap<String, ResponseBody>,
    rules: Vec<RuleProperties>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct ResponseBody {
    content_type: ContentType,
    content: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ContentType {
    ApplicationJson,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RuleProperties {
    name: String,
    priority: u32,
    statement: Statement,
    action: Action,
}

#[derive(Deserialize)]
enum Statement {
    RateBasedStatement(RateBased),
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct RateBased {
    aggregate_key_type: Key,
    #[serde(default)]
    custom_keys: Vec<CustomKey>,
    limit: u64,
    evaluation_window_sec: i64,
    scope_down_statement: Option<ScopeDown>,
}

#[derive(Deserialize)]
enum Key {
    #[serde(rename = "IP")]
    Address,
    #[serde(rename = "CUSTOM_KEYS")]
    Custom,
}

#[derive(Deserialize)]
enum CustomKey {
    #[serde(rename = "IP")]
    Address {},
    Header(HeaderKey),
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct HeaderKey {
    name: String,
    text_transformations: Vec<Transformation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
enum ScopeDown {
    #[serde(rename = "ByteMatchStatement")]
    ByteMatch(ByteMatch),
    #[serde(rename = "AndStatement")]
    And(And),
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct And {
    statements: (Inner, NoHeader),
}

#[derive(Deserialize)]
enum NoHeader {
    NotStatement(NotSized),
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct NotSized {
    statement: OfSize,
}

#[derive(Deserialize)]
enum OfSize {
    SizeConstraintStatement(SizeConstraint),
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct SizeConstraint {
    field_to_match: SingleHeader,
    comparison_operator: String,
    size: u64,
    text_transformations: Vec<Transformation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SingleHeader {
    #[serde(rename = "SingleHeader")]
    header: Named,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
enum Inner {
    ByteMatchStatement(ByteMatch),
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct ByteMatch {
    field_to_match: BTreeMap<String, Value>,
    positional_constraint: String,
    search_string: String,
    text_transformations: Vec<Transformation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Transformation {
    #[serde(rename = "Type")]
    kind: String,
}

#[derive(Deserialize)]
enum Action {
    Block(Block),
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Block {
    custom_response: CustomResponse,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct CustomResponse {
    response_code: u16,
    custom_response_body_key: String,
    #[serde(default)]
    response_headers: Vec<Header>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Header {
    name: String,
    value: String,
}

impl RuleProperties {
    fn interpret(self, bodies: &BTreeMap<String, ResponseBody>) -> Result<Rule, String> {
        let Statement::RateBasedStatement(rated) = self.statement;
        let Action::Block(block) = self.action;
        let scope = match rated.scope_down_statement {
            None => Scope::Everything,
            Some(ScopeDown::ByteMatch(matched)) => Scope::Path(matched.path()?),
            Some(ScopeDown::And(And {
                statements: (Inner::ByteMatchStatement(matched), NoHeader::NotStatement(absent)),
            })) => Scope::Without(matched.path()?, absent.header()?),
        };
        let header = match (rated.aggregate_key_type, &rated.custom_keys[..]) {
            (Key::Address, []) => None,
            (Key::Custom, [CustomKey::Address {}, CustomKey::Header(key)]) => {
                unchanged(&key.text_transformations)?;
                Some(named(&key.name)?)
            }
            (Key::Address | Key::Custom, _) => {
                return Err("it counts by something else than the address, or that and a header".to_owned());
            }
        };
        Ok(Rule {
            priority: self.priority,
            scope,
            header,
            rates: Rates::new(rated.limit, rated.evaluation_window_sec),
            refusal: block.custom_response.interpret(bodies)?,
        })
    }
}

impl NotSized {
    /// The header that must be absent or empty.
    fn header(self) -> Result<HeaderName, String> {
        let OfSize::SizeConstraintStatement(constraint) = self.statement;
        unchanged(&constraint.text_transformations)?;
        if (constraint.comparison_operator.as_str(), constraint.size) != ("GT", 0) {
            return Err("it compares a size with something else than nothing".to_owned());
        }
        named(&constraint.field_to_match.header.name)
    }
}

fn named(header: &str) -> Result<HeaderName, String> {
    HeaderName::try_from(header).map_err(|error| error.to_string())
}

fn unchanged(transformations: &[Transformation]) -> Result<(), String> {
    match transformations.iter().all(|one| one.kind == "NONE") {
        true => Ok(()),
        false => Err("it changes a header before it looks at it".to_owned()),
    }
}

impl ByteMatch {
    /// The path that is compared as a whole, decoded and normalized: other comparisons are not emulated.
    fn path(self) -> Result<String, String> {
        let transformed = self.text_transformations.iter().map(|one| one.kind.as_str());
        let transformed: Vec<_> = transformed.collect();
        let is_whole_path = self.field_to_match.keys().eq(["UriPath"])
            && self.positional_constraint == "EXACTLY"
            && transformed == ["URL_DECODE", "NORMALIZE_PATH"];
        if is_whole_path {
            Ok(self.search_string)
        } else {
            Err("it compares something else than the whole path, decoded and normalized".to_owned())
        }
    }
}

impl CustomResponse {
    fn interpret(self, bodies: &BTreeMap<String, ResponseBody>) -> Result<Response<String>, String> {
        let key = &self.custom_response_body_key;
        let body = bodies.get(key).ok_or(format!("there is no body {key}"))?;
        let kind = match body.content_type {
            ContentType::ApplicationJson => HeaderValue::from_static("application/json"),
        };
        let mut response = Response::new(body.content.clone());
        *response.status_mut() =
            StatusCode::from_u16(self.response_code).map_err(|error| error.to_string())?;
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        for Header { name, value } in self.response_headers {
            let name = HeaderName::try_from(name).map_err(|error| error.to_string())?;
            let value = HeaderValue::try_from(value).map_err(|error| error.to_string())?;
            response.headers_mut().insert(name, value);
        }
        Ok(response)
    }
}
