//! One candidate's result is corrected.

use super::*;
use futures::future::join_all;
use test_support::{Fault, OTHER_COURSE, SINGLE};
use time::Duration;

async fn draft_of(app: &App, people: usize) -> Vec<Order> {
    let (mut orders, mut csv) = (Vec::new(), "pass_no,marks,out_of,rank\n".to_owned());
    for number in 0..people {
        let order = app
            .holder(SINGLE, &format!("candidate-{number}@example.com"))
            .await;
        csv.push_str(&format!("{},50,100,{}\n", pass_no(&order), number + 1));
        orders.push(order);
    }
    app.commit(&csv).await;
    orders
}

fn row<'a>(results: &'a Value, order: &Order) -> &'a Value {
    let rows = results["rows"].as_array().unwrap();
    rows.iter()
        .find(|row| row["customer_id"] == order.customer_id.as_str())
        .unwrap()
}

#[tokio::test]
async fn a_correction_keeps_what_was_who_changed_it_and_why() {
    let app = App::start().await;
    let orders = draft_of(&app, 2).await;
    let answer = app.correct(&orders[0], &correction(62.5, 0)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(
        (&answer.json["marks"], &answer.json["version"]),
        (&json!(62.5), &json!(1))
    );
    app.test_env.clock.advance(Duration::minutes(1));
    let absent = json!({ "absent": true, "reason": "Another candidate's paper", "version": 1 });
    assert_eq!(app.correct(&orders[0], &absent).await.status, 200);
    let results = app.read().await;
    let corrected = row(&results, &orders[0]);
    assert_eq!(
        (&corrected["absent"], &corrected["version"]),
        (&json!(true), &json!(2))
    );
    let history = corrected["corrections"].as_array().unwrap();
    let told = history
        .iter()
        .map(|one| {
            (
                one["by"].clone(),
                one["reason"].clone(),
                one["before"]["marks"].clone(),
                one["after"]["marks"].clone(),
            )
        })
        .collect::<Vec<_>>();
    assert_eq!(
        told,
        [
            (json!("admin"), json!("Added up wrongly"), json!(50), json!(62.5)),
            (
                json!("admin"),
                json!("Another candidate's paper"),
                json!(62.5),
                Value::Null
            ),
        ]
    );
    let other = row(&results, &orders[1]);
    assert_eq!(
        (&other["marks"], &other["version"], &other["corrections"]),
        (&json!(50), &json!(0), &json!([]))
    );
    assert_eq!((&results["corrected"], &results["total"]), (&json!(2), &json!(2)));

    let audited = app.audited("result.corrected").await;
    assert_eq!(audited.len(), 2);
    assert_eq!(audited[0]["subject"], json!(orders[0].customer_id));
    assert_eq!(
        (&audited[0]["before"]["rank"], &audited[0]["after"]["reason"]),
        (&json!(1), &json!("Added up wrongly"))
    );
    let acts = app.test_env.dump(Table::Registrations).await;
    let of_candidate = format!("REG#{}", orders[0].customer_id);
    let acts = acts
        .iter()
        .filter(|item| item["pk"] == json!(of_candidate) && item["kind"] == "ACT");
    assert_eq!(acts.count(), 2, "the candidate's page has it");

    // Another file starts from scratch; what was corrected stays in the audit log.
    app.commit(&format!("pass_no,marks,out_of\n{},40,100", pass_no(&orders[0])))
        .await;
    let results = app.read().await;
    assert_eq!(
        (&row(&results, &orders[0])["corrections"], &results["corrected"]),
        (&json!([]), &json!(0))
    );
}

#[tokio::test]
async fn a_result_is_added_for_who_has_the_exam_and_for_nobody_else() {
    let app = App::start().await;
    draft_of(&app, 1).await;
    let late = app.holder(SINGLE, "late@example.com").await;
    assert_eq!(app.correct(&late, &correction(70.0, 0)).await.status, 200);
    let results = app.read().await;
    let added = row(&results, &late);
    assert_eq!(
        (
            &added["marks"],
            &added["corrections"][0]["before"],
            &results["total"]
        ),
        (&json!(70), &Value::Null, &json!(2))
    );
    let undecided = app.undecided("undecided@example.com").await;
    assert_eq!(app.correct(&undecided, &correction(71.0, 0)).await.status, 200);
    let unpaid = app.test_env.open_order(SINGLE, "unpaid@example.com").await;
    app.test_env.project(&unpaid).await;
    let stranger = app.test_env.draft_order(SINGLE, "stranger@example.com");
    for order in [&unpaid, &stranger] {
        let request = Request::put(path(&format!("/{}", order.customer_id)), &correction(1.0, 0));
        app.assert_changes_nothing(request, (404, "not_found", "")).await;
    }
    // An exam without results has none to correct.
    let request = Request::put(
        format!("/api/results/{OTHER_COURSE}/{}", late.customer_id),
        &correction(1.0, 0),
    );
    app.assert_changes_nothing(request, (404, "not_found", "")).await;
}

#[tokio::test]
async fn a_correction_that_does_not_fit_is_refused_by_its_field() {
    let app = App::start().await;
    let orders = draft_of(&app, 1).await;
    let with = |name: &str, value: Value| {
        let mut form = correction(60.0, 0);
        form[name] = value;
        form
    };
    for (form, field) in [
        (with("marks", Value::Null), "marks"),
        (with("marks", json!(100.5)), "marks"),
        (with("marks", json!(-1)), "marks"),
        (with("marks", json!(1.005)), "marks"),
        (with("out_of", json!(0)), "out_of"),
        (with("rank", json!(0)), "rank"),
        (with("rank", json!(1.5)), "rank"),
        (with("scholarship_percent", json!(101)), "scholarship_percent"),
        (with("absent", json!(true)), "marks"),
        (with("remark", json!("x".repeat(121))), "remark"),
        (with("reason", json!(" ")), "reason"),
        (with("reason", json!("x".repeat(201))), "reason"),
    ] {
        let request = Request::put(path(&format!("/{}", orders[0].customer_id)), &form);
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
    let stale = Request::put(path(&format!("/{}", orders[0].customer_id)), &correction(60.0, 1));
    app.assert_changes_nothing(stale, (409, "stale_version", ""))
        .await;
}

/// The answer to it was lost.
#[tokio::test]
async fn a_correction_that_is_sent_again_is_made_once() {
    let app = App::start().await;
    let orders = draft_of(&app, 1).await;
    let first = app.correct(&orders[0], &correction(60.0, 0)).await;
    assert_eq!(
        app.correct(&orders[0], &correction(60.0, 0)).await.json,
        first.json
    );
    assert_eq!(app.audited("result.corrected").await.len(), 1);
}

#[tokio::test]
async fn a_correction_without_a_version_is_made_on_what_is_there() {
    let app = App::start().await;
    let orders = draft_of(&app, 1).await;
    assert_eq!(app.correct(&orders[0], &correction(60.0, 0)).await.status, 200);
    let form = json!({ "marks": 61, "out_of": 100, "reason": "Added up wrongly" });
    let answer = app.correct(&orders[0], &form).await;
    assert_eq!(
        (answer.status.as_u16(), &answer.json["version"]),
        (200, &json!(2)),
        "{}",
        answer.json
    );
    let results = app.read().await;
    let corrected = row(&results, &orders[0]);
    assert_eq!(
        (
            &corrected["marks"],
            corrected["corrections"].as_array().unwrap().len()
        ),
        (&json!(61), 2)
    );
}

#[tokio::test]
async fn a_crash_at_any_write_leaves_a_correction_whole_or_not_made() {
    for fault in [Fault::CrashBefore(0), Fault::CrashAfter(0)] {
        let app = App::start().await;
        let orders = draft_of(&app, 1).await;
        let token = app.test_env.admin_token().await;
        app.test_env.database.set(fault);
        let request = Request::put(path(&format!("/{}", orders[0].customer_id)), &correction(60.0, 0));
        assert_eq!(app.call(request.bearer(&token)).await.status, 500);
        app.test_env.database.set(Fault::None);
        let results = app.read().await;
        let is_made = row(&results, &orders[0])["marks"] == 60;
        let kept = row(&results, &orders[0])["corrections"].as_array().unwrap().len();
        assert_eq!(
            (kept, app.audited("result.corrected").await.len()),
            (usize::from(is_made), usize::from(is_made))
        );
        assert_eq!(is_made, matches!(fault, Fault::CrashAfter(_)));
    }
}

/// Ten windows correct different candidates at once; how many corrections are counted and kept.
async fn at_once(app: &App) -> (u64, usize) {
    let orders = draft_of(app, 10).await;
    let answers = join_all(
        orders
            .iter()
            .map(async |order| app.correct(order, &correction(60.0, 0)).await),
    )
    .await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    let results = app.read().await;
    let right = results["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["marks"] == 60);
    (results["corrected"].as_u64().unwrap(), right.count())
}

#[tokio::test]
async fn corrections_at_once_are_all_made_and_counted() {
    let app = App::start().await;
    assert_eq!(at_once(&app).await, (10, 10));
    assert_eq!(app.items().await, 1 + 64 + 10);
}

/// The control.
#[tokio::test]
async fn without_the_condition_corrections_at_once_would_lose_count() {
    let app = App::start().await;
    app.test_env.database.set(Fault::NoConditions);
    let (counted, _) = at_once(&app).await;
    assert!(counted < 10, "{counted}");
}
