//! A payment that is paid back while another of the same is made: the claim is the other's in the end.

use provider_simulator::PaymentStatus;
use scenarios::Expo;
use serde_json::json;
use test_support::{ALL, Fault, Request, SINGLE, call};

/// Which of the two that meet stands still while the other goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meeting {
    /// Neither: both at once.
    AtOnce,
    /// The second payment, before the request to the database of this number, until the refund has ended.
    PaymentWaitsAt(u64),
    /// The refund, in the same way.
    RefundWaitsAt(u64),
}

/// Pays a first order back while a second one of the same is paid, and returns whether the address still has what the
/// second has paid for; None if the payment has ended before it was to stand still.
async fn paid_back_while_paid_again(
    expo: &Expo,
    package: &str,
    email: &str,
    (fault, meeting): (Fault, Meeting),
) -> Option<bool> {
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
    let database = &expo.test_env.database;
    database.set(fault);
    let (refund, payment) = (call(&expo.payments, refund), expo.deliver(&webhook));
    let met = match meeting {
        Meeting::AtOnce => Some(tokio::join!(refund, payment)),
        Meeting::PaymentWaitsAt(request) => database
            .meet(request, payment, refund)
            .await
            .map(|(paid, refunded)| (refunded, paid)),
        Meeting::RefundWaitsAt(request) => database.meet(request, refund, payment).await,
    };
    database.set(Fault::None);
    let (refunded, paid) = met?;
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
    Some(is_found && claims.own.is_some_and(|claim| claim.order_id == second.order_id))
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_refund_and_a_second_payment_at_once_the_payment_has_the_claim_in_the_end() {
    for _ in 0..3 {
        let expo = Expo::open().await;
        for round in 0..7 {
            for package in [SINGLE, ALL] {
                let email = format!("{package}{round}@example.com");
                let meeting = (Fault::None, Meeting::AtOnce);
                assert_eq!(
                    paid_back_while_paid_again(&expo, package, &email, meeting).await,
                    Some(true),
                    "{email}"
                );
            }
        }
    }
}

/// Whether the address still has what was paid for, for each request of the one before which the other may come.
async fn at_each_request(fault: Fault, meeting: fn(u64) -> Meeting) -> Vec<bool> {
    let mut outcomes = Vec::new();
    loop {
        let expo = Expo::open().await;
        let meeting = (fault, meeting(outcomes.len() as u64 + 1));
        match paid_back_while_paid_again(&expo, SINGLE, "asha@example.com", meeting).await {
            Some(outcome) => outcomes.push(outcome),
            None => return outcomes,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn between_any_two_requests_of_a_refund_and_a_second_payment_the_payment_keeps_the_claim() {
    for meeting in [Meeting::PaymentWaitsAt, Meeting::RefundWaitsAt] {
        let outcomes = at_each_request(Fault::None, meeting).await;
        assert!(outcomes.len() > 2, "{outcomes:?}");
        assert!(outcomes.iter().all(|has| *has), "{outcomes:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_conditions_a_refund_orphans_the_payment_that_is_made_with_it() {
    let outcomes = at_each_request(Fault::NoConditions, Meeting::RefundWaitsAt).await;
    assert!(outcomes.contains(&false), "{outcomes:?}");
}
