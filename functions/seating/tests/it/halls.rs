//! Halls: made, edited and deleted.

use crate::*;
use store::tables::Table;

fn form() -> Value {
    json!({ "name": "Hall A", "rows": 28, "columns": 4, "blocked": ["AB4", "a1", "A1"] })
}

#[tokio::test]
async fn a_hall_is_made_listed_edited_and_deleted() {
    let app = start().await;
    let made = app.call_as_admin(Request::post(HALLS, &form())).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let hall = &made.json["hall"];
    assert_eq!(hall["blocked"], json!(["A1", "AB4"]));
    assert_eq!(
        (&hall["rows"], &hall["columns"], &hall["seats"], &hall["version"]),
        (&json!(28), &json!(4), &json!(110), &json!(1))
    );
    let list = app.call_as_admin(Request::get(HALLS)).await;
    assert_eq!(list.json, json!([hall]));
    let path = format!("{HALLS}/{}", hall["_id"].as_str().unwrap());
    let edit = json!({ "name": "Hall B", "rows": 2, "columns": 3, "version": 1 });
    let saved = app.call_as_admin(Request::put(&path, &edit)).await;
    assert_eq!(
        (
            &saved.json["hall"]["name"],
            &saved.json["hall"]["blocked"],
            &saved.json["hall"]["version"]
        ),
        (&json!("Hall B"), &json!([]), &json!(2)),
        "{}",
        saved.json
    );
    app.assert_changes_nothing(Request::put(&path, &edit), (409, "stale_version", ""))
        .await;
    assert_eq!(app.call_as_admin(Request::delete(&path)).await.status, 200);
    app.assert_changes_nothing(Request::delete(&path), (404, "not_found", ""))
        .await;
    app.assert_changes_nothing(Request::put(&path, &edit), (404, "not_found", ""))
        .await;
    let entries = app.audit_log().await.into_iter();
    let mut actions: Vec<String> = entries
        .map(|entry| entry["action"].as_str().unwrap().to_owned())
        .collect();
    actions.sort();
    assert_eq!(actions, ["hall.created", "hall.deleted", "hall.updated"]);
}

#[tokio::test]
async fn what_is_no_hall_is_refused_by_its_field() {
    let app = start().await;
    for (field, value, refused) in [
        ("name", json!("  "), "name"),
        ("name", json!("a".repeat(121)), "name"),
        ("rows", json!(0), "rows"),
        ("rows", json!(101), "rows"),
        ("rows", json!(1.5), "rows"),
        ("rows", Value::Null, "rows"),
        ("columns", json!(0), "columns"),
        ("columns", json!(101), "columns"),
        ("columns", json!("4"), "columns"),
        ("blocked", json!(["A5"]), "blocked"),
        ("blocked", json!(["AC1"]), "blocked"),
        ("blocked", json!(["first"]), "blocked"),
        ("blocked", json!([1]), "blocked[0]"),
    ] {
        let mut form = form();
        form[field] = value;
        app.assert_changes_nothing(Request::post(HALLS, &form), (422, "invalid_field", refused))
            .await;
    }
}

#[tokio::test]
async fn a_form_that_is_sent_again_with_its_key_adds_one_hall() {
    let app = start().await;
    let key = "00000000-0000-4000-8000-000000000001";
    let send = async |form: &Value| {
        app.call_as_admin(Request::post(HALLS, form).header("Idempotency-Key", key))
            .await
    };
    let (first, again) = (send(&form()).await, send(&form()).await);
    assert_eq!((first.status.as_u16(), &first.json), (201, &again.json));
    let mut other = form();
    other["name"] = json!("Hall B");
    assert_eq!(send(&other).await.code(), "idempotency_key_reused");
    assert_eq!(
        app.call_as_admin(Request::get(HALLS))
            .await
            .json
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn a_hall_that_an_exam_is_in_stays() {
    let app = start().await;
    let id = hall(&app, "Hall A", 2, 2).await;
    put_into(&app, COURSE, &[&id]).await;
    let path = format!("{HALLS}/{id}");
    let refused = app
        .assert_changes_nothing(Request::delete(&path), (409, "hall_in_use", ""))
        .await;
    assert_eq!(
        refused.message(),
        "BCA Entrance is held there. Take the hall out of it first."
    );
    put_into(&app, COURSE, &[]).await;
    assert_eq!(app.call_as_admin(Request::delete(&path)).await.status, 200);
}

#[tokio::test]
async fn saving_a_hall_needs_its_table_the_session_and_the_audit_log() {
    let app = start().await;
    let id = hall(&app, "Hall A", 2, 2).await;
    let needed = [Table::Catalogue, Table::Access, Table::Admin];
    app.assert_needs(&needed, |number| {
        let form = json!({ "name": format!("Hall {number}"), "rows": 2, "columns": 2 });
        Request::put(format!("{HALLS}/{id}"), &form)
    })
    .await;
}
