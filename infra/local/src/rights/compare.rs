//! The record against the template, both ways.

use std::collections::BTreeSet;

use super::Entry;
use crate::template::Template;

/// What is wrong between the template and the record of all tests, a sentence each: rights that nothing used, rights
/// given twice, and what functions needed and were refused.
pub fn complaints(template: &Template, record: &BTreeSet<Entry>) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut allowed = BTreeSet::new();
    for (name, function) in &template.functions {
        for right in function.rights() {
            let used = Entry::Used {
                function: name.clone(),
                right: right.clone(),
            };
            if !record.contains(&used) {
                complaints.push(format!(
                    "template.yaml allows the function {name} {right}, and no test needed it: take it away, or test what needs it."
                ));
            }
            if !allowed.insert(used) {
                complaints.push(format!(
                    "template.yaml allows the function {name} {right} more than once."
                ));
            }
        }
    }
    for entry in record.difference(&allowed) {
        complaints.push(match entry {
            Entry::Used { .. } => format!("{entry}, which template.yaml does not allow it."),
            Entry::Refused { .. } => entry.to_string(),
        });
    }
    complaints
}
