//! The event filter of a stream, or the pattern of a rule of EventBridge: which events reach the function.
//!
//! Of that language this knows nested names, lists of exact texts, and that a name is there, which is all that the
//! template uses; anything else is refused at the start rather than understood wrongly.

use serde_json::{Value, json};

/// A record passes when one of the patterns fits it; without patterns every record passes.
#[derive(Clone, Debug)]
pub struct Filter {
    patterns: Vec<Value>,
}

impl Filter {
    /// Reads patterns as the template writes them, JSON in a string.
    pub(crate) fn any_of<'a>(patterns: impl Iterator<Item = &'a str>) -> Result<Filter, String> {
        let patterns = patterns
            .map(|text| {
                let pattern: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
                if understood(&pattern) {
                    Ok(pattern)
                } else {
                    Err(format!(
                        "the filter {text} is more than the local system can follow"
                    ))
                }
            })
            .collect::<Result<_, String>>()?;
        Ok(Filter { patterns })
    }

    /// Reads one pattern as the template writes it for a rule.
    pub(crate) fn of(pattern: Value) -> Result<Filter, String> {
        if !understood(&pattern) {
            return Err(format!(
                "the pattern {pattern} is more than the local system can follow"
            ));
        }
        Ok(Filter {
            patterns: vec![pattern],
        })
    }

    /// The same filter with each name replaced by its value, if it has one.
    pub(crate) fn resolved(mut self, stands_for: &impl Fn(&str) -> Option<String>) -> Filter {
        for pattern in &mut self.patterns {
            resolve(pattern, stands_for);
        }
        self
    }

    /// Whether `record` reaches the function.
    pub fn passes(&self, record: &Value) -> bool {
        self.patterns.is_empty() || self.patterns.iter().any(|pattern| fits(pattern, record))
    }
}

fn understood(pattern: &Value) -> bool {
    match pattern {
        Value::Object(fields) => fields.values().all(understood),
        Value::Array(choices) => choices
            .iter()
            .all(|choice| choice.is_string() || is_exists(choice)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// That a name is there, whatever it has.
fn is_exists(choice: &Value) -> bool {
    *choice == json!({ "exists": true })
}

fn resolve(pattern: &mut Value, stands_for: &impl Fn(&str) -> Option<String>) {
    match pattern {
        Value::Object(fields) => fields.values_mut().for_each(|inner| resolve(inner, stands_for)),
        Value::Array(choices) => choices.iter_mut().for_each(|choice| resolve(choice, stands_for)),
        Value::String(text) => {
            if let Some(value) = stands_for(text) {
                *text = value;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn fits(pattern: &Value, value: &Value) -> bool {
    match pattern {
        Value::Object(fields) => fields
            .iter()
            .all(|(name, inner)| value.get(name).is_some_and(|value| fits(inner, value))),
        Value::Array(choices) if choices.iter().any(is_exists) => true,
        // Of a list in the event one value is enough.
        Value::Array(choices) => match value {
            Value::Array(values) => values.iter().any(|value| choices.contains(value)),
            value => choices.contains(value),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter() -> Filter {
        Filter::any_of(
            [r#"{"eventName":["INSERT"],"dynamodb":{"NewImage":{"kind":{"S":["MAIL","NOTE"]}}}}"#]
                .into_iter(),
        )
        .unwrap()
    }

    #[test]
    fn a_record_passes_when_every_name_of_the_pattern_has_one_of_its_values() {
        let image = json!({"kind": {"S": "MAIL"}, "pk": {"S": "x"}});
        assert!(filter().passes(&json!({"eventName": "INSERT", "dynamodb": {"NewImage": image}})));
        assert!(!filter().passes(&json!({"eventName": "MODIFY", "dynamodb": {"NewImage": image}})));
        let other = json!({"kind": {"S": "ORDER"}});
        assert!(!filter().passes(&json!({"eventName": "INSERT", "dynamodb": {"NewImage": other}})));
        assert!(!filter().passes(&json!({"eventName": "REMOVE", "dynamodb": {}})));
    }

    #[test]
    fn one_matching_value_of_a_list_is_enough_and_names_of_the_template_are_resolved() {
        let pattern = json!({"detail": {"tags": {"set": ["MailConfiguration"]}}});
        let filter = Filter::of(pattern).unwrap();
        let filter = filter.resolved(&|name| (name == "MailConfiguration").then(|| "local".to_owned()));
        let with = |values: Value| json!({"detail": {"tags": {"set": values}}});
        assert!(filter.passes(&with(json!(["another", "local"]))));
        assert!(!filter.passes(&with(json!(["MailConfiguration"]))));
        assert!(!filter.passes(&with(json!([]))));
    }

    #[test]
    fn a_name_that_must_be_there_may_have_any_value() {
        let filter = Filter::of(json!({"tags": {"message": [{"exists": true}]}})).unwrap();
        assert!(filter.passes(&json!({"tags": {"message": ["1"], "other": []}})));
        assert!(!filter.passes(&json!({"tags": {"other": ["1"]}})));
        assert!(!filter.passes(&json!({})));
    }

    #[test]
    fn a_pattern_other_than_exact_values_is_refused() {
        for other in [
            r#"{"eventName":[{"prefix":"IN"}]}"#,
            r#"{"eventName":[{"exists":false}]}"#,
        ] {
            assert!(Filter::any_of([other].into_iter()).is_err(), "{other}");
        }
    }
}
