//! A state of the whole: what the tables, the provider and the mail service hold, and the time.

use scenarios::Expo;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::tables::Table;
use time::OffsetDateTime;

/// Which two registrations of one address meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pair {
    /// One course, online and at the counter.
    OneClaim,
    /// A package of all colleges and a course, both online.
    PackageAndCourse,
    /// A package of all colleges online, and a course at the counter.
    PackageAndCounter,
    /// One course twice, both online, of which the first is paid from the beginning.
    CourseTwice,
    /// One package of all colleges twice, in the same way.
    PackageTwice,
    /// The one place of an exam: two people, of whom the first had it and gave it back when the time to pay was over, and
    /// the other holds it.
    LastPlace,
}

impl Pair {
    /// Whether it is about what happens after payments.
    pub(super) const fn is_twice(self) -> bool {
        match self {
            Self::OneClaim | Self::PackageAndCourse | Self::PackageAndCounter | Self::LastPlace => false,
            Self::CourseTwice | Self::PackageTwice => true,
        }
    }
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
            Pair::PackageAndCourse | Pair::CourseTwice | Pair::PackageTwice | Pair::LastPlace => {
                self.both().to_vec()
            }
            Pair::OneClaim | Pair::PackageAndCounter => vec![&self.online],
        }
    }

    /// The one at the counter.
    pub(super) fn counter(&self) -> Option<&str> {
        match self.pair {
            Pair::PackageAndCourse | Pair::CourseTwice | Pair::PackageTwice | Pair::LastPlace => None,
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
    /// The subjects of the mails about an order that the last step sent.
    pub(super) mails: BTreeMap<String, Vec<String>>,
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
        // A pass that was corrected is called otherwise.
        let mails = orders.both().map(|order| {
            let is_it = |item: &&Value| item["kind"] == "ORDER" && item["order_id"] == order;
            let item = registrations.iter().find(is_it);
            let pass_id = item.and_then(|item| item["reissued_as"].as_str());
            (order.to_owned(), expo.subjects_about(pass_id.unwrap_or(order)))
        });
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

    /// An order.
    pub(super) fn order(&self, order: &str) -> &Value {
        self.item(order, "ORDER").unwrap()
    }

    /// Whether it is known that a dispute of an order was lost.
    pub(super) fn is_lost(&self, order: &str) -> bool {
        let disputes = self.order(order)["disputes"].as_array();
        disputes.is_some_and(|disputes| disputes.iter().any(|dispute| dispute["state"] == "LOST"))
    }

    /// Whether the mail of an order is marked as sent.
    pub(super) fn is_sent(&self, order: &str) -> bool {
        self.item(order, "MAIL")
            .is_some_and(|mail| mail["state"] == "SENT")
    }

    /// How many mails about what became of an order are waiting.
    pub(super) fn news_about(&self, order: &str) -> usize {
        let items = self.registrations.iter();
        items
            .filter(|item| item["kind"] == "NEWS" && item["order_id"] == order)
            .count()
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

    /// Until when an online order can be paid; where there are two, they were made at the same moment, but for those who
    /// want the last place: until when the later one can.
    pub(super) fn expires(&self, orders: &Orders) -> OffsetDateTime {
        let later = match orders.pair {
            Pair::LastPlace => &orders.other,
            Pair::OneClaim
            | Pair::PackageAndCourse
            | Pair::PackageAndCounter
            | Pair::CourseTwice
            | Pair::PackageTwice => &orders.online,
        };
        let text = self.item(later, "ORDER").unwrap()["expires_at"]
            .as_str()
            .unwrap()
            .to_owned();
        OffsetDateTime::parse(&text, &time::format_description::well_known::Rfc3339).unwrap()
    }

    /// How many mails about an order the last step sent.
    pub(super) fn mails_about(&self, order: &str) -> usize {
        self.mails.get(order).map_or(0, Vec::len)
    }

    /// When something is next due, if anything is.
    pub(super) fn next_due(&self, orders: &Orders) -> Option<i64> {
        self.dues(orders).min()
    }

    /// After payments, an order that nobody has paid is not waited for: what comes of it is explored before them.
    pub(super) fn dues<'a>(&'a self, orders: &'a Orders) -> impl Iterator<Item = i64> + 'a {
        let is_waited_for = |item: &&Value| {
            let is_unpaid =
                || item["kind"] == "ORDER" && !self.provider_paid(item["order_id"].as_str().unwrap());
            !orders.pair.is_twice() || !is_unpaid()
        };
        let items = self.registrations.iter().filter(is_waited_for);
        items.filter_map(|item| item["due_at"].as_i64())
    }
}

/// The refunds of an order.
pub(super) fn refunds(order: &Value) -> impl Iterator<Item = &Value> {
    order["refunds"].as_array().into_iter().flatten()
}

fn find<'a>(items: &'a [Value], order: &str, kind: &str) -> Option<&'a Value> {
    items
        .iter()
        .find(|item| item["kind"] == kind && item["order_id"] == order)
}
