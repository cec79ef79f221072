//! A state of the whole: what the tables, the provider and the mail service hold, and the time.

use scenarios::Expo;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::tables::Table;
use time::{Duration, OffsetDateTime};

/// The two orders that meet.
#[derive(Debug, Clone)]
pub(super) struct Orders {
    pub(super) online: String,
    pub(super) counter: String,
}

impl Orders {
    pub(super) fn both(&self) -> [&str; 2] {
        [&self.online, &self.counter]
    }
}

/// A state that can be gone back to.
#[derive(Debug, Clone, Default)]
pub(super) struct Snapshot {
    pub(super) registrations: Vec<Value>,
    pub(super) audit: Vec<Value>,
    pub(super) provider: Value,
    pub(super) now: Option<OffsetDateTime>,
    /// Mails so far, by order.
    pub(super) mails: BTreeMap<String, usize>,
    /// How often a mail went out whose sender died before it could note that.
    pub(super) unnoted: BTreeMap<String, usize>,
}

impl Snapshot {
    /// The state now, reached from `before`.
    pub(super) async fn take(expo: &Expo, orders: &Orders, before: &Self) -> Self {
        let registrations = expo.world.dump(Table::Registrations).await;
        let audit = expo.world.dump(Table::Admin).await;
        Self::of(expo, orders, before, registrations, audit)
    }

    /// The state now, of tables that were read already.
    pub(super) fn of(
        expo: &Expo,
        orders: &Orders,
        before: &Self,
        registrations: Vec<Value>,
        audit: Vec<Value>,
    ) -> Self {
        let mut mails = before.mails.clone();
        let mut unnoted = before.unnoted.clone();
        for order in orders.both() {
            let sent = expo.mails_about(order);
            *mails.entry(order.to_owned()).or_default() += sent;
            let noted = find(&registrations, order, "MAIL").is_some_and(|mail| mail["state"] == "SENT");
            if sent > 0 && !noted {
                *unnoted.entry(order.to_owned()).or_default() += 1;
            }
        }
        Self {
            registrations,
            audit,
            provider: expo.world.provider.export(),
            now: Some(expo.world.clock.now()),
            mails,
            unnoted,
        }
    }

    /// Puts the world, which is in the state `current`, into this one.
    pub(super) async fn restore(&self, expo: &Expo, current: &Self) {
        expo.world
            .restore(Table::Registrations, &current.registrations, &self.registrations)
            .await;
        expo.world
            .restore(Table::Admin, &current.audit, &self.audit)
            .await;
        expo.world.provider.import(self.provider.clone()).unwrap();
        expo.world.clock.set_to(self.now.unwrap());
        expo.world.mailbox.clear();
    }

    /// The item of an order of this kind.
    pub(super) fn item(&self, order: &str, kind: &str) -> Option<&Value> {
        find(&self.registrations, order, kind)
    }

    /// The status of an order.
    pub(super) fn status(&self, order: &str) -> &str {
        self.item(order, "ORDER")
            .and_then(|item| item["status"].as_str())
            .unwrap_or_default()
    }

    /// Whether the provider has the money.
    pub(super) fn provider_paid(&self, order: &str) -> bool {
        self.provider["orders"][order]["status"] == "PAID"
    }

    /// Everything the functions decide by, and nothing else: two states with one key have one future.
    pub(super) fn key(&self, orders: &Orders) -> String {
        let now = self.now.unwrap();
        let name = |text: &Value| match text.as_str() {
            Some(id) if id == orders.online => json!("online"),
            Some(id) if id == orders.counter => json!("counter"),
            _ => json!("other"),
        };
        let alias = |order: &str| {
            if order == orders.online {
                "online"
            } else {
                "counter"
            }
        };
        let created = self.expires(orders) - Duration::minutes(30);
        let mut facts = Vec::new();
        for order in orders.both() {
            if let Some(item) = self.item(order, "ORDER") {
                facts.push(json!([
                    alias(order),
                    item["status"],
                    item["attempt"],
                    item["session"].is_string(),
                    minutes_since(&item["due_at"], created),
                ]));
            }
            if let Some(item) = self.item(order, "MAIL") {
                let leased = item["lease_until"].as_i64().unwrap_or_default() / 1000 >= now.unix_timestamp();
                let due = item["due_at"]
                    .as_i64()
                    .is_some_and(|due| due <= now.unix_timestamp());
                facts.push(json!([alias(order), item["state"], leased, due]));
            }
            // The functions do not look at what was sent; the invariants look at no more than this.
            facts.push(json!([
                alias(order),
                self.mails_about(order) > 0,
                self.noted_mails(order)
            ]));
        }
        for item in &self.registrations {
            if item["kind"] == "CLAIM" {
                facts.push(json!([item["sk"], item["state"], name(&item["order_id"])]));
            } else if item["kind"] == "ATTENTION" {
                facts.push(json!([item["flag"], name(&item["order_id"])]));
            }
        }
        let order = &self.provider["orders"][&orders.online];
        // Of the attempts only the newest and whether one succeeded are looked at.
        let attempts = order["attempts"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let succeeded = attempts.iter().any(|attempt| attempt["status"] == "SUCCESS");
        let expires = self.expires(orders);
        let phases = [
            now > expires,
            now > expires + Duration::HOUR,
            now > expires + Duration::DAY,
        ];
        facts.push(json!([
            order["status"],
            attempts.last().map(|last| &last["status"]),
            succeeded,
            phases
        ]));
        facts.push(json!(self.audit.len()));
        json!(facts).to_string()
    }

    /// Until when the online order can be paid.
    pub(super) fn expires(&self, orders: &Orders) -> OffsetDateTime {
        let text = self.item(&orders.online, "ORDER").unwrap()["expires_at"]
            .as_str()
            .unwrap()
            .to_owned();
        OffsetDateTime::parse(&text, &time::format_description::well_known::Rfc3339).unwrap()
    }

    /// How many mails about an order went out.
    pub(super) fn mails_about(&self, order: &str) -> usize {
        self.mails.get(order).copied().unwrap_or_default()
    }

    /// How many of them did without their sender dying over it.
    pub(super) fn noted_mails(&self, order: &str) -> usize {
        self.mails_about(order) - self.unnoted.get(order).copied().unwrap_or_default()
    }

    /// When something is next due, if anything is.
    pub(super) fn next_due(&self) -> Option<i64> {
        self.registrations
            .iter()
            .filter_map(|item| item["due_at"].as_i64())
            .min()
    }
}

fn find<'a>(items: &'a [Value], order: &str, kind: &str) -> Option<&'a Value> {
    items
        .iter()
        .find(|item| item["kind"] == kind && item["order_id"] == order)
}

/// Which of the schedule's moments a time in epoch seconds is; null when there is none.
fn minutes_since(due: &Value, created: OffsetDateTime) -> Value {
    due.as_i64().map_or(Value::Null, |due| {
        json!((due - created.unix_timestamp()).div_euclid(60))
    })
}
