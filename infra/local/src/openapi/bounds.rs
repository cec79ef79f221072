//! What values the API takes, in the words of JSON Schema: the types of the forms are wider than what their fields may
//! hold, so that a wrong value is refused by the name of its field. `bounds.json` says it once for each kind of value;
//! `tests/it/contract.rs` tries the running system with values on both sides of each bound.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The one body that is verified before it is parsed, whatever it is sent as.
const WEBHOOK: &str = "/api/payments/webhook";

#[derive(Deserialize)]
struct Bounds {
    /// What each kind of value must be.
    kinds: BTreeMap<String, Map<String, Value>>,
    /// The kinds of the fields of each form; with `?` those that may be left out or blank.
    fields: BTreeMap<String, BTreeMap<String, String>>,
    /// Forms that ask for more in some of their calls.
    variants: BTreeMap<String, Variant>,
    /// The kinds of the query's parameters and headers of each call.
    parameters: BTreeMap<String, BTreeMap<String, String>>,
}

/// A form as some calls take it.
#[derive(Deserialize)]
struct Variant {
    /// The form's schema.
    of: String,
    /// The paths of the calls.
    calls: Vec<String>,
    /// The kinds of the fields that these calls need.
    fields: BTreeMap<String, String>,
}

/// Adds the bounds of all fields and parameters, and the refusals that every call with a body has.
pub(super) fn add_to(document: &mut Value) -> Result<(), serde_json::Error> {
    let bounds: Bounds = serde_json::from_str(include_str!("bounds.json"))?;
    for (form, fields) in &bounds.fields {
        let properties = &mut document["components"]["schemas"][form]["properties"];
        for (field, kind) in fields {
            bounds.narrow(&mut properties[field], kind);
        }
    }
    for (name, variant) in &bounds.variants {
        bounds.add_variant(document, name, variant);
    }
    let paths = document["paths"].as_object_mut();
    for (path, item) in paths.into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let call = format!("{} {path}", method.to_uppercase());
            let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
            for parameter in parameters.into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap_or_default();
                let kind = match bounds.parameters.get(&call).and_then(|kinds| kinds.get(name)) {
                    Some(kind) => kind,
                    None if parameter["in"] == "path" && !is_enumerated(&parameter["schema"]) => "id",
                    None => continue,
                };
                bounds.narrow(&mut parameter["schema"], kind);
            }
            if operation.get("requestBody").is_some() && path != WEBHOOK {
                let error = operation["responses"]["422"]["content"].clone();
                let mut refuse = |status: &str, description: &str| {
                    let responses = &mut operation["responses"];
                    if responses.get(status).is_none() {
                        responses[status] = json!({ "description": description, "content": error });
                    }
                };
                refuse("413", "The request is too large.");
                refuse("415", "The body is not sent as application/json.");
            }
        }
    }
    Ok(())
}

/// Whether a schema lists its values itself.
fn is_enumerated(schema: &Value) -> bool {
    schema.get("$ref").is_some() || schema.get("enum").is_some()
}

impl Bounds {
    fn add_variant(&self, document: &mut Value, name: &str, variant: &Variant) {
        let schemas = &mut document["components"]["schemas"];
        let mut schema = schemas[&variant.of].clone();
        for (field, kind) in &variant.fields {
            self.narrow(&mut schema["properties"][field], kind);
            if let Some(required) = schema["required"].as_array_mut() {
                required.push(field.as_str().into());
            }
        }
        schemas[name] = schema;
        for path in &variant.calls {
            let content = &mut document["paths"][path]["post"]["requestBody"]["content"];
            content["application/json"]["schema"] = json!({ "$ref": format!("#/components/schemas/{name}") });
        }
    }

    fn narrow(&self, schema: &mut Value, kind: &str) {
        let may_be_blank = kind.ends_with('?');
        let Some(bounds) = self.kinds.get(kind.trim_end_matches('?')) else {
            return;
        };
        let Some(schema) = schema.as_object_mut() else {
            return;
        };
        let nullable = schema
            .get("type")
            .is_some_and(|kinds| kinds.to_string().contains("null"));
        schema.extend(bounds.clone());
        if may_be_blank {
            schema.remove("minLength");
            if let Some(pattern) = bounds.get("pattern").and_then(Value::as_str) {
                schema.insert("pattern".to_owned(), format!("^\\s*$|{pattern}").into());
            }
            if nullable {
                schema.insert("type".to_owned(), json!(["string", "null"]));
            }
        }
    }
}
