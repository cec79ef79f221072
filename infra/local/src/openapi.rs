//! The OpenAPI document of the whole API, put together from what each function says of itself.

mod bounds;

use serde_json::{Map, Value};
use utoipa::openapi::{InfoBuilder, OpenApi, OpenApiBuilder};

/// Every function behind the HTTP API with its part of the document.
pub fn parts() -> Vec<(&'static str, OpenApi)> {
    vec![
        ("admin", admin::openapi()),
        ("banners", banners::openapi()),
        ("brand", brand::openapi()),
        ("inst-brand", inst_brand::openapi()),
        ("bulk", bulk::openapi()),
        ("closing", closing::openapi()),
        ("colleges", colleges::openapi()),
        ("event", event::openapi()),
        ("exam-details", exam_details::openapi()),
        ("exams", exams::openapi()),
        ("exports", exports::openapi()),
        ("imports", imports::openapi()),
        ("messages", messages::openapi()),
        ("contact", contact::openapi()),
        ("customers", customers::openapi()),
        ("order", order::openapi()),
        ("packages", packages::openapi()),
        ("passes", passes::openapi()),
        ("payment-webhook", payment_webhook::openapi()),
        ("payments", payments::openapi()),
        ("results", results::openapi()),
        ("seating", seating::openapi()),
        ("sync", sync::openapi()),
        ("till", till::openapi()),
        ("check-in", check_in::openapi()),
    ]
}

/// The document as it is committed: names in order, so that a change shows as itself.
///
/// # Errors
/// When a description cannot be written as JSON.
pub fn document() -> Result<String, serde_json::Error> {
    let info = InfoBuilder::new().title("Scholarship expo").version("1.0.0");
    let mut whole = OpenApiBuilder::new().info(info.build()).build();
    for (_, part) in parts() {
        whole.merge(part);
    }
    let mut whole = serde_json::to_value(&whole)?;
    bounds::add_to(&mut whole)?;
    let mut text = serde_json::to_string_pretty(&sorted(whole))?;
    text.push('\n');
    Ok(text)
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(String, Value)> = fields.into_iter().collect();
            fields.sort_by(|(a, _), (b, _)| a.cmp(b));
            Value::Object(
                fields
                    .into_iter()
                    .map(|(name, value)| (name, sorted(value)))
                    .collect::<Map<_, _>>(),
            )
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}
