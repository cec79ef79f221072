//! What a registration, a payment, a refund or a removal does to lists and totals.

use crate::App;
use domain::{
    OrderId, Paise,
    payment::{Change, DisputeReport, DisputeState, PassValidity, RefundEvent, RefundId, Status},
};
use serde_json::json;
use store::{read_model::RowFilter, tables::Table};
use test_support::{Draw, SINGLE, rebuild, record};
use time::{Duration, macros::datetime};

#[tokio::test]
async fn every_mix_of_filters_lists_and_counts_the_right_candidates() {
    for seed in 1..=3 {
        let app = App::start().await;
        app.test_env.seed_candidates(seed, 40).await;
        app.run_stream().await;
        app.assert_right().await;
    }
}

#[tokio::test]
async fn a_status_that_changes_moves_the_candidate_from_list_to_list() {
    let app = App::start().await;
    let seeded = app.test_env.seed_candidates(11, 12).await;
    app.run_stream().await;
    let mut draw = Draw::new(11);
    for _ in 0..40 {
        let id = &draw.one_of(&seeded.iter().collect::<Vec<_>>()).customer_id;
        app.set_status(
            id,
            draw.one_of(&[Status::Active, Status::Failed, Status::Expired, Status::Unknown]),
        )
        .await;
        assert!(
            app.handle(&[record("MODIFY", "ORDER", id.as_str())])
                .await
                .is_empty()
        );
    }
    app.assert_right().await;
}

#[tokio::test]
async fn a_payment_counts_on_the_day_in_india_on_which_it_is_made() {
    let app = App::start().await;
    // Half past midnight in India is still the day before in UTC.
    app.test_env.clock.set_to(datetime!(2025-05-20 19:00 UTC));
    let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
    app.test_env.clock.advance(Duration::days(2));
    app.test_env.record_paid(&order).await;
    app.run_stream().await;
    let aggregates = app.aggregates().await;
    let of = |day: &str| aggregates.days.iter().find(|it| it.day == day).unwrap().sums;
    assert_eq!((of("2025-05-21").registrations, of("2025-05-21").paid), (1, 0));
    assert_eq!((of("2025-05-23").registrations, of("2025-05-23").paid), (0, 1));
    assert_eq!(of("2025-05-23").revenue, order.amount.into());
    assert_eq!(aggregates.revenue(), order.amount.into());
    assert_eq!(aggregates.packages[0].name, "Single Exam Access");
    app.assert_right().await;
}

#[tokio::test]
async fn a_candidate_who_pays_twice_is_one_paid_candidate_and_twice_the_revenue() {
    let app = App::start().await;
    let first = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.clock.advance(Duration::days(1));
    let mut second = first.clone();
    second.order_id = OrderId::parse(&format!("{}-SECOND", first.customer_id)).unwrap();
    second.paid_at = Some(app.test_env.clock.now());
    let mut item = serde_json::to_value(&second).unwrap();
    item["pk"] = json!(format!("REG#{}", first.customer_id));
    item["sk"] = json!(format!("ORDER#{}", second.order_id));
    item["kind"] = json!("ORDER");
    app.test_env.put(Table::Registrations, &item).await;
    app.run_stream().await;
    app.assert_right().await;
    let aggregates = app.aggregates().await;
    assert_eq!(
        aggregates.revenue(),
        [first.amount; 2].into_iter().map(Into::into).sum()
    );
    assert_eq!(aggregates.packages[0].sums.paid, 1);
    assert_eq!(aggregates.days.iter().map(|day| day.sums.paid).sum::<u64>(), 1);
}

#[tokio::test]
async fn a_lost_dispute_leaves_the_revenue_and_one_after_a_refund_leaves_less_than_nothing() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.pay_back(&order).await;
    let kept = app.test_env.paid_order(SINGLE, "binu@example.com").await;
    for (order, revenue) in [(&kept, 0), (&order, -100_000)] {
        let lost = Change::DisputeReported(DisputeReport {
            id: "433475258".to_owned(),
            state: DisputeState::Lost,
            word: "CHARGEBACK_MERCHANT_LOST".to_owned(),
            amount: None,
            updated_at: None,
        });
        app.test_env.change_paid(order, lost).await;
        app.run_stream().await;
        let aggregates = app.aggregates().await;
        assert_eq!(aggregates.revenue().get(), revenue);
        assert_eq!(aggregates.packages[0].sums.revenue.get(), revenue);
    }
}

#[tokio::test]
async fn a_refund_leaves_the_revenue_of_the_day_of_its_payment_and_the_candidate_paid() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.run_stream().await;
    app.test_env.clock.advance(Duration::days(3));
    let refunded = |id: &str, paise| Change::RefundReported {
        refund_id: RefundId::parse(id).unwrap(),
        amount: Some(Paise::new(paise)),
        event: RefundEvent::Succeeded,
    };
    for (id, paise, left, validity) in [
        ("RF1", 40_000, 60_000, PassValidity::Valid),
        ("RF2", 60_000, 0, PassValidity::Withdrawn),
    ] {
        app.test_env.change_paid(&order, refunded(id, paise)).await;
        app.run_stream().await;
        let aggregates = app.aggregates().await;
        assert_eq!(aggregates.revenue().get(), left);
        assert_eq!(aggregates.days.len(), 1);
        assert_eq!(aggregates.days[0].sums.revenue.get(), left);
        assert_eq!(aggregates.packages[0].sums.revenue.get(), left);
        assert_eq!(aggregates.colleges[0].sums.revenue.get(), left);
        assert_eq!(aggregates.with_status(Status::Paid), 1);
        let filter = RowFilter::default();
        let rows = app
            .test_env
            .registrations()
            .rows(&filter, 10, None)
            .await
            .unwrap()
            .rows;
        assert_eq!(rows[0].validity(), Some(validity));
    }
}

#[tokio::test]
async fn what_was_reversed_is_listed_and_counted_until_it_is_given_back() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.paid_order(SINGLE, "binu@example.com").await;
    let withdrawn = app.test_env.withdraw(&order).await;
    app.run_stream().await;
    app.assert_reversed([1, 0]).await;
    let restored = app.test_env.change_paid(&withdrawn, Change::Restored).await;
    app.run_stream().await;
    app.assert_reversed([0, 0]).await;
    app.assert_right().await;
    app.test_env.pay_back(&restored).await;
    app.run_stream().await;
    app.assert_reversed([1, 1]).await;

    // A rebuild brings back what is missing, and removes what belongs to nobody.
    for item in app.test_env.dump(Table::Registrations).await {
        if item["pk"].as_str().unwrap().starts_with("BY_REVERSED#WITHDRAWN") {
            app.test_env.delete(Table::Registrations, &item).await;
        }
        if item["pk"].as_str().unwrap().starts_with("BY_STATUS#PAID") {
            let mut stray = item.clone();
            stray["pk"] = json!(
                stray["pk"]
                    .as_str()
                    .unwrap()
                    .replace("STATUS#PAID", "REVERSED#REFUNDED")
            );
            app.test_env.put(Table::Registrations, &stray).await;
        }
    }
    let now = app.test_env.clock.now();
    let done = rebuild(&app.test_env.registrations(), now).await.unwrap();
    assert_eq!((done.candidates, done.mended), (2, 1));
    app.assert_reversed([1, 1]).await;
    let items = app.test_env.dump(Table::Registrations).await;
    let entries = items
        .iter()
        .filter(|item| item["pk"].as_str().unwrap().starts_with("BY_REVERSED#"));
    assert_eq!(entries.count(), 2);
}

#[tokio::test]
async fn a_candidate_that_is_removed_is_in_no_list_and_no_total() {
    let app = App::start().await;
    let seeded = app.test_env.seed_candidates(5, 6).await;
    app.run_stream().await;
    let gone = seeded[2].customer_id.as_str();
    for item in app.test_env.dump(Table::Registrations).await {
        if item["pk"] == format!("REG#{gone}") && item["kind"] != "PROJECTION" {
            app.test_env.delete(Table::Registrations, &item).await;
        }
    }
    assert!(
        app.handle(&[record("REMOVE", "CANDIDATE", gone)])
            .await
            .is_empty()
    );
    app.assert_right().await;
    let items = app.test_env.dump(Table::Registrations).await;
    let left = items
        .iter()
        .filter(|item| item["sk"].as_str().unwrap().contains(gone) || item["pk"] == format!("REG#{gone}"));
    assert_eq!(left.count(), 0);
}
