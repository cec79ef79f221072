//! Faults on demand. Lost answers are met over a real connection by the client's own tests.

use crate::provider::Provider;
use provider_simulator::{Call, Fault};
use serde_json::{Value, json};

#[tokio::test]
async fn a_fault_meets_the_next_request_of_its_kind_and_no_other() {
    let provider = Provider::new();
    provider.order("evt_1").await;
    provider
        .simulator
        .fail_next(Some(Call::GetPayments), Fault::Status { status: 500 });
    assert_eq!(provider.status("evt_1").await, "ACTIVE");
    let payments = || provider.call("GET", "/pg/orders/evt_1/payments", Value::Null);
    assert_eq!(payments().await.refusal(), (500, "internal_error".to_owned()));
    assert_eq!(payments().await.status, 200);
    assert_eq!(provider.simulator.calls(Call::GetPayments), 2);
}

#[tokio::test]
async fn a_standing_fault_ends_when_it_is_cleared() {
    let provider = Provider::new();
    provider.order("evt_1").await;
    provider
        .simulator
        .fail_always(None, Fault::RateLimited { retry_after: 7 });
    let read = || provider.call("GET", "/pg/orders/evt_1", Value::Null);
    for _ in 0..3 {
        let answer = read().await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("x-ratelimit-retry")),
            (429, "7")
        );
    }
    provider.simulator.clear_faults();
    assert_eq!(read().await.status, 200);
}

#[tokio::test]
async fn a_fault_after_the_commit_leaves_an_order_behind() {
    let provider = Provider::new();
    let fault = json!({"call": "create_order", "fault": {"kind": "status_after_commit", "status": 502}});
    assert_eq!(provider.call("POST", "/control/faults", fault).await.status, 204);
    let answer = provider
        .call("POST", "/pg/orders", crate::provider::order_body("evt_1"))
        .await;
    assert_eq!(answer.status, 502);
    assert_eq!(provider.status("evt_1").await, "ACTIVE");
    let standing = json!({"fault": {"kind": "junk"}, "always": true});
    provider.call("POST", "/control/faults", standing).await;
    assert!(
        provider
            .call("GET", "/pg/orders/evt_1", Value::Null)
            .await
            .text
            .starts_with("<html>")
    );
    assert_eq!(
        provider
            .call("DELETE", "/control/faults", Value::Null)
            .await
            .status,
        204
    );
    assert_eq!(provider.status("evt_1").await, "ACTIVE");
}
