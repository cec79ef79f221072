//! A due item that cannot be read keeps its place, and is handled once it can be read again.

use crate::App;
use domain::{AttentionKind, payment::Order};
use provider_simulator::PaymentStatus;
use serde_json::Value;
use store::tables::Table;
use test_support::{ALL, Log, SINGLE};
use time::Duration;

/// The item of an order, or of its mail.
async fn item(app: &App, kind: &str, order: &Order) -> Value {
    let items = app.world.dump(Table::Registrations).await;
    let of_order = |item: &Value| item["kind"] == kind && item["order_id"] == order.order_id.as_str();
    items.into_iter().find(of_order).unwrap()
}

/// Puts another value into a member of an item.
async fn set(app: &App, kind: &str, order: &Order, member: &str, value: &str) {
    let mut item = item(app, kind, order).await;
    item[member] = value.into();
    app.world.put(Table::Registrations, &item).await;
}

#[tokio::test]
async fn an_order_of_an_unknown_channel_is_flagged_and_paid_once_the_word_is_known_again() {
    let app = App::start().await;
    let broken = app.world.open_order(SINGLE, "broken@example.com").await;
    let order = app.world.open_order(ALL, "asha@example.com").await;
    for order in [&broken, &order] {
        app.world.attempt(order.order_id.as_str(), PaymentStatus::Success);
    }
    set(&app, "ORDER", &broken, "channel", "kiosk").await;

    let log = Log::start();
    let first = log.event(app.run_after(Duration::minutes(1))).await;
    assert_eq!((first.settled, first.unsettled), (1, 1), "the others are settled");
    assert_eq!(app.status(&order).await, "PAID");
    let flags = app.flags().await;
    assert_eq!(flags.len(), 1);
    assert_eq!(
        (&flags[0].order_id, flags[0].flag),
        (&broken.order_id, AttentionKind::Unreadable)
    );
    assert!(
        flags[0]
            .note
            .contains("ORDER of table registrations: its channel"),
        "{}",
        flags[0].note
    );
    let line = &log.invocations()[0];
    assert_eq!(line["ItemsQuarantined"], 1);
    assert!(log.text().contains("\"field\":\"channel\""), "{}", log.text());
    assert!(!log.text().contains("kiosk") && !log.text().contains(broken.order_id.as_str()));

    set(&app, "ORDER", &broken, "channel", "online").await;
    assert_eq!(app.run_after(Duration::seconds(59)).await.settled, 0);
    assert_eq!(
        app.run_after(Duration::seconds(1)).await.settled,
        1,
        "it kept its place"
    );
    assert_eq!(app.status(&broken).await, "PAID");
}

#[tokio::test]
async fn what_cannot_be_read_is_tried_again_at_pauses_that_grow_to_an_hour_and_never_dropped() {
    let app = App::start().await;
    let broken = app.world.open_order(SINGLE, "broken@example.com").await;
    set(&app, "ORDER", &broken, "amount", "a lot").await;
    assert_eq!(app.run_after(Duration::minutes(1)).await.unsettled, 1);
    for minutes in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
        let just_before = Duration::minutes(minutes) - Duration::seconds(1);
        assert_eq!(app.run_after(just_before).await.unsettled, 0, "{minutes}");
        assert_eq!(
            app.run_after(Duration::seconds(1)).await.unsettled,
            1,
            "{minutes}"
        );
    }
    assert_eq!(app.flags().await.len(), 1);
    assert!(item(&app, "ORDER", &broken).await["due_at"].is_number());
}

#[tokio::test]
async fn a_mail_in_an_unknown_state_is_flagged_and_sent_once_the_word_is_known_again() {
    for (kind, member) in [("MAIL", "state"), ("ORDER", "channel")] {
        let app = App::start().await;
        let broken = app.world.paid_order(SINGLE, "broken@example.com").await;
        let known = item(&app, kind, &broken).await[member]
            .as_str()
            .unwrap()
            .to_owned();
        app.world.paid_order(ALL, "asha@example.com").await;
        set(&app, kind, &broken, member, "HELD").await;
        let first = app.run_after(Duration::minutes(2)).await;
        assert_eq!((first.mailed, first.unmailed), (1, 1), "the others are sent");
        assert_eq!(app.flags().await.len(), 1, "{kind}");
        assert_eq!(app.run_after(Duration::seconds(59)).await.unmailed, 0);
        set(&app, kind, &broken, member, &known).await;
        // A sender that failed half-way holds its lease for a minute.
        assert_eq!(
            app.run_after(Duration::minutes(1)).await.mailed,
            1,
            "it kept its place"
        );
        assert_eq!(app.world.mailbox.mails().len(), 2);
    }
}
