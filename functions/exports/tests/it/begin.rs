//! What may be asked for, and by whom.

use super::*;
use domain::Role;

#[tokio::test]
async fn a_kind_a_format_or_a_filter_that_is_not_known_is_refused_by_its_name() {
    let app = App::start().await;
    for (body, field) in [
        (json!({}), "kind"),
        (json!({ "kind": "seats", "format": "csv" }), "kind"),
        (json!({ "kind": "audit", "format": "pdf" }), "format"),
        (
            json!({ "kind": "candidates", "format": "csv", "filters": { "status": "GONE" } }),
            "filters.status",
        ),
        (
            json!({ "kind": "till", "format": "csv", "filters": { "email": "a" } }),
            "filters.email",
        ),
        (
            json!({ "kind": "attendance", "format": "csv", "filters": { "list": "day:2025-02-30" } }),
            "filters.list",
        ),
        (
            json!({ "kind": "candidates", "format": "csv", "filters": { "list": "day:2025-05-31" } }),
            "filters.list",
        ),
        (
            json!({ "kind": "till", "format": "csv", "filters": { "from": "yesterday" } }),
            "filters.from",
        ),
    ] {
        let answer = app.ask(Request::post(EXPORTS, &body)).await;
        let got = (answer.status.as_u16(), answer.field());
        assert_eq!(got, (422, field), "{}", answer.json);
    }
    assert!(app.events().is_empty());
    assert_eq!(app.ask(Request::get(EXPORTS)).await.json["exports"], json!([]));
}

#[tokio::test]
async fn administrators_and_accountants_export_and_nobody_else() {
    let app = App::start().await;
    let body = json!({ "kind": "audit", "format": "csv" });
    for (role, status) in [
        (Role::Admin, 202),
        (Role::Accountant, 202),
        (Role::Counter, 403),
        (Role::Door, 403),
    ] {
        let token = app.test_env.token_of(role).await;
        let answer = call(&app.router, Request::post(EXPORTS, &body).bearer(&token)).await;
        assert_eq!(answer.status.as_u16(), status, "{role:?}: {}", answer.json);
    }
    assert_eq!(call(&app.router, Request::post(EXPORTS, &body)).await.status, 401);
}

#[tokio::test]
async fn who_exports_what_is_audited_without_what_was_typed_of_a_person() {
    let app = App::start().await;
    let id = app
        .begin(
            "candidates",
            "csv",
            json!({ "email": "asha@x.example", "status": "PAID" }),
        )
        .await;
    assert_eq!(app.state(&id).await["filters"]["email"], "asha@x.example");
    app.run_events().await;
    let state = app.state(&id).await;
    assert_eq!(state["filters"], json!({ "email": "…", "status": "PAID" }));
    assert_eq!(state["created_by"], "admin");
    let items = app.test_env.dump(Table::Admin).await;
    let entry = items
        .iter()
        .find(|item| item["action"] == "export.started")
        .unwrap();
    assert_eq!(
        (&entry["subject"], &entry["username"]),
        (&json!(id), &json!("admin"))
    );
    assert_eq!(entry["after"]["kind"], "candidates");
    assert!(!json!(items).to_string().contains("asha@x.example"));
}

#[tokio::test]
async fn no_more_than_five_exports_are_made_at_once() {
    let app = App::start().await;
    for _ in 0..5 {
        app.begin("audit", "csv", json!({})).await;
    }
    let body = json!({ "kind": "audit", "format": "csv" });
    let answer = app.ask(Request::post(EXPORTS, &body)).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "exports_busy"));
    app.run_events().await;
    app.begin("audit", "csv", json!({})).await;
}

#[tokio::test]
async fn an_export_that_lambda_does_not_take_has_failed_and_says_so() {
    let app = App::start().await;
    app.test_env.refuse_invocations(true);
    let body = json!({ "kind": "audit", "format": "csv" });
    let answer = app.ask(Request::post(EXPORTS, &body)).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (502, "export_not_started")
    );
    let exports = app.ask(Request::get(EXPORTS)).await.json;
    assert_eq!(exports["exports"][0]["state"], "failed");
    assert_eq!(
        exports["exports"][0]["error"],
        "The export could not be started. Please try again."
    );
}
