//! What is counted of registrations.

use crate::{App, order_of};
use futures::future::join_all;
use test_support::{Log, SINGLE, registration};
use time::Duration;

const KEY: &str = "1f0e4c0a-7a3e-4d43-9c3f-2b8f2f6a9d10";

#[tokio::test]
async fn a_registration_counts_once_however_often_its_form_is_sent() {
    let app = App::start().await;
    let form = registration(SINGLE, "asha@example.com");
    let log = Log::start();
    join_all((0..5).map(|_| app.create_with_key(KEY, &form))).await;
    // A further order of the same candidate.
    app.test_env.clock.advance(Duration::hours(1));
    order_of(&app.create_with_key(KEY, &form).await);
    assert_eq!(log.total("RegistrationsCreated"), 1);
    assert_eq!(app.count("ORDER").await, 2);
    order_of(&app.create(&form).await);
    assert_eq!(log.total("RegistrationsCreated"), 2);
    assert_eq!(log.total("Requests"), 7);
    for personal in ["asha", "Asha", "9876543210", KEY] {
        assert!(!log.text().contains(personal), "{}", log.text());
    }
}

#[tokio::test]
async fn a_form_that_is_refused_counts_as_no_registration() {
    let app = App::start().await;
    let log = Log::start();
    let answer = app.create(&registration(SINGLE, "not an address")).await;
    assert_eq!(answer.status, 422);
    assert_eq!((log.total("RegistrationsCreated"), log.total("Errors")), (0, 0));
}
