//! What must be before anything is deleted.

use super::*;
use test_support::{ALL, SINGLE};
use time::format_description::well_known::Rfc3339;

#[tokio::test]
async fn it_is_for_administrators_alone() {
    let app = App::with_candidates(1).await;
    let token = app.test_env.token_of(domain::Role::Accountant).await;
    for request in [Request::get(CLOSING), Request::post(CLOSING, &deletion())] {
        assert_eq!(call(&app.router, request.bearer(&token)).await.status, 403);
    }
}

#[tokio::test]
async fn registration_is_closed_once_and_opened_again() {
    let app = App::with_candidates(1).await;
    assert_eq!(app.state().await.get("registration_closed_at"), None);
    app.close_registration().await;
    let state = app.state().await;
    let now = day_after_the_event(6, 0).format(&Rfc3339).unwrap();
    assert_eq!(state["registration_closed_at"], now);
    let again = app.post(&json!({ "step": "close_registration" })).await;
    assert_eq!(
        (again.status.as_u16(), again.code()),
        (409, "registration_closed")
    );
    let opened = app.post(&json!({ "step": "reopen_registration" })).await;
    assert_eq!(opened.json.get("registration_closed_at"), None);
    let again = app.post(&json!({ "step": "reopen_registration" })).await;
    assert_eq!((again.status.as_u16(), again.code()), (409, "registration_stays"));
    let log = app.test_env.dump(Table::Admin).await;
    let mut actions: Vec<&str> = log.iter().filter_map(|entry| entry["action"].as_str()).collect();
    actions.sort_unstable();
    assert_eq!(actions, ["registration.closed", "registration.reopened"]);
}

#[tokio::test]
async fn nothing_is_deleted_while_registration_is_open_or_has_just_been_closed() {
    let app = App::with_candidates(3).await;
    let open = app.post(&deletion()).await;
    assert_eq!((open.status.as_u16(), open.code()), (409, "registration_open"));
    app.post(&json!({ "step": "close_registration" })).await;
    app.test_env.clock.advance(Duration::seconds(119));
    let just_closed = app.post(&deletion()).await;
    assert_eq!(
        (just_closed.status.as_u16(), just_closed.code()),
        (409, "registration_open")
    );
    app.test_env.clock.advance(Duration::seconds(1));
    assert_eq!(app.post(&deletion()).await.status, 200);
}

#[tokio::test]
async fn the_confirmation_is_typed_and_names_the_event_while_it_is_not_over() {
    let app = App::with_candidates(1).await;
    let midnight = day_after_the_event(18, 30) - Duration::DAY;
    app.test_env.clock.set_to(midnight - Duration::minutes(30));
    app.close_registration().await;
    // The last minute of the last day in India.
    app.test_env.clock.set_to(midnight - Duration::minutes(1));
    let state = app.state().await;
    assert_eq!(
        (&state["over"], &state["last_day"]),
        (&json!(false), &json!(event::LAST_DAY))
    );
    assert_eq!(state["confirmation"], format!("DELETE {}", event::NAME));
    for (member, value) in [
        ("confirmation", json!("DELETE")),
        ("confirmation", json!(null)),
        ("confirmation", json!(format!("delete {}", event::NAME))),
    ] {
        let mut body = deletion();
        body[member] = value;
        let answer = app.post(&body).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, member));
    }
    app.test_env.clock.set_to(midnight);
    for export in [json!(null), json!("yes")] {
        let mut body = deletion();
        body["export"] = export;
        let answer = app.post(&body).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, "export"));
    }
    assert_eq!(app.state().await.get("deletion"), None);
    assert_eq!(app.post(&deletion()).await.status, 200);
}

#[tokio::test]
async fn open_orders_forbid_it_and_mails_that_have_not_gone_out_must_have_been_looked_at() {
    let app = App::with_candidates(1).await;
    let open = app.test_env.written_order(ALL, "open@example.com").await;
    app.close_registration().await;
    let answer = app.post(&deletion()).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "not_settled"));
    let state = app.state().await;
    assert_eq!(
        state["checks"][0],
        json!({ "kind": "open_orders", "count": 1, "blocks": true })
    );
    for item in app.test_env.dump(Table::Registrations).await {
        if item["sk"].as_str().unwrap().ends_with(open.order_id.as_str()) {
            app.test_env.delete(Table::Registrations, &item).await;
        }
    }
    app.test_env.counter_order(SINGLE, "paid@example.com").await;
    let paid = app.test_env.counter_order(SINGLE, "mail@example.com").await;
    app.test_env.record_paid(&paid).await;
    let mut body = deletion();
    body["despite_warnings"] = json!(false);
    let answer = app.post(&body).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "warnings"));
    assert_eq!(app.post(&deletion()).await.status, 200);
}

#[tokio::test]
async fn messages_bulk_actions_and_mails_that_wait_must_have_been_looked_at() {
    let app = App::with_candidates(0).await;
    app.close_registration().await;
    let counted = async || {
        let state = app.state().await;
        let checks = state["checks"].as_array().unwrap().clone();
        let count = |kind: &str| {
            let check = checks.iter().find(|check| check["kind"] == kind).unwrap();
            assert_eq!(check["blocks"], false);
            check["count"].as_u64().unwrap()
        };
        (count("jobs"), count("mails"))
    };
    assert_eq!(counted().await, (0, 0));
    for (table, pk, state) in [
        (Table::Admin, "MESSAGES", "stopped"),
        (Table::Admin, "MESSAGES", "done"),
        (Table::Registrations, "BULK#JOBS", "running"),
    ] {
        let job = json!({ "pk": pk, "sk": format!("01747735200000-{state}"), "state": state });
        app.test_env.put(table, &job).await;
    }
    for (number, shard) in [
        "DUE#NEWS#0",
        "DUE#NEWS#CROWD",
        "DUE#NEWS#SEATS",
        "DUE#MOVED#0",
        "DUE#PASS_REQUEST#0",
    ]
    .iter()
    .enumerate()
    {
        let mail = json!({ "pk": format!("NEWS#{number}"), "sk": "NEWS", "due_shard": shard, "due_at": 1 });
        app.test_env.put(Table::Registrations, &mail).await;
    }
    assert_eq!(counted().await, (2, 5));
    let mut body = deletion();
    body["despite_warnings"] = json!(false);
    let answer = app.post(&body).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "warnings"));
}

#[tokio::test]
async fn it_begins_once_and_then_registration_stays_closed() {
    let app = App::with_candidates(1).await;
    app.begin().await;
    let again = app.post(&deletion()).await;
    assert_eq!((again.status.as_u16(), again.code()), (409, "deletion_begun"));
    let opened = app.post(&json!({ "step": "reopen_registration" })).await;
    assert_eq!(
        (opened.status.as_u16(), opened.code()),
        (409, "registration_stays")
    );
    app.finish().await;
    let again = app.post(&json!({ "step": "reopen_registration" })).await;
    assert_eq!(again.status, 409);
}
