//! A state of the whole: what the tables, the provider and the mail service hold, and the time.

use scenarios::Expo;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::tables::Table;
use time::OffsetDateTime;

/// What only counts, names or dates something, and is compared with nothing that outlives one event.
const VOLATILE: [&str; 10] = [
    // An order's count of writes: compared with what the same event has read.
    "version",
    // What the mail and the pass show.
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

/// Which two registrations of one address meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pair {
    /// One course, online and at the counter.
    OneClaim,
    /// A package of all colleges and a course, both online.
    PackageAndCourse,
    /// A package of all colleges online, and a course at the counter.
    PackageAndCounter,
}

/// The two orders that meet.
#[derive(Debug, Clone)]
pub(super) struct Orders {
    pub(super) pair: Pair,
    /// The one whose page and whose provider everything happens to.
    pub(super) online: String,
    pub(super) other: String,
}

impl Orders {
    pub(super) fn both(&self) -> [&str; 2] {
        [&self.online, &self.other]
    }

    /// Those that are paid at the provider.
    pub(super) fn online(&self) -> Vec<&str> {
        match self.pair {
            Pair::PackageAndCourse => self.both().to_vec(),
            Pair::OneClaim | Pair::PackageAndCounter => vec![&self.online],
        }
    }

    /// The one at the counter.
    pub(super) fn counter(&self) -> Option<&str> {
        match self.pair {
            Pair::PackageAndCourse => None,
            Pair::OneClaim | Pair::PackageAndCounter => Some(&self.other),
        }
    }
}

/// A state that can be gone back to.
#[derive(Debug, Clone, Default)]
pub(super) struct Snapshot {
    pub(super) registrations: Vec<Value>,
    pub(super) admin: Vec<Value>,
    pub(super) provider: Value,
    pub(super) now: Option<OffsetDateTime>,
    /// How many mails about an order the last step sent.
    pub(super) mails: BTreeMap<String, usize>,
}

impl Snapshot {
    /// The state now.
    pub(super) async fn take(expo: &Expo, orders: &Orders) -> Self {
        let registrations = expo.test_env.dump(Table::Registrations).await;
        let admin = expo.test_env.dump(Table::Admin).await;
        Self::of(expo, orders, registrations, admin)
    }

    /// The state now, of tables that were read already.
    pub(super) fn of(expo: &Expo, orders: &Orders, registrations: Vec<Value>, admin: Vec<Value>) -> Self {
        let mails = orders
            .both()
            .map(|order| (order.to_owned(), expo.mails_about(order)));
        Self {
            registrations,
            admin,
            provider: expo.test_env.provider.export(),
            now: Some(expo.test_env.clock.now()),
            mails: mails.into(),
        }
    }

    /// Puts the test environment, which is in the state `current`, into this one.
    pub(super) async fn restore(&self, expo: &Expo, current: &Self) {
        expo.test_env
            .restore(Table::Registrations, &current.registrations, &self.registrations)
            .await;
        expo.test_env
            .restore(Table::Admin, &current.admin, &self.admin)
            .await;
        expo.test_env.provider.import(self.provider.clone()).unwrap();
        expo.test_env.clock.set_to(self.now.unwrap());
        expo.test_env.mailbox.clear();
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

    /// Whether the mail of an order is marked as sent.
    pub(super) fn is_sent(&self, order: &str) -> bool {
        self.item(order, "MAIL")
            .is_some_and(|mail| mail["state"] == "SENT")
    }

    /// Whether the provider has the money.
    pub(super) fn provider_paid(&self, order: &str) -> bool {
        self.provider["orders"][order]["status"] == "PAID"
    }

    /// The same state without what no function looks at any more, so that it is met as one:
    ///
    /// - when a page last asked about an order, which matters for five seconds: the pages here wait longer;
    /// - of the provider's attempts, all but the newest: of the others a success alone is looked for, and after
    ///   one there is no other, because nobody here pays twice;
    /// - the webhooks that the provider has noted.
    pub(super) fn canonical(&self, orders: &Orders) -> Self {
        let mut state = self.clone();
        for item in &mut state.registrations {
            if item["kind"] == "ORDER" {
                item["asked_at"] = json!(0);
            }
        }
        state.provider["deliveries"] = json!([]);
        for order in orders.online() {
            if let Some(attempts) = state.provider["orders"][order]["attempts"].as_array_mut()
                && attempts.len() > 1
            {
                attempts.drain(..attempts.len() - 1);
            }
        }
        state
    }

    /// Everything that the future depends on: two canonical states with one key have one future.
    ///
    /// It is everything there is, but for what only counts, names or dates something ([`VOLATILE`]), and:
    ///
    /// - What an order or a mail waits for counts from now, and only until it is over. All that is asked is whether
    ///   it is; of several that are due, the order decides.
    /// - Of the provider's attempt, only whether it succeeded: refused and left are the same to `assess`.
    /// - Once an online order is paid, nobody asks the provider about it, and it is due no more: when all are, the time
    ///   matters until their expiry alone (what [`super::step::closing`] is), and only while a mail is under way,
    ///   because no other can come: the claim is a paid one's, and that is for ever (`invariants`).
    pub(super) fn key(&self, orders: &Orders) -> String {
        let now = self.now.unwrap();
        let mut unpaid = orders.online();
        unpaid.retain(|order| self.status(order) != "PAID");
        let mut overdue: Vec<i64> = self.dues().filter(|due| *due <= now.unix_timestamp()).collect();
        overdue.sort_unstable();
        let left = |at: i64| match at - now.unix_timestamp() {
            left if left > 0 => json!(left),
            _ => json!({ "over": overdue.iter().position(|due| *due == at) }),
        };
        let mut facts = Vec::new();
        for item in &self.registrations {
            let mut item = item.as_object().unwrap().clone();
            item.retain(|name, _| !VOLATILE.contains(&name.as_str()));
            if let Some(due) = item.get("due_at").and_then(Value::as_i64) {
                item.insert("due_at".to_owned(), left(due));
            }
            if item["kind"] == "MAIL" {
                let lease = item["lease_until"].as_i64().unwrap_or_default() - now.unix_timestamp() * 1000;
                let lease = if item["state"] == "SENDING" {
                    lease.max(-1)
                } else {
                    -1
                };
                item.insert("lease_until".to_owned(), json!(lease));
            }
            facts.push(Value::Object(item));
        }
        for order in &unpaid {
            let order = &self.provider["orders"][order];
            let attempts = order["attempts"].as_array().unwrap();
            let attempts: Vec<_> = attempts
                .iter()
                .map(|attempt| attempt["status"] == "SUCCESS")
                .collect();
            facts.push(json!([order["status"], attempts, now.unix_timestamp()]));
        }
        if unpaid.is_empty() && self.next_due().is_some() {
            facts.push(json!(
                now.min(super::step::closing(self.expires(orders)))
                    .unix_timestamp()
            ));
        }
        facts.push(json!(self.admin.len()));
        json!(facts).to_string()
    }

    /// Until when an online order can be paid; where there are two, they were made at the same moment.
    pub(super) fn expires(&self, orders: &Orders) -> OffsetDateTime {
        let text = self.item(&orders.online, "ORDER").unwrap()["expires_at"]
            .as_str()
            .unwrap()
            .to_owned();
        OffsetDateTime::parse(&text, &time::format_description::well_known::Rfc3339).unwrap()
    }

    /// How many mails about an order the last step sent.
    pub(super) fn mails_about(&self, order: &str) -> usize {
        self.mails.get(order).copied().unwrap_or_default()
    }

    /// When something is next due, if anything is.
    pub(super) fn next_due(&self) -> Option<i64> {
        self.dues().min()
    }

    fn dues(&self) -> impl Iterator<Item = i64> {
        self.registrations
            .iter()
            .filter_map(|item| item["due_at"].as_i64())
    }
}

fn find<'a>(items: &'a [Value], order: &str, kind: &str) -> Option<&'a Value> {
    items
        .iter()
        .find(|item| item["kind"] == kind && item["order_id"] == order)
}
