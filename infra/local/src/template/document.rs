//! The template's document, as far as it is read.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::event::Event;
use super::{Function, RouteLimit, RouteLimits};
use crate::iam::{Rule, Statement};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Document {
    #[serde(default)]
    pub(super) parameters: BTreeMap<String, IgnoredAny>,
    #[serde(default)]
    pub(super) conditions: BTreeMap<String, IgnoredAny>,
    #[serde(default)]
    pub(super) mappings: Value,
    pub(super) globals: Globals,
    pub(super) resources: BTreeMap<String, Resource>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Globals {
    pub(super) function: GlobalFunction,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct GlobalFunction {
    pub(super) timeout: u64,
}

#[derive(Deserialize)]
pub(super) struct Resource {
    #[serde(rename = "Type")]
    pub(super) kind: String,
    #[serde(rename = "Properties", default)]
    pub(super) properties: Value,
}

/// The HTTP API, as far as it limits requests.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ApiProperties {
    default_route_settings: Option<RouteSettings>,
    #[serde(default)]
    route_settings: BTreeMap<String, RouteSettings>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RouteSettings {
    throttling_rate_limit: f64,
    throttling_burst_limit: u32,
}

impl ApiProperties {
    pub(super) fn limits(self) -> RouteLimits {
        let limit = |settings: RouteSettings| RouteLimit {
            rate: settings.throttling_rate_limit,
            burst: f64::from(settings.throttling_burst_limit),
        };
        let of_routes = self.route_settings.into_iter();
        RouteLimits {
            default: self.default_route_settings.map(limit),
            of_routes: of_routes
                .map(|(route, settings)| (route, limit(settings)))
                .collect(),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct FunctionProperties {
    code_uri: String,
    timeout: Option<u64>,
    #[serde(default)]
    environment: Environment,
    #[serde(default)]
    policies: Vec<Policy>,
    role: Option<IgnoredAny>,
    #[serde(default)]
    events: BTreeMap<String, Event>,
    #[serde(default)]
    event_invoke_config: EventInvokeConfig,
}

/// How often Lambda retries an event that failed.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct EventInvokeConfig {
    maximum_retry_attempts: u32,
}

impl Default for EventInvokeConfig {
    fn default() -> EventInvokeConfig {
        EventInvokeConfig {
            maximum_retry_attempts: 2,
        }
    }
}

/// Where SES publishes the events of mails.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct MailDestination {
    event_destination: EventDestination,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct EventDestination {
    enabled: bool,
    matching_event_types: Vec<String>,
    event_bridge_destination: Option<IgnoredAny>,
}

impl MailDestination {
    /// The kinds of events that EventBridge gets.
    pub(super) fn published(self) -> Vec<String> {
        let EventDestination {
            enabled,
            matching_event_types,
            event_bridge_destination,
        } = self.event_destination;
        match event_bridge_destination {
            Some(_) if enabled => matching_event_types,
            _ => Vec::new(),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Policy {
    statement: Vec<Statement>,
}

impl Policy {
    fn rules(&self, conditions: &BTreeSet<String>) -> Result<Vec<Rule>, String> {
        let statements = self.statement.iter();
        statements
            .map(|statement| statement.interpret(conditions))
            .collect()
    }
}

/// A policy beside the function: inside it, the two resources would depend on each other.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct FurtherPolicy {
    /// SAM calls the role of the function `Things` `ThingsRole`.
    roles: Vec<String>,
    policy_document: Policy,
}

impl FurtherPolicy {
    pub(super) fn rules(&self, conditions: &BTreeSet<String>) -> Result<Vec<Rule>, String> {
        self.policy_document.rules(conditions)
    }

    pub(super) fn is_of(&self, function: &str) -> bool {
        self.roles
            .iter()
            .any(|role| role.strip_suffix("Role") == Some(function))
    }
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Environment {
    variables: BTreeMap<String, Value>,
}

impl FunctionProperties {
    pub(super) fn interpret(
        self,
        id: &str,
        global_timeout: u64,
        conditions: &BTreeSet<String>,
    ) -> Result<(String, Function), String> {
        let name = match self.code_uri.rsplit_once('/') {
            Some((_, name)) => name.to_owned(),
            None => return Err("CodeUri does not end with the name of a crate".to_owned()),
        };
        if self.role.is_some() {
            return Err("the guard supports no role that several functions share".to_owned());
        }
        let rules: Result<Vec<_>, _> = self
            .policies
            .iter()
            .map(|policy| policy.rules(conditions))
            .collect();
        let mut function = Function {
            id: id.to_owned(),
            timeout: Duration::from_secs(self.timeout.unwrap_or(global_timeout)),
            variables: self.environment.variables,
            rules: rules?.concat(),
            routes: Vec::new(),
            stream: None,
            schedules: Vec::new(),
            event_patterns: Vec::new(),
            event_retries: self.event_invoke_config.maximum_retry_attempts,
        };
        for event in self.events.into_values() {
            event.add_to(&mut function)?;
        }
        Ok((name, function))
    }
}
