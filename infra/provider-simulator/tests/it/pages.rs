//! The pages: what a person sees and does.

use crate::provider::{Provider, order_body};
use serde_json::Value;
use time::Duration;

const RETURN: &str = "https://example.org/payment/return?order_id=evt_1";

#[tokio::test]
async fn the_script_leads_to_this_simulator() {
    let provider = Provider::new();
    provider.simulator.set_public_url("http://localhost:9999/");
    let script = provider.page("/cashfree.js").await;
    assert!(script.header("content-type").starts_with("text/javascript"));
    assert!(
        script
            .text
            .contains(r#"const provider = "http://localhost:9999";"#),
        "{}",
        script.text
    );
}

#[tokio::test]
async fn a_session_is_checked_from_another_site() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    let known = provider.page(&format!("/checkout/session/{session}")).await;
    assert_eq!(
        (
            known.json()["valid"].as_bool(),
            known.header("access-control-allow-origin")
        ),
        (Some(true), "*")
    );
    assert_eq!(
        provider.page("/checkout/session/session_other").await.json()["valid"],
        false
    );
}

#[tokio::test]
async fn checkout_opens_by_a_form_and_refuses_an_unknown_session() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    let form = format!("payment_session_id={session}");
    let opened = provider.submit("/pg/view/sessions/checkout", &form).await;
    assert_eq!(
        (opened.status.as_u16(), opened.header("location")),
        (303, format!("/checkout/pay/{session}").as_str())
    );
    let page = provider.page(opened.header("location")).await;
    assert_eq!(page.status, 200);
    for text in [
        "No money moves here",
        "₹1,850.00",
        "20 May 2025, 16:00 IST",
        "evt_1",
        "Bank declines",
        "Leave the page",
        "Leave pending",
    ] {
        assert!(page.text.contains(text), "{text} is missing");
    }
    let unknown = provider
        .submit("/pg/view/sessions/checkout", "payment_session_id=session_other")
        .await;
    assert_eq!(unknown.status, 400);
}

#[tokio::test]
async fn every_button_decides_and_leads_back_to_the_merchant() {
    for (outcome, payment, order) in [
        ("SUCCESS", "SUCCESS", "PAID"),
        ("FAILED", "FAILED", "ACTIVE"),
        ("USER_DROPPED", "USER_DROPPED", "ACTIVE"),
        ("PENDING", "PENDING", "ACTIVE"),
    ] {
        let provider = Provider::new();
        let session = provider.order("evt_1").await;
        let form = format!("outcome={outcome}&method=upi&upi_id=asha%40ybl&card_number=");
        let paid = provider.submit(&format!("/checkout/pay/{session}"), &form).await;
        assert_eq!(
            (paid.status.as_u16(), paid.header("location")),
            (303, RETURN),
            "{outcome}"
        );
        let payments = provider
            .call("GET", "/pg/orders/evt_1/payments", Value::Null)
            .await
            .json();
        assert_eq!(payments[0]["payment_status"], payment);
        assert_eq!(provider.status("evt_1").await, order);
    }
}

#[tokio::test]
async fn the_return_address_of_the_script_counts() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    let form = format!(
        "payment_session_id={session}&return_url=http%3A%2F%2Flocalhost%3A8080%2Fback%3Forder_id%3D%7Border_id%7D"
    );
    provider.submit("/pg/view/sessions/checkout", &form).await;
    let paid = provider
        .submit(
            &format!("/checkout/pay/{session}"),
            "outcome=SUCCESS&method=upi&upi_id=a%40b",
        )
        .await;
    assert_eq!(
        paid.header("location"),
        "http://localhost:8080/back?order_id=evt_1"
    );
}

#[tokio::test]
async fn a_card_is_paid_with_and_not_kept() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    let path = format!("/checkout/pay/{session}");
    let odd = provider
        .submit(&path, "outcome=SUCCESS&method=card&card_number=41x1&card_cvv=987")
        .await;
    assert_eq!(odd.status, 422);
    assert!(odd.text.contains("role=\"alert\""));
    let paid = provider
        .submit(
            &path,
            "outcome=SUCCESS&method=card&card_number=4111+1111+1111+1234&card_cvv=987&card_bank=Kochi+Bank",
        )
        .await;
    assert_eq!(paid.header("location"), RETURN);
    let kept = provider.simulator.export().to_string();
    assert!(
        kept.contains("1234") && !kept.contains("4111") && !kept.contains("987\""),
        "{kept}"
    );
}

#[tokio::test]
async fn what_is_over_cannot_be_paid_and_says_so() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    let path = format!("/checkout/pay/{session}");
    provider.pass(Duration::minutes(31));
    let page = provider.page(&path).await;
    assert!(page.text.contains("The time to pay this order is over.") && page.text.contains(RETURN));
    let late = provider
        .submit(&path, "outcome=SUCCESS&method=upi&upi_id=a%40b")
        .await;
    assert!(late.text.contains("The time to pay this order is over."));
    assert_eq!(provider.status("evt_1").await, "EXPIRED");
}

#[tokio::test]
async fn the_banks_page_decides_an_attempt_of_the_api() {
    let provider = Provider::new();
    let session = provider.order("evt_1").await;
    let id = provider.pay(&session).await;
    let path = format!("/checkout/bank/{session}/{id}");
    assert!(provider.page(&path).await.text.contains("Approve"));
    assert_eq!(
        provider.page(&format!("/checkout/bank/{session}/1")).await.status,
        400
    );
    assert_eq!(
        provider.submit(&path, "outcome=SUCCESS").await.header("location"),
        RETURN
    );
    assert_eq!(provider.status("evt_1").await, "PAID");
}

#[tokio::test]
async fn the_operator_decides_what_is_left() {
    let provider = Provider::new();
    assert!(
        provider
            .page("/checkout/orders")
            .await
            .text
            .contains("No orders yet.")
    );
    let session = provider.order("evt_1").await;
    let id = provider.pay(&session).await;
    let act = |act: String| {
        let provider = provider.clone();
        async move {
            provider
                .submit("/checkout/orders/evt_1", &format!("act={act}"))
                .await
        }
    };
    assert_eq!(
        act("expire:".to_owned()).await.header("location"),
        "/checkout/orders"
    );
    assert_eq!(provider.status("evt_1").await, "EXPIRED");
    assert_eq!(act(format!("success:{id}")).await.status, 303);
    assert_eq!(provider.status("evt_1").await, "PAID");
    assert_eq!(act(format!("fail:{id}")).await.status, 409);
    for one in ["refund:", "dispute:", "pay:", "resend:"] {
        assert_eq!(act(one.to_owned()).await.status, 303, "{one}");
    }
    let page = provider.page("/checkout/orders").await.text;
    for text in [
        "Refund of ₹1,850.00",
        "Automatic refund",
        "DISPUTE_CREATED",
        "PAYMENT_SUCCESS_WEBHOOK",
    ] {
        assert!(page.contains(text), "{text} is missing");
    }
    provider.submit("/checkout/webhooks", "mode=withhold").await;
    assert!(
        provider
            .page("/checkout/orders")
            .await
            .text
            .contains("Webhooks are withheld.")
    );
}

#[tokio::test]
async fn nothing_a_merchant_sends_becomes_markup() {
    let provider = Provider::new();
    let mut body = order_body("evt_1");
    body["order_meta"]["return_url"] = "https://example.org/?\"><script>alert(1)</script>".into();
    let order = provider.call("POST", "/pg/orders", body).await.json();
    let session = order["payment_session_id"].as_str().unwrap();
    provider.pass(Duration::minutes(31));
    for path in [format!("/checkout/pay/{session}"), "/checkout/orders".to_owned()] {
        assert!(
            !provider.page(&path).await.text.contains("<script>alert"),
            "{path}"
        );
    }
}
