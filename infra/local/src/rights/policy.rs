//! Policies: as the template writes them, and as they are asked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::needs::Need;
use super::pattern::{fits, said};
use super::stack::Stack;

const LEADING_KEYS: &str = "dynamodb:LeadingKeys";

/// The smallest thing that a policy allows: one action on one resource, with one leading key where it has a condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Right {
    /// The action with its service, such as `dynamodb:Query`.
    pub action: String,
    /// The resource by its name in the template, such as `RegistrationsTable/index/due`.
    pub resource: String,
    /// The pattern of partition keys, where a condition limits the right to some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leading_key: Option<String>,
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.action, self.resource)?;
        match &self.leading_key {
            Some(key) => write!(f, " with the leading key {key}"),
            None => Ok(()),
        }
    }
}

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
    /// What it says. `conditions` are the names of the template's conditions: where a resource hangs on one, it is
    /// taken to be true, because the local system has everything that can be left out.
    ///
    /// # Errors
    /// When it says something that the guard could not hold a function to.
    pub(crate) fn interpret(&self, conditions: &BTreeSet<String>) -> Result<Rule, String> {
        if self.effect != "Allow" {
            return Err(format!(
                "the guard knows no statement with the effect {}",
                self.effect
            ));
        }
        let actions = resolved(&self.action, conditions)?;
        if let Some(open) = actions.iter().find(|action| action.contains(['*', '?'])) {
            return Err(format!(
                "the action {open} is open, so no test could show that it is needed"
            ));
        }
        let mut keys = None;
        for (operator, wanted) in &self.condition {
            let like = match operator.as_str() {
                "ForAllValues:StringEquals" => false,
                "ForAllValues:StringLike" => true,
                _ => return Err(format!("the guard knows no condition {operator}")),
            };
            for (name, texts) in wanted {
                if name != LEADING_KEYS || keys.is_some() {
                    return Err(format!("the guard knows no condition of {name} here"));
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

/// Every text in a value of the template. The document's tags are not read, so `!If` is a list of three that begins
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

/// A statement of a policy.
#[derive(Clone, Debug)]
pub struct Rule {
    actions: Vec<String>,
    resources: Vec<String>,
    keys: Option<Vec<LeadingKey>>,
}

#[derive(Clone, Debug)]
struct LeadingKey {
    text: String,
    like: bool,
}

impl LeadingKey {
    fn fits(&self, key: &str) -> bool {
        if self.like {
            fits(&self.text, key)
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
                    resource: shown(resource),
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

/// A resource as people name it.
fn shown(resource: &str) -> String {
    if resource.starts_with("arn:") {
        return resource.to_owned();
    }
    ["${", "}", ".Arn"]
        .iter()
        .fold(resource.to_owned(), |shown, noise| shown.replace(noise, ""))
}

/// What one function may do.
#[derive(Debug, Default)]
pub(crate) struct Policy {
    /// Each rule with the addresses of its resources, in their order.
    rules: Vec<(Rule, Vec<String>)>,
}

impl Policy {
    /// The rules, with their resources as AWS would know them.
    ///
    /// # Errors
    /// When a resource has no value in the local system.
    pub(crate) fn new(rules: &[Rule], stack: &Stack) -> Result<Policy, String> {
        let rules = rules.iter().map(|rule| {
            let arns = rule.resources.iter().map(|written| stack.resolve(written));
            Ok((rule.clone(), arns.collect::<Result<_, String>>()?))
        });
        Ok(Policy {
            rules: rules.collect::<Result<_, String>>()?,
        })
    }

    /// The rights by which `need` is allowed, or nothing when it is not. Of several rules that allow it, the narrowest
    /// counts as used, so that a broad one beside it has to be needed by something else.
    pub(crate) fn permits(&self, need: &Need) -> Option<BTreeSet<Right>> {
        let permissions = self.rules.iter().rev();
        permissions
            .filter_map(|(rule, arns)| rule.permits(arns, need))
            .max_by_key(|permission| permission.narrowness)
            .map(|permission| permission.rights)
    }
}

struct Permission {
    rights: BTreeSet<Right>,
    /// Whether there is a condition, and how much resource and leading keys say.
    narrowness: (bool, usize, usize),
}

impl Rule {
    fn permits(&self, arns: &[String], need: &Need) -> Option<Permission> {
        if !self.actions.contains(&need.action) {
            return None;
        }
        let places = self.resources.iter().zip(arns);
        let (resource, arn) = places
            .filter(|(_, arn)| fits(arn, &need.resource))
            .max_by_key(|(_, arn)| said(arn))?;
        let right = |leading_key: Option<String>| Right {
            action: need.action.clone(),
            resource: shown(resource),
            leading_key,
        };
        let Some(keys) = &self.keys else {
            return Some(Permission {
                rights: BTreeSet::from([right(None)]),
                narrowness: (false, said(arn), 0),
            });
        };
        // "For all values" is true of a request without leading keys, in AWS too. It uses none of them.
        let mut rights = BTreeSet::new();
        let mut told = usize::MAX;
        for key in &need.leading_keys {
            let fitting = keys.iter().filter(|pattern| pattern.fits(key));
            let pattern = fitting.max_by_key(|pattern| said(&pattern.text))?;
            told = told.min(said(&pattern.text));
            rights.insert(right(Some(pattern.text.clone())));
        }
        Some(Permission {
            rights,
            narrowness: (true, said(arn), told),
        })
    }
}

#[cfg(test)]
mod tests;
