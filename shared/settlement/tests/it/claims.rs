//! Who holds what was paid for.

use crate::App;
use domain::{
    AttentionKind,
    payment::{Order, Status},
};
use provider_simulator::PaymentStatus;
use test_support::{ALL, SINGLE};

/// Opens an order, and settles it once it is paid.
async fn pay(app: &App, package: &str) -> Order {
    let order = app.test_env.open_order(package, "asha@example.com").await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let settled = app.settle(&order).await;
    assert_eq!(settled.status, Status::Paid);
    settled
}

#[tokio::test]
async fn a_payment_takes_the_claim_of_a_registration_at_the_counter_that_nobody_has_paid() {
    for package in [SINGLE, ALL] {
        let app = App::start().await;
        app.test_env.counter_order(package, "asha@example.com").await;
        let order = pay(&app, package).await;
        let claims = app.test_env.registrations().claims(&order.claim_key()).await;
        assert_eq!(claims.unwrap().own.unwrap().order_id, order.order_id, "{package}");
        // It is no second payment of anything.
        assert_eq!(app.test_env.flags().await, [], "{package}");
    }
}

#[tokio::test]
async fn a_second_package_of_all_colleges_is_a_second_payment_of_the_first() {
    let app = App::start().await;
    let first = pay(&app, ALL).await;
    let second = pay(&app, "another-of-all").await;
    let flags = app.test_env.flags().await;
    let [flag] = flags.as_slice() else {
        panic!("{flags:?}");
    };
    assert_eq!(
        (flag.flag, &flag.order_id),
        (AttentionKind::DuplicatePayment, &second.order_id)
    );
    assert!(flag.note.contains(first.order_id.as_str()), "{}", flag.note);
}
