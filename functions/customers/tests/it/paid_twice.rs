//! What the page of a candidate says of other payments of the same address.

use crate::{file::get, start};
use serde_json::json;
use store::registrations::{
    paid::{ClaimPolicy, Payment, Recorded},
    places::PlaceAction,
};
use test_support::SINGLE;

#[tokio::test]
async fn each_of_two_payments_for_the_same_names_the_other() {
    let app = start().await;
    let first = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    assert!(
        get(&app, first.customer_id.as_str())
            .await
            .get("paid_twice")
            .is_none()
    );
    let second = app.test_env.written_order(SINGLE, "asha@example.com").await;
    let registrations = app.test_env.registrations();
    let payment = Payment {
        order: &second,
        method: None,
        at: app.test_env.clock.now(),
        claim: &ClaimPolicy::Leave {
            holder: first.order_id.clone(),
        },
        place: PlaceAction::Keep,
        counter: None,
    };
    assert_eq!(registrations.record_paid(&payment).await.unwrap(), Recorded::Done);
    // Another address has nothing to do with it.
    app.test_env.paid_order(SINGLE, "binu@example.com").await;
    for (this, other) in [(&first, &second), (&second, &first)] {
        assert_eq!(
            get(&app, this.customer_id.as_str()).await["paid_twice"],
            json!([{
                "customer_id": other.customer_id.as_str(),
                "name": "Asha Rao",
                "order_id": other.order_id.as_str(),
                "paid_for": other.selection.described(),
                "amount": 1000,
                "paid_at": "2025-05-20T04:30:00Z",
            }])
        );
    }
    // Paid back, it is paid once.
    app.test_env
        .pay_back(&app.test_env.stored(second.order_id.as_str()).await)
        .await;
    assert!(
        get(&app, first.customer_id.as_str())
            .await
            .get("paid_twice")
            .is_none()
    );
}
