//! An audience in the audit log.

use domain::message::Audience;
use serde_json::{Value, json};

/// The filters, and how many were picked one by one: in the log they would outlive what else is known of them.
#[must_use]
pub fn audited(audience: &Audience) -> Value {
    let mut filters = json!(audience);
    if let Some(filters) = filters.as_object_mut() {
        filters.remove("customer_ids");
        let picked = audience.customer_ids.len();
        if picked > 0 {
            filters.insert("picked".to_owned(), json!(picked));
        }
    }
    filters
}
