//! Which states are one: those that have one future.

use super::{
    happen::closing,
    state::{Orders, Pair, Snapshot, refunds},
};
use serde_json::{Map, Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// What only counts, names or dates something, and is compared with nothing that outlives one event.
const VOLATILE: [&str; 11] = [
    // An order's count of writes: compared with what the same event has read.
    "version",
    // What the mail and the pass show, and are called by.
    "reissued_as",
    "paid_at",
    "method",
    // A mail's sender, which nothing outlives; how often it was tried, which matters when the mail service refuses.
    "lease",
    "attempts",
    "created_at",
    "message_id",
    // Since when a flag is up, and what it says.
    "attention_at",
    "at",
    "note",
];

impl Snapshot {
    /// Everything that the future depends on: two canonical states with one key have one future.
    ///
    /// It is everything there is, but for what only counts, names or dates something ([`VOLATILE`]), and:
    ///
    /// - What an order or a mail waits for counts from now, and only until it is over. All that is asked is whether
    ///   it is; of several that are due, the order decides.
    /// - Of the provider's attempt, only whether it succeeded: refused and left are the same to `assess`.
    /// - Once an online order is paid, nobody asks the provider about it, and it is due no more: when all are, the time
    ///   matters until their expiry alone (what [`closing`] is), and only while a mail is under way,
    ///   because no other can come: the claim is a paid one's, and that is for ever (`invariants`).
    ///
    /// What happens after payments depends on other things: [`Snapshot::key_afterwards`].
    pub(super) fn key(&self, orders: &Orders) -> String {
        if orders.pair.is_twice() {
            return self.key_afterwards(orders);
        }
        if orders.pair == Pair::LastPlace {
            return self.key_of_places(orders);
        }
        let now = self.now.unwrap();
        let mut unpaid = orders.online();
        unpaid.retain(|order| self.status(order) != "PAID");
        let items = self.registrations.iter();
        let mut facts: Vec<_> = items.map(|item| Value::Object(self.fact(orders, item))).collect();
        for order in &unpaid {
            let order = &self.provider["orders"][order];
            let attempts = order["attempts"].as_array().unwrap();
            let attempts: Vec<_> = attempts
                .iter()
                .map(|attempt| attempt["status"] == "SUCCESS")
                .collect();
            facts.push(json!([order["status"], attempts, now.unix_timestamp()]));
        }
        if unpaid.is_empty() && self.next_due(orders).is_some() {
            facts.push(json!(now.min(closing(self.expires(orders))).unix_timestamp()));
        }
        facts.push(json!(self.admin.len()));
        json!(facts).to_string()
    }

    /// The same of what happens after payments. It is everything there is, but for what only counts, names or dates
    /// something, and:
    ///
    /// - What administrators did is shown and decides nothing; how much they did is told by the audit log.
    /// - An order that nobody has paid is asked about at times that change nothing here.
    /// - Of what the provider has, only the amounts and states, and how old a refund is that is under way: the next ask
    ///   comes after half of that.
    fn key_afterwards(&self, orders: &Orders) -> String {
        let now = self.now.unwrap();
        let mut facts = Vec::new();
        for item in self.registrations.iter().filter(|item| item["kind"] != "ACT") {
            let mut fact = self.fact(orders, item);
            if item["kind"] == "ORDER" {
                if item["status"] != "PAID" {
                    fact.remove("due_at");
                    fact.remove("due_shard");
                }
                let of_refund = |refund: &Value| {
                    let at = refund["at"].as_str().unwrap();
                    let at = OffsetDateTime::parse(at, &Rfc3339).unwrap();
                    let is_open = refund["ended_at"].is_null();
                    json!([
                        refund["refund_id"],
                        refund["state"],
                        is_open.then(|| (now - at).whole_seconds())
                    ])
                };
                fact.insert("refunds".to_owned(), refunds(item).map(of_refund).collect());
                fact.insert(
                    "disputes".to_owned(),
                    json!(self.is_lost(item["order_id"].as_str().unwrap())),
                );
                fact.insert("withdrawn".to_owned(), item["withdrawn"]["cause"].clone());
            }
            facts.push(Value::Object(fact));
        }
        for order in orders.both() {
            let order = &self.provider["orders"][order];
            let listed = |kind: &str| -> Value {
                let listed = order[kind].as_array().unwrap().iter();
                listed.map(|one| json!([one["amount"], one["status"]])).collect()
            };
            facts.push(json!([order["status"], listed("refunds"), listed("disputes")]));
        }
        facts.push(json!(self.admin.len()));
        json!(facts).to_string()
    }

    /// The same of those who want the last place: everything there is, with the time, but for what only counts, names or dates
    /// something.
    fn key_of_places(&self, orders: &Orders) -> String {
        let now = self.now.unwrap();
        let items = self.registrations.iter().filter(|item| item["kind"] != "ACT");
        let mut facts: Vec<_> = items.map(|item| Value::Object(self.fact(orders, item))).collect();
        for order in orders.both() {
            let order = &self.provider["orders"][order];
            let attempts = order["attempts"].as_array().unwrap().iter();
            let attempts: Vec<_> = attempts.map(|attempt| &attempt["status"]).collect();
            facts.push(json!([
                order["status"],
                attempts,
                order["refunds"].as_array().map(Vec::len)
            ]));
        }
        facts.push(json!([now.unix_timestamp(), self.admin.len()]));
        json!(facts).to_string()
    }

    /// What an item says that the future depends on.
    fn fact(&self, orders: &Orders, item: &Value) -> Map<String, Value> {
        let now = self.now.unwrap();
        let mut overdue: Vec<i64> = self
            .dues(orders)
            .filter(|due| *due <= now.unix_timestamp())
            .collect();
        overdue.sort_unstable();
        let left = |at: i64| match at - now.unix_timestamp() {
            left if left > 0 => json!(left),
            _ => json!({ "over": overdue.iter().position(|due| *due == at) }),
        };
        let mut fact = item.as_object().unwrap().clone();
        fact.retain(|name, _| !VOLATILE.contains(&name.as_str()));
        if let Some(due) = fact.get("due_at").and_then(Value::as_i64) {
            fact.insert("due_at".to_owned(), left(due));
        }
        if let Some(unread) = fact.get_mut("unread_at") {
            // Since when it is so decides nothing.
            *unread = json!(true);
        }
        if item["kind"] == "MAIL" {
            let lease = item["lease_until"].as_i64().unwrap_or_default() - now.unix_timestamp() * 1000;
            let lease = if item["state"] == "SENDING" {
                lease.max(-1)
            } else {
                -1
            };
            fact.insert("lease_until".to_owned(), json!(lease));
        }
        fact
    }
}
