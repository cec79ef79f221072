//! What the client makes of answers that do not come, and of those that say nothing. However a creation ends,
//! the provider has at most one order.

use crate::provider::{Provider, TIME_OUT, answers_always, client, config, new_order};
use domain::Paise;
use domain::payment::ProviderOrderStatus;
use payment_provider::{NotCreated, PaymentProvider, ProviderError};
use provider_simulator::{Call, Fault, Shown};
use std::time::{Duration, Instant};
use tokio::net::TcpSocket;

/// Creates an order whose first request meets `fault`; how many creations and questions it took.
async fn created_despite(fault: Fault) -> (u64, u64) {
    let provider = Provider::start_for(fault).await;
    provider.simulator.fail_next(Some(Call::CreateOrder), fault);
    let new = new_order();
    let order = provider
        .client
        .create_order(&new)
        .await
        .unwrap_or_else(|error| panic!("{fault:?}: {error}"));
    assert_eq!(order.order_id, new.order_id.as_str());
    assert_eq!(order.status, ProviderOrderStatus::Active);
    assert_eq!(
        provider.simulator.export()["orders"].as_object().unwrap().len(),
        1
    );
    (
        provider.simulator.calls(Call::CreateOrder),
        provider.simulator.calls(Call::GetOrder),
    )
}

#[tokio::test]
async fn an_order_made_before_the_answer_was_lost_is_found() {
    assert_eq!(created_despite(Fault::DropAfterCommit).await, (1, 1));
    assert_eq!(created_despite(Fault::TimeoutAfterCommit).await, (1, 1));
    assert_eq!(
        created_despite(Fault::StatusAfterCommit { status: 502 }).await,
        (1, 1)
    );
}

#[tokio::test]
async fn an_order_that_was_not_made_is_asked_for_again_under_its_id() {
    assert_eq!(created_despite(Fault::Drop).await, (2, 1));
    assert_eq!(created_despite(Fault::Timeout).await, (2, 1));
    assert_eq!(created_despite(Fault::Status { status: 500 }).await, (2, 1));
    assert_eq!(created_despite(Fault::Junk).await, (2, 1));
}

#[tokio::test]
async fn a_slow_answer_within_the_time_out_is_waited_for() {
    assert_eq!(created_despite(Fault::Slow { millis: 150 }).await, (1, 0));
}

#[tokio::test]
async fn an_order_that_exists_is_the_answer_if_it_is_the_same() {
    let provider = Provider::start().await;
    let mut new = new_order();
    let first = provider.client.create_order(&new).await.unwrap();
    assert_eq!(provider.client.create_order(&new).await, Ok(first));

    new.amount = Paise::new(100_000);
    assert_eq!(
        provider.client.create_order(&new).await,
        Err(NotCreated::Unknown(ProviderError::Mismatch))
    );
    new.amount = Paise::new(185_000);
    let shown = Shown {
        currency: Some("USD".to_owned()),
        ..Shown::default()
    };
    provider.simulator.show(new.order_id.as_str(), shown).unwrap();
    assert_eq!(
        provider.client.create_order(&new).await,
        Err(NotCreated::Unknown(ProviderError::Mismatch))
    );
}

#[tokio::test]
async fn a_conflict_about_an_order_that_is_not_there_is_no_refusal() {
    let provider = Provider::start().await;
    provider
        .simulator
        .fail_next(Some(Call::CreateOrder), Fault::Status { status: 409 });
    let error = provider.client.create_order(&new_order()).await.unwrap_err();
    assert_eq!(error, NotCreated::Unknown(ProviderError::Unintelligible));
    assert_eq!(provider.simulator.calls(Call::CreateOrder), 1);
}

#[tokio::test]
async fn a_provider_that_stays_broken_is_an_error_after_two_creations_at_most() {
    for (fault, expected) in [
        (
            Fault::Status { status: 503 },
            ProviderError::Failed { status: 503 },
        ),
        (Fault::Drop, ProviderError::Unreachable),
        (Fault::Timeout, ProviderError::Unreachable),
        (Fault::Junk, ProviderError::Unintelligible),
    ] {
        let provider = Provider::start_for(fault).await;
        provider.simulator.fail_always(None, fault);
        assert_eq!(
            provider.client.create_order(&new_order()).await,
            Err(NotCreated::Unknown(expected)),
            "{fault:?}"
        );
        assert!(provider.simulator.calls(Call::CreateOrder) <= 2);
    }
}

#[tokio::test]
async fn creations_alone_that_stay_broken_are_tried_twice() {
    let provider = Provider::start().await;
    provider
        .simulator
        .fail_always(Some(Call::CreateOrder), Fault::Status { status: 500 });
    let error = provider.client.create_order(&new_order()).await.unwrap_err();
    assert_eq!(error, NotCreated::Unknown(ProviderError::Failed { status: 500 }));
    assert_eq!(provider.simulator.calls(Call::CreateOrder), 2);
    assert_eq!(provider.simulator.calls(Call::GetOrder), 2);
}

#[tokio::test]
async fn a_creation_that_every_try_was_refused_gave_the_provider_no_order() {
    for (fault, cause) in [
        (
            Fault::Status { status: 400 },
            ProviderError::Refused {
                code: "request_failed".to_owned(),
            },
        ),
        (Fault::Status { status: 401 }, ProviderError::Credentials),
        (
            Fault::RateLimited { retry_after: 37 },
            ProviderError::RateLimited {
                retry_after: Duration::from_secs(37),
            },
        ),
    ] {
        let provider = Provider::start().await;
        provider.simulator.fail_always(Some(Call::CreateOrder), fault);
        assert_eq!(
            provider.client.create_order(&new_order()).await,
            Err(NotCreated::Refused(cause)),
            "{fault:?}"
        );
    }
}

#[tokio::test]
async fn a_refusal_after_a_try_that_got_no_answer_does_not_mean_that_there_is_no_order() {
    for lost in [Fault::Drop, Fault::Timeout, Fault::Status { status: 502 }] {
        for refused in [
            Fault::Status { status: 400 },
            Fault::RateLimited { retry_after: 37 },
        ] {
            let provider = Provider::start_for(lost).await;
            provider.simulator.fail_next(Some(Call::CreateOrder), lost);
            provider.simulator.fail_next(Some(Call::CreateOrder), refused);
            let error = provider.client.create_order(&new_order()).await.unwrap_err();
            assert!(
                matches!(error, NotCreated::Unknown(_)),
                "{lost:?}, {refused:?}: {error:?}"
            );
            assert_eq!(provider.simulator.calls(Call::CreateOrder), 2);
        }
    }
}

#[tokio::test]
async fn without_a_listener_every_call_fails_soon() {
    // Held and not listened on, the port cannot become another test's.
    let held = TcpSocket::new_v4().unwrap();
    held.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = held.local_addr().unwrap();
    let client = client(&format!("http://{address}"));
    let (new, began) = (new_order(), Instant::now());
    assert_eq!(
        client.create_order(&new).await,
        Err(NotCreated::Refused(ProviderError::Unreachable)),
        "nothing has left"
    );
    assert_eq!(client.order(&new.order_id).await, Err(ProviderError::Unreachable));
    assert_eq!(
        client.payments(&new.order_id).await,
        Err(ProviderError::Unreachable)
    );
    assert_eq!(
        client.terminate(&new.order_id).await,
        Err(ProviderError::Unreachable)
    );
    assert!(began.elapsed() < config("").deadline, "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_question_is_asked_again_once() {
    for fault in [Fault::Status { status: 500 }, Fault::Drop, Fault::Timeout] {
        let provider = Provider::start_for(fault).await;
        let new = new_order();
        provider.client.create_order(&new).await.unwrap();
        provider.simulator.fail_next(Some(Call::GetOrder), fault);
        assert!(
            provider.client.order(&new.order_id).await.unwrap().is_some(),
            "{fault:?}"
        );
        provider.simulator.fail_next(Some(Call::GetPayments), fault);
        assert_eq!(
            provider.client.payments(&new.order_id).await,
            Ok(Vec::new()),
            "{fault:?}"
        );

        provider.simulator.fail_always(Some(Call::GetOrder), fault);
        assert!(provider.client.order(&new.order_id).await.is_err(), "{fault:?}");
        assert_eq!(provider.simulator.calls(Call::GetOrder), 4);
    }
}

#[tokio::test]
async fn a_malformed_answer_is_neither_an_order_nor_its_absence() {
    let provider = Provider::start().await;
    let new = new_order();
    provider.client.create_order(&new).await.unwrap();
    provider.simulator.fail_next(None, Fault::Junk);
    assert_eq!(
        provider.client.order(&new.order_id).await,
        Err(ProviderError::Unintelligible)
    );
    provider.simulator.fail_next(None, Fault::Junk);
    assert_eq!(
        provider.client.payments(&new.order_id).await,
        Err(ProviderError::Unintelligible)
    );
}

/// Without a certificate there is no connection, and so no credentials leave; the TLS client itself works.
#[tokio::test]
async fn an_https_address_that_does_not_speak_tls_is_unreachable() {
    let provider = Provider::start().await;
    let url = provider
        .simulator
        .serve()
        .await
        .unwrap()
        .replace("http:", "https:");
    let client = client(&url);
    assert_eq!(
        client.order(&new_order().order_id).await,
        Err(ProviderError::Unreachable)
    );
    assert_eq!(provider.simulator.calls(Call::GetOrder), 0);
}

/// A redirection would carry the credentials to its target.
#[tokio::test]
async fn a_redirection_is_not_followed() {
    let target = Provider::start().await;
    let elsewhere = target.simulator.serve().await.unwrap();
    let new = new_order();
    target.client.create_order(&new).await.unwrap();
    let url = answers_always(format!(
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: {elsewhere}/pg/orders/{}\r\ncontent-length: 0\r\n\r\n",
        new.order_id
    ))
    .await;
    let client = client(&url);
    assert_eq!(
        client.order(&new.order_id).await,
        Err(ProviderError::Unintelligible)
    );
    assert_eq!(target.simulator.calls(Call::GetOrder), 0);
}

#[tokio::test]
async fn a_termination_whose_answer_was_lost_is_asked_for_again() {
    let provider = Provider::start().await;
    let new = new_order();
    provider.client.create_order(&new).await.unwrap();
    provider
        .simulator
        .fail_next(Some(Call::Terminate), Fault::DropAfterCommit);
    let order = provider.client.terminate(&new.order_id).await.unwrap();
    assert_eq!(order.status, ProviderOrderStatus::Terminated);
}

/// A client that waits for a creation for long and for a question `TIME_OUT`.
async fn start_with_deadline(deadline: Duration) -> Provider {
    Provider::start_with_times(Duration::from_secs(60), TIME_OUT, deadline).await
}

#[tokio::test]
async fn a_creation_is_waited_for_longer_than_a_question() {
    let provider = start_with_deadline(Duration::from_secs(120)).await;
    let slow = Fault::Slow { millis: 2_000 };
    let new = new_order();
    provider.simulator.fail_next(Some(Call::CreateOrder), slow);
    provider.client.create_order(&new).await.unwrap();
    assert_eq!(provider.simulator.calls(Call::GetOrder), 0);

    provider.simulator.fail_next(Some(Call::GetOrder), slow);
    assert!(provider.client.order(&new.order_id).await.unwrap().is_some());
    assert_eq!(provider.simulator.calls(Call::GetOrder), 2);
}

#[tokio::test]
async fn nothing_is_awaited_or_repeated_beyond_the_deadline() {
    let provider = start_with_deadline(TIME_OUT).await;
    let id = new_order().order_id;
    provider
        .simulator
        .fail_next(None, Fault::RateLimited { retry_after: 2 });
    assert_eq!(
        provider.client.order(&id).await,
        Err(ProviderError::RateLimited {
            retry_after: Duration::from_secs(2)
        })
    );

    // Sooner than a repetition would begin.
    let provider = start_with_deadline(Duration::from_millis(80)).await;
    provider
        .simulator
        .fail_always(None, Fault::Status { status: 500 });
    assert!(provider.client.order(&id).await.is_err());
    assert_eq!(provider.client.requests(), 1);
}
