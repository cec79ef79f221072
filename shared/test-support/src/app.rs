//! A function's router in its own environment, and how a function starts.

use crate::{Answer, Fault, Request, TestEnv, call, settings::VARIABLES};
use axum::Router;
use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use serde_json::Value;
use std::future::Future;
use store::tables::Table;

/// What [`Env`] says of an address that is none.
pub const NO_ADDRESS: &str = "is not an absolute http or https address without query or user";

/// A function in a test environment.
pub struct App {
    /// The test environment.
    pub test_env: TestEnv,
    /// The function's router.
    pub router: Router,
}

impl App {
    /// Starts a function by its `app_with`.
    pub async fn start<F, Started>(function: F) -> Self
    where
        F: FnOnce(Env, Clock, Entropy) -> Started,
        Started: Future<Output = Result<Router, ConfigError>>,
    {
        let test_env = TestEnv::start().await;
        let started = function(test_env.env(), test_env.clock.handle(), Entropy::system());
        let router = started.await.unwrap();
        Self { test_env, router }
    }

    /// Sends a request.
    pub async fn call(&self, request: Request) -> Answer {
        call(&self.router, request).await
    }

    /// Sends a request of the administrator.
    pub async fn call_as_admin(&self, request: Request) -> Answer {
        let token = self.test_env.admin_token().await;
        self.call(request.bearer(&token)).await
    }

    /// Sends a request of the administrator that must be refused with this status, code and field, and checks that
    /// nothing has changed.
    pub async fn assert_changes_nothing(&self, request: Request, refused: (u16, &str, &str)) -> Answer {
        let before = (self.everything().await, self.test_env.pictures());
        let answer = self.call_as_admin(request).await;
        let got = (answer.status.as_u16(), answer.code(), answer.field());
        assert_eq!(got, refused, "{}", answer.json);
        let after = (self.everything().await, self.test_env.pictures());
        assert!(after == before, "something has changed");
        answer
    }

    /// Sends a call of the administrator while each table fails in turn, and checks what the call needs.
    ///
    /// Without a table of `needed`, however it fails, the answer is a 500 and nothing changes; the same request, number
    /// 0, then succeeds. With any other table down, the requests 1, 2, … succeed.
    pub async fn assert_needs(&self, needed: &[Table], request: impl Fn(usize) -> Request) -> Answer {
        let token = self.test_env.admin_token().await;
        let before = self.but_throttles().await;
        for &table in needed {
            for fault in [
                Fault::TableDown(table),
                Fault::TableThrottled(table),
                Fault::TableBroken(table),
            ] {
                self.test_env.database.set(fault);
                let answer = self.call(request(0).bearer(&token)).await;
                self.test_env.database.set(Fault::None);
                let got = (answer.status.as_u16(), answer.code());
                assert_eq!(got, (500, "internal_error"), "{fault:?}: {}", answer.json);
                assert_eq!(self.but_throttles().await, before, "{fault:?}: half-written");
            }
        }
        let retried = self.call(request(0).bearer(&token)).await;
        assert_eq!(retried.status, 200, "{}", retried.json);
        let others = Table::ALL.into_iter().filter(|table| !needed.contains(table));
        for (number, table) in others.enumerate() {
            self.test_env.database.set(Fault::TableDown(table));
            let answer = self.call(request(number + 1).bearer(&token)).await;
            self.test_env.database.set(Fault::None);
            assert_eq!(answer.status, 200, "{table:?}: {}", answer.json);
        }
        retried
    }

    /// Everything in all tables but the counters of the throttles.
    pub async fn but_throttles(&self) -> Vec<Value> {
        let tables = self.everything().await.into_iter().flatten();
        tables
            .filter(|item| !item["pk"].as_str().is_some_and(|pk| pk.starts_with("THROTTLE#")))
            .collect()
    }

    /// The audit log, the oldest entry first.
    pub async fn audit_log(&self) -> Vec<Value> {
        let items = self.test_env.dump(Table::Admin).await;
        let is_entry = |item: &Value| item["pk"].as_str().is_some_and(|pk| pk.starts_with("AUDIT#"));
        items.into_iter().filter(is_entry).collect()
    }

    /// Everything in all tables but sessions, whose use any call may write down.
    pub async fn everything(&self) -> Vec<Vec<Value>> {
        // The first token of the administrator writes a version, which no call is to blame for.
        self.test_env.admin_token().await;
        let mut tables = Vec::new();
        for table in Table::ALL {
            let mut items = self.test_env.dump(table).await;
            items.retain(|item| !item["pk"].as_str().is_some_and(|pk| pk.starts_with("SESSION#")));
            tables.push(items);
        }
        tables
    }
}

/// Checks that a function does not start without each of the variables `needed`, or with a wrong value of one, given
/// with what is said of it, and that it starts without any other variable.
pub async fn assert_start_needs<F, T, Started>(
    start: F,
    needed: &[&'static str],
    wrong: &[(&'static str, &str, &str)],
) where
    F: Fn(Env, Clock, Entropy) -> Started,
    Started: Future<Output = Result<T, ConfigError>>,
{
    let test_env = TestEnv::start().await;
    let start = async |variable, value: &str| {
        let env = test_env.env_with(variable, value);
        let started = start(env, Clock::system(), Entropy::system()).await;
        started.err().map(|error| error.to_string())
    };
    for &variable in needed {
        for blank in ["", "  "] {
            assert_eq!(
                start(variable, blank).await,
                Some(format!("{variable}: is not set"))
            );
        }
    }
    for &(variable, value, problem) in wrong {
        let error = start(variable, value).await.unwrap_or_default();
        assert!(
            error.starts_with(&format!("{variable}: {problem}")),
            "{variable} = {value}: {error:?}"
        );
        assert!(!problem.is_empty(), "{variable} = {value}: nothing is checked");
    }
    let endpoint = |variable: &str| variable.starts_with("AWS_ENDPOINT_URL");
    let others = VARIABLES
        .into_iter()
        .filter(|variable| !endpoint(variable) && !needed.contains(variable));
    for variable in others {
        assert_eq!(start(variable, "").await, None, "{variable} is not needed");
    }
}
