//! Policies: everything a function may do, and whether that covers a request.

use std::collections::BTreeSet;

use super::pattern::{literal_length, matches};
use super::statement::display_name;
use super::{AccessRequest, Right, Rule};

/// What one function may do.
#[derive(Debug, Default)]
pub(crate) struct Policy {
    /// Each rule with the ARNs of its resources, in their order.
    rules: Vec<(Rule, Vec<String>)>,
}

impl Policy {
    /// The rules, with the ARNs that `resolve` gives their resources.
    ///
    /// # Errors
    /// When a resource cannot be resolved.
    pub(crate) fn new(
        rules: &[Rule],
        resolve: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Policy, String> {
        let rules = rules.iter().map(|rule| {
            let arns = rule.resources.iter().map(|written| resolve(written));
            Ok((rule.clone(), arns.collect::<Result<_, String>>()?))
        });
        Ok(Policy {
            rules: rules.collect::<Result<_, String>>()?,
        })
    }

    /// The rights by which `request` is allowed, or nothing when it is not. Of several rules that allow it, the narrowest
    /// counts as used, so that a broad one beside it has to be needed by something else.
    pub(crate) fn permits(&self, request: &AccessRequest) -> Option<BTreeSet<Right>> {
        let rules = self.rules.iter().rev();
        rules
            .filter_map(|(rule, arns)| rule.permits(arns, request))
            .max_by_key(|grant| grant.narrowness)
            .map(|grant| grant.rights)
    }
}

struct Grant {
    rights: BTreeSet<Right>,
    /// Whether there is a condition, and how many literal characters the resource and the leading keys have.
    narrowness: (bool, usize, usize),
}

impl Rule {
    fn permits(&self, arns: &[String], request: &AccessRequest) -> Option<Grant> {
        if !self.actions.contains(&request.action) {
            return None;
        }
        let places = self.resources.iter().zip(arns);
        let (resource, arn) = places
            .filter(|(_, arn)| matches(arn, &request.resource))
            .max_by_key(|(_, arn)| literal_length(arn))?;
        let right = |leading_key: Option<String>| Right {
            action: request.action.clone(),
            resource: display_name(resource),
            leading_key,
        };
        let Some(keys) = &self.keys else {
            return Some(Grant {
                rights: BTreeSet::from([right(None)]),
                narrowness: (false, literal_length(arn), 0),
            });
        };
        // "For all values" is true of a request without leading keys, in AWS too. It uses none of them.
        let mut rights = BTreeSet::new();
        let mut least = usize::MAX;
        for key in &request.leading_keys {
            let matching = keys.iter().filter(|pattern| pattern.matches(key));
            let pattern = matching.max_by_key(|pattern| literal_length(&pattern.text))?;
            least = least.min(literal_length(&pattern.text));
            rights.insert(right(Some(pattern.text.clone())));
        }
        Some(Grant {
            rights,
            narrowness: (true, literal_length(arn), least),
        })
    }
}

#[cfg(test)]
mod tests;
