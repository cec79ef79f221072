//! What depends on a thing of the catalogue, and that a package somebody has paid for stays.

use crate::{PACKAGES, Packages, start};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{
    ALL, App, COLLEGE, COURSE, Fault, OTHER_COLLEGE, OTHER_COURSE, Request, SINGLE, STREAM, rebuild,
};

/// One who has paid for everything, one who has paid for an exam, and two who have not paid for one.
async fn with_candidates() -> App {
    let app = start().await;
    app.test_env.paid_order(ALL, "asha@example.com").await;
    app.test_env.paid_order(SINGLE, "binu@example.com").await;
    app.test_env.open_order(SINGLE, "chandra@example.com").await;
    app.test_env.open_order(SINGLE, "devi@example.com").await;
    count(&app).await;
    app
}

async fn count(app: &App) {
    let registrations = app.test_env.registrations();
    rebuild(&registrations, app.test_env.clock.now()).await.unwrap();
}

async fn dependents(app: &App, kind: &str, id: &str) -> Value {
    let path = format!("/api/catalogue/{kind}/{id}/dependents");
    let answer = app.call_as_admin(Request::get(path)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

fn package(id: &str, name: &str, state: &str) -> Value {
    json!({ "_id": id, "name": name, "state": state })
}

#[tokio::test]
async fn candidates_packages_colleges_and_exams_that_depend_on_a_thing_are_told() {
    let app = with_candidates().await;
    let all = package(ALL, "All-Inclusive Exam Access", "on_sale");
    let single = package(SINGLE, "Single Exam Access", "on_sale");
    let none =
        json!({ "candidates": 0, "paid": 0, "paidForAll": 0, "packages": [], "colleges": [], "exams": [] });
    let with = |changes: Value| {
        let mut expected = none.clone();
        expected
            .as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        expected
    };
    let bca = json!({ "_id": COURSE, "name": "BCA Entrance" });
    let bsc = json!({ "_id": "backwater-bsc", "name": "B.Sc Entrance" });
    let bba = json!({ "_id": OTHER_COURSE, "name": "BBA Entrance" });
    let refusal = |message: &str| json!({ "code": "has_candidates", "message": message });
    for (kind, id, expected) in [
        (
            "packages",
            SINGLE,
            with(json!({
                "candidates": 3,
                "paid": 1,
                "refusal": refusal("1 candidate has paid for this package. Archive it instead: they keep what they \
                    bought, and nobody else can buy it."),
            })),
        ),
        (
            "colleges",
            COLLEGE,
            with(json!({
                "candidates": 3,
                "paid": 1,
                "paidForAll": 1,
                "packages": [all, single],
                "exams": [bca, bsc],
                "refusal": refusal("1 candidate has paid for an exam of this college. Take it out of the packages \
                    instead."),
            })),
        ),
        (
            "colleges",
            OTHER_COLLEGE,
            with(json!({
                "paidForAll": 1,
                "packages": [all, single],
                "exams": [bba],
                "refusal": refusal("1 candidate has paid for all exams, and their passes list those of this college. \
                    Take its exams out of it first."),
            })),
        ),
        (
            "exam-details",
            COURSE,
            with(json!({
                "candidates": 3,
                "paid": 1,
                "paidForAll": 1,
                "packages": [all, single],
                "colleges": [{ "_id": COLLEGE, "name": "Backwater College" }],
                "refusal": refusal("1 candidate has paid for this exam, and their passes show its day, hours and \
                    hall. Take it out of its college instead."),
            })),
        ),
        (
            "exam-details",
            OTHER_COURSE,
            with(json!({
                "paidForAll": 1,
                "packages": [all, single],
                "colleges": [{ "_id": OTHER_COLLEGE, "name": "Spice Coast College" }],
                "refusal": refusal("1 candidate has paid for all exams, and their passes list this one. Take it out \
                    of its college first."),
            })),
        ),
        (
            "exams",
            STREAM,
            with(json!({
                "exams": [bsc, bba, bca],
                "refusal": { "code": "not_empty", "message": "Delete this exam's details first." },
            })),
        ),
    ] {
        assert_eq!(dependents(&app, kind, id).await, expected, "{kind} {id}");
    }
}

#[tokio::test]
async fn what_a_package_on_sale_cannot_do_without_is_refused_until_the_package_is_off_sale() {
    let app = start().await;
    for (kind, id) in [("colleges", COLLEGE), ("exam-details", COURSE)] {
        assert_eq!(
            dependents(&app, kind, id).await.get("refusal"),
            None,
            "{kind}: another is left"
        );
    }
    // Its only exam: who picks the college would find nothing to choose.
    let refusal = json!({
        "code": "on_sale",
        "message": "Single Exam Access is on sale and cannot be without it. Take it off sale first.",
    });
    assert_eq!(
        dependents(&app, "exam-details", OTHER_COURSE).await["refusal"],
        refusal
    );
    let mut edit = json!({
        "_id": SINGLE, "name": "Single Exam Access", "description": "B", "price": 10, "collegeList": [COLLEGE],
    });
    app.save(&edit).await;
    assert_eq!(dependents(&app, "colleges", COLLEGE).await["refusal"], refusal);
    assert_eq!(
        dependents(&app, "exam-details", OTHER_COURSE)
            .await
            .get("refusal"),
        None
    );
    edit["state"] = json!("draft");
    app.save(&edit).await;
    let told = dependents(&app, "colleges", COLLEGE).await;
    assert_eq!(told.get("refusal"), None);
    assert_eq!(
        told["packages"][1],
        package(SINGLE, "Single Exam Access", "draft")
    );
}

#[tokio::test]
async fn a_package_that_somebody_has_paid_for_is_spared_on_request_and_archived() {
    let app = with_candidates().await;
    for id in [ALL, SINGLE] {
        let refused = (409, "has_candidates", "");
        let request = Request::delete(format!("{PACKAGES}/{id}?if_unused=true"));
        let answer = app.assert_changes_nothing(request, refused).await;
        let told = dependents(&app, "packages", id).await;
        assert_eq!(answer.message(), told["refusal"]["message"]);
    }
    let listed = app.call_as_admin(Request::get(PACKAGES)).await.json;
    assert_eq!(
        (&listed[0]["candidates"], &listed[0]["paid"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        (&listed[1]["candidates"], &listed[1]["paid"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(app.get(SINGLE).await["candidates"], json!(3));
    let archived = app
        .save(&json!({
            "_id": SINGLE, "name": "A", "description": "B", "price": 10, "collegeList": [COLLEGE], "state": "archived",
        }))
        .await;
    assert_eq!(archived.status, 200, "{}", archived.json);
    for how in ["", "?if_unused=false"] {
        let id = if how.is_empty() { ALL } else { SINGLE };
        let deleted = app
            .call_as_admin(Request::delete(format!("{PACKAGES}/{id}{how}")))
            .await;
        assert_eq!(deleted.status, 200, "{}", deleted.json);
    }
}

#[tokio::test]
async fn registrations_that_nobody_paid_for_are_told_and_keep_no_package() {
    let app = start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    count(&app).await;
    let told = dependents(&app, "packages", SINGLE).await;
    assert_eq!((&told["candidates"], &told["paid"]), (&json!(1), &json!(0)));
    assert_eq!(app.delete(SINGLE).await.status, 200);
    let kept = app.test_env.stored(order.order_id.as_str()).await;
    assert_eq!(kept.selection.package_name(), "Single Exam Access");
}

#[tokio::test]
async fn what_is_not_there_has_no_dependents() {
    let app = start().await;
    for (kind, id) in [
        ("packages", "no-such-package"),
        ("packages", COLLEGE),
        ("colleges", SINGLE),
        ("exam-details", STREAM),
        ("exams", COURSE),
        ("exams", "a%20b"),
        ("banners", SINGLE),
    ] {
        let path = format!("/api/catalogue/{kind}/{id}/dependents");
        app.assert_changes_nothing(Request::get(path), (404, "not_found", ""))
            .await;
    }
}

#[tokio::test]
async fn the_public_list_does_not_need_the_totals() {
    let app = start().await;
    app.test_env.database.set(Fault::TableDown(Table::Registrations));
    assert_eq!(app.list().await.json.as_array().unwrap().len(), 2);
}
