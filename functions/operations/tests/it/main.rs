//! What the people on call ask for, on a real database.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod accounts;
mod rebuild;
mod refusals;
mod start;

use domain::Entropy;
use operations::{Operations, SliceSize};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::TestEnv;

/// The function in a test environment.
struct App {
    test_env: TestEnv,
    function: Operations,
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let clock = test_env.clock.handle();
        let function = operations::handler_with(test_env.env(), clock, Entropy::system());
        Self {
            function: function.await.unwrap(),
            test_env,
        }
    }

    /// With rebuilds of so many items to a slice.
    async fn with_slices_of(items: u16) -> Self {
        let Self { test_env, function } = Self::start().await;
        let slice = SliceSize {
            items,
            lasting: time::Duration::ZERO,
        };
        Self {
            function: function.with_slices(slice),
            test_env,
        }
    }

    async fn ask(&self, request: Value) -> Value {
        self.test_env.clock.advance(time::Duration::SECOND);
        self.function.handle(request).await.unwrap()
    }

    /// Asks for what must be done, and returns what is said of it.
    async fn done(&self, request: Value) -> String {
        let answer = self.ask(request).await;
        assert_eq!(answer.get("refused"), None, "{answer}");
        answer["message"].as_str().unwrap().to_owned()
    }

    /// The actions in the audit log, in order, and who did them.
    async fn log(&self) -> Vec<(Value, Value)> {
        let items = self.test_env.dump(Table::Admin).await;
        let entries = items.into_iter().filter_map(|entry| {
            let at = entry["at"].as_str()?.to_owned();
            Some((
                at,
                entry["action"].as_str()?.to_owned(),
                entry["username"].clone(),
            ))
        });
        let mut entries: Vec<_> = entries.collect();
        entries.sort_by_key(|(at, action, _)| (at.clone(), action.clone()));
        let said = entries.into_iter().map(|(_, action, by)| (by, json!(action)));
        said.collect()
    }
}

/// An entry of the audit log by this function.
fn by_operations(action: &str) -> (Value, Value) {
    (json!("operations"), json!(action))
}
