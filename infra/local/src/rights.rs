//! What the template allows each function to do, the refusal of everything else, and the record of what was used.
//!
//! AWS refuses what a policy does not allow. The emulated services would not, so requests of functions pass a guard:
//! a right missing in template.yaml is an error on a developer's machine too. The record of what was used shows the
//! reverse, rights that nothing needs.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::environment::Environment;
use crate::template::Template;
use crate::{StartError, tables};

mod compare;
mod guard;
mod needs;
mod pattern;
mod policy;
mod record;
mod stack;

pub use compare::complaints;
pub(crate) use guard::{Guards, access_key};
pub(crate) use needs::{PartitionKeys, Service};
use policy::Policy;
pub(crate) use policy::Statement;
pub use policy::{Right, Rule};
pub(crate) use record::Record;
pub use record::{Entry, read, refusals};
pub(crate) use stack::Stack;

/// The account that the local system is in.
const ACCOUNT: &str = "000000000000";

/// The region that the local system is in.
pub(crate) const REGION: &str = "ap-south-1";

/// The name by which AWS knows a resource of `service`; `what` is its kind and name.
pub(crate) fn arn(service: &str, what: &str) -> String {
    match service {
        "s3" => format!("arn:aws:s3:::{what}"),
        _ => format!("arn:aws:{service}:{REGION}:{ACCOUNT}:{what}"),
    }
}

/// Holds every function to its policies in the template.
///
/// # Errors
/// When a policy names something without a value in the local system, or no loopback port can be opened.
pub(crate) async fn guard(
    environment: &mut Environment,
    template: &Template,
    record: Arc<Record>,
) -> Result<(), StartError> {
    let stack = Stack::new(template, environment);
    let mut policies = BTreeMap::new();
    for (name, function) in &template.functions {
        let policy = Policy::new(&function.rules, &stack)
            .map_err(|error| StartError::new(format!("The function {name} of template.yaml: {error}.")))?;
        policies.insert(name.clone(), policy);
    }
    let failed = |error: &dyn std::fmt::Display| StartError::because("Guarding the services", error);
    let keys = tables::partition_keys().map_err(|error| failed(&error))?;
    let guards = Guards::new(policies, keys, record);
    environment.guard(guards).await.map_err(|error| failed(&error))
}
