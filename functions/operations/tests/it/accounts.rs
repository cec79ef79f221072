//! Accounts, from making one to locking one.

use crate::{App, by_operations};
use accounts::Accounts;
use domain::{Clock, Entropy};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Log, TestEnv};

async fn opens(test_env: &TestEnv, username: &str, password: &str) -> bool {
    let accounts = Accounts::from_env(&test_env.env(), Clock::system(), Entropy::system(), "a test");
    accounts.unwrap().opens(username, password).await.unwrap()
}

fn create(password: &str) -> Value {
    json!({ "action": "create", "username": "Asha", "password": password })
}

/// How often the sessions of the one account were ended.
async fn sessions_ended(app: &App) -> Value {
    app.test_env.dump(Table::Access).await[0]["ver"].clone()
}

#[tokio::test]
async fn an_account_is_made_given_another_password_and_disabled() {
    let app = App::start().await;
    let list = json!({ "action": "list" });
    assert_eq!(app.done(list.clone()).await, "There is no administrator.");

    let made = app.ask(create("kadavu plum lantern")).await;
    assert_eq!(made, json!({ "message": "Asha is an administrator now." }));
    assert!(opens(&app.test_env, "asha", "kadavu plum lantern").await);

    let reset = json!({ "action": "reset_password", "username": "ASHA", "password": "lantern kadavu plum" });
    let said = "Asha has a new password, and is signed out everywhere.";
    assert_eq!(app.ask(reset).await, json!({ "message": said }));
    assert!(opens(&app.test_env, "asha", "lantern kadavu plum").await);
    assert!(!opens(&app.test_env, "asha", "kadavu plum lantern").await);

    let disable = json!({ "action": "disable", "username": "asha" });
    let said = "Asha cannot sign in any more, and is signed out everywhere.";
    assert_eq!(app.ask(disable).await, json!({ "message": said }));
    assert!(!opens(&app.test_env, "asha", "lantern kadavu plum").await);
    let listed = json!([{ "username": "Asha", "role": "admin", "disabled": true }]);
    assert_eq!(
        app.ask(list).await,
        json!({ "message": "Asha (disabled)", "accounts": listed })
    );

    assert_eq!(
        sessions_ended(&app).await,
        2,
        "the reset and the lock each end every session"
    );
    let actions = [
        "admin.listed",
        "admin.created",
        "admin.password_reset",
        "admin.disabled",
        "admin.listed",
    ];
    assert_eq!(app.log().await, actions.map(by_operations));
    let stored = json!(app.test_env.dump(Table::Admin).await).to_string();
    assert!(!stored.contains("lantern"), "no password is kept");
}

#[tokio::test]
async fn a_role_is_given_with_the_account_and_a_change_of_it_ends_the_sessions() {
    let app = App::start().await;
    let mut request = create("kadavu plum lantern");
    request["role"] = json!("counter");
    assert_eq!(app.done(request).await, "Asha is a clerk at the counter now.");
    let account = || async {
        let items = app.test_env.dump(Table::Admin).await;
        items.into_iter().find(|item| item["sk"] == "ADMIN").unwrap()
    };
    let before = account().await;
    assert_eq!(before["role"], "counter");

    let change = json!({ "action": "change_role", "username": "asha", "role": "accountant" });
    assert_eq!(
        app.done(change).await,
        "Asha is an accountant now, and is signed out everywhere."
    );
    let mut expected = before;
    expected["role"] = json!("accountant");
    expected["rev"] = json!(1);
    // What another role may read, it asks for itself.
    expected["daily_report"] = json!(false);
    assert_eq!(account().await, expected, "nothing else changes");
    assert_eq!(sessions_ended(&app).await, 1);
    assert_eq!(app.log().await.last(), Some(&by_operations("admin.role_changed")));

    // A role that was written into the table by hand is shown as unknown, not hidden.
    expected["role"] = json!("superuser");
    app.test_env.put(Table::Admin, &expected).await;
    assert_eq!(
        app.done(json!({ "action": "list" })).await,
        "Asha (a role that is not known, which opens nothing)"
    );
}

#[tokio::test]
async fn a_generated_password_is_in_the_answer_opens_the_account_and_is_never_logged() {
    let app = App::start().await;
    let log = Log::start();
    let mut passwords = Vec::new();
    for action in ["create", "reset_password"] {
        let request = json!({ "action": action, "username": "Asha" });
        let answer = log.event(app.ask(request)).await;
        let password = answer["password"].as_str().unwrap().to_owned();
        assert_eq!(password.len(), 23);
        assert!(!answer["message"].as_str().unwrap().contains(&password));
        assert!(opens(&app.test_env, "Asha", &password).await);
        passwords.push(password);
    }
    let given = "plum lantern kadavu";
    let reset = json!({ "action": "reset_password", "username": "Asha", "password": given });
    let _ = log.event(app.ask(reset)).await;
    passwords.push(given.to_owned());
    let lines = log.invocations();
    let said = |member: &str| lines.iter().map(|line| line[member].clone()).collect::<Vec<_>>();
    assert_eq!(said("action"), ["create", "reset_password", "reset_password"]);
    assert_eq!(said("outcome"), ["done"; 3]);
    for secret in passwords.iter().map(String::as_str).chain(["Asha"]) {
        assert!(!log.text().contains(secret), "{}", log.text());
    }
    let stored = json!(app.test_env.dump(Table::Admin).await).to_string();
    assert!(passwords.iter().all(|password| !stored.contains(password)));
}
