//! What the local system takes from template.yaml: routes, limits, variables, the stream's filter.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::StartError;
use crate::filter::Filter;
use crate::iam::{Right, Rule};

mod document;
mod event;
mod pages;

use document::{
    ApiProperties, Document, FunctionProperties, FurtherPolicy, Globals, MailDestination, Resource,
};
pub use pages::PageHeaders;

/// The functions of the template, by the names of their crates.
#[derive(Debug)]
pub struct Template {
    /// Every function.
    pub functions: BTreeMap<String, Function>,
    /// The kinds of all resources, by their names.
    pub resources: BTreeMap<String, String>,
    /// The names of the parameters.
    pub parameters: BTreeSet<String>,
    /// The rate limits of the HTTP API's routes.
    pub limits: RouteLimits,
    /// The kinds of mail events that SES publishes to EventBridge, such as `bounce` and `delivery`.
    pub mail_events: BTreeSet<String>,
    /// What CloudFront adds to the pages; none without a distribution.
    pub pages: Option<PageHeaders>,
}

/// One function of the template.
#[derive(Debug)]
pub struct Function {
    /// Its name among the resources of the template.
    pub id: String,
    /// How long it may run.
    pub timeout: Duration,
    /// Its environment variables, each with what the template writes for its value.
    pub variables: BTreeMap<String, Value>,
    /// What its policies allow.
    pub rules: Vec<Rule>,
    /// The routes that the HTTP API hands to it.
    pub routes: Vec<Route>,
    /// How the stream of registrations reaches it, if it does.
    pub stream: Option<Stream>,
    /// The schedules on which it runs.
    pub schedules: Vec<Schedule>,
    /// The events of EventBridge that it gets, a pattern for each rule, with the names of the template in them.
    pub event_patterns: Vec<Filter>,
    /// How often an event that failed is retried.
    pub event_retries: u32,
}

impl Function {
    /// Everything that its policies allow.
    pub(crate) fn rights(&self) -> Vec<Right> {
        self.rules.iter().flat_map(Rule::rights).collect()
    }
}

/// One route of the HTTP API, as the template writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// `GET`, `POST`, … or `ANY`.
    pub method: String,
    /// `/api/order/{order_id}`; `{name+}` takes the rest of the path.
    pub path: String,
}

/// When a function is run by a schedule, and the event it gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// How long from one run to the next.
    pub every: Duration,
    /// The event; an empty object where the template writes none.
    pub event: Value,
}

/// How many requests the routes take, from all clients together.
#[derive(Clone, Debug, Default)]
pub struct RouteLimits {
    /// For each route without its own limit.
    pub default: Option<RouteLimit>,
    /// By the keys of the routes, `POST /api/contact`.
    pub of_routes: BTreeMap<String, RouteLimit>,
}

/// What one route takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouteLimit {
    /// Requests a second, for as long as one likes.
    pub rate: f64,
    /// Requests at once, after a pause.
    pub burst: f64,
}

impl RouteLimits {
    /// The limit of the route `key`, if there is one.
    pub(crate) fn of(&self, key: &str) -> Option<RouteLimit> {
        self.of_routes.get(key).copied().or(self.default)
    }
}

/// How a stream is handed to a function.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The most records in one batch.
    pub batch_size: usize,
    /// How often a record is retried before it is dropped.
    pub retries: u32,
    /// Which records reach the function at all.
    pub filter: Filter,
}

impl Template {
    /// Reads the template at `path`.
    ///
    /// # Errors
    /// When the file cannot be read or says something that the local system cannot follow.
    pub fn read(path: &Path) -> Result<Template, StartError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| StartError::because(format!("Reading {}", path.display()), error))?;
        Template::parse(&text)
            .map_err(|error| StartError::because(format!("Understanding {}", path.display()), error))
    }

    fn parse(text: &str) -> Result<Template, String> {
        let document: Document = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
        let Globals { function: globals } = document.globals;
        let conditions: BTreeSet<String> = document.conditions.into_keys().collect();
        let mut template = Template {
            functions: BTreeMap::new(),
            resources: BTreeMap::new(),
            parameters: document.parameters.into_keys().collect(),
            limits: RouteLimits::default(),
            mail_events: BTreeSet::new(),
            pages: None,
        };
        let mut policies = Vec::new();
        let mut distribution = None;
        let mut headers = BTreeMap::new();
        for (id, Resource { kind, properties }) in document.resources {
            let in_resource = |error| format!("{id}: {error}");
            match kind.as_str() {
                "AWS::Serverless::Function" => {
                    let properties: FunctionProperties = understand(properties).map_err(in_resource)?;
                    let interpreted = properties.interpret(&id, globals.timeout, &conditions);
                    let (name, function) = interpreted.map_err(in_resource)?;
                    if template.functions.insert(name.clone(), function).is_some() {
                        return Err(format!("{id}: another function has the code {name} already"));
                    }
                }
                "AWS::IAM::Policy" => {
                    let policy: FurtherPolicy = understand(properties).map_err(in_resource)?;
                    policies.push((id.clone(), policy));
                }
                "AWS::IAM::ManagedPolicy" | "AWS::IAM::RolePolicy" => {
                    return Err(format!("{id}: the guard supports no {kind}"));
                }
                "AWS::Serverless::HttpApi" => {
                    let api: ApiProperties = understand(properties).map_err(in_resource)?;
                    template.limits = api.limits();
                }
                "AWS::SES::ConfigurationSetEventDestination" => {
                    let destination: MailDestination = understand(properties).map_err(in_resource)?;
                    template.mail_events.extend(destination.published());
                }
                "AWS::CloudFront::Distribution" => distribution = Some((id.clone(), properties)),
                "AWS::CloudFront::ResponseHeadersPolicy" => {
                    headers.insert(id.clone(), properties);
                }
                _ => {}
            }
            template.resources.insert(id, kind);
        }
        for (id, policy) in policies {
            let added = template.add(&policy, &conditions);
            added.map_err(|error| format!("{id}: {error}"))?;
        }
        if let Some((id, distribution)) = distribution {
            let pages = PageHeaders::interpret(distribution, &headers, &document.mappings);
            template.pages = Some(pages.map_err(|error| format!("{id}: {error}"))?);
        }
        Ok(template)
    }

    /// Adds the rules of a policy to the functions whose roles have it.
    fn add(&mut self, policy: &FurtherPolicy, conditions: &BTreeSet<String>) -> Result<(), String> {
        let rules = policy.rules(conditions)?;
        let functions = self.functions.values_mut();
        let mut of: Vec<&mut Function> = functions.filter(|function| policy.is_of(&function.id)).collect();
        if of.is_empty() {
            return Err("a policy of no function's role".to_owned());
        }
        for function in &mut of {
            function.rules.extend(rules.iter().cloned());
        }
        Ok(())
    }

    /// Whether `text` is the name of a parameter or of a resource.
    pub(crate) fn names(&self, text: &str) -> bool {
        self.parameters.contains(text) || self.resources.contains_key(text)
    }

    /// Every route with the name of its function.
    pub fn routes(&self) -> impl Iterator<Item = (&str, &Route)> {
        self.functions
            .iter()
            .flat_map(|(name, function)| function.routes.iter().map(|route| (name.as_str(), route)))
    }
}

fn understand<T: DeserializeOwned>(properties: Value) -> Result<T, String> {
    serde_json::from_value(properties).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
Globals:
  Function: { Timeout: 10, Runtime: provided.al2023 }
Resources:
  Things:
    Type: AWS::Serverless::Function
    Metadata: { SkipBuild: true }
    Properties:
      CodeUri: target/lambda/things
      Environment:
        Variables: { TABLE_THINGS: !Ref ThingsTable, ORIGIN: !Sub "https://${Host}" }
      Events:
        One:
          Type: HttpApi
          Properties: { ApiId: !Ref Api, Method: get, Path: "/api/things/{id}" }
  ThingsTable:
    Type: AWS::DynamoDB::Table
  ThingsCallItself:
    Type: AWS::IAM::Policy
    Properties:
      Roles: [!Ref ThingsRole]
      PolicyDocument:
        Statement:
          - { Effect: Allow, Action: lambda:InvokeFunction, Resource: !GetAtt Things.Arn }
"#;

    #[test]
    fn a_function_has_the_name_of_its_crate_and_its_routes_variables_and_timeout() {
        let template = Template::parse(SMALL).unwrap();
        let things = &template.functions["things"];
        assert_eq!(things.timeout, Duration::from_secs(10));
        let variables: Vec<_> = things.variables.keys().collect();
        assert_eq!(variables, ["ORIGIN", "TABLE_THINGS"]);
        let calls_itself = Right {
            action: "lambda:InvokeFunction".to_owned(),
            resource: "Things".to_owned(),
            leading_key: None,
        };
        assert_eq!(things.rights(), [calls_itself]);
        assert_eq!(things.routes[0].method, "GET");
        assert_eq!(things.routes[0].path, "/api/things/{id}");
    }

    #[test]
    fn a_route_has_its_own_rate_limit_or_the_default() {
        let api = r#"
  Api:
    Type: AWS::Serverless::HttpApi
    Properties:
      StageName: $default
      DefaultRouteSettings: { ThrottlingRateLimit: 600, ThrottlingBurstLimit: 1200 }
      RouteSettings:
        POST /api/things: { ThrottlingRateLimit: 0.5, ThrottlingBurstLimit: 2 }
      CorsConfiguration: { AllowOrigins: [!If [HasOrigin, !Ref Origin, https://site.invalid]] }
"#;
        let limits = Template::parse(&format!("{SMALL}{api}")).unwrap().limits;
        let [rate, burst] = [600.0, 1200.0];
        assert_eq!(limits.of("GET /api/things"), Some(RouteLimit { rate, burst }));
        let [rate, burst] = [0.5, 2.0];
        assert_eq!(limits.of("POST /api/things"), Some(RouteLimit { rate, burst }));
        assert_eq!(Template::parse(SMALL).unwrap().limits.of("GET /api/things"), None);
    }

    #[test]
    fn an_event_that_the_local_system_cannot_emulate_is_an_error_that_names_the_function() {
        let text = SMALL.replace("Type: HttpApi", "Type: SQS");
        let error = Template::parse(&text).unwrap_err();
        assert!(error.starts_with("Things: "), "{error}");
    }
}
