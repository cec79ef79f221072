//! The provider is down, slow, busy or drops the connection: nothing is lost, and the same form sent again
//! goes on where it stopped.

use crate::{App, order_of, refusal};
use domain::payment::{Lane, Status};
use provider_simulator::{Call, Fault, PaymentStatus};
use serde_json::Value;
use store::{registrations::due::Task, tables::Table};
use test_support::{Fault as DatabaseFault, SINGLE, registration};
use time::Duration;

const KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10";

fn form() -> Value {
    registration(SINGLE, "asha@example.com")
}

/// The only order there is.
async fn only_order(app: &App) -> String {
    let rows = app.test_env.dump(Table::Registrations).await;
    let orders: Vec<&Value> = rows.iter().filter(|row| row["kind"] == "ORDER").collect();
    assert_eq!(orders.len(), 1);
    orders[0]["order_id"].as_str().unwrap().to_owned()
}

/// The row is there, and the provider will be asked about it even if nobody comes back.
async fn assert_kept_and_due(app: &App) {
    let order = app.stored(&only_order(app).await).await;
    assert_eq!(order.status, Status::Created);
    let soon = app.test_env.clock.now() + Duration::minutes(2);
    let due = app
        .test_env
        .registrations()
        .waiting()
        .await
        .unwrap()
        .due(Task::Settle(Lane::First), soon);
    assert_eq!(due, [order.order_id]);
}

/// The same form again gives the order that is there already, and one order at the provider.
async fn assert_resumes(app: &App) {
    app.test_env.provider.clear_faults();
    let order = order_of(&app.create_with_key(KEY, &form()).await);
    assert_eq!(order, only_order(app).await);
    assert_eq!(app.stored(&order).await.status, Status::Active);
    let orders = app.test_env.provider.export()["orders"].clone();
    assert_eq!(orders.as_object().unwrap().len(), 1);
    app.test_env.attempt(&order, PaymentStatus::Success);
    app.test_env.clock.advance(Duration::seconds(6));
    assert_eq!(app.status(&order).await.json["status"], "PAID");
}

#[tokio::test]
async fn a_provider_that_fails_is_a_502_and_the_same_form_goes_on_later() {
    for (call, fault) in [
        (None, Fault::Status { status: 500 }),
        (None, Fault::Status { status: 503 }),
        (None, Fault::Drop),
        (None, Fault::Junk),
        (Some(Call::CreateOrder), Fault::Status { status: 502 }),
        (Some(Call::CreateOrder), Fault::Drop),
        (Some(Call::CreateOrder), Fault::Junk),
        // The id is said to be taken, or the provider gave up waiting for us: it may have the order.
        (Some(Call::CreateOrder), Fault::Status { status: 409 }),
        (Some(Call::CreateOrder), Fault::Status { status: 408 }),
        // It takes the order, and neither says so nor answers when asked.
        (Some(Call::GetOrder), Fault::Status { status: 500 }),
    ] {
        let app = App::start().await;
        if call == Some(Call::GetOrder) {
            app.test_env
                .provider
                .fail_next(Some(Call::CreateOrder), Fault::DropAfterCommit);
        }
        app.test_env.provider.fail_always(call, fault);
        let answer = app.create_with_key(KEY, &form()).await;
        assert_eq!(refusal(&answer), (502, "provider_unavailable", ""), "{fault:?}");
        assert_eq!(answer.message(), "Payment initialization failed");
        assert_kept_and_due(&app).await;
        assert_resumes(&app).await;
    }
}

#[tokio::test]
async fn an_order_whose_creation_got_no_answer_is_found_and_not_made_twice() {
    for fault in [
        Fault::DropAfterCommit,
        Fault::StatusAfterCommit { status: 500 },
        Fault::StatusAfterCommit { status: 503 },
    ] {
        let app = App::start().await;
        app.test_env.provider.fail_next(Some(Call::CreateOrder), fault);
        let answer = app.create_with_key(KEY, &form()).await;
        let order = order_of(&answer);
        assert_eq!(app.test_env.provider.calls(Call::CreateOrder), 1, "{fault:?}");
        let orders = app.test_env.provider.export()["orders"].clone();
        assert_eq!(orders.as_object().unwrap().len(), 1);
        assert_eq!(orders[&order]["session"], answer.json["payment_session_id"]);
        assert_resumes(&app).await;
    }
}

#[tokio::test]
async fn a_provider_that_hangs_after_it_took_the_order_costs_time_and_no_order() {
    let app = App::start().await;
    app.test_env
        .provider
        .fail_next(Some(Call::CreateOrder), Fault::TimeoutAfterCommit);
    order_of(&app.create_with_key(KEY, &form()).await);
    assert_resumes(&app).await;
}

#[tokio::test]
async fn a_slow_provider_is_waited_for() {
    let app = App::start().await;
    app.test_env
        .provider
        .fail_next(Some(Call::CreateOrder), Fault::Slow { millis: 1500 });
    order_of(&app.create_with_key(KEY, &form()).await);
    assert_resumes(&app).await;
}

#[tokio::test]
async fn a_busy_provider_is_a_place_in_line_whose_moment_is_when_it_is_over() {
    let app = App::start().await;
    let busy = Fault::RateLimited { retry_after: 37 };
    app.test_env.provider.fail_always(Some(Call::CreateOrder), busy);
    let answer = app.create_with_key(KEY, &form()).await;
    assert_eq!(answer.status, 202, "{}", answer.json);
    assert_eq!(answer.json["eta_seconds"], 37);
    app.test_env.provider.clear_faults();
    app.test_env.clock.advance(Duration::seconds(37));
    order_of(&app.create_with_key(KEY, &form()).await);
}

#[tokio::test]
async fn a_provider_that_is_busy_for_a_second_is_not_even_noticed() {
    let app = App::start().await;
    let busy = Fault::RateLimited { retry_after: 1 };
    app.test_env.provider.fail_next(Some(Call::CreateOrder), busy);
    order_of(&app.create_with_key(KEY, &form()).await);
    assert_resumes(&app).await;
}

#[tokio::test]
async fn the_same_form_after_the_outage_is_taken_up_although_the_order_counts_as_failed_by_then() {
    let app = App::start().await;
    app.test_env
        .provider
        .fail_always(None, Fault::Status { status: 503 });
    assert_eq!(app.create_with_key(KEY, &form()).await.status, 502);
    app.test_env.provider.clear_faults();
    app.test_env.clock.advance(Duration::minutes(5));
    let order = only_order(&app).await;
    assert_eq!(app.status(&order).await.json["status"], "FAILED");
    assert_resumes(&app).await;
}

#[tokio::test]
async fn no_order_goes_to_the_provider_before_its_item_is_written() {
    let app = App::start().await;
    // The throttle's counter is the first write. The line's slot and the gate's follow, then the row, then the note that it
    // is open. Where the line cannot be written the order goes ahead, and with it the row cannot be.
    for written in [0, 1, 2, 3] {
        app.test_env.database.set(DatabaseFault::CrashBefore(written));
        assert_eq!(app.create(&form()).await.status, 500);
        assert_eq!(app.count("ORDER").await, 0);
        assert_eq!(app.test_env.provider.calls(Call::CreateOrder), 0);
    }
    app.test_env.database.set(DatabaseFault::CrashBefore(4));
    let order = order_of(&app.create(&form()).await);
    app.test_env.database.set(DatabaseFault::None);
    assert_eq!(app.stored(&order).await.status, Status::Created);
    assert_kept_and_due(&app).await;
    assert_eq!(app.status(&order).await.json["status"], "ACTIVE");
}

#[tokio::test]
async fn a_database_that_is_down_is_a_500_without_details() {
    let app = App::start().await;
    app.test_env.database.set(DatabaseFault::CrashBefore(0));
    let answer = app.create(&form()).await;
    assert_eq!(refusal(&answer), (500, "internal_error", ""));
    assert_eq!(answer.message(), "Something went wrong. Please try again.");
}
