//! Who holds what was paid for.

use crate::App;
use domain::payment::Status;
use provider_simulator::PaymentStatus;
use test_support::{ALL, SINGLE};

#[tokio::test]
async fn a_payment_takes_the_claim_of_a_registration_at_the_counter_that_nobody_has_paid() {
    for package in [SINGLE, ALL] {
        let app = App::start().await;
        app.test_env.counter_order(package, "asha@example.com").await;
        let order = app.test_env.open_order(package, "asha@example.com").await;
        app.test_env
            .attempt(order.order_id.as_str(), PaymentStatus::Success);
        assert_eq!(app.settle(&order).await.status, Status::Paid);
        let claims = app.test_env.registrations().claims(&order.claim_key()).await;
        assert_eq!(claims.unwrap().own.unwrap().order_id, order.order_id, "{package}");
        // It is no second payment of anything.
        assert_eq!(app.test_env.flags().await, [], "{package}");
    }
}
