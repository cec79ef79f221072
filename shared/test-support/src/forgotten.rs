//! A person whom `make forget` has deleted.

use crate::TestEnv;
use domain::payment::Order;
use serde_json::{Value, json};
use std::fs;
use store::tables::Table;

impl TestEnv {
    /// Deletes a candidate with one paid order from the registrations as infra/make/forget does, which leaves of the payment what
    /// the accounts say of it, and nothing of the person.
    pub async fn forget(&self, order: &Order) {
        let items = self.dump(Table::Registrations).await;
        let of_kind = |kind: &str| {
            let is_it =
                |item: &&Value| item["kind"] == kind && item["customer_id"] == order.customer_id.as_str();
            items.iter().find(is_it).unwrap()
        };
        let (paid, candidate) = (of_kind("ORDER"), of_kind("CANDIDATE"));
        let mut left = some_of(paid, &names("KEPT"));
        left["pk"] = json!(format!("FORGOTTEN#{}", order.order_id));
        left["sk"] = json!("PAYMENT");
        left["kind"] = json!("FORGOTTEN_PAYMENT");
        left["payment_mode"] = candidate["payment_mode"].clone();
        if let Some(group) = paid.pointer("/method/group") {
            left["method"] = json!({ "group": group });
        }
        let refunds = paid["refunds"].as_array().into_iter().flatten().map(|refund| {
            let mut left = some_of(refund, &names("KEPT_OF_REFUND"));
            left["reason"] = json!("");
            left
        });
        left["refunds"] = refunds.collect();
        left["disputes"] = json!(paid["disputes"].as_array().cloned().unwrap_or_default());
        for item in &items {
            let text = item.to_string();
            if text.contains(order.customer_id.as_str()) || text.contains(order.person.email.as_str()) {
                self.delete(Table::Registrations, item).await;
            }
        }
        self.put(Table::Registrations, &left).await;
    }
}

/// The members of this list in the script: what it leaves is what is read back here.
fn names(list: &str) -> Vec<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../infra/make/forget");
    let script = fs::read_to_string(script).unwrap();
    let (_, listed) = script.split_once(&format!("\n{list} = (")).unwrap();
    let (listed, _) = listed.split_once(')').unwrap();
    listed
        .split(',')
        .map(|name| name.trim().trim_matches('"').to_owned())
        .collect()
}

fn some_of(item: &Value, names: &[String]) -> Value {
    let member = |name: &String| item.get(name).map(|value| (name.clone(), value.clone()));
    Value::Object(names.iter().filter_map(member).collect())
}
