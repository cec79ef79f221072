//! How many orders of an address may be open.

use crate::{Fixture, email};
use access_control::{count_order, uncount_order};
use store::tables::Table;
use test_support::Fault;
use time::Duration;

#[tokio::test]
async fn orders_are_counted_until_half_an_hour_passes_without_one() {
    let fixture = Fixture::start().await;
    let asha = email("asha@example.com");
    let count = || count_order(&fixture.access, &asha, &fixture.clock);
    assert_eq!(count().await, Some(1));
    fixture.test_env.clock.advance(Duration::minutes(29));
    assert_eq!(count().await, Some(2));
    fixture.test_env.clock.advance(Duration::minutes(31));
    assert_eq!(count().await, Some(1));

    let binu = email("binu@example.com");
    assert_eq!(count_order(&fixture.access, &binu, &fixture.clock).await, Some(1));
}

#[tokio::test]
async fn an_order_that_the_provider_refused_is_taken_back() {
    let fixture = Fixture::start().await;
    let asha = email("asha@example.com");
    for expected in [1, 1] {
        assert_eq!(
            count_order(&fixture.access, &asha, &fixture.clock).await,
            Some(expected)
        );
        uncount_order(&fixture.access, &asha).await;
    }
}

#[tokio::test]
async fn orders_that_cannot_be_counted_stop_nobody() {
    let fixture = Fixture::start().await;
    fixture.test_env.database.set(Fault::TableDown(Table::Access));
    let asha = email("asha@example.com");
    assert_eq!(count_order(&fixture.access, &asha, &fixture.clock).await, None);
    uncount_order(&fixture.access, &asha).await;
}
