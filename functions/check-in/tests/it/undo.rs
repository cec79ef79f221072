//! Taking an admission back.

use crate::{App, DAY, EXAM, TEN, code, scan};
use domain::{OrderId, pass::qr_text};
use serde_json::json;
use test_support::{Request, SINGLE};

#[tokio::test]
async fn an_admission_is_taken_back_with_its_reason_and_the_pass_is_admitted_again() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    let undo = json!({ "code": code(&order), "list": DAY, "reason": "Wrong person", "device": "Gate 2" });
    let undone = app.post("undo", &undo).await;
    assert_eq!(undone.status, 200, "{}", undone.json);
    assert_eq!(undone.json["result"], "undone");
    assert_eq!(undone.json["candidate"]["name"], "Asha Rao");
    assert_eq!(
        (&undone.json["at"], &undone.json["by"], &undone.json["device"]),
        (&json!("2025-05-31T04:30:00Z"), &json!("admin"), &json!("Gate 1"))
    );
    assert_eq!(app.attendance(DAY).await["admitted"], 0);
    let log = app.audit_log().await;
    let entry = log
        .iter()
        .find(|entry| entry["action"] == "check_in.undone")
        .unwrap();
    assert_eq!(entry["subject"], order.customer_id.as_str());
    assert_eq!(entry["after"]["reason"], "Wrong person");
    assert_eq!(entry["before"]["list"], DAY);

    let again = app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    assert_eq!(again["result"], "admitted");
    assert_eq!(app.attendance(DAY).await["admitted"], 1);
}

#[tokio::test]
async fn nothing_is_taken_back_of_somebody_who_is_not_in() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    let forged = OrderId::parse(&format!("{}-{}", order.customer_id, "0".repeat(20))).unwrap();
    for (code, list) in [
        (code(&order), EXAM),
        (qr_text(&forged), DAY),
        ("CZ6S 4932 KF26".to_owned(), DAY),
    ] {
        let undo = json!({ "code": code, "list": list, "reason": "Wrong person" });
        let request = Request::post("/api/check-in/undo", &undo);
        app.assert_changes_nothing(request, (404, "not_admitted", ""))
            .await;
    }
}

#[tokio::test]
async fn a_field_of_an_undo_that_does_not_fit_is_named() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    let good = json!({ "code": code(&order), "list": DAY, "reason": "Wrong person" });
    for (field, wrong) in [
        ("code", json!("123")),
        ("list", json!("day:2025-05-30")),
        ("reason", json!("  ")),
        ("reason", json!("x".repeat(201))),
        ("device", json!("x".repeat(61))),
    ] {
        let mut undo = good.clone();
        undo[field] = wrong;
        let request = Request::post("/api/check-in/undo", &undo);
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
}
