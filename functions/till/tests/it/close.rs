//! Closing a till.

use crate::{DAY, pay, start};
use domain::{
    Entropy, Role,
    registration::PaymentMode,
    till::{Closing, day_of},
};
use futures::future::join_all;
use serde_json::{Value, json};
use store::{AuditEntry, Tills, Write, tables::Table};
use test_support::{Answer, App, Fault, Request};
use time::Duration;

const CLOSE: &str = "/api/till/close";

async fn close_as(app: &App, role: Role, body: &Value) -> Answer {
    let token = app.test_env.token_of(role).await;
    app.call(Request::post(CLOSE, body).bearer(&token)).await
}

async fn close(app: &App, body: &Value) -> Answer {
    close_as(app, Role::Counter, body).await
}

async fn till(app: &App) -> Value {
    let answer = app
        .call_as_admin(Request::get(format!("/api/till?day={DAY}")))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

fn counted(cash: Value) -> Value {
    json!({ "day": DAY, "counted": { "cash": cash } })
}

#[tokio::test]
async fn a_till_is_closed_with_its_count_its_difference_and_an_audit_entry() {
    let app = start().await;
    pay(&app, "admin", PaymentMode::Cash, "asha@example.com").await;
    pay(&app, "admin", PaymentMode::Upi, "binu@example.com").await;
    let body = json!({
        "day": DAY, "counted": { "cash": 1490.5, "upi": 1000 }, "opening": { "cash": 500 },
    });
    let answer = close(&app, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["clerk"], "admin");
    let sums = ["opening", "expected", "counted", "difference", "since_closing"];
    let sums = sums.map(|sum| answer.json[sum].clone());
    assert_eq!(
        sums,
        [json!(500), json!(2500), json!(2490.5), json!(-9.5), json!(0)]
    );
    let closing = &answer.json["closings"][0];
    assert_eq!(
        (&closing["number"], &closing["closed_by"]),
        (&json!(1), &json!("admin"))
    );

    let kept = till(&app).await;
    assert_eq!(kept["difference"], json!(-9.5));
    assert_eq!(kept["tills"][0]["closings"], answer.json["closings"]);
    let log = app.audit_log().await;
    let act = log.iter().find(|act| act["action"] == "till.closed").unwrap();
    assert_eq!(act["subject"], format!("{DAY} admin"));
    assert_eq!(act["before"], Value::Null);
    assert_eq!(act["after"]["cash"]["difference"], json!(-9.5));
}

#[tokio::test]
async fn a_closed_till_is_never_overwritten_and_a_correction_keeps_what_was() {
    let app = start().await;
    pay(&app, "admin", PaymentMode::Cash, "asha@example.com").await;
    assert_eq!(close(&app, &counted(json!(900))).await.status, 200);
    let again = Request::post(CLOSE, &counted(json!(1000)));
    let refused = app
        .assert_changes_nothing(again, (409, "already_closed", ""))
        .await;
    assert_eq!(refused.json["number"], 1);

    let mut correction = counted(json!(1000));
    correction["corrects"] = json!(1);
    let answer = close(&app, &correction).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["difference"], 0);
    let counts = [0, 1].map(|at| answer.json["closings"][at]["counts"][1]["counted"].clone());
    assert_eq!(counts, [json!(900), json!(1000)]);
    let twice = Request::post(CLOSE, &correction);
    app.assert_changes_nothing(twice, (409, "already_closed", ""))
        .await;
    let log = app.audit_log().await;
    let act = log
        .iter()
        .find(|act| act["action"] == "till.closed" && !act["before"].is_null());
    let act = act.unwrap();
    assert_eq!(
        (
            &act["before"]["cash"]["counted"],
            &act["after"]["cash"]["counted"]
        ),
        (&json!(900), &json!(1000))
    );
}

#[tokio::test]
async fn a_payment_after_the_closing_is_no_difference_of_it() {
    let app = start().await;
    pay(&app, "admin", PaymentMode::Cash, "asha@example.com").await;
    assert_eq!(close(&app, &counted(json!(950))).await.status, 200);
    pay(&app, "admin", PaymentMode::Cash, "binu@example.com").await;
    let till = till(&app).await;
    for sums in [&till, &till["tills"][0], &till["tills"][0]["modes"][1]] {
        let sums =
            ["expected", "counted", "difference", "missing", "since_closing"].map(|sum| sums[sum].clone());
        assert_eq!(
            sums,
            [json!(2000), json!(950), json!(-50), json!(50), json!(1000)]
        );
    }
    assert_eq!(till["tills"][0]["closings"][0]["counts"][1]["difference"], -50);
}

#[tokio::test]
async fn what_is_missing_in_cash_is_not_made_up_by_upi_nor_by_another_clerk() {
    let app = start().await;
    pay(&app, "admin", PaymentMode::Cash, "asha@example.com").await;
    pay(&app, "admin", PaymentMode::Upi, "binu@example.com").await;
    let body = json!({ "day": DAY, "counted": { "cash": 0, "upi": 2000 } });
    assert_eq!(close(&app, &body).await.status, 200);
    pay(&app, "Devi", PaymentMode::Cash, "chandra@example.com").await;
    let body = json!({ "day": DAY, "clerk": "Devi", "counted": { "cash": 1500 } });
    assert_eq!(close_as(&app, Role::Admin, &body).await.status, 200);
    let all = till(&app).await;
    let of = |sums: &Value| ["difference", "missing", "surplus"].map(|sum| sums[sum].clone());
    assert_eq!(of(&all), [json!(500), json!(1000), json!(1500)]);
    let of_admin = all["tills"].as_array().unwrap();
    let of_admin = of_admin.iter().find(|till| till["clerk"] == "admin").unwrap();
    assert_eq!(of(of_admin), [json!(0), json!(1000), json!(1000)]);
    let cash = &all["modes"][1];
    assert_eq!(
        (&cash["mode"], &cash["missing"], &cash["surplus"]),
        (&json!("cash"), &json!(1000), &json!(500))
    );
}

#[tokio::test]
async fn a_field_that_does_not_fit_is_named_and_nothing_is_closed() {
    let app = start().await;
    pay(&app, "admin", PaymentMode::Upi, "asha@example.com").await;
    let day = |day: &str| json!({ "day": day, "counted": { "upi": 1000 } });
    for (body, field) in [
        (json!({ "counted": {} }), "day"),
        (day(""), "day"),
        (day("2025-05-21"), "day"),
        (day("20 May"), "day"),
        (day("0000-01-01"), "day"),
        (day("2024-12-31"), "day"),
        (json!({ "day": DAY }), "counted"),
        (json!({ "day": DAY, "counted": { "upi": -1 } }), "counted"),
        (json!({ "day": DAY, "counted": { "upi": 1.005 } }), "counted"),
        (json!({ "day": DAY, "counted": { "cash": 1000 } }), "counted"),
        (
            json!({ "day": DAY, "counted": { "upi": 1 }, "opening": { "cash": 5 } }),
            "counted",
        ),
        (
            json!({ "day": DAY, "counted": { "upi": 1 }, "opening": { "upi": -5 } }),
            "opening",
        ),
        (
            json!({ "day": DAY, "counted": { "upi": 1 }, "opening": { "cheque": 5 } }),
            "opening.cheque",
        ),
    ] {
        let request = Request::post(CLOSE, &body);
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
    let mut correction = day(DAY);
    correction["corrects"] = json!(1);
    app.assert_changes_nothing(Request::post(CLOSE, &correction), (409, "not_closed", ""))
        .await;
}

#[tokio::test]
async fn a_till_without_payments_can_be_closed_with_its_opening() {
    let app = start().await;
    let body = json!({ "day": DAY, "counted": { "cash": 500 }, "opening": { "cash": 500 } });
    assert_eq!(close(&app, &body).await.status, 200);
    let till = till(&app).await;
    assert_eq!(till["tills"][0]["clerk"], "admin");
    assert_eq!(till["difference"], 0);
}

#[tokio::test]
async fn a_clerk_closes_the_own_till_and_an_administrator_any() {
    let app = start().await;
    pay(&app, "Devi", PaymentMode::Cash, "asha@example.com").await;
    let mut body = counted(json!(1000));
    body["clerk"] = json!("devi");
    for role in [Role::Counter, Role::Accountant, Role::Door] {
        assert_eq!(close_as(&app, role, &body).await.status, 403, "{role:?}");
    }
    let answer = close_as(&app, Role::Admin, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(
        (&answer.json["clerk"], &answer.json["closings"][0]["closed_by"]),
        (&json!("Devi"), &json!("admin"))
    );
    body["clerk"] = json!("nobody");
    let nobody = Request::post(CLOSE, &body);
    app.assert_changes_nothing(nobody, (404, "not_found", "")).await;
}

#[tokio::test]
async fn closing_needs_the_tables_of_the_tills_and_of_the_tokens() {
    let app = start().await;
    let request = |number: usize| {
        let mut body = counted(json!(0));
        body["corrects"] = if number == 0 { Value::Null } else { json!(number) };
        Request::post(CLOSE, &body)
    };
    app.assert_needs(&[Table::Admin, Table::Access], request).await;
}

/// Lets many payments be marked while the till is closed several times over, and returns how many closings there are.
async fn close_while_paying(app: &App) -> usize {
    let payments = (0..12).map(async |number| {
        pay(
            app,
            "admin",
            PaymentMode::Cash,
            &format!("asha{number}@example.com"),
        )
        .await;
    });
    let body = counted(json!(0));
    let closings = async {
        pay(app, "admin", PaymentMode::Cash, "first@example.com").await;
        let closed = join_all((0..4).map(|_| close(app, &body))).await;
        closed.iter().filter(|answer| answer.status == 200).count()
    };
    futures::join!(join_all(payments), closings).1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_concurrent_with_the_closing_is_in_it_or_after_it_and_never_lost() {
    let app = start().await;
    app.test_env.clock.advance(Duration::minutes(1));
    assert_eq!(close_while_paying(&app).await, 1);
    let till = till(&app).await;
    assert_eq!(
        (&till["expected"], &till["entries"]),
        (&json!(13_000), &json!(13))
    );
    let closed = till["tills"][0]["closings"][0]["counts"][1]["expected"]
        .as_f64()
        .unwrap();
    assert_eq!(closed + till["since_closing"].as_f64().unwrap(), 13_000.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_closings_of_one_till_record_one() {
    let app = start().await;
    let token = app.test_env.token_of(Role::Counter).await;
    let body = counted(json!(0));
    let closed = (0..10).map(|_| app.call(Request::post(CLOSE, &body).bearer(&token)));
    let closed = join_all(closed).await;
    let recorded = closed.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(recorded, 1, "{closed:?}");
    assert!(
        closed
            .iter()
            .all(|answer| matches!(answer.status.as_u16(), 200 | 409))
    );
}

/// Writes two closings that were both decided on a till without one.
async fn two_first_closings(app: &App) -> [Write; 2] {
    let tills = Tills::from_env(&app.test_env.env()).unwrap();
    let now = app.test_env.clock.now();
    let closing = Closing {
        number: 1,
        clerk: "admin".to_owned(),
        closed_by: "admin".to_owned(),
        closed_at: now,
        counts: [].into(),
    };
    let mut written = Vec::new();
    for _ in 0..2 {
        let null = Value::Null;
        let act = AuditEntry::new(
            now,
            &Entropy::system(),
            "admin",
            "till.closed",
            "",
            null.clone(),
            null,
        );
        written.push(tills.close(day_of(now), &closing, false, &act).await.unwrap());
    }
    written.try_into().unwrap()
}

#[tokio::test]
async fn the_second_of_two_first_closings_is_stale() {
    let app = start().await;
    assert_eq!(two_first_closings(&app).await, [Write::Done, Write::Stale]);
}

#[tokio::test]
async fn without_conditions_the_second_of_two_first_closings_overwrites_the_other() {
    let app = start().await;
    app.test_env.database.set(Fault::NoConditions);
    assert_eq!(two_first_closings(&app).await, [Write::Done, Write::Done]);
}

#[tokio::test]
async fn a_closing_that_others_kept_coming_before_is_told_so_and_closes_nothing() {
    let app = start().await;
    pay(&app, "admin", PaymentMode::Cash, "asha@example.com").await;
    app.test_env.database.set(Fault::Conflict);
    let answer = close(&app, &counted(json!(1000))).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (503, "busy"));
    assert_eq!(answer.headers["retry-after"], "2");
    app.test_env.database.set(Fault::None);
    assert_eq!(till(&app).await["tills"][0]["closings"], json!([]));
}
