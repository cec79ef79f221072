//! Rights: what statements grant, one by one.

use std::fmt;

use serde::{Deserialize, Serialize};

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
