//! People whom two devices let in, and what is done about them.

use crate::{App, DAY, TEN, code, minutes, offline, scan};
use domain::Role;
use futures::future::join_all;
use serde_json::{Value, json};
use test_support::{Answer, Fault, Request, SINGLE};

impl App {
    /// So many people whom two gates let in.
    async fn doubles(&self, many: usize) -> Value {
        for number in 0..many {
            let email = format!("asha{number}@example.com");
            let order = self.test_env.paid_order(SINGLE, &email).await;
            for (gate, at) in [("Gate 1", TEN), ("Gate 2", minutes(1))] {
                self.verdict(&offline(scan(&code(&order), gate, at))).await;
            }
        }
        self.attendance(DAY).await
    }

    pub(crate) async fn deal_with(&self, body: &Value) -> Answer {
        self.call_as_admin(Request::post("/api/check-in/deal-with", body))
            .await
    }

    /// What the audit log says was dealt with.
    pub(crate) async fn dealt_with(&self) -> Vec<Value> {
        let mut log = self.audit_log().await;
        log.retain(|entry| entry["action"] == "check_in.dealt_with");
        log
    }

    /// How many entries the audit log has of twenty people who deal with it at once.
    pub(crate) async fn noted_at_once(&self, body: &Value, fault: Fault) -> usize {
        self.test_env.database.set(fault);
        for answer in join_all((0..20).map(|_| self.deal_with(body))).await {
            assert!([200, 503].contains(&answer.status.as_u16()), "{}", answer.json);
        }
        self.test_env.database.set(Fault::None);
        self.dealt_with().await.len()
    }
}

fn about(double: &Value, reason: &str) -> Value {
    json!({ "list": DAY, "double": double["id"], "reason": reason })
}

#[tokio::test]
async fn a_double_is_ticked_off_once_with_who_and_why_and_is_shown_no_more() {
    let app = App::start().await;
    app.test_env.clock.set_to(minutes(2));
    let attendance = app.doubles(2).await;
    let double = &attendance["doubles"][0];
    let first = app.deal_with(&about(double, "The same person came back")).await;
    assert_eq!(
        (first.status.as_u16(), &first.json["by"]),
        (200, &json!("admin")),
        "{}",
        first.json
    );
    assert_eq!(app.deal_with(&about(double, "Again")).await.json, first.json);
    let log = app.dealt_with().await;
    assert_eq!(log.len(), 1);
    assert_eq!(log[0]["subject"], double["candidate"]["customer_id"]);
    assert_eq!(log[0]["after"]["reason"], "The same person came back");
    let left = app.attendance(DAY).await;
    assert_eq!(
        (&left["doubles_total"], &left["admitted"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(left["doubles"][0]["id"], attendance["doubles"][1]["id"]);
    // A device that begins afresh is not told of it either.
    let roster = app.get(&format!("/api/check-in/roster?list={DAY}")).await;
    assert_eq!(roster["doubles"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_double_that_is_none_any_more_cannot_be_ticked_off() {
    let app = App::start().await;
    app.test_env.clock.set_to(minutes(2));
    let double = app.doubles(1).await["doubles"][0].clone();
    let undo = json!({
        "code": double["candidate"]["pass_no"], "list": DAY, "reason": "Wrong person",
        "undoes": double["second"]["nonce"],
    });
    let undone = app
        .call_as_admin(Request::post("/api/check-in/undo", &undo))
        .await;
    assert_eq!(undone.json["still_in"]["device"], "Gate 1", "{}", undone.json);
    let body = about(&double, "Looked at");
    let request = Request::post("/api/check-in/deal-with", &body);
    app.assert_changes_nothing(request, (404, "not_found", "")).await;
    for (field, value) in [
        ("list", json!("day:2025-05-30")),
        ("double", json!("")),
        ("double", json!("x".repeat(101))),
        ("reason", json!(" ")),
    ] {
        let mut wrong = body.clone();
        wrong[field] = value;
        let request = Request::post("/api/check-in/deal-with", &wrong);
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
    for role in [Role::Door, Role::Accountant] {
        let token = app.test_env.token_of(role).await;
        let request = Request::post("/api/check-in/deal-with", &body);
        assert_eq!(app.call(request.bearer(&token)).await.status, 403);
    }
}

async fn noted_at_once(app: &App, fault: Fault) -> usize {
    app.test_env.clock.set_to(minutes(2));
    let double = app.doubles(1).await["doubles"][0].clone();
    app.noted_at_once(&about(&double, "The same person"), fault).await
}

#[tokio::test]
async fn of_many_who_tick_a_double_off_at_once_one_has_done_it() {
    assert_eq!(noted_at_once(&App::start().await, Fault::None).await, 1);
}

#[tokio::test]
async fn without_conditions_several_have_ticked_it_off() {
    assert!(noted_at_once(&App::start().await, Fault::NoConditions).await > 1);
}

#[tokio::test]
async fn twenty_are_shown_at_once_and_what_is_as_it_was_is_not_sent_again() {
    let app = App::start().await;
    app.test_env.clock.set_to(minutes(2));
    let first = app.doubles(23).await;
    let ids = |attendance: &Value| -> Vec<String> {
        let doubles = attendance["doubles"].as_array().unwrap().iter();
        doubles.map(|double| double["id"].to_string()).collect()
    };
    assert_eq!((ids(&first).len(), &first["doubles_total"]), (20, &json!(23)));
    let second = app.attendance(&format!("{DAY}&doubles_page=2")).await;
    assert_eq!(ids(&second).len(), 3);
    assert!(ids(&second).iter().all(|id| !ids(&first).contains(id)));
    // Of a page that has gone, because its doubles were dealt with, the last one is left.
    assert_eq!(
        ids(&app.attendance(&format!("{DAY}&doubles_page=9")).await),
        ids(&second)
    );

    let known = format!("{DAY}&found={}", first["found"].as_str().unwrap());
    let same = app.attendance(&known).await;
    assert_eq!(
        (&same["doubles"], &same["without_right"], &same["doubles_total"]),
        (&Value::Null, &Value::Null, &json!(23))
    );
    app.deal_with(&about(&first["doubles"][0], "The same person"))
        .await;
    let other = app.attendance(&known).await;
    assert_eq!(ids(&other)[..19], ids(&first)[1..]);

    for wrong in ["doubles_page=0", "doubles_page=-1", "without_right_page=1000001"] {
        let (field, _) = wrong.split_once('=').unwrap();
        let request = Request::get(format!("/api/check-in/attendance?list={DAY}&{wrong}"));
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
}

#[tokio::test]
async fn an_undo_of_practice_that_the_day_has_overtaken_leaves_the_day_alone() {
    let app = App::start().await;
    let evening = minutes(-15 * 60);
    app.test_env.clock.set_to(evening);
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    for gate in ["Gate 1", "Gate 2"] {
        app.verdict(&offline(scan(&code(&order), gate, evening))).await;
    }
    let double = app.attendance(DAY).await["doubles"][0].clone();
    app.test_env.clock.set_to(TEN);
    app.verdict(&scan(&code(&order), "Gate 3", TEN)).await;
    for nonce in [&double["first"]["nonce"], &double["second"]["nonce"]] {
        let undo = json!({ "code": code(&order), "list": DAY, "reason": "Practice", "undoes": nonce });
        let undone = app
            .call_as_admin(Request::post("/api/check-in/undo", &undo))
            .await;
        assert_eq!(undone.json["still_in"]["device"], "Gate 3", "{}", undone.json);
    }
    let attendance = app.attendance(DAY).await;
    assert_eq!(
        (&attendance["admitted"], &attendance["doubles_total"]),
        (&json!(1), &json!(0))
    );
}
