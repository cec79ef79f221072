//! Only what the provider signed is read at all.

use crate::{App, SECRET, WEBHOOK, assert_taken, refusal, signature};
use aws_emulation::Secrets;
use domain::Entropy;
use provider_simulator::{PaymentStatus, SignedWebhook};
use serde_json::{Value, json};
use test_support::{Request, call};

/// A genuine webhook about a payment that is not known yet.
async fn paid_webhook(app: &App) -> SignedWebhook {
    let order = app.open_order().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    app.test_env.provider.take_webhooks().remove(0)
}

fn header<'a>(webhook: &'a SignedWebhook, name: &str) -> &'a str {
    let found = webhook.headers.iter().find(|(header, _)| header == name);
    &found.unwrap().1
}

#[tokio::test]
async fn a_webhook_whose_signature_does_not_match_is_refused_and_changes_nothing() {
    let app = App::start().await;
    let webhook = paid_webhook(&app).await;
    let body = webhook.body.as_str();
    let timestamp = header(&webhook, "x-webhook-timestamp");
    let signed = header(&webhook, "x-webhook-signature");
    let value: Value = serde_json::from_str(body).unwrap();
    let re_encoded = value.to_string();
    assert_ne!(
        re_encoded, body,
        "re-encoding loses how the provider wrote the number"
    );
    assert!(body.contains("1000.00"), "{body}");
    let shortened = body.replace("1000.00", "1000");
    let cheaper = body.replace("1000.00", "1.00");
    let forged = signature("another-secret", timestamp, body.as_bytes());
    let of_body_alone = signature(SECRET, "", body.as_bytes());
    let swapped = signature(SECRET, body, timestamp.as_bytes());
    let url_safe = signed.replace('+', "-").replace('/', "_").replace('=', "");
    let before = app.rows().await;
    let asked = app.asked();
    for (what, headers, body) in [
        ("nothing is signed", vec![], body),
        ("no signature", vec![("x-webhook-timestamp", timestamp)], body),
        ("no timestamp", vec![("x-webhook-signature", signed)], body),
        (
            "an empty signature",
            vec![("x-webhook-timestamp", timestamp), ("x-webhook-signature", "")],
            body,
        ),
        (
            "not base64",
            vec![("x-webhook-timestamp", timestamp), ("x-webhook-signature", "%%%")],
            body,
        ),
        (
            "cut off",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", &signed[..40]),
            ],
            body,
        ),
        (
            "another alphabet",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", &url_safe),
            ],
            body,
        ),
        (
            "another secret",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", &forged),
            ],
            body,
        ),
        (
            "the body alone",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", &of_body_alone),
            ],
            body,
        ),
        (
            "swapped",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", &swapped),
            ],
            body,
        ),
        (
            "another time",
            vec![
                ("x-webhook-timestamp", "1747715400001"),
                ("x-webhook-signature", signed),
            ],
            body,
        ),
        (
            "re-encoded",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", signed),
            ],
            &re_encoded,
        ),
        (
            "1000.00 as 1000",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", signed),
            ],
            &shortened,
        ),
        (
            "another amount",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", signed),
            ],
            &cheaper,
        ),
        (
            "truncated",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", signed),
            ],
            &body[..body.len() - 1],
        ),
        (
            "a line end more",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", signed),
            ],
            &format!("{body}\n"),
        ),
        (
            "a space more",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", signed),
            ],
            &format!(" {body}"),
        ),
        (
            "no body",
            vec![
                ("x-webhook-timestamp", timestamp),
                ("x-webhook-signature", signed),
            ],
            "",
        ),
    ] {
        // The last character of 44 is padding, so a signature may be the same in both alphabets.
        if what == "another alphabet" && url_safe == signed {
            continue;
        }
        let answer = app.post(headers, body.as_bytes()).await;
        assert_eq!(refusal(&answer), (401, "unauthorized", ""), "{what}");
        assert_eq!(
            answer.message(),
            "The webhook is not signed by the payment provider."
        );
    }
    assert_eq!(app.rows().await, before);
    assert_eq!(app.asked(), asked);
    assert_taken(&app.deliver(&webhook).await, "The order is paid");
}

#[tokio::test]
async fn a_webhook_that_the_simulator_forges_is_refused() {
    let app = App::start().await;
    let order = app.open_order().await;
    app.test_env
        .attempt(order.order_id.as_str(), PaymentStatus::Success);
    let request = provider_simulator::WebhookRequest {
        wrong_signature: true,
        ..provider_simulator::WebhookRequest::of("PAYMENT_SUCCESS_WEBHOOK", order.order_id.as_str())
    };
    let answer = app.deliver(&app.test_env.provider.webhook(&request)).await;
    assert_eq!(refusal(&answer), (401, "unauthorized", ""));
    assert_eq!(app.status(&order).await, "ACTIVE");
}

#[tokio::test]
async fn the_previous_secret_is_accepted_and_the_one_before_it_is_not() {
    let app = App::start().await;
    let webhook = paid_webhook(&app).await;
    let secret = json!({
        "client_id": "local-client",
        "client_secret": SECRET,
        "previous_client_secret": "the-one-before",
    });
    let secrets = Secrets::serve([("test/provider", secret.to_string())])
        .await
        .unwrap();
    let env = app
        .test_env
        .env_with("AWS_ENDPOINT_URL_SECRETS_MANAGER", secrets.endpoint());
    let router = payment_webhook::app_with(env, app.test_env.clock.handle(), Entropy::system())
        .await
        .unwrap();
    let status_when_signed_with = async |secret: &str| {
        let timestamp = "1747715400000";
        let signed = signature(secret, timestamp, webhook.body.as_bytes());
        let request = Request::post_raw(WEBHOOK, webhook.body.as_bytes())
            .header("x-webhook-timestamp", timestamp)
            .header("x-webhook-signature", signed);
        call(&router, request).await.status.as_u16()
    };
    assert_eq!(status_when_signed_with("long-ago").await, 401);
    assert_eq!(status_when_signed_with("").await, 401);
    assert_eq!(status_when_signed_with("the-one-before").await, 200);
    assert_eq!(status_when_signed_with(SECRET).await, 200);
    assert_eq!(app.count("MAIL").await, 1);
}

#[tokio::test]
async fn a_webhook_of_256_kib_is_read_and_a_larger_one_is_not() {
    let app = App::start().await;
    let of_length = |length: usize| {
        let frame = r#"{"type":"WEBHOOK","x":""}"#;
        frame.replace("\"\"", &format!("\"{}\"", "a".repeat(length - frame.len())))
    };
    let largest = of_length(256 * 1024);
    assert_eq!(largest.len(), 256 * 1024);
    let answer = app.deliver_signed(SECRET, largest.as_bytes()).await;
    assert_taken(&answer, "Nothing to do");
    for length in [256 * 1024 + 1, 1024 * 1024] {
        let answer = app.deliver_signed(SECRET, of_length(length).as_bytes()).await;
        assert_eq!(refusal(&answer), (413, "too_large", ""));
        let unsigned = app.post([], of_length(length).as_bytes()).await;
        assert_eq!(refusal(&unsigned), (413, "too_large", ""));
    }
}

#[tokio::test]
async fn a_signed_body_that_is_no_event_is_refused_and_changes_nothing() {
    let app = App::start().await;
    app.open_order().await;
    let before = app.rows().await;
    for body in [
        "",
        "null",
        "[]",
        "1",
        "\"x\"",
        "{",
        "not json",
        "[{\"type\":\"WEBHOOK\"}]",
    ] {
        let answer = app.deliver_signed(SECRET, body.as_bytes()).await;
        assert_eq!(refusal(&answer), (422, "invalid_field", "body"), "{body:?}");
    }
    let answer = app.deliver_signed(SECRET, &[b'{', 0xff, b'}']).await;
    assert_eq!(refusal(&answer), (422, "invalid_field", "body"));
    assert_eq!(app.rows().await, before);
}
