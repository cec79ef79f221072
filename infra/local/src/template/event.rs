//! What invokes a function.

use super::{Function, Route, Schedule, Stream};
use crate::filter::Filter;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

#[derive(Deserialize)]
#[serde(tag = "Type", content = "Properties")]
pub(super) enum Event {
    HttpApi(HttpApi),
    DynamoDB(DynamoDb),
    ScheduleV2(Scheduled),
    #[serde(rename = "EventBridgeRule")]
    Rule(EventRule),
}

impl Event {
    pub(super) fn add_to(self, function: &mut Function) -> Result<(), String> {
        match self {
            Self::HttpApi(HttpApi { method, path }) => function.routes.push(Route {
                method: method.to_ascii_uppercase(),
                path,
            }),
            Self::DynamoDB(stream) => {
                let patterns = stream.filter_criteria.filters.iter();
                function.stream = Some(Stream {
                    batch_size: stream.batch_size,
                    retries: stream.maximum_retry_attempts,
                    filter: Filter::any_of(patterns.map(|filter| filter.pattern.as_str()))?,
                });
            }
            Self::ScheduleV2(scheduled) => function.schedules.push(scheduled.interpret()?),
            Self::Rule(rule) => function.event_patterns.push(Filter::of(rule.pattern)?),
        }
        Ok(())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct EventRule {
    pattern: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Scheduled {
    schedule_expression: String,
    input: Option<String>,
}

impl Scheduled {
    fn interpret(&self) -> Result<Schedule, String> {
        let unknown = || {
            format!(
                "the local system supports no schedule {}",
                self.schedule_expression
            )
        };
        let rate = self.schedule_expression.strip_prefix("rate(");
        let every = match rate.and_then(|rate| rate.strip_suffix(')')) {
            Some("1 minute") => Duration::from_mins(1),
            Some("1 hour") => Duration::from_hours(1),
            Some("1 day") => Duration::from_hours(24),
            Some(_) | None => return Err(unknown()),
        };
        let event = match &self.input {
            Some(input) => serde_json::from_str(input).map_err(|error| format!("Input: {error}"))?,
            None => Value::Object(serde_json::Map::new()),
        };
        Ok(Schedule { every, event })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct HttpApi {
    method: String,
    path: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct DynamoDb {
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
