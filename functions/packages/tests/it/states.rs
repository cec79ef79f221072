//! On sale, off sale, archived: who is offered a package, and what may be offered.

use crate::{PACKAGES, Packages, form, start};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, App, COLLEGE, OTHER_COURSE, Request, SINGLE};

fn in_state(id: &str, state: &str) -> Value {
    let mut edit = form();
    edit["_id"] = json!(id);
    edit["state"] = json!(state);
    edit
}

async fn offered(app: &App) -> Vec<String> {
    let list = app.list().await.json;
    let packages = list.as_array().unwrap().iter();
    packages
        .map(|package| package["_id"].as_str().unwrap().to_owned())
        .collect()
}

async fn remove(app: &App, sk: &str) {
    let key = json!({ "pk": "CATALOGUE", "sk": sk });
    app.test_env.delete(Table::Catalogue, &key).await;
}

#[tokio::test]
async fn a_package_off_sale_is_not_offered_and_is_kept() {
    let app = start().await;
    for state in ["draft", "archived"] {
        let answer = app.save(&in_state(SINGLE, state)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(answer.json["package"]["state"], state);
        assert_eq!(offered(&app).await, [ALL]);
        assert_eq!(app.get(SINGLE).await["state"], state);
        let listed = app.call_as_admin(Request::get(PACKAGES)).await.json;
        assert_eq!(listed[1]["state"], state);

        // An edit that says nothing of it leaves it.
        let mut edit = form();
        edit["_id"] = json!(SINGLE);
        app.save(&edit).await;
        assert_eq!(app.get(SINGLE).await["state"], state);
        assert_eq!(offered(&app).await, [ALL]);
    }
    let answer = app.save(&in_state(SINGLE, "on_sale")).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(offered(&app).await, [ALL, SINGLE]);
}

#[tokio::test]
async fn a_state_that_a_later_release_wrote_is_not_on_sale_and_survives_an_edit() {
    let app = start().await;
    let mut items = app.test_env.dump(Table::Catalogue).await.into_iter();
    let mut package = items.find(|item| item["id"] == SINGLE).unwrap();
    package["state"] = json!("sold_out");
    app.test_env.put(Table::Catalogue, &package).await;
    assert_eq!(offered(&app).await, [ALL]);
    assert_eq!(app.get(SINGLE).await["state"], "unknown");
    let mut edit = form();
    edit["_id"] = json!(SINGLE);
    assert_eq!(app.save(&edit).await.status, 200);
    let mut items = app.test_env.dump(Table::Catalogue).await.into_iter();
    let kept = items.find(|item| item["id"] == SINGLE).unwrap();
    assert_eq!(kept["state"], "sold_out");
}

#[tokio::test]
async fn an_unknown_state_is_refused() {
    let app = start().await;
    for id in [Value::Null, json!(SINGLE)] {
        for state in [json!("sold_out"), json!(true), json!("")] {
            let mut form = form();
            form["_id"] = id.clone();
            form["state"] = state;
            let refused = (422, "invalid_field", "state");
            app.assert_changes_nothing(Request::post(PACKAGES, &form), refused)
                .await;
        }
    }
}

/// Forms of packages that cannot be on sale, with the field to blame and why.
async fn unsaleable(app: &App) -> Vec<(Value, &'static str, &'static str)> {
    remove(app, &format!("EXAM#{OTHER_COURSE}")).await;
    let with = |field: &str, value: Value| {
        let mut form = form();
        form[field] = value;
        form
    };
    vec![
        (
            with("price", json!(0.99)),
            "price",
            "Give it a price of at least Rs\u{a0}1 before it goes on sale",
        ),
        (
            with("collegeList", json!([])),
            "collegeList",
            "Choose at least one college before it goes on sale",
        ),
        (
            form(),
            "collegeList",
            "Spice Coast College has no exam yet: give it one, or leave it out, before the package goes on sale",
        ),
    ]
}

#[tokio::test]
async fn what_cannot_be_bought_does_not_go_on_sale_and_the_field_to_blame_is_named() {
    let app = start().await;
    for (mut form, field, message) in unsaleable(&app).await {
        for (id, state) in [
            (Value::Null, Some("on_sale")),
            (json!(SINGLE), Some("on_sale")),
            // It is on sale.
            (json!(SINGLE), None),
        ] {
            form["_id"] = id;
            form["state"] = json!(state);
            let refused = (422, "invalid_field", field);
            let answer = app
                .assert_changes_nothing(Request::post(PACKAGES, &form), refused)
                .await;
            assert_eq!(answer.message(), message);
        }
        form["state"] = json!("draft");
        let answer = app.save(&form).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        let why = json!({ "field": field, "message": message });
        assert_eq!(answer.json["package"]["unsaleable"], why);
        assert_eq!(app.get(SINGLE).await["unsaleable"], why);
        // For the next one.
        let saleable = json!({
            "_id": SINGLE, "name": "A", "description": "B", "price": 10, "collegeList": [COLLEGE], "state": "on_sale",
        });
        let answer = app.save(&saleable).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(answer.json["package"].get("unsaleable"), None);
    }
}

#[tokio::test]
async fn a_new_package_of_which_no_state_is_said_goes_on_sale_if_it_can_and_waits_otherwise() {
    let app = start().await;
    let answer = app.save(&form()).await;
    assert_eq!(answer.json["package"]["state"], "on_sale", "{}", answer.json);
    for (form, field, _) in unsaleable(&app).await {
        let answer = app.save(&form).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(answer.json["package"]["state"], "draft", "{field}");
        let id = answer.json["package"]["_id"].as_str().unwrap().to_owned();
        assert!(!offered(&app).await.contains(&id), "{field}");
    }
}

#[tokio::test]
async fn a_package_of_everything_does_not_go_on_sale_while_there_is_no_exam() {
    let app = start().await;
    for exam in ["backwater-bca", "backwater-bsc", OTHER_COURSE] {
        remove(&app, &format!("EXAM#{exam}")).await;
    }
    let mut form = form();
    form["AllowAllCollege"] = json!(true);
    form["state"] = json!("on_sale");
    let refused = (422, "invalid_field", "AllowAllCollege");
    app.assert_changes_nothing(Request::post(PACKAGES, &form), refused)
        .await;
}
