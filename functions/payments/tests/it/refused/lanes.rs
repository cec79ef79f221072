//! The orders of an address with many open ones are checked last; refused orders do not count.

use super::{REFUSALS, form};
use crate::App;
use domain::{OrderId, payment::Lane};
use store::registrations::due::Task;
use time::Duration;

/// The lane in which each of these orders is first asked about.
async fn lanes(app: &App, orders: &[String]) -> Vec<Lane> {
    let waiting = app.test_env.registrations().waiting().await.unwrap();
    let later = app.test_env.clock.now() + Duration::minutes(1);
    let lane_of = |order: &String| {
        let id = OrderId::parse(order).unwrap();
        let mut lanes = Lane::ALL.into_iter();
        let has = |lane: &Lane| waiting.due(Task::Settle(*lane), later).contains(&id);
        lanes.find(has).unwrap()
    };
    orders.iter().map(lane_of).collect()
}

#[tokio::test]
async fn of_an_address_with_more_than_twenty_open_orders_the_further_ones_go_last() {
    let app = App::start().await;
    let mut orders = Vec::new();
    for _ in 0..23 {
        orders.push(app.register(&form(1)).await);
    }
    let other = app.register(&form(2)).await;
    let lanes_of = lanes(&app, &orders).await;
    assert_eq!(lanes_of[..20], [Lane::First; 20]);
    assert_eq!(lanes_of[20..], [Lane::Late; 3]);
    assert_eq!(lanes(&app, &[other]).await, [Lane::First]);

    // When all of them have ended, it begins as everybody does.
    app.test_env.clock.advance(Duration::minutes(30));
    let order = app.register(&form(1)).await;
    assert_eq!(lanes(&app, &[order]).await, [Lane::First]);
}

#[tokio::test]
async fn orders_that_the_provider_refused_are_not_open_ones() {
    let app = App::start().await;
    app.refuse(REFUSALS[0]);
    for _ in 0..25 {
        app.create(&form(1)).await;
    }
    app.test_env.provider.clear_faults();
    let order = app.register(&form(1)).await;
    assert_eq!(lanes(&app, &[order]).await, [Lane::First]);
}
