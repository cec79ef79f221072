//! Others change the same account or session each time, or the table takes no more.

use crate::{App, PASSWORD, token};
use domain::Role;
use serde_json::json;
use store::tables::Table;
use test_support::{Fault, Request};

#[tokio::test]
async fn who_meets_others_at_an_account_or_a_session_is_told_when_to_come_again_and_nothing_is_done() {
    let app = App::start().await;
    app.accounts()
        .create_as("Binu", PASSWORD, Role::Counter)
        .await
        .unwrap();
    app.login("Binu", PASSWORD).await;
    app.login("Asha", PASSWORD).await;
    let asha = token(&app.login("Asha", PASSWORD).await).to_owned();
    let sessions = app
        .ask(&asha, Request::get("/api/admin/users/binu/sessions"))
        .await;
    let session = sessions.json[0]["id"].as_str().unwrap().to_owned();
    let own = app.ask(&asha, Request::get("/api/admin/sessions")).await;
    let mut own = own.json.as_array().unwrap().iter();
    let other = own.find(|session| session["current"] == false).unwrap();
    let other = other["id"].as_str().unwrap().to_owned();
    let again = json!({ "password": PASSWORD });
    let password = json!({ "current": PASSWORD, "new": "kadavu plum lantern" });
    let address = json!({ "email": "asha@example.com", "password": PASSWORD });
    let before = app.test_env.dump(Table::Admin).await;
    app.test_env.database.set(Fault::Conflict);
    for request in [
        Request::post(
            "/api/admin/users",
            &json!({ "username": "Chitra", "role": "door" }),
        ),
        Request::put("/api/admin/users/binu", &json!({ "role": "door", "version": 0 })),
        Request::put("/api/admin/password", &password),
        Request::put("/api/admin/account", &address),
        Request::delete(format!("/api/admin/users/binu/sessions/{session}")),
        Request::delete("/api/admin/users/binu/sessions"),
        Request::delete(format!("/api/admin/sessions/{other}")).json(&again),
        Request::delete("/api/admin/sessions").json(&again),
        Request::post_raw("/api/admin/logout", ""),
    ] {
        let what = format!("{request:?}");
        let answer = app.ask(&asha, request).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (503, "busy"), "{what}");
        assert_eq!(answer.headers["retry-after"], "2", "{what}");
    }
    app.test_env.database.set(Fault::None);
    assert_eq!(app.test_env.dump(Table::Admin).await, before);
    assert_eq!(app.portal(&asha).await, 200);
}

#[tokio::test]
async fn a_transaction_that_is_throttled_is_tried_again_and_ends_as_busy() {
    let app = App::start().await;
    let asha = token(&app.login("Asha", PASSWORD).await).to_owned();
    let create = async |username: &str| {
        let form = json!({ "username": username, "role": "door" });
        app.ask(&asha, Request::post("/api/admin/users", &form)).await
    };
    app.test_env.database.set(Fault::ThrottledTransactions(4));
    assert_eq!(create("Binu").await.status, 201);
    let before = app.test_env.dump(Table::Admin).await;
    app.test_env.database.set(Fault::ThrottledTransactions(5));
    let refused = create("Chitra").await;
    assert_eq!((refused.status.as_u16(), refused.code()), (503, "busy"));
    app.test_env.database.set(Fault::None);
    assert_eq!(app.test_env.dump(Table::Admin).await, before);
}
