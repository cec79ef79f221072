//! Administrators keep the packages.

use crate::{PACKAGES, Packages, form, start};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, COLLEGE, Fault, OTHER_COLLEGE, Request, SINGLE};

#[tokio::test]
async fn a_form_that_is_sent_again_with_its_key_adds_one_package() {
    let app = start().await;
    let mut other = form();
    other["price"] = json!(1500);
    let [form, other] = [form(), other].map(|form| Request::post(PACKAGES, &form));
    app.assert_adds_once(Table::Catalogue, &form, &other).await;
}

#[tokio::test]
async fn every_package_is_listed_with_the_names_of_its_colleges() {
    let app = start().await;
    let answer = app.call_as_admin(Request::get(PACKAGES)).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.json,
        json!([
            {
                "_id": "all-inclusive",
                "name": "All-Inclusive Exam Access",
                "description": "For the expo.",
                "price": 1850,
                "AllowAllCollege": true,
                "collegeList": [],
                "state": "on_sale",
                "candidates": 0,
                "paid": 0,
                "version": 1,
            },
            {
                "_id": "single-exam",
                "name": "Single Exam Access",
                "description": "For the expo.",
                "price": 1000,
                "AllowAllCollege": false,
                "collegeList": [
                    { "_id": "backwater", "name": "Backwater College" },
                    { "_id": "spice-coast", "name": "Spice Coast College" },
                ],
                "state": "on_sale",
                "candidates": 0,
                "paid": 0,
                "version": 1,
            },
        ])
    );
    assert_eq!(app.get(SINGLE).await, answer.json[1]);
}

#[tokio::test]
async fn a_new_package_is_there_at_once_for_visitors_too_behind_the_earlier_ones() {
    let app = start().await;
    for id in [ALL, SINGLE] {
        assert_eq!(app.delete(id).await.status, 200);
    }
    let mut made = Vec::new();
    for name in ["First", "Second", "Third"] {
        app.test_env.clock.advance(time::Duration::milliseconds(1));
        let mut form = form();
        form["name"] = json!(name);
        let answer = app.save(&form).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(answer.json["message"], "Package created successfully");
        let package = answer.json["package"].clone();
        assert_eq!(package["name"], name);
        assert_eq!(package["price"], json!(1499.5));
        assert_eq!(package["version"], 1);
        assert_eq!(
            package["collegeList"],
            json!([
                { "_id": OTHER_COLLEGE, "name": "Spice Coast College" },
                { "_id": COLLEGE, "name": "Backwater College" },
            ])
        );
        assert_eq!(app.get(package["_id"].as_str().unwrap()).await, package);
        made.push(package);
    }
    assert_eq!(app.call_as_admin(Request::get(PACKAGES)).await.json, json!(made));
    let list = app.list().await.json;
    let names: Vec<&Value> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|package| &package["name"])
        .collect();
    assert_eq!(names, ["First", "Second", "Third"]);
    assert_eq!(list[0]["collegeList"][1]["courseList"][0]["_id"], "backwater-bca");
}

#[tokio::test]
async fn an_edit_changes_everything_but_the_identifier() {
    let app = start().await;
    let mut edit = form();
    edit["_id"] = json!(SINGLE);
    edit["name"] = json!("  Two Exams  ");
    let answer = app.save(&edit).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["message"], "Package updated successfully");
    let package = app.get(SINGLE).await;
    assert_eq!(answer.json["package"], package);
    assert_eq!(package["name"], "Two Exams");
    assert_eq!(package["description"], "Any two exams of one college.");
    assert_eq!(package["price"], json!(1499.5));
    assert_eq!(package["version"], 2);

    edit["AllowAllCollege"] = json!(true);
    app.save(&edit).await;
    let package = app.get(SINGLE).await;
    assert_eq!(package["AllowAllCollege"], true);
    assert_eq!(package["collegeList"], json!([]), "it lists no colleges");
    assert_eq!(package["version"], 3);
}

#[tokio::test]
async fn a_deleted_package_is_gone_for_everybody() {
    let app = start().await;
    let answer = app.delete(SINGLE).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json, json!({ "message": "Package deleted successfully" }));
    assert_eq!(app.list().await.json.as_array().unwrap().len(), 1);
    let gone = (404, "not_found", "");
    let path = format!("{PACKAGES}/{SINGLE}");
    app.assert_changes_nothing(Request::get(&path), gone).await;
    app.assert_changes_nothing(Request::delete(&path), gone).await;
    let mut edit = form();
    for version in [Value::Null, json!(1)] {
        edit["_id"] = json!(SINGLE);
        edit["version"] = version;
        app.assert_changes_nothing(Request::post(PACKAGES, &edit), gone)
            .await;
    }
}

#[tokio::test]
async fn an_unknown_identifier_is_not_found() {
    let app = start().await;
    let gone = (404, "not_found", "");
    for id in ["no-such-package", "ab", "a%20b", COLLEGE] {
        let path = format!("{PACKAGES}/{id}");
        app.assert_changes_nothing(Request::get(&path), gone).await;
        app.assert_changes_nothing(Request::delete(&path), gone).await;
        let mut edit = form();
        edit["_id"] = json!(id);
        app.assert_changes_nothing(Request::post(PACKAGES, &edit), gone)
            .await;
    }
}

#[tokio::test]
async fn each_field_that_is_missing_or_wrong_is_named() {
    let app = start().await;
    let long = |length: usize| json!("ന".repeat(length));
    let gone = "One of these colleges does not exist any more";
    let decimals = "Price must be a number with at most two decimals";
    for (field, value, message) in [
        ("name", Value::Null, "Package name is required"),
        ("name", json!("  "), "Package name is required"),
        ("name", long(121), "This is too long."),
        ("name", json!(1), "This value is not of the expected type."),
        ("description", Value::Null, "Description is required"),
        ("description", json!(""), "Description is required"),
        ("description", long(2_001), "This is too long."),
        ("price", Value::Null, "Price is required"),
        ("price", json!("100"), decimals),
        ("price", json!(-1), decimals),
        ("price", json!(9.999), decimals),
        (
            "price",
            json!(1_000_000.01),
            "Price must be at most Rs\u{a0}10,00,000",
        ),
        (
            "AllowAllCollege",
            json!("yes"),
            "This value is not of the expected type.",
        ),
        ("collegeList", json!(["no-such-college"]), gone),
        ("collegeList", json!([COLLEGE, SINGLE]), gone),
        ("collegeList", json!(["a b"]), gone),
        (
            "collegeList",
            json!("backwater"),
            "This value is not of the expected type.",
        ),
        ("version", json!(-1), "This value is not of the expected type."),
    ] {
        for id in [Value::Null, json!(SINGLE)] {
            let mut form = form();
            form["_id"] = id;
            form[field] = value.clone();
            let refused = (422, "invalid_field", field);
            let answer = app
                .assert_changes_nothing(Request::post(PACKAGES, &form), refused)
                .await;
            assert_eq!(answer.message(), message, "{field}: {value}");
            if value.is_null() {
                form.as_object_mut().unwrap().remove(field);
                let answer = app
                    .assert_changes_nothing(Request::post(PACKAGES, &form), refused)
                    .await;
                assert_eq!(answer.message(), message, "{field} left out");
            }
        }
    }
    let mut form = form();
    form["name"] = long(120);
    form["description"] = long(2_000);
    form["price"] = json!(1_000_000);
    form["collegeList"] = json!([COLLEGE, COLLEGE]);
    let answer = app.save(&form).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["package"]["collegeList"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_package_may_cost_less_than_a_rupee_or_nothing() {
    let app = start().await;
    for price in [json!(0), json!(0.01), json!(0.99)] {
        let mut form = form();
        form["price"] = price.clone();
        let answer = app.save(&form).await;
        assert_eq!(answer.json["package"]["price"], price, "{}", answer.json);
    }
}

#[tokio::test]
async fn a_deleted_college_is_one_of_no_package() {
    let app = start().await;
    let college = json!({ "pk": "CATALOGUE", "sk": format!("COLLEGE#{COLLEGE}") });
    app.test_env.delete(Table::Catalogue, &college).await;
    let left = json!([{ "_id": OTHER_COLLEGE, "name": "Spice Coast College" }]);
    assert_eq!(app.get(SINGLE).await["collegeList"], left);
    assert_eq!(
        app.call_as_admin(Request::get(PACKAGES)).await.json[1]["collegeList"],
        left
    );
}

#[tokio::test]
async fn each_change_is_in_the_audit_log_with_before_and_after() {
    let app = start().await;
    let created = app.save(&form()).await.json["package"].clone();
    let id = created["_id"].as_str().unwrap();
    app.test_env.clock.advance(time::Duration::minutes(1));
    let mut edit = form();
    edit["_id"] = json!(id);
    edit["price"] = json!(0.5);
    edit["state"] = json!("draft");
    app.save(&edit).await;
    app.test_env.clock.advance(time::Duration::minutes(1));
    app.delete(id).await;

    let mut first = form();
    first["state"] = json!("on_sale");
    let mut second = form();
    second["price"] = json!(0.5);
    second["state"] = json!("draft");
    let log = app.audit_log().await;
    let expected = [
        ("package.created", Value::Null, first.clone()),
        ("package.updated", first, second.clone()),
        ("package.deleted", second, Value::Null),
    ];
    assert_eq!(log.len(), expected.len());
    for (entry, (action, before, after)) in log.iter().zip(expected) {
        assert_eq!(entry["action"], action);
        assert_eq!(entry["subject"], id);
        assert_eq!(entry["username"], "admin");
        assert_eq!(entry["before"], before, "{action}");
        assert_eq!(entry["after"], after, "{action}");
    }
}

#[tokio::test]
async fn a_change_and_its_audit_entry_are_there_together_or_not_at_all() {
    let app = start().await;
    let mut edit = form();
    edit["_id"] = json!(SINGLE);
    for request in [
        Request::post(PACKAGES, &form()),
        Request::post(PACKAGES, &edit),
        Request::delete(format!("{PACKAGES}/{SINGLE}")),
    ] {
        app.test_env.database.set(Fault::CrashBefore(0));
        let refused = (500, "internal_error", "");
        app.assert_changes_nothing(request.clone(), refused).await;
        app.test_env.database.set(Fault::CrashAfter(0));
        let before = app.everything().await;
        assert_eq!(app.call_as_admin(request).await.status, 500);
        let after = app.everything().await;
        assert_ne!(before[0], after[0]);
        assert_eq!(after[3].len(), before[3].len() + 1);
        app.test_env.database.set(Fault::None);
    }
}
