//! An exam is taken out of a college: the passes of those who have paid for every exam list what the colleges hold.

use crate::{COLLEGES, edit, get, start};
use serde_json::{Value, json};
use test_support::{ALL, App, COLLEGE, COURSE, OTHER_COLLEGE, OTHER_COURSE, Request, SINGLE, rebuild};

async fn count(app: &App) {
    let registrations = app.test_env.registrations();
    rebuild(&registrations, app.test_env.clock.now()).await.unwrap();
}

/// The first college with these exams.
fn holding(exams: &Value) -> Value {
    let mut edit = edit(COLLEGE, "Backwater College", Value::Null);
    edit["courseList"] = exams.clone();
    edit
}

#[tokio::test]
async fn what_passes_list_is_taken_out_once_that_is_confirmed() {
    let app = start().await;
    app.test_env.paid_order(ALL, "asha@example.com").await;
    app.test_env.paid_order(ALL, "binu@example.com").await;
    app.test_env.paid_order(SINGLE, "chandra@example.com").await;
    count(&app).await;
    let mut without = holding(&json!(["backwater-bsc"]));
    let request = Request::post(COLLEGES, &without);
    let refused = app
        .assert_changes_nothing(request, (409, "exam_is_held", ""))
        .await;
    assert_eq!(
        refused.message(),
        "2 candidates have passes that show it as it is now."
    );
    let told = ["paid", "paidForAll", "clashes", "confirm"].map(|name| refused.json[name].clone());
    assert_eq!(json!(told), json!([0, 2, [], ["candidates"]]));
    without["confirm"] = refused.json["confirm"].clone();
    let answer = app.call_as_admin(Request::post(COLLEGES, &without)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(get(&app, COLLEGE).await["courseList"][0]["_id"], "backwater-bsc");
}

#[tokio::test]
async fn who_has_chosen_other_exams_is_not_disturbed() {
    let app = start().await;
    for (email, exams) in [
        ("asha@example.com", [COURSE, "backwater-bsc"]),
        ("binu@example.com", ["backwater-bsc", OTHER_COURSE]),
    ] {
        let order = app.test_env.paid_order(ALL, email).await;
        app.test_env.choose(&order, &exams).await;
    }
    app.test_env.paid_order(ALL, "undecided@example.com").await;
    count(&app).await;
    for (left, disturbed) in [("backwater-bsc", 2), (COURSE, 3)] {
        let request = Request::post(COLLEGES, &holding(&json!([left])));
        let refused = app
            .assert_changes_nothing(request, (409, "exam_is_held", ""))
            .await;
        assert_eq!(refused.json["paidForAll"], disturbed, "{left} is left");
    }
}

#[tokio::test]
async fn exams_in_another_order_or_more_of_them_or_held_by_another_college_disturb_nobody() {
    let app = start().await;
    app.test_env.paid_order(ALL, "asha@example.com").await;
    count(&app).await;
    let mut other = edit(OTHER_COLLEGE, "Spice Coast College", Value::Null);
    other["courseList"] = json!([OTHER_COURSE, COURSE]);
    for form in [
        holding(&json!(["backwater-bsc", COURSE])),
        holding(&json!(["backwater-bsc", COURSE, OTHER_COURSE])),
        other,
        holding(&json!(["backwater-bsc"])),
    ] {
        let answer = app.call_as_admin(Request::post(COLLEGES, &form)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
    }
}

#[tokio::test]
async fn what_nobody_has_paid_for_is_taken_out_without_a_word() {
    let app = start().await;
    app.test_env.open_order(ALL, "asha@example.com").await;
    app.test_env.paid_order(SINGLE, "chandra@example.com").await;
    count(&app).await;
    let answer = app
        .call_as_admin(Request::post(COLLEGES, &holding(&json!(["backwater-bsc"]))))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.json);
}
