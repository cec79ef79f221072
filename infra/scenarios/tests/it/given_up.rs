//! A payment that is paid back while another of the same is made: the claim is the other's in the end.

use provider_simulator::PaymentStatus;
use scenarios::Expo;
use serde_json::json;
use test_support::{ALL, Fault, Request, SINGLE, call};

/// Pays a first order back while a second one of the same is paid, and returns whether the address still has what the
/// second has paid for.
async fn paid_back_while_paid_again(expo: &Expo, package: &str, email: &str, fault: Fault) -> bool {
    let [first, second] = [
        expo.register(package, email).await,
        expo.register(package, email).await,
    ];
    expo.pay(&first, PaymentStatus::Success);
    expo.deliver_webhooks().await;
    expo.pay(&second, PaymentStatus::Success);
    let webhook = expo.test_env.provider.take_webhooks().remove(0);
    let token = expo.test_env.admin_token().await;
    let amount = expo.stored(&first).await.amount.to_json();
    let refund = Request::post(
        format!("/api/payments/{first}/refunds"),
        &json!({ "amount": amount, "reason": "Cannot come" }),
    );
    let refund = refund
        .bearer(&token)
        .header("Idempotency-Key", "00000000-0000-4000-8000-000000000001");
    expo.test_env.database.set(fault);
    let (refunded, paid) = tokio::join!(call(&expo.payments, refund), expo.deliver(&webhook));
    expo.test_env.database.set(Fault::None);
    assert_eq!((refunded.status.as_u16(), paid.status.as_u16()), (202, 200));
    assert!(expo.stored(&first).await.is_refunded(), "{}", refunded.json);
    let second = expo.stored(&second).await;
    let registrations = expo.test_env.registrations();
    let found = registrations
        .orders_with_pass(&second.person.email)
        .await
        .unwrap();
    let claims = registrations.claims(&second.claim_key()).await.unwrap();
    let is_found = found.iter().any(|order| order.order_id == second.order_id);
    is_found && claims.own.is_some_and(|claim| claim.order_id == second.order_id)
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_refund_and_a_second_payment_at_once_the_payment_has_the_claim_in_the_end() {
    for _ in 0..3 {
        let expo = Expo::open().await;
        for round in 0..7 {
            for package in [SINGLE, ALL] {
                let email = format!("{package}{round}@example.com");
                assert!(
                    paid_back_while_paid_again(&expo, package, &email, Fault::None).await,
                    "{email}"
                );
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_conditions_a_refund_orphans_the_payment_that_is_made_with_it() {
    for _ in 0..100 {
        let expo = Expo::open().await;
        if !paid_back_while_paid_again(&expo, SINGLE, "asha@example.com", Fault::NoConditions).await {
            return;
        }
    }
    panic!("no refund met a payment in a hundred rounds");
}
