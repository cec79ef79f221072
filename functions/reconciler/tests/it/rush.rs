//! Many abandoned checkouts, and a few paid ones among them of which no webhook and no browser tells.

use crate::App;
use domain::{
    OrderId,
    payment::{FIRST_ASK, Status},
};
use provider_simulator::{Call, PaymentStatus};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::tables::Table;
use test_support::SINGLE;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

/// How long orders are opened, and how many in a minute; one of them is paid.
const MINUTES: i64 = 30;
const A_MINUTE: i64 = 100;

/// An order that is paid at the provider, without a webhook.
struct Silent {
    id: String,
    paid_at: OffsetDateTime,
    paid: bool,
    noticed_after: Option<Duration>,
}

#[tokio::test]
async fn a_payment_whose_webhook_is_lost_is_noticed_within_minutes_among_three_thousand_abandoned_orders() {
    let app = App::start().await;
    let began = app.test_env.clock.now();
    let mut abandoned = abandoned_orders(&app, began).await.into_iter();
    let mut silent: Vec<Silent> = Vec::new();
    let mut busiest = BTreeMap::new();
    for minute in 0..MINUTES + 5 {
        let items = abandoned.by_ref().take(99);
        app.test_env.put_all(Table::Registrations, items).await;
        for number in 0..A_MINUTE {
            app.test_env
                .clock
                .set_to(began + Duration::minutes(minute) + Duration::milliseconds(600 * number));
            pay_those_whose_time_has_come(&app, &mut silent);
            // One of each hundred pays, each at another time of the minute, 10 to 170 seconds later.
            if minute < MINUTES && number == minute * 37 % A_MINUTE {
                let order = app
                    .test_env
                    .open_order(SINGLE, &format!("paid{minute}@example.com"))
                    .await;
                silent.push(Silent {
                    id: order.order_id.to_string(),
                    paid_at: app.test_env.clock.now() + Duration::seconds(10 + minute * 61 % 160),
                    paid: false,
                    noticed_after: None,
                });
            }
        }
        app.test_env.clock.set_to(began + Duration::minutes(minute + 1));
        pay_those_whose_time_has_come(&app, &mut silent);
        let before = [Call::GetOrder, Call::GetPayments].map(|call| app.test_env.provider.calls(call));
        app.run().await;
        for (call, before) in [Call::GetOrder, Call::GetPayments].into_iter().zip(before) {
            let most = busiest.entry(call).or_insert(0);
            *most = (app.test_env.provider.calls(call) - before).max(*most);
        }
        for order in silent
            .iter_mut()
            .filter(|order| order.paid && order.noticed_after.is_none())
        {
            if app.status_of(&order.id).await == "PAID" {
                order.noticed_after = Some(app.test_env.clock.now() - order.paid_at);
            }
        }
    }
    assert!(abandoned.next().is_none());
    let mut delays: Vec<i64> = silent
        .iter()
        .map(|order| order.noticed_after.map_or(i64::MAX, Duration::whole_seconds))
        .collect();
    delays.sort_unstable();
    println!("noticed after {delays:?} s; at most {busiest:?} a minute");
    assert_eq!(delays.len(), 30);
    assert!(delays[29] <= 240, "the last was noticed after {} s", delays[29]);
    assert!(delays[28] <= 120, "95 of 100 were noticed after {} s", delays[28]);
    assert!(busiest[&Call::GetOrder] <= 280, "70 % of 400: {busiest:?}");
    assert!(busiest[&Call::GetPayments] <= 70, "70 % of 100: {busiest:?}");
}

/// The orders that nobody pays, 99 for each minute: the provider has them, and the items are as create-order leaves
/// them, to be put into the table at their minute. Opening each through the calls would take longer than all the rest.
async fn abandoned_orders(app: &App, began: OffsetDateTime) -> Vec<Value> {
    let pattern = app.test_env.open_order(SINGLE, "pattern@example.com").await;
    let mut provider = app.test_env.provider.export();
    let mut items = Vec::new();
    for number in 0..MINUTES * 99 {
        let created = began + Duration::minutes(number / 99) + Duration::milliseconds(600 * (number % 99));
        let (_, mut order) = app
            .test_env
            .registration_of(SINGLE, &format!("student{number}@example.com"));
        order.status = Status::Active;
        order.session.clone_from(&pattern.session);
        order.created_at = created;
        order.expires_at = created + Duration::minutes(30);
        order.version = 2;

        let mut there = provider["orders"][pattern.order_id.as_str()].clone();
        there["order_id"] = json!(order.order_id);
        for (member, moment) in [("created_at", order.created_at), ("expires_at", order.expires_at)] {
            there[member] = json!(moment.format(&Rfc3339).unwrap());
        }
        provider["orders"][order.order_id.as_str()] = there;

        let mut item = serde_json::to_value(&order).unwrap();
        item["pk"] = json!(format!("REG#{}", order.customer_id));
        item["sk"] = json!(format!("ORDER#{}", order.order_id));
        item["kind"] = json!("ORDER");
        let shard = order.order_id.as_str().bytes().last().unwrap() % 2;
        item["due_shard"] = json!(format!("DUE#ORDER#{shard}"));
        item["due_at"] = json!((created + FIRST_ASK).unix_timestamp());
        items.push(item);
    }
    app.test_env.provider.import(provider).unwrap();
    items
}

fn pay_those_whose_time_has_come(app: &App, silent: &mut [Silent]) {
    let now = app.test_env.clock.now();
    for order in silent
        .iter_mut()
        .filter(|order| !order.paid && order.paid_at <= now)
    {
        app.test_env.attempt(&order.id, PaymentStatus::Success);
        order.paid = true;
    }
}

impl App {
    async fn status_of(&self, id: &str) -> &'static str {
        let id = OrderId::parse(id).unwrap();
        self.test_env
            .registrations()
            .order(&id)
            .await
            .unwrap()
            .unwrap()
            .status
            .as_str()
    }
}
