//! Reconciliation, and what an order lists of its refunds and disputes.

use crate::provider::{Provider, new_order};
use domain::OrderId;
use domain::payment::AttemptStatus;
use payment_provider::{
    PaymentProvider, ProviderError, ReconKind, RefundKind, Reversal, WebhookEvent, parse_webhook,
};
use provider_simulator::{Call, Fault, PaymentMethod, PaymentStatus, WebhookMode};
use std::ops::Range;
use time::{Duration, OffsetDateTime};

fn last_day() -> Range<OffsetDateTime> {
    let now = OffsetDateTime::now_utc();
    now - Duration::days(1)..now + Duration::hours(1)
}

async fn paid(provider: &Provider) -> OrderId {
    let new = new_order();
    provider.client.create_order(&new).await.unwrap();
    pay(provider, &new.order_id);
    new.order_id
}

fn pay(provider: &Provider, id: &OrderId) {
    let (status, method) = (PaymentStatus::Success, PaymentMethod::default());
    provider.simulator.attempt(id.as_str(), status, method).unwrap();
}

#[tokio::test]
async fn an_order_lists_its_refunds_and_disputes_as_the_webhooks_report_them() {
    let provider = Provider::start().await;
    provider.simulator.set_webhooks(WebhookMode::Withhold);
    let id = paid(&provider).await;
    // The second payment of an order is refunded automatically.
    pay(&provider, &id);
    provider.simulator.refund(id.as_str()).unwrap();
    provider.simulator.dispute(id.as_str()).unwrap();
    let mut reversals: Vec<Reversal> = Vec::new();
    for webhook in provider.simulator.take_webhooks() {
        if let WebhookEvent::Reversal { order_id, reversal } = parse_webhook(webhook.body.as_bytes()).unwrap()
        {
            assert_eq!(order_id, id.as_str());
            reversals.push(reversal);
        }
    }
    let mut listed = provider.client.refunds(&id).await.unwrap();
    listed.extend(provider.client.disputes(&id).await.unwrap());
    assert_eq!(listed, reversals);
    assert!(matches!(
        &listed[..],
        [
            Reversal::Refund {
                kind: RefundKind::Auto,
                ..
            },
            Reversal::Refund {
                kind: RefundKind::Merchant,
                ..
            },
            Reversal::Dispute { .. },
        ]
    ));
}

#[tokio::test]
async fn an_unknown_order_has_neither_refunds_nor_disputes() {
    let provider = Provider::start().await;
    let id = OrderId::parse("never_was").unwrap();
    assert_eq!(provider.client.refunds(&id).await, Ok(Vec::new()));
    assert_eq!(provider.client.disputes(&id).await, Ok(Vec::new()));
}

#[tokio::test]
async fn a_page_of_a_reconciliation_names_what_happened_to_which_order() {
    for version in ["2022-09-01", "2023-08-01", "2025-01-01", "2026-01-01"] {
        names_what_happened(version).await;
    }
}

async fn names_what_happened(version: &str) {
    let provider = Provider::start_with_version(version).await;
    let id = paid(&provider).await;
    provider.simulator.refund(id.as_str()).unwrap();
    let page = provider.client.recon(&last_day(), None).await.unwrap();
    assert_eq!(page.next, None);
    let kinds: Vec<&ReconKind> = page.events.iter().map(|event| &event.kind).collect();
    assert_eq!(
        kinds,
        [&ReconKind::Payment(AttemptStatus::Success), &ReconKind::Refund],
        "{version}"
    );
    for event in &page.events {
        assert_eq!(event.order_id.as_deref(), Some(id.as_str()));
        assert_eq!(event.status.as_deref(), Some("SUCCESS"));
    }
}

#[tokio::test]
async fn a_cursor_that_the_provider_does_not_know_is_refused() {
    let provider = Provider::start().await;
    let answer = provider.client.recon(&last_day(), Some("of another day")).await;
    let code = "cursor_invalid".to_owned();
    assert_eq!(answer, Err(ProviderError::Refused { code }));
}

#[tokio::test]
async fn a_page_that_failed_once_is_requested_again() {
    let provider = Provider::start().await;
    paid(&provider).await;
    provider
        .simulator
        .fail_next(Some(Call::Recon), Fault::Status { status: 500 });
    assert_eq!(
        provider
            .client
            .recon(&last_day(), None)
            .await
            .unwrap()
            .events
            .len(),
        1
    );
    provider.simulator.fail_next(Some(Call::Recon), Fault::Junk);
    let answer = provider.client.recon(&last_day(), None).await;
    assert_eq!(answer, Err(ProviderError::Unintelligible));
}
