//! Statements: as the template writes them, and as rules that a policy evaluates.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::Right;
use super::pattern::matches;

const LEADING_KEYS: &str = "dynamodb:LeadingKeys";

/// One statement of a policy, as the template writes it.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(crate) struct Statement {
    #[serde(rename = "Sid", default)]
    _sid: IgnoredAny,
    effect: String,
    action: Value,
    resource: Value,
    #[serde(default)]
    condition: BTreeMap<String, BTreeMap<String, Value>>,
}

impl Statement {
    /// The rule it states. `conditions` are the names of the template's conditions: where a resource hangs on one, it is
    /// taken to be true, because the local system has everything that can be left out.
    ///
    /// # Errors
    /// When it says something that the guard cannot enforce.
    pub(crate) fn interpret(&self, conditions: &BTreeSet<String>) -> Result<Rule, String> {
        if self.effect != "Allow" {
            return Err(format!(
                "the guard supports no statement with the effect {}",
                self.effect
            ));
        }
        let actions = resolved(&self.action, conditions)?;
        if let Some(open) = actions.iter().find(|action| action.contains(['*', '?'])) {
            return Err(format!(
                "the action {open} has a wildcard, so no test could show that it is needed"
            ));
        }
        let mut keys = None;
        for (operator, wanted) in &self.condition {
            let like = match operator.as_str() {
                "ForAllValues:StringEquals" => false,
                "ForAllValues:StringLike" => true,
                _ => return Err(format!("the guard supports no condition {operator}")),
            };
            for (name, texts) in wanted {
                if name != LEADING_KEYS || keys.is_some() {
                    return Err(format!("the guard supports no condition on {name} here"));
                }
                let texts = resolved(texts, conditions)?;
                keys = Some(texts.into_iter().map(|text| LeadingKey { text, like }).collect());
            }
        }
        Ok(Rule {
            actions,
            resources: resolved(&self.resource, conditions)?,
            keys,
        })
    }
}

/// Every string in a value of the template. The document's tags are not read, so `!If` is a list of three that begins
/// with the name of a condition.
fn resolved(value: &Value, conditions: &BTreeSet<String>) -> Result<Vec<String>, String> {
    match value {
        Value::String(nothing) if nothing == "AWS::NoValue" => Ok(Vec::new()),
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Array(list) => {
            if let [Value::String(condition), met, _] = &list[..]
                && conditions.contains(condition)
            {
                return resolved(met, conditions);
            }
            let lists: Result<Vec<_>, _> = list.iter().map(|one| resolved(one, conditions)).collect();
            Ok(lists?.concat())
        }
        other => Err(format!("the guard cannot read {other} in a policy")),
    }
}

/// A statement of a policy, with its conditions resolved.
#[derive(Clone, Debug)]
pub struct Rule {
    pub(super) actions: Vec<String>,
    pub(super) resources: Vec<String>,
    pub(super) keys: Option<Vec<LeadingKey>>,
}

#[derive(Clone, Debug)]
pub(super) struct LeadingKey {
    pub(super) text: String,
    like: bool,
}

impl LeadingKey {
    pub(super) fn matches(&self, key: &str) -> bool {
        if self.like {
            matches(&self.text, key)
        } else {
            self.text == key
        }
    }
}

impl Rule {
    /// Everything it allows.
    pub(crate) fn rights(&self) -> Vec<Right> {
        let mut rights = Vec::new();
        for action in &self.actions {
            for resource in &self.resources {
                let right = |key: Option<&LeadingKey>| Right {
                    action: action.clone(),
                    resource: display_name(resource),
                    leading_key: key.map(|key| key.text.clone()),
                };
                match &self.keys {
                    Some(keys) => rights.extend(keys.iter().map(|key| right(Some(key)))),
                    None => rights.push(right(None)),
                }
            }
        }
        rights
    }
}

/// A resource by its name in the template.
pub(super) fn display_name(resource: &str) -> String {
    if resource.starts_with("arn:") {
        return resource.to_owned();
    }
    ["${", "}", ".Arn"]
        .iter()
        .fold(resource.to_owned(), |name, noise| name.replace(noise, ""))
}

#[cfg(test)]
pub(super) mod tests;
