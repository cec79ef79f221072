//! Accounts that administrators make and change.

use crate::{App, PASSWORD, token};
use domain::Role;
use futures::future::join;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Answer, Fault, Request};

impl App {
    pub(crate) async fn ask(&self, token: &str, request: Request) -> Answer {
        self.call(request.bearer(token)).await
    }

    pub(crate) async fn users(&self, token: &str) -> Vec<Value> {
        let answer = self.ask(token, Request::get("/api/admin/users")).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json.as_array().unwrap().clone()
    }

    pub(crate) async fn change(&self, token: &str, name: &str, change: Value) -> Answer {
        self.ask(token, Request::put(format!("/api/admin/users/{name}"), &change))
            .await
    }

    async fn invite(&self, token: &str, form: Value) -> Answer {
        self.ask(token, Request::post("/api/admin/users", &form)).await
    }

    async fn signed_in(&self) -> String {
        token(&self.login("Asha", PASSWORD).await).to_owned()
    }
}

#[tokio::test]
async fn an_account_is_made_with_a_password_that_is_shown_once_and_must_be_replaced() {
    let app = App::start().await;
    let asha = app.signed_in().await;
    let form = json!({ "username": " Binu ", "role": "counter", "email": "Binu@x.example" });
    let made = app.invite(&asha, form).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let password = made.json["password"].as_str().unwrap();
    assert_eq!(
        (&made.json["username"], &made.json["role"]),
        (&json!("Binu"), &json!("counter"))
    );
    let users = app.users(&asha).await;
    assert_eq!(
        users[1],
        json!({
            "id": made.json["id"], "username": "Binu", "role": "counter", "disabled": false, "email": "binu@x.example",
            "must_change_password": true, "second_factor": false, "sessions": 0, "version": 0,
        })
    );
    let login = app.login("binu", password).await;
    assert_eq!(login.json["must_change_password"], true);
    let refused = app.ask(token(&login), Request::get("/api/admin/sessions")).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code()),
        (403, "password_change_required")
    );
    let entries = app.entries("admin.created").await;
    let made = entries.iter().find(|entry| entry["username"] == "Asha").unwrap();
    assert_eq!(made["after"]["role"], "counter");
    assert!(!format!("{entries:?}").contains("binu@x"), "{entries:?}");
}

#[tokio::test]
async fn a_form_that_cannot_be_accepted_names_its_field() {
    let app = App::start().await;
    let asha = app.signed_in().await;
    for (form, status, field) in [
        (json!({ "role": "door" }), 422, "username"),
        (json!({ "username": "  ", "role": "door" }), 422, "username"),
        (json!({ "username": "eve/1", "role": "door" }), 422, "username"),
        (
            json!({ "username": "\u{430}sha", "role": "door" }),
            422,
            "username",
        ),
        (json!({ "username": "system", "role": "door" }), 422, "username"),
        (json!({ "username": "Binu" }), 422, "role"),
        (json!({ "username": "Binu", "role": "superuser" }), 422, "role"),
        (json!({ "username": "Binu", "role": "unrecognised" }), 422, "role"),
        (
            json!({ "username": "Binu", "role": "door", "email": "binu" }),
            422,
            "email",
        ),
        (json!({ "username": "ASHA", "role": "door" }), 409, "username"),
    ] {
        let answer = app.invite(&asha, form.clone()).await;
        assert_eq!(
            (answer.status.as_u16(), answer.field()),
            (status, field),
            "{form}"
        );
    }
    assert_eq!(app.users(&asha).await.len(), 1);
}

#[tokio::test]
async fn the_list_says_who_is_signed_in_and_was_seen_when() {
    let app = App::start().await;
    let asha = app.signed_in().await;
    app.accounts()
        .create_as("Binu", PASSWORD, Role::Door)
        .await
        .unwrap();
    app.login("Binu", PASSWORD).await;
    app.wait(60);
    app.login("Binu", PASSWORD).await;
    let users = app.users(&asha).await;
    assert_eq!(
        (&users[0]["username"], &users[0]["sessions"]),
        (&json!("Asha"), &json!(1))
    );
    assert_eq!(
        (&users[1]["username"], &users[1]["sessions"]),
        (&json!("Binu"), &json!(2))
    );
    assert!(users[1]["last_seen"].as_str() > users[0]["last_seen"].as_str());
    // After the last session, too.
    let seen = users[1]["last_seen"].clone();
    app.accounts().disable("Binu").await.unwrap();
    let users = app.users(&asha).await;
    assert_eq!(
        (&users[1]["sessions"], &users[1]["last_seen"]),
        (&json!(0), &seen)
    );
}

#[tokio::test]
async fn a_disabled_person_is_out_at_the_next_call_and_comes_back_when_enabled() {
    let app = App::start().await;
    let asha = app.signed_in().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let binu = token(&app.login("Binu", PASSWORD).await).to_owned();
    let changed = app.change(&asha, "BINU", json!({ "disabled": true })).await;
    assert_eq!(
        (changed.status.as_u16(), &changed.json["disabled"]),
        (200, &json!(true))
    );
    assert_eq!(app.portal(&binu).await, 401);
    assert_eq!(app.login("Binu", PASSWORD).await.status, 401);
    assert_eq!(
        app.change(&asha, "binu", json!({ "disabled": false }))
            .await
            .status,
        200
    );
    assert_eq!(app.portal(&binu).await, 401);
    assert_eq!(app.login("Binu", PASSWORD).await.status, 200);
    for action in ["admin.disabled", "admin.enabled"] {
        let entries = app.entries(action).await;
        assert_eq!(
            (entries.len(), &entries[0]["username"]),
            (1, &json!("Asha")),
            "{action}"
        );
    }
}

#[tokio::test]
async fn another_role_and_a_reset_end_the_sessions_and_an_address_does_not() {
    let app = App::start().await;
    let asha = app.signed_in().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let binu = token(&app.login("Binu", PASSWORD).await).to_owned();
    let email = json!({ "email": "binu@x.example" });
    assert_eq!(
        app.change(&asha, "Binu", email).await.json["email"],
        "binu@x.example"
    );
    assert_eq!(app.portal(&binu).await, 200);
    assert_eq!(
        app.change(&asha, "Binu", json!({ "role": "accountant" }))
            .await
            .status,
        200
    );
    assert_eq!(app.portal(&binu).await, 401);
    let binu = token(&app.login("Binu", PASSWORD).await).to_owned();
    let reset = app.change(&asha, "Binu", json!({ "reset": true })).await;
    assert_eq!(app.portal(&binu).await, 401);
    assert_eq!(app.login("Binu", PASSWORD).await.status, 401);
    let login = app.login("Binu", reset.json["password"].as_str().unwrap()).await;
    assert_eq!(login.json["must_change_password"], true);
    for action in [
        "admin.email_changed",
        "admin.role_changed",
        "admin.password_reset",
    ] {
        assert_eq!(app.entries(action).await.len(), 1, "{action}");
    }
}

#[tokio::test]
async fn a_change_of_what_was_changed_meanwhile_is_refused() {
    let app = App::start().await;
    let asha = app.signed_in().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let change = json!({ "role": "door", "version": 0 });
    assert_eq!(app.change(&asha, "Binu", change.clone()).await.json["version"], 1);
    let late = app.change(&asha, "Binu", change).await;
    assert_eq!((late.status.as_u16(), late.code()), (409, "stale_version"));
    let unknown = app.change(&asha, "Nobody", json!({ "role": "door" })).await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "not_found"));
    let wrong = app.change(&asha, "Binu", json!({ "role": "superuser" })).await;
    assert_eq!((wrong.status.as_u16(), wrong.field()), (422, "role"));
}

#[tokio::test]
async fn nobody_disables_or_resets_the_own_account() {
    let app = App::start().await;
    let asha = app.signed_in().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    for change in [
        json!({ "disabled": true }),
        json!({ "reset": true }),
        json!({ "reset_second_factor": true }),
    ] {
        let refused = app.change(&asha, "asha", change).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "own_account"));
    }
    assert_eq!(app.portal(&asha).await, 200);
}

#[tokio::test]
async fn the_last_administrator_who_can_sign_in_keeps_the_role() {
    let app = App::start().await;
    let asha = app.signed_in().await;
    app.accounts().create("Gone", PASSWORD).await.unwrap();
    app.accounts().disable("Gone").await.unwrap();
    app.accounts()
        .create_as("Clerk", PASSWORD, Role::Counter)
        .await
        .unwrap();
    let step_down = json!({ "role": "counter" });
    let refused = app.change(&asha, "Asha", step_down.clone()).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code()),
        (409, "last_administrator")
    );
    assert_eq!(app.portal(&asha).await, 200);
    assert_eq!(
        app.change(&asha, "Clerk", json!({ "role": "admin" }))
            .await
            .status,
        200
    );
    assert_eq!(app.change(&asha, "Asha", step_down).await.status, 200);
    assert_eq!(app.portal(&asha).await, 401);
}

/// Two administrators who disable each other at once.
async fn both_disable_each_other(app: &App) -> usize {
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let asha = app.signed_in().await;
    let binu = token(&app.login("Binu", PASSWORD).await).to_owned();
    let disable = json!({ "disabled": true });
    let (one, other) = join(
        app.change(&asha, "Binu", disable.clone()),
        app.change(&binu, "Asha", disable),
    )
    .await;
    [one, other].iter().filter(|answer| answer.status == 200).count()
}

#[tokio::test]
async fn of_two_administrators_who_disable_each_other_one_is_left() {
    for _ in 0..5 {
        let app = App::start().await;
        assert_eq!(both_disable_each_other(&app).await, 1);
        let accounts = app.accounts().list().await.unwrap();
        assert_eq!(accounts.iter().filter(|account| !account.disabled).count(), 1);
    }
}

/// The control: without the condition on the one who is left, nobody is.
#[tokio::test]
async fn without_conditions_two_administrators_who_disable_each_other_are_both_out() {
    for _ in 0..20 {
        let app = App::start().await;
        app.test_env.database.set(Fault::NoConditions);
        if both_disable_each_other(&app).await == 2 {
            return;
        }
    }
    panic!("they never did it at once");
}

#[tokio::test]
async fn a_change_that_cannot_be_written_changes_nothing() {
    let app = App::start().await;
    let asha = app.signed_in().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    app.users(&asha).await;
    let before = app.test_env.dump(Table::Admin).await;
    app.test_env.database.set(Fault::CrashBefore(0));
    assert_eq!(
        app.change(&asha, "Binu", json!({ "disabled": true }))
            .await
            .status,
        500
    );
    app.test_env.database.set(Fault::None);
    assert_eq!(app.test_env.dump(Table::Admin).await, before);
}

/// Names of before the rule for names: the path that was made of each led elsewhere, or nowhere.
#[tokio::test]
async fn an_account_of_any_name_is_changed_by_its_id() {
    let app = App::start().await;
    let asha = app.signed_in().await;
    app.accounts().create("Binu", PASSWORD).await.unwrap();
    let items = app.test_env.dump(Table::Admin).await;
    let binu = items.iter().find(|item| item["pk"] == "ADMIN#binu").unwrap();
    for (number, name) in ["eve/1", "a%b", "..", "\u{430}sha", "eve\u{200b}", "~x"]
        .iter()
        .enumerate()
    {
        let id = format!("0123456789ABCDEFGHJ{number}");
        let mut old = binu.clone();
        old["pk"] = json!(format!("ADMIN#{name}"));
        old["id"] = json!(id);
        old["username"] = json!(name);
        app.test_env.put(Table::Admin, &old).await;
        let listed = json!({ "pk": "ACCOUNTS", "sk": name });
        app.test_env.put(Table::Admin, &listed).await;
        let users = app.users(&asha).await;
        let shown = users.iter().find(|user| user["username"] == *name).unwrap();
        assert_eq!(shown["id"], id);
        let session = token(&app.login(name, PASSWORD).await).to_owned();
        let disabled = app
            .change(&asha, &format!("~{id}"), json!({ "disabled": true }))
            .await;
        assert_eq!(disabled.json["disabled"], true, "{}", disabled.json);
        assert_eq!(app.portal(&session).await, 401, "{name}");
        assert_eq!(app.login(name, PASSWORD).await.status, 401, "{name}");
        app.accounts().disable(name).await.unwrap();
    }
    let unknown = app.change(&asha, "~0", json!({ "disabled": true })).await;
    assert_eq!(unknown.status, 404);
}
