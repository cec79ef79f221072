//! What the local system takes from template.yaml: routes, limits, variables, the stream's filter.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::StartError;
use crate::filter::Filter;
use crate::rights::{Right, Statement};

/// The functions of the template, by the names of their crates.
#[derive(Debug)]
pub struct Template {
    /// Every function.
    pub functions: BTreeMap<String, Function>,
}

/// One function of the template.
#[derive(Debug)]
pub struct Function {
    /// Its name among the resources of the template.
    pub id: String,
    /// How long it may run.
    pub timeout: Duration,
    /// The names of its environment variables.
    pub variables: Vec<String>,
    /// What it may do with the tables and with functions.
    pub rights: BTreeSet<Right>,
    /// The routes that the HTTP API hands to it.
    pub routes: Vec<Route>,
    /// How the stream of registrations reaches it, if it does.
    pub stream: Option<Stream>,
    /// Whether it runs on a schedule.
    pub scheduled: bool,
}

/// One route of the HTTP API, as the template writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// `GET`, `POST`, … or `ANY`.
    pub method: String,
    /// `/api/order/{order_id}`; `{name+}` takes the rest of the path.
    pub path: String,
}

/// How a stream is handed to a function.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The most records in one batch.
    pub batch_size: usize,
    /// How often a record is tried again before it is given up.
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
        let mut functions = BTreeMap::new();
        let mut further = Vec::new();
        for (id, resource) in document.resources {
            if resource.kind == "AWS::IAM::Policy" {
                let policy: FurtherPolicy =
                    serde_json::from_value(resource.properties).map_err(|error| format!("{id}: {error}"))?;
                further.push(policy);
                continue;
            }
            if resource.kind != "AWS::Serverless::Function" {
                continue;
            }
            let properties: FunctionProperties =
                serde_json::from_value(resource.properties).map_err(|error| format!("{id}: {error}"))?;
            let (name, function) = properties
                .interpret(&id, globals.timeout)
                .map_err(|error| format!("{id}: {error}"))?;
            if functions.insert(name.clone(), function).is_some() {
                return Err(format!("{id}: another function has the code {name} already"));
            }
        }
        for policy in further {
            for function in functions
                .values_mut()
                .filter(|function: &&mut Function| policy.is_of(&function.id))
            {
                let statements = policy.policy_document.statement.iter();
                function.rights.extend(statements.flat_map(Statement::rights));
            }
        }
        Ok(Template { functions })
    }

    /// Every route with the name of its function.
    pub fn routes(&self) -> impl Iterator<Item = (&str, &Route)> {
        self.functions
            .iter()
            .flat_map(|(name, function)| function.routes.iter().map(|route| (name.as_str(), route)))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Document {
    globals: Globals,
    resources: BTreeMap<String, Resource>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Globals {
    function: GlobalFunction,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct GlobalFunction {
    timeout: u64,
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
struct FunctionProperties {
    code_uri: String,
    timeout: Option<u64>,
    #[serde(default)]
    environment: Environment,
    #[serde(default)]
    policies: Vec<Policy>,
    #[serde(default)]
    events: BTreeMap<String, Event>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Policy {
    statement: Vec<Statement>,
}

/// A policy that stands beside the function, because in it the two would need each other.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct FurtherPolicy {
    /// SAM calls the role of the function `Things` `ThingsRole`.
    roles: Vec<String>,
    policy_document: Policy,
}

impl FurtherPolicy {
    fn is_of(&self, function: &str) -> bool {
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

#[derive(Deserialize)]
#[serde(tag = "Type", content = "Properties")]
enum Event {
    HttpApi(HttpApi),
    DynamoDB(DynamoDb),
    ScheduleV2(IgnoredAny),
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct HttpApi {
    method: String,
    path: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct DynamoDb {
    batch_size: usize,
    maximum_retry_attempts: u32,
    filter_criteria: FilterCriteria,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct FilterCriteria {
    filters: Vec<Pattern>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Pattern {
    pattern: String,
}

impl FunctionProperties {
    fn interpret(self, id: &str, global_timeout: u64) -> Result<(String, Function), String> {
        let name = match self.code_uri.rsplit_once('/') {
            Some((_, name)) => name.to_owned(),
            None => return Err("CodeUri does not end with the name of a crate".to_owned()),
        };
        let mut function = Function {
            id: id.to_owned(),
            timeout: Duration::from_secs(self.timeout.unwrap_or(global_timeout)),
            variables: self.environment.variables.into_keys().collect(),
            rights: self
                .policies
                .iter()
                .flat_map(|policy| &policy.statement)
                .flat_map(Statement::rights)
                .collect(),
            routes: Vec::new(),
            stream: None,
            scheduled: false,
        };
        for event in self.events.into_values() {
            match event {
                Event::HttpApi(HttpApi { method, path }) => function.routes.push(Route {
                    method: method.to_ascii_uppercase(),
                    path,
                }),
                Event::DynamoDB(stream) => {
                    let patterns = stream.filter_criteria.filters.iter();
                    function.stream = Some(Stream {
                        batch_size: stream.batch_size,
                        retries: stream.maximum_retry_attempts,
                        filter: Filter::any_of(patterns.map(|filter| filter.pattern.as_str()))?,
                    });
                }
                Event::ScheduleV2(_) => function.scheduled = true,
            }
        }
        Ok((name, function))
    }
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
    fn a_function_is_known_by_its_crate_with_its_routes_variables_and_time() {
        let template = Template::parse(SMALL).unwrap();
        let things = &template.functions["things"];
        assert_eq!(things.timeout, Duration::from_secs(10));
        assert_eq!(things.variables, ["ORIGIN", "TABLE_THINGS"]);
        let calls_itself = Right {
            action: "lambda:InvokeFunction".to_owned(),
            resource: "Things".to_owned(),
        };
        assert!(things.rights.contains(&calls_itself));
        assert_eq!(things.routes[0].method, "GET");
        assert_eq!(things.routes[0].path, "/api/things/{id}");
    }

    #[test]
    fn an_event_that_the_local_system_cannot_emulate_is_an_error_that_names_the_function() {
        let text = SMALL.replace("Type: HttpApi", "Type: SQS");
        let error = Template::parse(&text).unwrap_err();
        assert!(error.starts_with("Things: "), "{error}");
    }
}
