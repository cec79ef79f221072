//! A due item that cannot be read keeps its place in the schedule, and is processed once it is readable.

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
    let items = app.test_env.dump(Table::Registrations).await;
    let of_order = |item: &Value| item["kind"] == kind && item["order_id"] == order.order_id.as_str();
    items.into_iter().find(of_order).unwrap()
}

/// Sets a member of an item.
async fn set(app: &App, kind: &str, order: &Order, member: &str, value: &str) {
    let mut item = item(app, kind, order).await;
    item[member] = value.into();
    app.test_env.put(Table::Registrations, &item).await;
}

/// A system with an open order in quarantine: its channel is unknown.
async fn quarantined() -> (App, Order) {
    let app = App::start().await;
    let broken = app.test_env.open_order(SINGLE, "broken@example.com").await;
    set(&app, "ORDER", &broken, "channel", "kiosk").await;
    app.run_after(Duration::minutes(1)).await;
    (app, broken)
}

/// Moves the due time of an item as a sender does that took it and could not read it.
async fn lease(app: &App, item: &mut Value) {
    item["due_at"] = (item["due_at"].as_i64().unwrap() + 60).into();
    app.test_env.put(Table::Registrations, item).await;
}

/// The first item with a flag that is no longer in quarantine.
async fn released(app: &App) -> Released {
    let flags = app.flags().await;
    let mut released = app.test_env.registrations().released(flags).await.unwrap();
    released.remove(0)
}

#[tokio::test]
async fn an_order_with_an_unknown_channel_is_quarantined_and_paid_once_the_channel_is_known() {
    let app = App::start().await;
    let broken = app.test_env.open_order(SINGLE, "broken@example.com").await;
    let order = app.test_env.open_order(ALL, "asha@example.com").await;
    for order in [&broken, &order] {
        app.test_env
            .attempt(order.order_id.as_str(), PaymentStatus::Success);
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
async fn an_unreadable_item_is_retried_with_a_backoff_of_up_to_an_hour_and_never_dropped() {
    let app = App::start().await;
    let broken = app.test_env.open_order(SINGLE, "broken@example.com").await;
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
async fn a_mail_with_an_unknown_state_is_quarantined_and_sent_once_the_state_is_known() {
    for (kind, member) in [("MAIL", "state"), ("ORDER", "channel")] {
        let app = App::start().await;
        let broken = app.test_env.paid_order(SINGLE, "broken@example.com").await;
        let known = item(&app, kind, &broken).await[member]
            .as_str()
            .unwrap()
            .to_owned();
        app.test_env.paid_order(ALL, "asha@example.com").await;
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
        assert_eq!(app.test_env.mailbox.mails().len(), 2);
    }
}

/// The audit entries of flags that the system resolved.
async fn resolved(app: &App) -> Vec<AuditEntry> {
    let log = AuditLog::from_env(&app.test_env.env()).unwrap();
    let page = log.page(None, 100, app.test_env.clock.now()).await.unwrap();
    let resolved = |entry: &AuditEntry| entry.action == "attention.resolved";
    page.entries.into_iter().filter(resolved).collect()
}

#[tokio::test]
async fn the_flag_of_an_order_is_resolved_once_it_is_settled_and_its_schedule_continues() {
    let (app, broken) = quarantined().await;
    let raised = app.flags().await.remove(0);
    set(&app, "ORDER", &broken, "channel", "online").await;
    assert_eq!(app.run_after(Duration::seconds(59)).await.settled, 0);
    assert_eq!(app.flags().await.len(), 1, "not yet resolved");

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
async fn the_flag_of_an_order_that_was_settled_elsewhere_is_resolved_by_the_next_run() {
    let (app, broken) = settled().await;
    app.run_after(Duration::seconds(1)).await;
    assert_eq!(app.flags().await, []);
    assert_eq!(app.status(&broken).await, "PAID");
    assert_eq!(resolved(&app).await.len(), 1);
}

#[tokio::test]
async fn the_flag_stays_while_any_item_of_the_payment_is_unreadable() {
    let app = App::start().await;
    let broken = app.test_env.paid_order(SINGLE, "broken@example.com").await;
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
    lease(&app, &mut leased).await;
    app.run_after(Duration::seconds(1)).await;
    assert_eq!(app.flags().await.len(), 1);
    assert!(resolved(&app).await.is_empty());
    set(&app, "ORDER", &broken, "channel", "online").await;
    assert_eq!(app.run_after(Duration::minutes(17)).await.mailed, 1);
    assert_eq!(app.flags().await, []);
    assert_eq!(resolved(&app).await.len(), 1);
}

#[tokio::test]
async fn the_flag_of_an_order_whose_claim_is_unreadable_does_not_flap() {
    let app = App::start().await;
    let paid = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let again = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env
        .attempt(again.order_id.as_str(), PaymentStatus::Success);
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

/// A system with an order that was in quarantine and has been settled, with its flag still on the list.
async fn settled() -> (App, Order) {
    let (app, broken) = quarantined().await;
    set(&app, "ORDER", &broken, "channel", "online").await;
    app.test_env.record_paid(&broken).await;
    (app, broken)
}

#[tokio::test]
async fn a_flag_that_could_not_be_resolved_is_resolved_by_the_next_run() {
    for fault in [
        Fault::IndexDown("attention"),
        Fault::ConflictAbout("attention.resolved"),
        Fault::TableDown(Table::Admin),
    ] {
        let (app, broken) = settled().await;
        app.test_env.database.set(fault);
        app.run_after(Duration::seconds(1)).await;
        app.test_env.database.set(Fault::None);
        assert_eq!(app.flags().await.len(), 1, "{fault:?}");
        assert!(item(&app, "ORDER", &broken).await["quarantined"].is_number());
        app.run().await;
        assert_eq!(app.flags().await, [], "{fault:?}");
        assert_eq!(resolved(&app).await.len(), 1, "{fault:?}");
    }
}

/// Resolves the flag of a released item.
async fn release(app: &App, released: &Released) -> Write {
    let log = AuditLog::from_env(&app.test_env.env()).unwrap();
    let (now, nothing) = (app.test_env.clock.now(), Value::Null);
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
    let registrations = app.test_env.registrations();
    registrations
        .release(released, log.table().audit(&entry))
        .await
        .unwrap()
}

#[tokio::test]
async fn of_two_runs_only_one_resolves_a_flag() {
    let (app, _) = settled().await;
    let released = released(&app).await;
    assert_eq!(release(&app, &released).await, Write::Done);
    assert_eq!(release(&app, &released).await, Write::Stale);
    assert_eq!(resolved(&app).await.len(), 1);
}

#[tokio::test]
async fn an_item_that_is_quarantined_again_before_its_flag_is_resolved_keeps_it() {
    let (app, broken) = quarantined().await;
    let mut item = item(&app, "ORDER", &broken).await;
    item["channel"] = "online".into();
    lease(&app, &mut item).await;
    let released = released(&app).await;
    set(&app, "ORDER", &broken, "channel", "kiosk").await;
    app.run_after(Duration::minutes(2)).await;
    assert_eq!(release(&app, &released).await, Write::Stale);
    assert_eq!(app.flags().await.len(), 1);
}
