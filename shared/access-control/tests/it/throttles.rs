//! Who may ask how often, and what happens when that cannot be counted.

use crate::{Fixture, client, email};
use access_control::{CONTACT, throttle, throttle_check, throttle_everybody, throttle_line_mail};
use axum::response::IntoResponse;
use futures::future::join_all;
use store::tables::Table;
use test_support::Fault;
use time::Duration;

impl Fixture {
    async fn contact(&self, number: u8) -> bool {
        throttle(&self.access, CONTACT, &client(number), &self.clock)
            .await
            .is_ok()
    }

    /// How many of as many contacts as there may be, and three more, are let through when they come at once.
    async fn allowed_of_concurrent(&self) -> usize {
        let contacts = (0..CONTACT.attempts + 3).map(|_| self.contact(1));
        join_all(contacts)
            .await
            .into_iter()
            .filter(|allowed| *allowed)
            .count()
    }
}

#[tokio::test]
async fn a_client_is_refused_beyond_its_limit_until_the_window_ends_and_others_are_not() {
    let fixture = Fixture::start().await;
    for _ in 0..CONTACT.attempts {
        assert!(fixture.contact(1).await);
    }
    let refused = throttle(&fixture.access, CONTACT, &client(1), &fixture.clock).await;
    let answer = refused.unwrap_err().into_response();
    assert_eq!(answer.status(), 429);
    let retry_after: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!(
        (1..=CONTACT.window.as_secs()).contains(&retry_after),
        "{retry_after}"
    );
    assert!(fixture.contact(2).await);

    let pause = i64::try_from(retry_after).unwrap();
    fixture.test_env.clock.advance(Duration::seconds(pause));
    assert!(fixture.contact(1).await);
}

#[tokio::test]
async fn concurrent_calls_do_not_get_past_the_limit() {
    let fixture = Fixture::start().await;
    let limit = usize::try_from(CONTACT.attempts).unwrap();
    assert_eq!(fixture.allowed_of_concurrent().await, limit);
}

#[tokio::test]
async fn without_the_condition_concurrent_calls_get_past_the_limit() {
    let fixture = Fixture::start().await;
    fixture.test_env.database.set(Fault::NoConditions);
    let limit = usize::try_from(CONTACT.attempts).unwrap();
    assert!(fixture.allowed_of_concurrent().await > limit);
}

#[tokio::test]
async fn a_table_that_does_not_answer_lets_calls_through() {
    let fixture = Fixture::start().await;
    for fault in [
        Fault::TableDown(Table::Access),
        Fault::TableThrottled(Table::Access),
    ] {
        fixture.test_env.database.set(fault);
        for _ in 0..CONTACT.attempts + 1 {
            assert!(fixture.contact(1).await);
        }
    }
}

#[tokio::test]
async fn one_address_is_asked_about_only_so_often_by_all_clients_together() {
    let fixture = Fixture::start().await;
    let check = async |number: u8, asked: &str| {
        throttle_check(&fixture.access, &client(number), &email(asked), &fixture.clock)
            .await
            .is_ok()
    };
    for number in 0..20 {
        assert!(check(number, "asha@example.com").await, "{number}");
    }
    assert!(!check(200, "asha@example.com").await);
    assert!(check(200, "binu@example.com").await);

    // Neither address is stored: both are hashed.
    let rows = serde_json::to_string(&fixture.test_env.dump(Table::Access).await).unwrap();
    assert!(
        !rows.contains("asha@example.com") && !rows.contains("203.0.113"),
        "{rows}"
    );
}

#[tokio::test]
async fn one_address_gets_only_so_many_mails_for_its_turn_from_everybody_together() {
    let fixture = Fixture::start().await;
    let mail = async || {
        let to = email("asha@example.com");
        let counted = throttle_line_mail(&fixture.access, &to, &fixture.clock).await;
        counted.is_ok()
    };
    for number in 0..6 {
        assert!(mail().await, "{number}");
    }
    assert!(!mail().await);
    fixture.test_env.clock.advance(Duration::days(1));
    assert!(mail().await);
}

#[tokio::test]
async fn the_organisers_mailbox_is_protected_from_everybody_together() {
    let fixture = Fixture::start().await;
    for _ in 0..100 {
        assert!(throttle_everybody(&fixture.access, &fixture.clock).await.is_ok());
    }
    assert!(throttle_everybody(&fixture.access, &fixture.clock).await.is_err());
}
