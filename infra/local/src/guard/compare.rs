//! The record compared with the template, both ways.

use std::collections::BTreeSet;

use super::Entry;
use crate::template::Template;

/// How the template and the record of all tests differ, a sentence each: rights that nothing used, rights granted twice,
/// and what functions needed and were refused.
pub fn discrepancies(template: &Template, record: &BTreeSet<Entry>) -> Vec<String> {
    let mut discrepancies = Vec::new();
    let mut allowed = BTreeSet::new();
    for (name, function) in &template.functions {
        for right in function.rights() {
            let used = Entry::Used {
                function: name.clone(),
                right: right.clone(),
            };
            if !record.contains(&used) {
                discrepancies.push(format!(
                    "template.yaml allows the function {name} {right}, and no test needed it: take it away, or test what needs it."
                ));
            }
            if !allowed.insert(used) {
                discrepancies.push(format!(
                    "template.yaml allows the function {name} {right} more than once."
                ));
            }
        }
    }
    for entry in record.difference(&allowed) {
        discrepancies.push(match entry {
            Entry::Used { .. } => format!("{entry}, which template.yaml does not allow it."),
            Entry::Refused { .. } => entry.to_string(),
        });
    }
    discrepancies
}
