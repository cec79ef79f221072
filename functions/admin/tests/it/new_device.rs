//! What a person is told when their account is signed in to from a device that had not signed in before.

use crate::{App, PASSWORD, device, token};
use accounts::Accounts;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Fault, Log, Request};

const ANDROID: &str =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/125.0 Mobile Safari/537.36";
const ADDRESS: &str = "asha@organiser.example";

impl App {
    /// Asha, who signed in once long ago, with an address or without.
    async fn with_address(address: Option<&str>) -> (Self, String) {
        let app = Self::start().await;
        let items = app.test_env.dump(Table::Admin).await;
        let mut account = items.into_iter().find(|item| item["pk"] == "ADMIN#asha").unwrap();
        if let Some(address) = address {
            account["email"] = json!(address);
        }
        app.test_env.put(Table::Admin, &account).await;
        let known = device(&app.login("Asha", PASSWORD).await);
        app.wait(60 * 60);
        (app, known)
    }

    async fn login_by_phone(&self) -> test_support::Answer {
        let body = json!({ "username": "Asha", "password": PASSWORD });
        let request = Request::post("/api/admin/login", &body)
            .from_address("203.0.113.9")
            .header("user-agent", ANDROID);
        self.call(request).await
    }

    /// The mails that wait.
    async fn told(&self) -> Vec<Value> {
        self.test_env.of_kind(Table::Registrations, "SIGN_IN").await
    }
}

#[tokio::test]
async fn a_sign_in_from_a_new_device_is_told_once_and_those_that_follow_from_it_are_not() {
    let (app, _) = App::with_address(Some(ADDRESS)).await;
    assert!(
        app.told().await.is_empty(),
        "the first sign-in of an account is not unusual"
    );
    let log = Log::start();
    let answer = log.event(app.login_by_phone()).await;
    let told = app.told().await;
    assert_eq!(told.len(), 1);
    let now = app.test_env.clock.now();
    assert_eq!(
        (
            &told[0]["email"],
            &told[0]["username"],
            &told[0]["device"],
            &told[0]["due_at"]
        ),
        (
            &json!(ADDRESS),
            &json!("Asha"),
            &json!("Chrome on Android"),
            &json!(now.unix_timestamp())
        )
    );
    assert!(!told[0].to_string().contains("203.0.113.9"), "{}", told[0]);
    assert!(!log.text().contains(ADDRESS), "{}", log.text());
    for _ in 0..2 {
        app.wait(60);
        app.login_with(&device(&answer), "Asha", PASSWORD).await;
    }
    assert_eq!(app.told().await.len(), 1);
}

#[tokio::test]
async fn a_sign_in_from_a_known_device_is_not_told_wherever_it_is() {
    let (app, known) = App::with_address(Some(ADDRESS)).await;
    let body = json!({ "username": "asha", "password": PASSWORD, "device": known });
    let answer = app.send_login("198.51.100.77", &body).await;
    assert_eq!(app.portal(token(&answer)).await, 200);
    assert!(app.told().await.is_empty());
}

#[tokio::test]
async fn nobody_is_told_without_an_address_or_when_the_sign_in_fails() {
    let (app, _) = App::with_address(None).await;
    assert_eq!(app.login_by_phone().await.status, 200);
    assert!(app.told().await.is_empty());
    let (app, _) = App::with_address(Some(ADDRESS)).await;
    assert_eq!(app.login("Asha", "wrong").await.status, 401);
    assert!(app.told().await.is_empty());
}

#[tokio::test]
async fn with_a_second_factor_the_code_comes_first() {
    let (app, _) = App::with_address(Some(ADDRESS)).await;
    let session = token(&app.login("Asha", PASSWORD).await).to_owned();
    let app = app.enrol(session).await;
    let before = app.told().await.len();
    let challenge = app.challenge().await;
    assert_eq!(app.told().await.len(), before, "the password alone opens nothing");
    let answer = app.answer(&challenge, &app.recovery_codes[0]).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(app.told().await.len(), before + 1);
}

#[tokio::test]
async fn a_mail_that_cannot_be_kept_keeps_nobody_out_and_is_logged_without_the_address() {
    let (app, _) = App::with_address(Some(ADDRESS)).await;
    for fault in [
        Fault::TableDown(Table::Registrations),
        Fault::TableBroken(Table::Registrations),
    ] {
        app.test_env.database.set(fault);
        let log = Log::start();
        let answer = log.event(app.login_by_phone()).await;
        app.test_env.database.set(Fault::None);
        assert_eq!(app.portal(token(&answer)).await, 200);
        let text = log.text();
        assert!(text.contains("nobody is told about a sign-in"), "{text}");
        assert!(
            !text.contains(ADDRESS) && !text.to_lowercase().contains("asha"),
            "{text}"
        );
    }
    assert!(app.told().await.is_empty());
}

#[tokio::test]
async fn a_new_password_makes_every_device_new_once() {
    let (app, known) = App::with_address(Some(ADDRESS)).await;
    let accounts: Accounts = app.accounts();
    accounts.reset("Asha", PASSWORD).await.unwrap();
    let answer = app.login_with(&known, "Asha", PASSWORD).await;
    assert_eq!(app.told().await.len(), 1);
    app.login_with(&device(&answer), "Asha", PASSWORD).await;
    assert_eq!(app.told().await.len(), 1);
}
