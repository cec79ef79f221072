//! A due item that cannot be read keeps its place, and is handled once it can be read again.

use crate::App;
use domain::{AttentionKind, Entropy, payment::Order};
use provider_simulator::PaymentStatus;
use serde_json::Value;
use store::{
    AuditEntry, AuditLog,
    registrations::{Write, quarantine::release::Released},
    tables::Table,
};
use test_support::{ALL, Fault, Log, SINGLE};
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

/// What the audit log says of flags that went by themselves.
async fn resolved(app: &App) -> Vec<AuditEntry> {
    let log = AuditLog::from_env(&app.world.env()).unwrap();
    let page = log.page(None, 100, app.world.clock.now()).await.unwrap();
    let resolved = |entry: &AuditEntry| entry.action == "attention.resolved";
    page.entries.into_iter().filter(resolved).collect()
}

#[tokio::test]
async fn the_flag_of_an_order_goes_once_it_has_been_settled_and_its_schedule_goes_on() {
    let app = App::start().await;
    let broken = app.world.open_order(SINGLE, "broken@example.com").await;
    set(&app, "ORDER", &broken, "channel", "kiosk").await;
    app.run_after(Duration::minutes(1)).await;
    let raised = app.flags().await.remove(0);
    set(&app, "ORDER", &broken, "channel", "online").await;
    assert_eq!(app.run_after(Duration::seconds(59)).await.settled, 0);
    assert_eq!(app.flags().await.len(), 1, "nobody has seen to it");

    let log = Log::start();
    assert_eq!(log.event(app.run_after(Duration::seconds(1))).await.settled, 1);
    assert_eq!(app.flags().await, []);
    assert_eq!(log.invocations()[0]["ItemsReleased"], 1);
    let entries = resolved(&app).await;
    assert_eq!(entries.len(), 1);
    assert_eq!(
        (entries[0].username.as_str(), entries[0].subject.as_str()),
        ("system", broken.order_id.as_str())
    );
    assert_eq!(entries[0].before["flag"], "UNREADABLE");
    assert_eq!(entries[0].before["note"], raised.note);
    assert!(item(&app, "ORDER", &broken).await.get("quarantined").is_none());
    assert!(
        item(&app, "ORDER", &broken)
            .await
            .get("quarantined_until")
            .is_none()
    );

    // Its usual times after the second minute are 3, 6 and 15.
    let log = Log::start();
    for (minutes, settled) in [(2, 0), (3, 1), (4, 0), (6, 1), (14, 0), (15, 1)] {
        let run = log.event(app.run_at(&broken, minutes)).await;
        assert_eq!(run.settled, settled, "{minutes}");
    }
    let again = |line: &Value| line.get("ItemsReleased").is_some();
    assert!(!log.invocations().iter().any(again), "{}", log.text());
    assert_eq!(resolved(&app).await.len(), 1);
}

#[tokio::test]
async fn the_flag_of_an_order_that_was_settled_in_another_way_goes_with_the_next_run() {
    let app = App::start().await;
    let broken = app.world.open_order(SINGLE, "broken@example.com").await;
    set(&app, "ORDER", &broken, "channel", "kiosk").await;
    app.run_after(Duration::minutes(1)).await;
    set(&app, "ORDER", &broken, "channel", "online").await;
    app.world.record_paid(&broken).await;
    app.run_after(Duration::seconds(1)).await;
    assert_eq!(app.flags().await, []);
    assert_eq!(app.status(&broken).await, "PAID");
    assert_eq!(resolved(&app).await.len(), 1);
}

#[tokio::test]
async fn the_flag_stays_as_long_as_anything_about_the_payment_cannot_be_read() {
    let app = App::start().await;
    let broken = app.world.paid_order(SINGLE, "broken@example.com").await;
    set(&app, "ORDER", &broken, "channel", "HELD").await;
    set(&app, "MAIL", &broken, "state", "HELD").await;
    app.run_after(Duration::minutes(2)).await;
    set(&app, "MAIL", &broken, "state", "PENDING").await;
    for minutes in [1, 2, 4, 8] {
        assert_eq!(
            app.run_after(Duration::minutes(minutes)).await.unmailed,
            1,
            "{minutes}"
        );
        assert_eq!(app.flags().await.len(), 1, "{minutes}");
    }
    // As a sender leaves it that took the mail and could not read its order.
    let mut leased = item(&app, "MAIL", &broken).await;
    leased["due_at"] = (leased["due_at"].as_i64().unwrap() + 60).into();
    app.world.put(Table::Registrations, &leased).await;
    app.run_after(Duration::seconds(1)).await;
    assert_eq!(app.flags().await.len(), 1);
    assert!(resolved(&app).await.is_empty());
    set(&app, "ORDER", &broken, "channel", "online").await;
    assert_eq!(app.run_after(Duration::minutes(17)).await.mailed, 1);
    assert_eq!(app.flags().await, []);
    assert_eq!(resolved(&app).await.len(), 1);
}

#[tokio::test]
async fn the_flag_of_an_order_whose_claim_cannot_be_read_does_not_come_and_go() {
    let app = App::start().await;
    let paid = app.world.paid_order(SINGLE, "asha@example.com").await;
    let again = app.world.open_order(SINGLE, "asha@example.com").await;
    app.world.attempt(again.order_id.as_str(), PaymentStatus::Success);
    set(&app, "CLAIM", &paid, "state", "HELD").await;
    for minutes in [1, 1, 2, 4] {
        assert_eq!(
            app.run_after(Duration::minutes(minutes)).await.unsettled,
            1,
            "{minutes}"
        );
        assert_eq!(app.flags().await.len(), 1, "{minutes}");
    }
    assert!(resolved(&app).await.is_empty());
    set(&app, "CLAIM", &paid, "state", "PAID").await;
    assert_eq!(app.run_after(Duration::minutes(8)).await.settled, 1);
    assert_eq!(resolved(&app).await.len(), 1);
    let kinds: Vec<_> = app.flags().await.iter().map(|flag| flag.flag).collect();
    assert_eq!(kinds, [AttentionKind::DuplicatePayment]);
}

/// An order that was in quarantine and has been settled, with its flag still on the list.
async fn healed(app: &App) -> Order {
    let broken = app.world.open_order(SINGLE, "broken@example.com").await;
    set(app, "ORDER", &broken, "channel", "kiosk").await;
    app.run_after(Duration::minutes(1)).await;
    set(app, "ORDER", &broken, "channel", "online").await;
    app.world.record_paid(&broken).await;
    broken
}

#[tokio::test]
async fn a_flag_that_could_not_be_taken_off_goes_with_the_next_run() {
    for fault in [
        Fault::IndexDown("attention"),
        Fault::ConflictAbout("attention.resolved"),
        Fault::TableDown(Table::Admin),
    ] {
        let app = App::start().await;
        let broken = healed(&app).await;
        app.world.database.set(fault);
        app.run_after(Duration::seconds(1)).await;
        app.world.database.set(Fault::None);
        assert_eq!(app.flags().await.len(), 1, "{fault:?}");
        assert!(item(&app, "ORDER", &broken).await["quarantined"].is_number());
        app.run().await;
        assert_eq!(app.flags().await, [], "{fault:?}");
        assert_eq!(resolved(&app).await.len(), 1, "{fault:?}");
    }
}

/// Takes the flag of what was found released off the list.
async fn release(app: &App, released: &Released) -> Write {
    let log = AuditLog::from_env(&app.world.env()).unwrap();
    let (now, nothing) = (app.world.clock.now(), Value::Null);
    let (action, by) = ("attention.resolved", "system");
    let entry = AuditEntry::new(
        now,
        &Entropy::system(),
        by,
        action,
        "order",
        nothing.clone(),
        nothing,
    );
    let registrations = app.world.registrations();
    registrations
        .release(released, &entry, log.table())
        .await
        .unwrap()
}

#[tokio::test]
async fn of_two_runs_that_take_a_flag_off_one_does() {
    let app = App::start().await;
    healed(&app).await;
    let released = app
        .world
        .registrations()
        .released(app.flags().await)
        .await
        .unwrap();
    assert_eq!(release(&app, &released[0]).await, Write::Done);
    assert_eq!(release(&app, &released[0]).await, Write::Stale);
    assert_eq!(resolved(&app).await.len(), 1);
}

#[tokio::test]
async fn what_goes_into_quarantine_again_before_its_flag_is_taken_off_keeps_it() {
    let app = App::start().await;
    let broken = app.world.open_order(SINGLE, "broken@example.com").await;
    set(&app, "ORDER", &broken, "channel", "kiosk").await;
    app.run_after(Duration::minutes(1)).await;
    let mut item = item(&app, "ORDER", &broken).await;
    item["due_at"] = (item["due_at"].as_i64().unwrap() + 60).into();
    item["channel"] = "online".into();
    app.world.put(Table::Registrations, &item).await;
    let released = app
        .world
        .registrations()
        .released(app.flags().await)
        .await
        .unwrap();
    set(&app, "ORDER", &broken, "channel", "kiosk").await;
    app.run_after(Duration::minutes(2)).await;
    assert_eq!(release(&app, &released[0]).await, Write::Stale);
    assert_eq!(app.flags().await.len(), 1);
}
