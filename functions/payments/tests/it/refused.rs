//! An order that the provider refused is nobody's: it is not due, the portal does not show it, and it dies.

mod forms;
mod lanes;

use crate::{App, order_of};
use domain::{
    CustomerId, OrderId,
    payment::{Lane, Order},
};
use futures::future::join_all;
use provider_simulator::{Call, Fault, PaymentStatus};
use serde_json::Value;
use std::collections::BTreeSet;
use store::{
    Registrations, Write,
    read_model::RowFilter,
    registrations::{due::Task, refused::WrittenOrder},
    tables::Table,
};
use test_support::{Fault as DatabaseFault, SINGLE, registration};
use time::Duration;

const REFUSALS: [Fault; 3] = [
    Fault::Status { status: 400 },
    Fault::Status { status: 401 },
    Fault::RateLimited { retry_after: 37 },
];

fn key(number: usize) -> String {
    format!("1f0e4c0a-7a3e-4d43-9c3f-{number:012}")
}

fn form(number: usize) -> Value {
    registration(SINGLE, &format!("student{number}@example.com"))
}

impl App {
    fn refuse(&self, fault: Fault) {
        self.test_env.provider.fail_always(Some(Call::CreateOrder), fault);
    }

    async fn rows_of_kind(&self, kind: &str) -> Vec<Value> {
        let mut rows = self.test_env.dump(Table::Registrations).await;
        rows.retain(|row| row["kind"] == kind);
        rows
    }

    /// Projects everybody, as the stream makes the notifier do, and returns who is shown.
    async fn shown(&self) -> BTreeSet<CustomerId> {
        let candidates = self.rows_of_kind("CANDIDATE").await;
        let ids: Vec<CustomerId> = candidates
            .iter()
            .map(|row| serde_json::from_value(row["customer_id"].clone()).unwrap())
            .collect();
        let registrations = self.test_env.registrations();
        assert!(
            registrations
                .project(&ids, self.test_env.clock.now())
                .await
                .is_empty()
        );
        let listed = registrations.rows(&RowFilter::default(), 1_000, None).await;
        let listed: BTreeSet<CustomerId> = listed
            .unwrap()
            .rows
            .into_iter()
            .map(|row| row.customer_id)
            .collect();
        let found = registrations.search("", &RowFilter::default()).await.unwrap();
        assert_eq!(found.len(), listed.len());
        let counted = registrations.aggregates().await.unwrap().candidates();
        assert_eq!(counted, listed.len() as u64);
        listed
    }

    /// Whatever is due at any time, in any lane.
    async fn due(&self) -> BTreeSet<OrderId> {
        let waiting = self.test_env.registrations().waiting().await.unwrap();
        let later = self.test_env.clock.now() + Duration::days(30);
        Lane::ALL
            .into_iter()
            .flat_map(|lane| waiting.due(Task::Settle(lane), later))
            .collect()
    }

    /// Writes that the provider refused an order, as the request that wrote it has it.
    async fn record_refused(&self, order: &Order) -> Write {
        let registrations = Registrations::from_env(&self.test_env.env()).unwrap();
        let refused = registrations
            .record_refused(order, &WrittenOrder::default(), self.test_env.clock.now())
            .await;
        refused.unwrap()
    }

    /// Pays, and lets the page that waits find it.
    async fn pay(&self, order: &str) {
        self.test_env.attempt(order, PaymentStatus::Success);
        self.test_env.clock.advance(Duration::seconds(6));
        assert_eq!(self.status(order).await.json["status"], "PAID");
    }
}

#[tokio::test]
async fn a_refusal_that_another_request_with_the_key_came_before_leaves_the_order_due() {
    let app = App::start().await;
    let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
    let registrations = app.test_env.registrations();
    assert_eq!(registrations.begin_again(&order).await.unwrap(), Write::Done);
    assert_eq!(app.record_refused(&order).await, Write::Stale);
    assert_eq!(app.due().await, BTreeSet::from([order.order_id.clone()]));
    assert_eq!(app.shown().await, BTreeSet::from([order.customer_id]));
}

#[tokio::test]
async fn an_order_that_was_refused_is_not_begun_again() {
    let app = App::start().await;
    let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
    let registrations = app.test_env.registrations();
    assert_eq!(app.record_refused(&order).await, Write::Done);
    assert_eq!(registrations.begin_again(&order).await.unwrap(), Write::Stale);
    let order = app.stored(order.order_id.as_str()).await;
    assert_eq!(registrations.begin_again(&order).await.unwrap(), Write::Stale);
}

#[tokio::test]
async fn an_opened_order_is_not_refused_any_more() {
    let app = App::start().await;
    let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
    let opened = app.test_env.open_order(SINGLE, "binu@example.com").await;
    app.test_env.record_paid(&order).await;
    let paid = app.stored(order.order_id.as_str()).await;
    for order in [order, paid, opened] {
        assert_eq!(app.record_refused(&order).await, Write::Stale, "{}", order.status);
    }
}

/// The provider refuses some of the requests that send one form at the same time. Returns the orders that were opened.
async fn sent_at_once(app: &App, number: usize, refusals: usize) -> Vec<Order> {
    for _ in 0..refusals {
        app.test_env
            .provider
            .fail_next(Some(Call::CreateOrder), REFUSALS[number % 2]);
    }
    let (key, form) = (key(number), form(number));
    let answers = join_all((0..4).map(|_| app.create_with_key(&key, &form))).await;
    app.test_env.provider.clear_faults();
    let opened = answers.iter().filter(|answer| answer.status == 200);
    join_all(opened.map(|answer| async { app.stored(&order_of(answer)).await })).await
}

/// Whether an order that the provider has open is dying or not due.
async fn is_lost(app: &App) -> bool {
    let due = app.due().await;
    let orders = app.rows_of_kind("ORDER").await;
    let at_provider = app.test_env.provider.export()["orders"].clone();
    let mut has = orders
        .iter()
        .filter(|order| at_provider.get(order["order_id"].as_str().unwrap()).is_some());
    has.any(|order| {
        let id = OrderId::parse(order["order_id"].as_str().unwrap()).unwrap();
        order.get("expires").is_some() || !due.contains(&id)
    })
}

#[tokio::test]
async fn of_one_form_sent_at_once_and_refused_in_part_what_was_opened_is_kept() {
    let app = App::start().await;
    let mut opened = 0;
    for number in 0..24 {
        let orders = sent_at_once(&app, number, number % 4).await;
        opened += orders.len();
        for order in orders {
            assert!(order.refused_at.is_none());
            let shown = app.shown().await;
            assert!(shown.contains(&order.customer_id));
        }
        assert!(!is_lost(&app).await, "form {number}");
    }
    assert!(opened > 24, "{opened}");
}

/// The first request waits a second, because the provider is busy, and is then refused. Meanwhile the second gives it
/// the order, and never hears that it has it.
#[tokio::test]
async fn an_order_that_a_second_request_may_have_opened_stays_due_when_the_first_is_refused() {
    let (app, key, form) = (App::start().await, key(1), form(1));
    for fault in [
        Fault::RateLimited { retry_after: 1 },
        Fault::DropAfterCommit,
        Fault::Status { status: 400 },
    ] {
        app.test_env.provider.fail_next(Some(Call::CreateOrder), fault);
    }
    let down = Fault::Status { status: 500 };
    app.test_env.provider.fail_always(Some(Call::GetOrder), down);
    let second = async {
        while app.test_env.provider.calls(Call::CreateOrder) == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        app.create_with_key(&key, &form).await
    };
    let (first, second) = futures::future::join(app.create_with_key(&key, &form), second).await;
    assert_eq!((first.status.as_u16(), second.status.as_u16()), (502, 502));
    app.test_env.provider.clear_faults();
    assert!(!is_lost(&app).await);
    let order = order_of(&app.create_with_key(&key, &form).await);
    app.pay(&order).await;
    assert_eq!(app.shown().await.len(), 1);
}

/// The control: an order that the provider took from a second request, while it refused the first.
#[tokio::test]
async fn without_conditions_an_order_that_the_provider_has_is_lost() {
    for fault in [DatabaseFault::None, DatabaseFault::NoConditions] {
        let app = App::start().await;
        let order = app.test_env.unnoted_order(SINGLE, "asha@example.com").await;
        let begun = app.test_env.registrations().begin_again(&order).await;
        assert_eq!(begun.unwrap(), Write::Done);
        app.test_env.database.set(fault);
        let refused = app.record_refused(&order).await;
        app.test_env.database.set(DatabaseFault::None);
        assert_eq!(refused == Write::Done, fault == DatabaseFault::NoConditions);
        assert_eq!(is_lost(&app).await, fault == DatabaseFault::NoConditions);
    }
}

#[tokio::test]
async fn an_order_that_the_provider_has_although_it_refused_it_is_kept_and_paid() {
    for paid in [false, true] {
        let app = App::start().await;
        let order = app.test_env.unnoted_order(SINGLE, "asha@example.com").await;
        assert_eq!(app.record_refused(&order).await, Write::Done);
        assert_eq!(app.shown().await, BTreeSet::new());
        let id = order.order_id.as_str();
        if paid {
            app.test_env.attempt(id, PaymentStatus::Success);
        }
        let status = app.status(id).await;
        assert_eq!(status.json["status"], if paid { "PAID" } else { "ACTIVE" });
        assert_eq!(app.shown().await, BTreeSet::from([order.customer_id]));
        assert_eq!(app.due().await.len(), usize::from(!paid));
        for row in app.test_env.dump(Table::Registrations).await {
            assert_eq!(row.get("expires"), None, "{}", row["sk"]);
        }
    }
}
