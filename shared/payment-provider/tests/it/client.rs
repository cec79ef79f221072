//! How the client reads the answers that arrive.

use crate::provider::{Provider, answers_always, client, config, credentials, new_order};
use domain::payment::{AttemptStatus, ProviderOrderStatus, RefundId};
use domain::{Email, OrderId, Paise, PersonName};
use payment_provider::{CashfreeClient, NewRefund, NotCreated, PaymentProvider, ProviderError};
use provider_simulator::{Call, Fault, Limits, PaymentMethod, PaymentStatus, Shown, SimulatorConfig};
use std::time::Duration;

#[tokio::test]
async fn an_order_is_opened_and_read_back() {
    let provider = Provider::start().await;
    let new = new_order();
    let created = provider.client.create_order(&new).await.unwrap();
    assert_eq!(created.order_id, new.order_id.as_str());
    assert_eq!(created.amount, Some(Paise::new(185_000)));
    assert_eq!(created.currency, "INR");
    assert_eq!(created.status, ProviderOrderStatus::Active);
    assert!(created.session.as_ref().unwrap().0.starts_with("session_"));
    assert_eq!(created.expires_at, Some(new.expires_at.truncate_to_second()));
    assert_eq!(provider.client.order(&new.order_id).await.unwrap(), Some(created));

    let stored = &provider.simulator.export()["orders"][new.order_id.as_str()];
    assert_eq!(
        stored["customer"]["name"],
        serde_json::Value::Null,
        "a name of one letter is left out"
    );
    assert_eq!(stored["customer"]["email"], "asha@example.com");
    assert_eq!(stored["note"], "Event registration");
    assert_eq!(stored["notify_url"], new.notify_url.as_str());
}

#[tokio::test]
async fn a_detail_of_the_customer_that_the_provider_does_not_take_is_left_out() {
    let provider = Provider::start().await;
    let mut new = new_order();
    new.person.name = PersonName::parse("Asha Nair").unwrap();
    new.person.email = Email::parse("o'brien@example.com").unwrap();
    provider.client.create_order(&new).await.unwrap();
    let stored = &provider.simulator.export()["orders"][new.order_id.as_str()];
    assert_eq!(stored["customer"]["email"], serde_json::Value::Null);
    assert_eq!(stored["customer"]["name"], "Asha Nair");
    assert_eq!(provider.simulator.calls(Call::CreateOrder), 2);
}

#[tokio::test]
async fn paise_survive_the_way_there_and_back() {
    let provider = Provider::start().await;
    for paise in [100, 101, 180, 17_000, 185_050, 99_999_999] {
        let mut new = new_order();
        new.amount = Paise::new(paise);
        let created = provider.client.create_order(&new).await.unwrap();
        assert_eq!(created.amount, Some(Paise::new(paise)));
    }
}

#[tokio::test]
async fn an_unknown_order_is_none_and_has_no_payments() {
    let provider = Provider::start().await;
    let id = OrderId::parse("never_was").unwrap();
    assert_eq!(provider.client.order(&id).await, Ok(None));
    assert_eq!(provider.client.payments(&id).await, Ok(Vec::new()));
    assert!(matches!(
        provider.client.terminate(&id).await,
        Err(ProviderError::Refused { .. })
    ));
    assert_eq!(
        provider.simulator.calls(Call::GetOrder),
        1,
        "what is not there has no status to ask for"
    );
}

#[tokio::test]
async fn the_refund_of_another_id_is_no_answer() {
    let body = r#"{"refund_id": "another", "refund_status": "SUCCESS", "refund_amount": 100}"#;
    let url = answers_always(format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ))
    .await;
    let new = |refund_id| NewRefund {
        order_id: new_order().order_id,
        refund_id: RefundId::parse(refund_id).unwrap(),
        amount: Paise::new(10_000),
        note: "Cannot come".to_owned(),
    };
    assert_eq!(
        client(&url).create_refund(&new("the_one_asked_for")).await,
        Err(NotCreated::Unknown(ProviderError::Mismatch))
    );
    assert!(client(&url).create_refund(&new("another")).await.is_ok());
}

#[tokio::test]
async fn a_mistyped_address_is_not_an_unknown_order() {
    let simulator = provider_simulator::Simulator::new(SimulatorConfig::default());
    let url = simulator.serve().await.unwrap();
    let client = client(&format!("{url}/elsewhere"));
    let answer = client.order(&OrderId::parse("never_was").unwrap()).await;
    assert!(matches!(answer, Err(ProviderError::Refused { .. })), "{answer:?}");
}

#[tokio::test]
async fn attempts_keep_their_status_and_only_what_may_be_kept_of_the_method() {
    let provider = Provider::start().await;
    let new = new_order();
    provider.client.create_order(&new).await.unwrap();
    let id = new.order_id.as_str();
    let upi = PaymentMethod::Upi {
        upi_id: "asha@ybl".to_owned(),
    };
    let card = PaymentMethod::Card {
        last4: "1111".to_owned(),
        bank: "TEST Bank".to_owned(),
    };
    let bank = PaymentMethod::Netbanking { bank_code: 3044 };
    for (status, method) in [
        (PaymentStatus::Failed, card),
        (PaymentStatus::UserDropped, bank.clone()),
        (PaymentStatus::Pending, upi.clone()),
        (PaymentStatus::NotAttempted, bank),
        (PaymentStatus::Success, upi),
    ] {
        provider.simulator.attempt(id, status, method).unwrap();
    }
    let attempts = provider.client.payments(&new.order_id).await.unwrap();
    let statuses: Vec<AttemptStatus> = attempts.iter().map(|attempt| attempt.status).collect();
    assert_eq!(
        statuses,
        [
            AttemptStatus::Failed,
            AttemptStatus::UserDropped,
            AttemptStatus::Pending,
            AttemptStatus::NotAttempted,
            AttemptStatus::Success
        ]
    );
    assert!(
        attempts
            .iter()
            .all(|attempt| attempt.order_amount == Some(Paise::new(185_000)))
    );
    assert!(
        attempts
            .iter()
            .all(|attempt| attempt.at.is_some() && !attempt.id.is_empty())
    );
    assert_eq!(
        serde_json::to_value(&attempts[0].method).unwrap(),
        serde_json::json!({"group": "credit_card", "card": {"card_type": "credit_card", "card_bank_name": "TEST Bank", "card_network": "visa"}, "reference": attempts[0].id})
    );
    assert_eq!(
        serde_json::to_value(&attempts[1].method).unwrap(),
        serde_json::json!({"group": "net_banking", "reference": attempts[1].id})
    );
    assert_eq!(
        serde_json::to_value(&attempts[4].method).unwrap(),
        serde_json::json!({"group": "upi", "upi": {"upi_id": "asha@ybl"}, "reference": attempts[4].id})
    );
    let order = provider.client.order(&new.order_id).await.unwrap().unwrap();
    assert_eq!(order.status, ProviderOrderStatus::Paid);
}

#[tokio::test]
async fn unknown_words_for_a_status_are_unrecognised() {
    let provider = Provider::start().await;
    let new = new_order();
    provider.client.create_order(&new).await.unwrap();
    let id = new.order_id.as_str();
    provider
        .simulator
        .attempt(id, PaymentStatus::Pending, PaymentMethod::default())
        .unwrap();
    let shown = Shown {
        order_status: Some("CANCELLED".to_owned()),
        payment_status: Some("FLAGGED".to_owned()),
        ..Shown::default()
    };
    provider.simulator.show(id, shown).unwrap();
    let order = provider.client.order(&new.order_id).await.unwrap().unwrap();
    assert_eq!(order.status, ProviderOrderStatus::Unrecognised);
    let attempts = provider.client.payments(&new.order_id).await.unwrap();
    assert_eq!(attempts[0].status, AttemptStatus::Unrecognised);
}

#[tokio::test]
async fn every_version_of_the_api_is_understood() {
    for version in ["2022-09-01", "2023-08-01", "2025-01-01", "2026-01-01"] {
        let Provider { simulator, client } = Provider::start_with_version(version).await;
        let new = new_order();
        client.create_order(&new).await.unwrap();
        let id = simulator
            .attempt(
                new.order_id.as_str(),
                PaymentStatus::Success,
                PaymentMethod::default(),
            )
            .unwrap();
        assert_eq!(
            client.payments(&new.order_id).await.unwrap()[0].id,
            id,
            "{version}"
        );
    }
}

#[tokio::test]
async fn an_order_is_terminated_and_one_that_cannot_be_is_returned_as_it_is() {
    let provider = Provider::start().await;
    let (open, pending, paid, expired) = (new_order(), new_order(), new_order(), new_order());
    for new in [&open, &pending, &paid, &expired] {
        provider.client.create_order(new).await.unwrap();
    }
    let method = PaymentMethod::default;
    provider
        .simulator
        .attempt(pending.order_id.as_str(), PaymentStatus::Pending, method())
        .unwrap();
    provider
        .simulator
        .attempt(paid.order_id.as_str(), PaymentStatus::Success, method())
        .unwrap();
    provider.simulator.expire(expired.order_id.as_str()).unwrap();
    for (new, status) in [
        (open, ProviderOrderStatus::Terminated),
        (pending, ProviderOrderStatus::TerminationRequested),
        (paid, ProviderOrderStatus::Paid),
        (expired, ProviderOrderStatus::Expired),
    ] {
        assert_eq!(
            provider.client.terminate(&new.order_id).await.unwrap().status,
            status
        );
    }
}

#[tokio::test]
async fn a_refusal_carries_the_code_and_nothing_personal() {
    let provider = Provider::start().await;
    let mut new = new_order();
    new.expires_at = time::OffsetDateTime::now_utc() + Duration::from_secs(60);
    let error = provider.client.create_order(&new).await.unwrap_err();
    assert_eq!(
        error,
        NotCreated::Refused(ProviderError::Refused {
            code: "order_expiry_time_invalid".to_owned()
        })
    );
    assert_eq!(
        error.to_string(),
        "the payment provider refused the request: order_expiry_time_invalid"
    );
    assert_eq!(
        provider.simulator.calls(Call::CreateOrder),
        1,
        "a refusal is not tried again"
    );
    assert_eq!(provider.simulator.calls(Call::GetOrder), 0);
}

#[tokio::test]
async fn wrong_credentials_are_named_and_never_shown() {
    let simulator = provider_simulator::Simulator::new(SimulatorConfig::default());
    let url = simulator.serve().await.unwrap();
    let client = CashfreeClient::new(config(&url), credentials("a-wrong-secret"));
    let new = new_order();
    assert_eq!(
        client.create_order(&new).await,
        Err(NotCreated::Refused(ProviderError::Credentials))
    );
    assert_eq!(client.order(&new.order_id).await, Err(ProviderError::Credentials));
    assert_eq!(
        client.payments(&new.order_id).await,
        Err(ProviderError::Credentials)
    );
    let printed = format!(
        "{client:?} {:?} {}",
        credentials("a-wrong-secret"),
        ProviderError::Credentials
    );
    assert!(!printed.contains("a-wrong-secret"), "{printed}");
}

#[tokio::test]
async fn a_short_wait_is_awaited_and_a_long_one_is_returned() {
    let provider = Provider::start().await;
    provider
        .simulator
        .fail_next(None, Fault::RateLimited { retry_after: 1 });
    let new = new_order();
    provider.client.create_order(&new).await.unwrap();
    assert_eq!(provider.simulator.calls(Call::CreateOrder), 2);
    assert_eq!(provider.client.requests(), 2, "the repeated one counts");

    provider
        .simulator
        .fail_next(None, Fault::RateLimited { retry_after: 40 });
    let error = provider.client.order(&new.order_id).await.unwrap_err();
    assert_eq!(
        error,
        ProviderError::RateLimited {
            retry_after: Duration::from_secs(40)
        }
    );
}

#[tokio::test]
async fn the_providers_own_limit_says_how_long_to_wait() {
    let limits = Limits {
        order: 1,
        ..Limits::default()
    };
    // Half a minute into the provider's minute, for ever.
    let clock = std::sync::Arc::new(|| time::macros::datetime!(2025-05-20 10:00:30 UTC));
    let provider = Provider::start_with(SimulatorConfig {
        limits,
        clock,
        ..SimulatorConfig::default()
    })
    .await;
    let id = OrderId::parse("never_was").unwrap();
    assert_eq!(provider.client.order(&id).await, Ok(None));
    let error = provider.client.order(&id).await.unwrap_err();
    assert_eq!(
        error,
        ProviderError::RateLimited {
            retry_after: Duration::from_secs(30)
        }
    );
}
