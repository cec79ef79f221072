//! Every hour: payments, refunds and disputes whose webhooks were lost.

use crate::App;
use domain::payment::Order;
use provider_simulator::{Call, Fault, PaymentStatus, Shown};
use reconciler::ReconSummary;
use serde_json::Value;
use store::tables::Table;
use test_support::{ALL, Fault as DatabaseFault, SINGLE};
use time::Duration;

impl App {
    async fn recon(&self) -> ReconSummary {
        self.reconciler.recon().await.unwrap()
    }

    /// A candidate who paid online, noticed by the run of the minute.
    async fn paid_online(&self, email: &str) -> Order {
        let order = self.test_env.open_order(SINGLE, email).await;
        self.test_env
            .attempt(order.order_id.as_str(), PaymentStatus::Success);
        self.test_env.clock.advance(Duration::minutes(3));
        self.run().await;
        assert_eq!(self.status(&order).await, "PAID");
        order
    }

    async fn events(&self) -> Vec<String> {
        let rows = self.test_env.dump(Table::Registrations).await;
        let events = rows.iter().filter(|row| row["kind"] == "EVENT");
        events
            .map(|row| row["summary"].as_str().unwrap().to_owned())
            .collect()
    }

    async fn kinds(&self) -> Vec<&'static str> {
        let mut kinds: Vec<_> = self.flags().await.iter().map(|flag| flag.flag.as_str()).collect();
        kinds.sort_unstable();
        kinds
    }

    async fn state(&self) -> Value {
        let rows = self.test_env.dump(Table::Admin).await;
        rows.into_iter()
            .find(|row| row["pk"] == "RECON")
            .unwrap_or_default()
    }
}

fn finished(summary: ReconSummary) -> (usize, usize, bool) {
    (summary.paid, summary.reversals, summary.finished)
}

#[tokio::test]
async fn a_refund_and_a_dispute_whose_webhooks_were_lost_are_noticed_within_the_hour() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    app.test_env.provider.dispute(order.order_id.as_str()).unwrap();
    app.run_after(Duration::hours(1)).await;
    assert!(
        app.kinds().await.is_empty(),
        "the run for due items does not look for them"
    );
    assert_eq!(finished(app.recon().await), (0, 2, true));
    assert_eq!(app.kinds().await, ["DISPUTED", "REFUNDED"]);
    let events = app.events().await;
    assert!(
        events
            .iter()
            .any(|event| event.starts_with("REFUND refund") && event.ends_with(" SUCCESS"))
    );
    assert!(events.iter().any(|event| event.starts_with("DISPUTE ")));
    assert_eq!(app.status(&order).await, "PAID");
}

#[tokio::test]
async fn what_was_missed_is_found_whatever_the_version_in_which_the_provider_lists_it() {
    for version in ["2025-01-01", "2026-01-01"] {
        let test_env = test_support::TestEnv::start().await;
        let env = test_env.env_with("PROVIDER_API_VERSION", version);
        let reconciler = reconciler::handler_with(env, test_env.clock.handle(), domain::Entropy::system());
        let app = App {
            reconciler: reconciler.await.unwrap(),
            test_env,
        };
        let order = app.paid_online("asha@example.com").await;
        let missed = app.test_env.open_order(SINGLE, "binu@example.com").await;
        app.test_env
            .attempt(missed.order_id.as_str(), PaymentStatus::Success);
        app.test_env.provider.refund(order.order_id.as_str()).unwrap();
        assert_eq!(finished(app.recon().await), (1, 1, true), "{version}");
        assert_eq!(app.status(&missed).await, "PAID", "{version}");
        assert_eq!(app.kinds().await, ["REFUNDED"], "{version}");
    }
}

#[tokio::test]
async fn the_same_refund_is_one_record_and_one_read_however_often_it_is_listed() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    assert_eq!(finished(app.recon().await), (0, 1, true));
    let (rows, reads) = (
        app.test_env.dump(Table::Registrations).await,
        app.test_env.provider.calls(Call::Refunds),
    );
    for _ in 0..3 {
        app.test_env.clock.advance(Duration::hours(1));
        assert_eq!(finished(app.recon().await), (0, 0, true));
    }
    assert_eq!(app.test_env.dump(Table::Registrations).await, rows);
    assert_eq!(app.test_env.provider.calls(Call::Refunds), reads);
    // The control: another refund is another record.
    app.test_env.provider.dispute(order.order_id.as_str()).unwrap();
    assert_eq!(finished(app.recon().await), (0, 1, true));
    assert_eq!(app.events().await.len(), 2);
}

#[tokio::test]
async fn a_dispute_that_the_order_does_not_list_yet_is_kept_beside_a_refund_that_it_lists() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.provider.refund(id).unwrap();
    app.test_env.provider.dispute(id).unwrap();
    let shown = Shown {
        no_disputes: true,
        ..Shown::default()
    };
    app.test_env.provider.show(id, shown).unwrap();
    assert_eq!(finished(app.recon().await), (0, 2, true));
    assert_eq!(app.kinds().await, ["DISPUTED", "REFUNDED"]);
    assert!(app.test_env.stored(id).await.disputes.is_empty());
    // Once it is listed, it is the same record, and in the order.
    app.test_env.provider.show(id, Shown::default()).unwrap();
    app.test_env.clock.advance(Duration::hours(1));
    app.recon().await;
    assert_eq!(app.events().await.len(), 2);
    assert_eq!(app.test_env.stored(id).await.disputes.len(), 1);
}

#[tokio::test]
async fn a_refund_that_the_order_does_not_list_yet_counts_once_it_does() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.provider.refund(id).unwrap();
    let shown = Shown {
        no_refunds: true,
        ..Shown::default()
    };
    app.test_env.provider.show(id, shown).unwrap();
    app.recon().await;
    assert_eq!(app.kinds().await, ["REFUNDED"]);
    assert_eq!(app.test_env.stored(id).await.net(), order.amount.into());
    app.test_env.provider.show(id, Shown::default()).unwrap();
    app.test_env.clock.advance(Duration::hours(1));
    app.recon().await;
    assert_eq!(app.test_env.stored(id).await.net().get(), 0);
    assert_eq!(app.kinds().await, ["REFUNDED"]);
    // Then it is dealt with.
    let reads = app.test_env.provider.calls(Call::Refunds);
    for _ in 0..3 {
        app.test_env.clock.advance(Duration::hours(1));
        app.recon().await;
    }
    assert_eq!(app.test_env.provider.calls(Call::Refunds), reads);
}

#[tokio::test]
async fn a_refund_that_its_order_never_lists_is_flagged_once_and_asked_about_a_few_times() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.provider.refund(id).unwrap();
    let shown = Shown {
        no_refunds: true,
        ..Shown::default()
    };
    app.test_env.provider.show(id, shown).unwrap();
    app.recon().await;
    let [flag] = app.test_env.flags().await.try_into().unwrap();
    app.test_env.clear_flag(&flag).await;
    for _ in 0..48 {
        app.test_env.clock.advance(Duration::hours(1));
        assert!(app.recon().await.finished);
    }
    assert_eq!(app.test_env.provider.calls(Call::Refunds), 5);
    assert!(app.kinds().await.is_empty());
    assert_eq!(app.events().await.len(), 1);
}

#[tokio::test]
async fn a_refund_of_an_order_that_could_not_be_settled_counts_once_it_is_paid() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::Success);
    app.test_env.clock.advance(Duration::minutes(1));
    app.test_env.provider.refund(id).unwrap();
    let down = Fault::Status { status: 503 };
    app.test_env.provider.fail_always(Some(Call::GetOrder), down);
    app.test_env.clock.advance(Duration::hours(1));
    let summary = app.recon().await;
    assert_eq!((summary.paid, summary.reversals, summary.failed), (0, 1, 1));
    app.test_env.provider.clear_faults();
    app.test_env.clock.advance(Duration::hours(1));
    assert_eq!(finished(app.recon().await), (1, 0, true));
    assert_eq!(app.status(&order).await, "PAID");
    assert_eq!(app.test_env.stored(id).await.net().get(), 0);
    assert_eq!(app.kinds().await, ["REFUNDED"]);
}

#[tokio::test]
async fn a_flag_that_was_cleared_stays_cleared() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    app.recon().await;
    let rows = app.test_env.dump(Table::Registrations).await;
    for flag in rows.iter().filter(|row| row["kind"] == "ATTENTION") {
        app.test_env.delete(Table::Registrations, flag).await;
    }
    app.test_env.clock.advance(Duration::hours(1));
    app.recon().await;
    assert!(app.kinds().await.is_empty());
}

#[tokio::test]
async fn a_payment_that_webhook_and_reconciler_missed_is_settled() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    // It has expired and been asked about for the last time, and then the bank says yes after all.
    for minutes in [3, 32, 92, 24 * 60 + 31] {
        app.run_at(&order, minutes).await;
    }
    assert_eq!(app.status(&order).await, "EXPIRED");
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    app.run_after(Duration::hours(1)).await;
    assert_eq!(app.status(&order).await, "EXPIRED");
    assert_eq!(finished(app.recon().await), (1, 0, true));
    assert_eq!(app.status(&order).await, "PAID");
    let asked = app.asked();
    app.recon().await;
    assert_eq!(app.asked(), asked, "a paid order is not asked about");
}

#[tokio::test]
async fn what_went_back_of_a_payment_whose_person_was_forgotten_is_noticed_within_the_hour() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    app.test_env.forget(&order).await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    app.test_env.clock.advance(Duration::hours(1));
    assert_eq!(finished(app.recon().await), (0, 1, true));
    let registrations = app.test_env.registrations();
    let left = registrations.forgotten_payment(&order.order_id).await.unwrap();
    assert_eq!(left.unwrap().refunded(), order.amount);
    assert_eq!(app.kinds().await, ["REFUNDED"]);
    // And then it is dealt with.
    let reads = app.test_env.provider.calls(Call::Refunds);
    app.test_env.clock.advance(Duration::hours(1));
    assert_eq!(finished(app.recon().await), (0, 0, true));
    assert_eq!(app.test_env.provider.calls(Call::Refunds), reads);
}

#[tokio::test]
async fn a_dispute_of_a_payment_whose_person_was_forgotten_is_flagged_once_although_it_is_not_listed() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.forget(&order).await;
    app.test_env.provider.dispute(id).unwrap();
    let shown = Shown {
        no_disputes: true,
        ..Shown::default()
    };
    app.test_env.provider.show(id, shown).unwrap();
    assert_eq!(finished(app.recon().await), (0, 1, true));
    let [flag] = app.test_env.flags().await.try_into().unwrap();
    assert!(
        flag.note.starts_with("DISPUTE ") && flag.note.contains("was forgotten"),
        "{}",
        flag.note
    );
    app.test_env.clear_flag(&flag).await;
    for _ in 0..4 {
        app.test_env.clock.advance(Duration::hours(1));
        assert_eq!(finished(app.recon().await), (0, 0, true));
    }
    assert!(app.kinds().await.is_empty());
}

#[tokio::test]
async fn a_payment_at_the_counter_and_an_order_of_another_merchant_change_nothing() {
    let app = App::start().await;
    app.test_env.counter_order(ALL, "asha@example.com").await;
    let order = app.test_env.open_order(SINGLE, "binu@example.com").await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    let mut elsewhere = app.test_env.provider.export();
    let orders = elsewhere["orders"].as_object_mut().unwrap();
    let (_, mut foreign) = orders.clone().into_iter().next().unwrap();
    orders.clear();
    foreign["order_id"] = "another shop's".into();
    orders.insert("another shop's".to_owned(), foreign);
    app.test_env.provider.import(elsewhere).unwrap();
    assert_eq!(finished(app.recon().await), (0, 0, true));
    assert!(app.kinds().await.is_empty());
}

#[tokio::test]
async fn page_after_page_is_gone_through_and_a_run_that_dies_between_two_goes_on_where_it_was() {
    let app = App::start().await;
    for number in 0..7 {
        let order = app.paid_online(&format!("student{number}@example.com")).await;
        app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    }
    app.test_env.provider.shorten_recon_pages(4);
    // Fourteen events: the first pages are paid for, and then the table dies in the middle of one.
    for dead_after in [0, 3, 9] {
        app.test_env.database.set(DatabaseFault::CrashBefore(dead_after));
        assert!(app.reconciler.recon().await.is_err(), "{dead_after}");
        app.test_env.database.set(DatabaseFault::None);
        app.test_env.clock.advance(Duration::minutes(2));
    }
    let before = app.test_env.provider.calls(Call::Recon);
    assert!(
        !app.state().await["window"]["cursor"].is_null(),
        "{}",
        app.state().await
    );
    assert!(app.recon().await.finished);
    let pages = app.test_env.provider.calls(Call::Recon) - before;
    assert!(pages < 4, "it started over: {pages} pages");
    assert_eq!(app.events().await.len(), 7);
    assert_eq!(app.kinds().await, ["REFUNDED"; 7]);
    let state = app.state().await;
    assert!(
        state["window"].is_null() && !state["covered_until"].is_null(),
        "{state}"
    );
}

#[tokio::test]
async fn a_provider_that_is_down_is_no_failure_and_the_next_run_covers_the_time() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    app.recon().await;
    app.test_env
        .provider
        .fail_always(None, Fault::Status { status: 503 });
    app.test_env.provider.dispute(order.order_id.as_str()).unwrap();
    for _ in 0..72 {
        app.test_env.clock.advance(Duration::hours(1));
        assert_eq!(finished(app.recon().await), (0, 0, false));
    }
    app.test_env.provider.clear_faults();
    assert_eq!(finished(app.recon().await), (0, 1, true), "three days later");
    assert_eq!(app.kinds().await, ["DISPUTED", "REFUNDED"]);
}

/// A page with a payment and its refund, and a last one with a row that cannot be read.
async fn refunded_before_an_odd_row(app: &App) -> Order {
    let order = app.paid_online("asha@example.com").await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    app.test_env.clock.advance(Duration::minutes(1));
    let odd = app.paid_online("binu@example.com").await;
    let shown = Shown {
        is_nameless_in_recon: true,
        ..Shown::default()
    };
    app.test_env.provider.show(odd.order_id.as_str(), shown).unwrap();
    app.test_env.provider.shorten_recon_pages(2);
    order
}

#[tokio::test]
async fn one_row_that_cannot_be_read_holds_up_nothing_even_alone_on_the_last_page() {
    let app = App::start().await;
    let order = refunded_before_an_odd_row(&app).await;
    let summary = app.recon().await;
    assert_eq!((summary.pages, summary.unread), (2, 1));
    assert_eq!(finished(summary), (0, 1, true));
    app.test_env.clock.advance(Duration::hours(1));
    app.test_env.provider.dispute(order.order_id.as_str()).unwrap();
    assert_eq!(finished(app.recon().await), (0, 1, true));
    assert_eq!(app.kinds().await, ["DISPUTED", "REFUNDED"]);
}

#[tokio::test]
async fn one_row_that_cannot_be_read_holds_up_nothing_even_alone_in_the_run_that_goes_on() {
    let app = App::start().await;
    refunded_before_an_odd_row(&app).await;
    let (at_once, down) = (Fault::Slow { millis: 0 }, Fault::Status { status: 503 });
    app.test_env.provider.fail_next(Some(Call::Recon), at_once);
    app.test_env.provider.fail_always(Some(Call::Recon), down);
    assert_eq!(finished(app.recon().await), (0, 1, false));
    app.test_env.provider.clear_faults();
    let summary = app.recon().await;
    assert_eq!((summary.pages, summary.understood, summary.unread), (1, 0, 1));
    assert_eq!(finished(summary), (0, 0, true));
    assert!(app.state().await["window"].is_null());
}

#[tokio::test]
async fn a_list_of_which_nothing_can_be_read_is_no_time_in_which_nothing_happened() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    assert!(app.recon().await.finished);
    let id = order.order_id.as_str();
    app.test_env.provider.refund(id).unwrap();
    let shown = Shown {
        is_nameless_in_recon: true,
        ..Shown::default()
    };
    app.test_env.provider.show(id, shown).unwrap();
    for _ in 0..72 {
        let summary = app.recon().await;
        assert_eq!((finished(summary), summary.failed), ((0, 0, false), 0));
        app.test_env.clock.advance(Duration::hours(1));
    }
    app.test_env.provider.show(id, Shown::default()).unwrap();
    assert_eq!(finished(app.recon().await), (0, 1, true), "three days later");
    assert_eq!(app.kinds().await, ["REFUNDED"]);
}

#[tokio::test]
async fn a_cursor_that_the_provider_forgot_restarts_the_window() {
    let app = App::start().await;
    for number in 0..3 {
        let order = app.paid_online(&format!("student{number}@example.com")).await;
        app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    }
    app.test_env.provider.shorten_recon_pages(2);
    app.test_env.database.set(DatabaseFault::CrashBefore(9));
    assert!(app.reconciler.recon().await.is_err());
    app.test_env.database.set(DatabaseFault::None);
    app.test_env.clock.advance(Duration::minutes(2));
    let mut state = app.state().await;
    assert!(state["window"]["cursor"].is_string(), "{state}");
    state["window"]["cursor"] = "of another day".into();
    app.test_env.put(Table::Admin, &state).await;
    assert!(app.recon().await.finished);
    assert_eq!(app.events().await.len(), 3);
}

#[tokio::test]
async fn one_order_that_cannot_be_read_holds_up_no_other_and_the_run_is_unfinished() {
    let app = App::start().await;
    let broken = app.paid_online("asha@example.com").await;
    let whole = app.paid_online("binu@example.com").await;
    for order in [&broken, &whole] {
        app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    }
    let rows = app.test_env.dump(Table::Registrations).await;
    let mut row = rows
        .into_iter()
        .find(|row| row["kind"] == "ORDER" && row["order_id"] == broken.order_id.as_str())
        .unwrap();
    row["amount"] = "a lot".into();
    app.test_env.put(Table::Registrations, &row).await;
    let summary = app.recon().await;
    assert_eq!(
        (summary.reversals, summary.failed, summary.finished),
        (1, 1, false)
    );
}

#[tokio::test]
async fn an_order_that_others_write_at_the_same_time_holds_up_no_other_and_is_left_for_the_next_run() {
    let app = App::start().await;
    let contended = app.paid_online("asha@example.com").await;
    let other = app.paid_online("binu@example.com").await;
    for order in [&contended, &other] {
        app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    }
    let id = contended.order_id.as_str().to_owned().leak();
    app.test_env.database.set(DatabaseFault::ConflictAbout(id));
    let summary = app.recon().await;
    assert_eq!(
        (summary.reversals, summary.failed, summary.finished),
        (1, 1, false)
    );
    app.test_env.database.set(DatabaseFault::None);
    assert_eq!(finished(app.recon().await), (0, 1, true));
}

#[tokio::test]
async fn two_runs_at_once_are_one() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com").await;
    app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    let both = futures::future::join_all([app.recon(), app.recon(), app.recon()]).await;
    let at_work = both.iter().filter(|summary| !summary.busy).count();
    assert!(at_work >= 1, "{both:?}");
    let found: usize = both.iter().map(|summary| summary.reversals).sum();
    assert_eq!((found, app.events().await.len()), (1, 1));
}

#[tokio::test]
async fn a_run_asks_no_more_than_its_share_of_the_providers_limits_and_the_next_goes_on() {
    let test_env = test_support::TestEnv::start().await;
    let env = test_env.env_with("PROVIDER_REFUNDS_PER_MINUTE", "4");
    let reconciler = reconciler::handler_with(env, test_env.clock.handle(), domain::Entropy::system());
    let app = App {
        reconciler: reconciler.await.unwrap(),
        test_env,
    };
    for number in 0..7 {
        let order = app.paid_online(&format!("student{number}@example.com")).await;
        app.test_env.provider.refund(order.order_id.as_str()).unwrap();
    }
    for (found, whole) in [(3, false), (3, false), (1, true)] {
        let asked = app.test_env.provider.calls(Call::Refunds);
        assert_eq!(finished(app.recon().await), (0, found, whole));
        assert!(app.test_env.provider.calls(Call::Refunds) - asked <= 4);
        app.test_env.clock.advance(Duration::hours(1));
    }
}
