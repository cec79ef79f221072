//! How often the database and the provider are asked: each round trip is time a person waits.

use crate::{App, order_of, with};
use provider_simulator::{Call, PaymentStatus};
use test_support::{ALL, Fault, SINGLE, registration};
use time::Duration;

const KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10";

impl App {
    /// Begins to count.
    fn count_from_here(&self) -> u64 {
        self.test_env.database.set(Fault::None);
        self.provider_calls()
    }

    fn provider_calls(&self) -> u64 {
        let all = [
            Call::CreateOrder,
            Call::GetOrder,
            Call::GetPayments,
            Call::Terminate,
        ];
        all.into_iter()
            .map(|call| self.test_env.provider.calls(call))
            .sum()
    }
}

#[tokio::test]
async fn an_order_takes_eight_requests_to_the_database_and_one_to_the_provider() {
    let app = App::start().await;
    for (package, digit) in [(ALL, "7"), (SINGLE, "8")] {
        for key in [None, Some(KEY.replace('1', digit))] {
            let calls = app.count_from_here();
            let form = registration(package, "asha@example.com");
            let answer = match key {
                Some(key) => app.create_with_key(&key, &form).await,
                None => app.create(&form).await,
            };
            order_of(&answer);
            // The line and the catalogue side by side; then, one after another, the slots of the address, the line and the
            // gate, the rows, and the note that it is open. One more is beside the provider's answer, which takes longer.
            assert_eq!(app.test_env.database.requests(), 8);
            assert_eq!(app.provider_calls() - calls, 1);
        }
    }
}

#[tokio::test]
async fn the_same_order_again_takes_no_more() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    order_of(&app.create_with_key(KEY, &form).await);
    let calls = app.count_from_here();
    order_of(&app.create_with_key(KEY, &form).await);
    // Two of them count that the provider is asked, for this order and for all pages.
    assert!(
        app.test_env.database.requests() <= 6,
        "{}",
        app.test_env.database.requests()
    );
    assert_eq!(app.provider_calls() - calls, 2);
    assert_eq!(app.test_env.provider.calls(Call::CreateOrder), 1);
}

#[tokio::test]
async fn a_refused_order_takes_two_side_by_side_and_nothing_of_the_provider() {
    let app = App::start().await;
    let form = with(&registration(SINGLE, "asha@example.com"), "order_amount", 1);
    let calls = app.count_from_here();
    assert_eq!(app.create(&form).await.status, 409);
    assert_eq!(app.test_env.database.requests(), 2);
    assert_eq!(app.provider_calls(), calls);
}

#[tokio::test]
async fn a_status_takes_one_and_three_more_when_the_provider_is_asked() {
    let app = App::start().await;
    let order = app.register(&registration(SINGLE, "asha@example.com")).await;
    let requests_of_a_status = async || {
        app.count_from_here();
        assert_eq!(app.status(&order).await.status, 200);
        app.test_env.database.requests()
    };
    assert_eq!(requests_of_a_status().await, 4, "the provider is asked");
    assert_eq!(requests_of_a_status().await, 1, "it was asked just now");
    app.test_env.clock.advance(Duration::seconds(6));
    assert_eq!(requests_of_a_status().await, 4, "it is asked again");

    app.test_env.attempt(&order, PaymentStatus::Success);
    app.test_env.clock.advance(Duration::seconds(6));
    assert_eq!(requests_of_a_status().await, 4, "the order turns paid");
    app.test_env.clock.advance(Duration::seconds(6));
    assert_eq!(requests_of_a_status().await, 1, "it is paid");
}

#[tokio::test]
async fn a_status_that_finds_a_package_paid_takes_one_more() {
    let app = App::start().await;
    let order = app.register(&registration(ALL, "asha@example.com")).await;
    app.test_env.attempt(&order, PaymentStatus::Success);
    app.count_from_here();
    assert_eq!(app.status(&order).await.json["status"], "PAID");
    assert_eq!(app.test_env.database.requests(), 5);
}
