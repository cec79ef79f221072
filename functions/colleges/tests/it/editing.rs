//! Administrators keep the colleges.

use crate::{COLLEGES, edit, form, get, place, start};
use domain::{PackageId, catalogue::SaleState};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{App, COLLEGE, COURSE, Fault, OTHER_COLLEGE, OTHER_COURSE, Request, SINGLE, rebuild};

async fn created(app: &App, form: &Value) -> Value {
    let answer = app.call_as_admin(Request::post(COLLEGES, form)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["message"], "College created successfully");
    answer.json["college"].clone()
}

#[tokio::test]
async fn a_form_that_is_sent_again_with_its_key_adds_one_college() {
    let app = start().await;
    let mut other = form();
    other["courseList"] = json!(["backwater-bca"]);
    let [form, other] = [form(), other].map(|form| Request::post(COLLEGES, &form));
    app.assert_adds_once(Table::Catalogue, &form, &other).await;
}

#[tokio::test]
async fn every_college_is_listed_by_name_with_its_exams_and_their_days() {
    let app = start().await;
    let first = created(&app, &json!({ "name": "apex College", "courseList": [] })).await;
    let answer = app.call_as_admin(Request::get(COLLEGES)).await;
    assert_eq!(answer.status, 200);
    let backwater = json!({
        "_id": COLLEGE,
        "name": "Backwater College",
        "description": "",
        "courseList": [
            { "_id": COURSE, "examName": "BCA Entrance", "date": "2025-05-31" },
            { "_id": "backwater-bsc", "examName": "B.Sc Entrance", "date": "2025-05-31" },
        ],
        "version": 1,
    });
    assert_eq!(answer.json[0], first);
    assert_eq!(answer.json[1], backwater);
    assert_eq!(answer.json[2]["_id"], OTHER_COLLEGE);
    assert_eq!(answer.json.as_array().unwrap().len(), 3);
    assert_eq!(get(&app, COLLEGE).await, backwater);
}

#[tokio::test]
async fn a_new_college_has_the_chosen_exams_each_once() {
    let app = start().await;
    let mut form = form();
    form["courseList"] = json!([OTHER_COURSE, COURSE, OTHER_COURSE]);
    let college = created(&app, &form).await;
    let id = college["_id"].as_str().unwrap();
    assert!(id.starts_with("college-"), "{id}");
    assert_eq!(
        college,
        json!({
            "_id": id,
            "name": "Monsoon College",
            "description": "Open in the rain.",
            "courseList": [
                { "_id": OTHER_COURSE, "examName": "BBA Entrance", "date": "2025-05-31" },
                { "_id": COURSE, "examName": "BCA Entrance", "date": "2025-05-31" },
            ],
            "version": 1,
        })
    );
    assert_eq!(get(&app, id).await, college);
}

#[tokio::test]
async fn a_description_and_exams_are_optional() {
    let app = start().await;
    for form in [
        json!({ "name": " Monsoon " }),
        json!({ "name": "Monsoon", "description": null, "courseList": [] }),
        json!({ "name": "Monsoon", "description": "  " }),
    ] {
        let college = created(&app, &form).await;
        assert_eq!(college["name"], "Monsoon");
        assert_eq!(college["description"], "");
        assert_eq!(college["courseList"], json!([]));
    }
}

#[tokio::test]
async fn an_edit_changes_everything_but_the_identifier() {
    let app = start().await;
    let answer = app
        .call_as_admin(Request::post(COLLEGES, &edit(COLLEGE, "Monsoon College", 1)))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["message"], "College updated successfully");
    let college = get(&app, COLLEGE).await;
    assert_eq!(answer.json["college"], college);
    assert_eq!(college["name"], "Monsoon College");
    assert_eq!(college["description"], "Open in the rain.");
    assert_eq!(college["courseList"][0]["_id"], OTHER_COURSE);
    assert_eq!(college["version"], 2);
}

#[tokio::test]
async fn a_deleted_college_is_gone_and_its_exams_stay() {
    let app = start().await;
    let answer = app.call_as_admin(Request::delete(place(COLLEGE))).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json, json!({ "message": "College deleted successfully" }));
    let gone = (404, "not_found", "");
    app.assert_changes_nothing(Request::get(place(COLLEGE)), gone)
        .await;
    app.assert_changes_nothing(Request::delete(place(COLLEGE)), gone)
        .await;
    for version in [Value::Null, json!(1)] {
        let request = Request::post(COLLEGES, &edit(COLLEGE, "Back", version));
        app.assert_changes_nothing(request, gone).await;
    }
    let courses = created(&app, &form()).await["courseList"].clone();
    assert_eq!(courses[1]["_id"], COURSE);
}

#[tokio::test]
async fn an_unknown_identifier_is_not_found() {
    let app = start().await;
    let gone = (404, "not_found", "");
    for id in ["no-such-college", "ab", "a%20b", SINGLE] {
        app.assert_changes_nothing(Request::get(place(id)), gone).await;
        app.assert_changes_nothing(Request::delete(place(id)), gone).await;
        let request = Request::post(COLLEGES, &edit(id, "Nowhere", Value::Null));
        app.assert_changes_nothing(request, gone).await;
    }
}

#[tokio::test]
async fn each_field_that_is_missing_or_wrong_is_named() {
    let app = start().await;
    let gone = "One of these exams does not exist any more";
    let misfit = "This value is not of the expected type.";
    for (field, value, message) in [
        ("name", Value::Null, "College name is required"),
        ("name", json!(" "), "College name is required"),
        ("name", json!("x".repeat(121)), "This is too long."),
        ("name", json!(7), misfit),
        ("description", json!("x".repeat(2_001)), "This is too long."),
        ("courseList", json!(["no-such-exam"]), gone),
        ("courseList", json!([COURSE, "#"]), gone),
        ("courseList", json!(COURSE), misfit),
        ("version", json!("1"), misfit),
    ] {
        for id in [Value::Null, json!(COLLEGE)] {
            let mut form = form();
            form["_id"] = id;
            form[field] = value.clone();
            let refused = (422, "invalid_field", field);
            let answer = app
                .assert_changes_nothing(Request::post(COLLEGES, &form), refused)
                .await;
            assert_eq!(answer.message(), message, "{field}: {value}");
        }
    }
}

#[tokio::test]
async fn a_deleted_exam_is_one_of_no_college() {
    let app = start().await;
    let exam = json!({ "pk": "CATALOGUE", "sk": format!("EXAM#{COURSE}") });
    app.test_env.delete(Table::Catalogue, &exam).await;
    let left = get(&app, COLLEGE).await["courseList"].clone();
    assert_eq!(
        left,
        json!([{ "_id": "backwater-bsc", "examName": "B.Sc Entrance", "date": "2025-05-31" }])
    );
}

#[tokio::test]
async fn each_change_is_in_the_audit_log_with_before_and_after() {
    let app = start().await;
    let college = created(&app, &form()).await;
    let id = college["_id"].as_str().unwrap();
    app.test_env.clock.advance(time::Duration::minutes(1));
    app.call_as_admin(Request::post(COLLEGES, &edit(id, "Renamed", 1)))
        .await;
    app.test_env.clock.advance(time::Duration::minutes(1));
    app.call_as_admin(Request::delete(place(id))).await;
    let mut renamed = form();
    renamed["name"] = json!("Renamed");
    let log = app.audit_log().await;
    let expected = [
        ("college.created", Value::Null, form()),
        ("college.updated", form(), renamed.clone()),
        ("college.deleted", renamed, Value::Null),
    ];
    assert_eq!(log.len(), expected.len());
    for (entry, (action, before, after)) in log.iter().zip(expected) {
        assert_eq!(
            (&entry["action"], &entry["subject"]),
            (&json!(action), &json!(id))
        );
        assert_eq!(entry["username"], "admin");
        assert_eq!((&entry["before"], &entry["after"]), (&before, &after), "{action}");
    }
}

#[tokio::test]
async fn a_change_that_is_not_written_leaves_no_entry() {
    let app = start().await;
    app.test_env.database.set(Fault::CrashBefore(0));
    for request in [
        Request::post(COLLEGES, &form()),
        Request::post(COLLEGES, &edit(COLLEGE, "New", 1)),
        Request::delete(place(COLLEGE)),
    ] {
        app.assert_changes_nothing(request, (500, "internal_error", ""))
            .await;
    }
}

/// Its deletion, if nothing is lost with it.
fn spared(id: &str) -> Request {
    Request::delete(format!("{}?if_unused=true", place(id)))
}

#[tokio::test]
async fn a_college_that_somebody_has_paid_for_or_a_package_on_sale_needs_is_spared_on_request() {
    let app = start().await;
    for id in [COLLEGE, OTHER_COLLEGE] {
        // The control: the package sells the other one, too.
        if id == COLLEGE {
            app.test_env.paid_order(SINGLE, "asha@example.com").await;
            let now = app.test_env.clock.now();
            rebuild(&app.test_env.registrations(), now).await.unwrap();
            let refused = (409, "has_candidates", "");
            app.assert_changes_nothing(spared(id), refused).await;
        } else {
            let answer = app.call_as_admin(spared(id)).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
        }
    }
    let app = start().await;
    app.call_as_admin(spared(OTHER_COLLEGE)).await;
    let refused = (409, "on_sale", "");
    app.assert_changes_nothing(spared(COLLEGE), refused).await;
    let answer = app.call_as_admin(Request::delete(place(COLLEGE))).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
}

#[tokio::test]
async fn the_last_exam_of_a_college_stays_while_a_package_on_sale_sells_it() {
    let app = start().await;
    let mut emptied = edit(COLLEGE, "Backwater", Value::Null);
    emptied["courseList"] = json!([]);
    let refused = (409, "on_sale", "courseList");
    let request = Request::post(COLLEGES, &emptied);
    let answer = app.assert_changes_nothing(request.clone(), refused).await;
    assert_eq!(
        answer.message(),
        "Single Exam Access is on sale and cannot be without it. Take it off sale first."
    );
    let catalogue = app.test_env.catalogue();
    let id = PackageId::parse(SINGLE).unwrap();
    let mut package = catalogue.package(&id).await.unwrap().unwrap();
    package.state = SaleState::Draft.into();
    catalogue.put_package(&package).await.unwrap();
    let answer = app.call_as_admin(request).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
}
