//! Registrations that nobody paid for, and everything about them, when they are old enough.

use crate::App;
use config::ConfigError;
use domain::{
    AttentionKind,
    payment::{AttemptState, Change, Order, RefundEvent, RefundId, Status},
};
use reconciler::RetentionSummary;
use serde_json::{Value, json};
use store::registrations::{Write, attention::Flag, places::PlaceAction, settle::UnpaidChange};
use store::tables::Table;
use test_support::{Fault, SINGLE, rebuild};
use time::Duration;

const KEPT_FOR: Duration = Duration::days(90);

impl App {
    /// An order that expired and that nobody asks about any more.
    async fn expired_order(&self, email: &str) -> Order {
        let order = self.test_env.open_order(SINGLE, email).await;
        self.settle_as(&order, Status::Expired).await;
        self.test_env.stored(order.order_id.as_str()).await
    }

    async fn settle_as(&self, order: &Order, status: Status) {
        let order = self.test_env.stored(order.order_id.as_str()).await;
        let change = UnpaidChange {
            status,
            attempt: AttemptState::None,
            session: None,
            closed_at: None,
            place: PlaceAction::Keep,
            due: None,
        };
        let written = self.test_env.registrations().record_unpaid(&order, &change).await;
        assert_eq!(written.unwrap(), Write::Done);
    }

    /// What the notifier does with everything that has changed.
    async fn project(&self) {
        let now = self.test_env.clock.now();
        rebuild(&self.test_env.registrations(), now).await.unwrap();
    }

    async fn forget(&self) -> RetentionSummary {
        self.reconciler.forget_unpaid().await.unwrap()
    }

    async fn text(&self) -> String {
        let items = self.test_env.dump(Table::Registrations).await;
        items.iter().map(Value::to_string).collect()
    }

    async fn entries(&self) -> Vec<Value> {
        let mut items = self.test_env.dump(Table::Admin).await;
        items.retain(|item| item["action"] == "retention.unpaid_deleted");
        items
    }
}

fn forgotten(forgotten: usize, kept: usize) -> RetentionSummary {
    RetentionSummary {
        forgotten,
        kept,
        ..RetentionSummary::default()
    }
}

#[tokio::test]
async fn an_unpaid_registration_goes_with_everything_about_it_when_it_is_expired_for_long() {
    let app = App::start().await;
    app.expired_order("asha@example.com").await;
    let counter = app.test_env.counter_order(SINGLE, "binu@example.com").await;
    app.test_env.paid_order(SINGLE, "meera@example.com").await;
    app.project().await;
    let began = app.test_env.clock.now();
    app.test_env.clock.set_to(began + KEPT_FOR - Duration::seconds(1));
    assert_eq!(app.forget().await, forgotten(0, 0));
    assert!(app.entries().await.is_empty(), "nothing happened");

    app.test_env.clock.set_to(began + KEPT_FOR + Duration::seconds(1));
    assert_eq!(app.forget().await, forgotten(2, 0));
    app.project().await;
    // Keys of forms, and marks of similar registrations, which die by themselves on the day.
    let items = app.test_env.dump(Table::Registrations).await;
    let living = items.iter().filter(|item| item.get("expires").is_none());
    let text: String = living.map(Value::to_string).collect();
    assert!(
        !text.contains("asha@example.com") && !text.contains("binu@example.com"),
        "{text}"
    );
    assert!(!text.contains(counter.customer_id.as_str()), "{text}");
    assert!(text.contains("meera@example.com"));
    let found = app
        .test_env
        .registrations()
        .find("binu@example.com")
        .await
        .unwrap();
    assert_eq!(found.rows.len(), 0);
    let entries = app.entries().await;
    assert_eq!(entries.len(), 1);
    assert_eq!(
        (&entries[0]["username"], &entries[0]["after"]),
        (
            &json!("system"),
            &json!({ "candidates": 2, "older_than_days": 90 })
        )
    );
    assert_eq!(app.forget().await, forgotten(0, 0), "a second run finds nothing");
}

#[tokio::test]
async fn whatever_was_paid_flagged_due_or_cannot_be_read_stays() {
    let app = App::start().await;
    let paid = app.test_env.paid_order(SINGLE, "paid@example.com").await;
    let refund = Change::RefundReported {
        refund_id: RefundId::parse("refund-1").unwrap(),
        amount: Some(domain::Paise::new(40_050)),
        event: RefundEvent::Succeeded,
    };
    app.test_env.change_paid(&paid, refund).await;
    // Nobody has heard of its end yet.
    app.test_env.open_order(SINGLE, "due@example.com").await;
    let flagged = app.expired_order("flagged@example.com").await;
    let flag = Flag::new(&flagged, AttentionKind::Disputed, app.test_env.clock.now());
    app.test_env.registrations().flag(&flag).await.unwrap();
    let unreadable = app.expired_order("unreadable@example.com").await;
    let reported = app.expired_order("reported@example.com").await;
    app.project().await;
    app.test_env
        .spoil("ORDER", unreadable.customer_id.as_str(), "/status")
        .await;
    let event = json!({ "pk": format!("REG#{}", reported.customer_id), "sk": "EVENT#x#y", "kind": "EVENT" });
    app.test_env.put(Table::Registrations, &event).await;
    let before = app.text().await;
    app.test_env.clock.advance(Duration::days(400));
    assert_eq!(app.forget().await, forgotten(0, 4));
    assert_eq!(app.text().await, before);
    assert!(app.entries().await.is_empty());
}

#[tokio::test]
async fn a_row_of_the_list_that_cannot_be_read_keeps_no_other_registration() {
    let app = App::start().await;
    let unreadable = app.expired_order("unreadable@example.com").await;
    app.expired_order("asha@example.com").await;
    app.project().await;
    app.test_env
        .spoil("PROJECTION", unreadable.customer_id.as_str(), "/row/status")
        .await;
    app.test_env.clock.advance(Duration::days(91));
    assert_eq!(app.forget().await, forgotten(1, 1));
}

#[tokio::test]
async fn a_registration_that_was_tried_again_later_is_as_old_as_its_last_order() {
    let app = App::start().await;
    let order = app.expired_order("asha@example.com").await;
    app.test_env.clock.advance(Duration::days(60));
    let mut again = order.clone();
    again.order_id = domain::OrderId::generate(&order.customer_id, &domain::Entropy::system());
    again.created_at = app.test_env.clock.now();
    again.expires_at = again.created_at + Duration::minutes(30);
    let mut item = serde_json::to_value(&again).unwrap();
    item["pk"] = json!(format!("REG#{}", order.customer_id));
    item["sk"] = json!(format!("ORDER#{}", again.order_id));
    item["kind"] = json!("ORDER");
    app.test_env.put(Table::Registrations, &item).await;
    app.project().await;
    app.test_env.clock.advance(Duration::days(40));
    assert_eq!(app.forget().await, forgotten(0, 1));
    app.test_env.clock.advance(Duration::days(51));
    assert_eq!(app.forget().await, forgotten(1, 0));
}

/// A payment that comes between the look and the deletion.
async fn paid_meanwhile(fault: Fault) -> (Write, bool) {
    let app = App::start().await;
    let order = app.expired_order("asha@example.com").await;
    let registrations = app.test_env.registrations();
    let before = app.test_env.clock.now() + Duration::days(1);
    let unpaid = registrations
        .unpaid_before(&order.customer_id, before, before)
        .await;
    let unpaid = unpaid.unwrap().expect("it can be forgotten");
    app.test_env.record_paid(&order).await;
    app.test_env.database.set(fault);
    let written = store_of(&app).forget(&unpaid).await.unwrap();
    app.test_env.database.set(Fault::None);
    let kept = registrations.order(&order.order_id).await.unwrap();
    (written, kept.is_some_and(|order| order.status == Status::Paid))
}

/// The table through the fault injector.
fn store_of(app: &App) -> store::Registrations {
    store::Registrations::from_env(&app.test_env.env()).unwrap()
}

#[tokio::test]
async fn a_payment_that_races_with_the_deletion_is_kept() {
    assert_eq!(paid_meanwhile(Fault::None).await, (Write::Stale, true));
}

#[tokio::test]
async fn without_conditions_the_deletion_would_take_the_payment() {
    assert_eq!(paid_meanwhile(Fault::NoConditions).await, (Write::Done, false));
}

/// The same of a clerk who takes the money at the counter, and of a correction.
#[tokio::test]
async fn a_registration_that_changes_at_that_moment_is_left_to_the_next_run() {
    let app = App::start().await;
    let order = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    let before = order.expires_at + Duration::days(1);
    let registrations = store_of(&app);
    let look = || registrations.unpaid_before(&order.customer_id, before, before);
    let unpaid = look().await.unwrap().expect("it can be forgotten");
    for item in app.test_env.dump(Table::Registrations).await {
        if item["kind"] == "CANDIDATE" {
            let mut corrected = item.clone();
            corrected["version"] = json!(1);
            app.test_env.put(Table::Registrations, &corrected).await;
        }
    }
    assert_eq!(registrations.forget(&unpaid).await.unwrap(), Write::Stale);
    let unpaid = look().await.unwrap().expect("it can be forgotten");
    app.settle_as(&order, Status::Failed).await;
    assert_eq!(registrations.forget(&unpaid).await.unwrap(), Write::Stale);
    let unpaid = look().await.unwrap().expect("it can be forgotten");
    assert_eq!(registrations.forget(&unpaid).await.unwrap(), Write::Done);
    // Twice is Stale, and once.
    assert_eq!(registrations.forget(&unpaid).await.unwrap(), Write::Stale);
}

#[tokio::test]
async fn a_crash_leaves_all_of_a_registration_or_nothing() {
    let mut writes = 0;
    loop {
        let app = App::start().await;
        app.expired_order("asha@example.com").await;
        app.project().await;
        app.test_env.clock.advance(Duration::days(100));
        app.test_env.database.set(Fault::CrashBefore(writes));
        let done = app.reconciler.forget_unpaid().await.is_ok();
        app.test_env.database.set(Fault::None);
        let items = app.test_env.dump(Table::Registrations).await;
        let kinds =
            ["CANDIDATE", "ORDER"].map(|kind| items.iter().filter(|item| item["kind"] == kind).count());
        assert!(
            kinds == [1, 1] || kinds == [0, 0],
            "{kinds:?} after {writes} writes"
        );
        if done {
            break;
        }
        writes += 1;
    }
    assert!(writes > 0);
}

#[tokio::test]
async fn a_wrong_number_of_days_stops_the_start_by_name() {
    let test_env = test_support::TestEnv::start().await;
    for days in ["29", "3651", "ninety", "-90"] {
        let env = test_env.env_with("UNPAID_KEPT_DAYS", days);
        let started = reconciler::handler_with(env, test_env.clock.handle(), domain::Entropy::system()).await;
        let error: ConfigError = started.err().unwrap();
        assert!(error.to_string().contains("UNPAID_KEPT_DAYS"), "{days}: {error}");
    }
}
