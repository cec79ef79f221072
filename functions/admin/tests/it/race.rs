//! An account that changes during a sign-in.

use crate::{App, PASSWORD, token};
use accounts::Accounts;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use domain::{Entropy, Role};
use futures::future::BoxFuture;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use test_support::TestEnv;
use tokio::runtime::Handle;

type Change = Box<dyn FnOnce() -> BoxFuture<'static, ()> + Send>;

/// A test environment in which `change` happens between the check of the password and the making of the token: when
/// randomness is asked for the first time.
async fn app_that_changes(change: impl FnOnce(Accounts) -> BoxFuture<'static, ()> + Send + 'static) -> App {
    let test_env = TestEnv::start().await;
    let waiting: Arc<Mutex<Option<Change>>> = Arc::default();
    let due = Arc::clone(&waiting);
    let entropy = Entropy::from_fn(move |buffer| {
        if let Some(change) = due.lock().unwrap().take() {
            tokio::task::block_in_place(|| Handle::current().block_on(change()));
        }
        Entropy::system().fill(buffer);
    });
    let router = admin::app_with(test_env.env(), test_env.clock.handle(), entropy)
        .await
        .unwrap();
    let app = App(test_support::App { test_env, router });
    app.accounts().create("Asha", PASSWORD).await.unwrap();
    let accounts = app.accounts();
    *waiting.lock().unwrap() = Some(Box::new(move || change(accounts)));
    app
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_that_changes_meanwhile_is_in_the_token() {
    let app = app_that_changes(|accounts| {
        Box::pin(async move {
            accounts.set_role("Asha", Role::Door).await.unwrap();
        })
    })
    .await;
    let answer = app.login("Asha", PASSWORD).await;
    let payload = token(&answer).split('.').nth(1).unwrap();
    let payload: Value = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap();
    assert_eq!(payload["role"], "door");
    // Which may not see what needs attention.
    assert_eq!(app.portal(token(&answer)).await, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_that_is_disabled_meanwhile_is_not_signed_in_to() {
    let app = app_that_changes(|accounts| {
        Box::pin(async move {
            accounts.disable("Asha").await.unwrap();
        })
    })
    .await;
    assert_eq!(app.login("Asha", PASSWORD).await.status, 401);
    assert!(app.entries("admin.logged_in").await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_that_is_replaced_meanwhile_is_rejected() {
    let app = app_that_changes(|accounts| {
        Box::pin(async move {
            accounts.reset("Asha", "another-password").await.unwrap();
        })
    })
    .await;
    assert_eq!(app.login("Asha", PASSWORD).await.status, 401);
    assert_eq!(app.login("Asha", "another-password").await.status, 200);
}
