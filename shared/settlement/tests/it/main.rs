//! What settling asks, answers and writes, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod answers;
mod asks;
mod claims;
mod counted;
mod postponed;
mod reversals;

use domain::payment::Order;
use settlement::{Occasion, SettleError, Settlement};
use test_support::TestEnv;

struct App {
    test_env: TestEnv,
    settlement: Settlement,
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let settlement =
            Settlement::from_env(&test_env.env(), test_env.registrations(), test_env.clock.handle()).await;
        Self {
            settlement: settlement.unwrap(),
            test_env,
        }
    }

    async fn stored(&self, order: &Order) -> Order {
        self.test_env.stored(order.order_id.as_str()).await
    }

    /// Settles the order as it was read, maybe before somebody else wrote it.
    async fn settle_as(&self, order: &Order, occasion: &Occasion<'_>) -> Result<Order, SettleError> {
        self.settlement.settle_order(order.clone(), occasion).await
    }

    /// Settles the order as it stands for a page that waits, and answers it as it is stored then, which is what the
    /// page is told.
    async fn settle(&self, order: &Order) -> Order {
        let read = self.stored(order).await;
        let answered = self.settle_as(&read, &Occasion::Page).await.unwrap();
        assert_eq!(answered, self.stored(order).await);
        answered
    }
}
