//! Due items, in an isolated environment for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod account_mails;
mod daily_report;
mod exports;
mod hall_tickets;
mod imports;
mod invitations;
mod limits;
mod mails;
mod messages;
mod metrics;
mod moved_exams;
mod order_mails;
mod orders;
mod places;
mod quarantine;
mod recon;
mod refunds;
mod reminders;
mod requests;
mod retention;
mod rush;
mod start;
mod syncs;

use domain::{Clock, Entropy, Role, payment::Order};
use provider_simulator::Call;
use reconciler::{Reconciler, Summary};
use store::{Administrator, registrations::attention::Flag};
use test_support::{SINGLE, TestEnv};
use time::Duration;

/// The function with a clock that need not be the test environment's.
async fn with_clock(test_env: &TestEnv, clock: Clock) -> Reconciler {
    reconciler::handler_with(test_env.env(), clock, Entropy::system())
        .await
        .unwrap()
}

/// An account that nobody can sign in to.
fn account(name: &str, role: Role) -> Administrator {
    Administrator::new(format!("ID-OF-{name}"), name.to_owned(), "none".to_owned(), role)
}

/// The function in a test environment.
struct App {
    test_env: TestEnv,
    reconciler: Reconciler,
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let reconciler = with_clock(&test_env, test_env.clock.handle()).await;
        Self { test_env, reconciler }
    }

    /// The function where the provider answers so many questions about orders in a minute.
    async fn with_order_reads(a_minute: &str) -> Self {
        Self::with("PROVIDER_ORDER_READS_PER_MINUTE", a_minute).await
    }

    /// The same of questions about attempts.
    async fn with_payment_reads(a_minute: &str) -> Self {
        Self::with("PROVIDER_PAYMENT_READS_PER_MINUTE", a_minute).await
    }

    async fn with(name: &'static str, value: &str) -> Self {
        let test_env = TestEnv::start().await;
        let env = test_env.env_with(name, value);
        let reconciler = reconciler::handler_with(env, test_env.clock.handle(), Entropy::system())
            .await
            .unwrap();
        Self { test_env, reconciler }
    }

    /// This many people who have paid, and have no mail yet.
    async fn paid_orders(&self, count: usize) {
        for number in 0..count {
            let email = format!("student{number}@example.com");
            self.test_env.paid_order(SINGLE, &email).await;
        }
    }

    async fn run(&self) -> Summary {
        self.reconciler.run().await.unwrap()
    }

    /// Lets time pass, and runs.
    async fn run_after(&self, pause: Duration) -> Summary {
        self.test_env.clock.advance(pause);
        self.run().await
    }

    /// Runs this many minutes after an order was created.
    async fn run_at(&self, order: &Order, minutes: i64) -> Summary {
        self.test_env
            .clock
            .set_to(order.created_at + Duration::minutes(minutes));
        self.run().await
    }

    async fn status(&self, order: &Order) -> &'static str {
        self.test_env
            .stored(order.order_id.as_str())
            .await
            .status
            .as_str()
    }

    async fn flags(&self) -> Vec<Flag> {
        self.test_env.flags().await
    }

    /// How often the provider was asked about orders.
    fn asked(&self) -> u64 {
        self.test_env.provider.calls(Call::GetOrder) + self.test_env.provider.calls(Call::GetPayments)
    }
}
