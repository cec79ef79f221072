//! Verdicts: each reason and each notice.

use crate::{App, DAY, EXAM, TEN, at, code, hold, look::bca, scan};
use domain::{
    OrderId,
    pass::{PassNo, qr_text},
    payment::Order,
};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, Request, SINGLE, withdrawn_by_organiser};
use time::Duration;

async fn prefer(app: &App, order: &Order, preference: &str) {
    let rows = app.test_env.dump(Table::Registrations).await;
    let is_theirs =
        |row: &&Value| row["kind"] == "CANDIDATE" && row["customer_id"] == order.customer_id.as_str();
    let mut row = rows.iter().find(is_theirs).unwrap().clone();
    row["exam_preference"] = json!(preference);
    app.test_env.put(Table::Registrations, &row).await;
}

#[tokio::test]
async fn a_valid_pass_is_admitted_once_and_then_found_in_already_with_where_and_when() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let first = app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    let holder = json!({
        "name": "Asha Rao",
        "exam": "BCA Entrance, Backwater College",
        "exam_preference": "Offline",
        "pass_no": PassNo::of(&order.customer_id).to_string(),
    });
    assert_eq!(
        first,
        json!({
            "result": "admitted", "reason": null, "notices": [], "candidate": holder, "exams": [bca()],
            "at": "2025-05-31T04:30:00Z", "by": "admin", "device": "Gate 1", "double": null,
            "server_time": "2025-05-31T04:30:00Z",
        })
    );
    app.test_env.clock.advance(Duration::minutes(3));
    let second = app
        .verdict(&scan(&code(&order), "Gate 2", app.test_env.clock.now()))
        .await;
    assert_eq!(second["result"], "already");
    assert_eq!(
        (&second["at"], &second["by"], &second["device"]),
        (&first["at"], &first["by"], &first["device"])
    );
    assert_eq!((&second["double"], &second["candidate"]), (&Value::Null, &holder));
}

#[tokio::test]
async fn a_pass_is_admitted_once_to_each_list() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    let second_day = "day:2025-06-01";
    for list in [DAY, EXAM, second_day, "exam:spice-coast-bba"] {
        for result in ["admitted", "already"] {
            let verdict = app.verdict(&at(list, scan(&code(&order), "Gate 1", TEN))).await;
            assert_eq!(verdict["result"], result, "{list}");
        }
    }
}

#[tokio::test]
async fn what_is_no_code_of_this_event_is_malformed() {
    let app = App::start().await;
    for text in [
        "https://example.com/ticket/1",
        "EXPO2:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG",
        "123",
    ] {
        let verdict = app.verdict(&scan(text, "Gate 1", TEN)).await;
        assert_eq!(
            (&verdict["result"], &verdict["reason"]),
            (&json!("refused"), &json!("malformed"))
        );
        assert_eq!(
            (&verdict["candidate"], &verdict["at"]),
            (&Value::Null, &Value::Null)
        );
    }
}

#[tokio::test]
async fn the_code_of_a_pass_that_went_to_a_wrong_address_admits_nobody() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@gmial.com").await;
    let pass_id = app.test_env.reissued(&order).await;
    let verdict = app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    assert_eq!(verdict["reason"], "unknown");
    assert_eq!(app.attendance(DAY).await["admitted"], 0);
    let verdict = app.verdict(&scan(&qr_text(&pass_id), "Gate 1", TEN)).await;
    assert_eq!(verdict["result"], "admitted");
}

#[tokio::test]
async fn a_code_of_no_pass_is_unknown_and_tells_nobodys_name() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let forged = OrderId::parse(&format!("{}-{}", order.customer_id, "0".repeat(20))).unwrap();
    let nobody = OrderId::parse("CZ6S4932KF26-KQAKWGQT91BP5E009TE6").unwrap();
    for text in [qr_text(&forged), qr_text(&nobody), "CZ6S 4932 KF26".to_owned()] {
        let verdict = app.verdict(&scan(&text, "Gate 1", TEN)).await;
        assert_eq!(
            (&verdict["result"], &verdict["reason"]),
            (&json!("refused"), &json!("unknown"))
        );
        assert_eq!(verdict["candidate"], Value::Null, "{text}");
    }
}

#[tokio::test]
async fn an_unpaid_order_and_a_withdrawn_pass_are_refused_with_the_name() {
    let app = App::start().await;
    let unpaid = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let withdrawn = app.test_env.paid_order(SINGLE, "binu@example.com").await;
    app.test_env
        .change_paid(&withdrawn, withdrawn_by_organiser(TEN))
        .await;
    for (order, reason) in [(&unpaid, "unpaid"), (&withdrawn, "withdrawn")] {
        for text in [code(order), PassNo::of(&order.customer_id).to_string()] {
            for list in [DAY, EXAM] {
                let verdict = app.verdict(&at(list, scan(&text, "Gate 1", TEN))).await;
                assert_eq!(
                    (&verdict["result"], &verdict["reason"]),
                    (&json!("refused"), &json!(reason))
                );
                assert_eq!(verdict["candidate"]["name"], "Asha Rao");
            }
        }
    }
    assert_eq!(app.attendance(DAY).await["admitted"], 0);
}

#[tokio::test]
async fn an_exam_admits_those_who_take_it_at_the_venue_and_nobody_else() {
    let app = App::start().await;
    let theirs = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let online = app.test_env.paid_order(ALL, "binu@example.com").await;
    prefer(&app, &online, "Online").await;
    for (order, list, result, reason) in [
        (&theirs, EXAM, "admitted", Value::Null),
        (&theirs, "exam:spice-coast-bba", "refused", json!("wrong_list")),
        (&online, EXAM, "refused", json!("online_only")),
    ] {
        let verdict = app.verdict(&at(list, scan(&code(order), "Gate 1", TEN))).await;
        assert_eq!(
            (&verdict["result"], &verdict["reason"]),
            (&json!(result), &reason)
        );
    }
}

#[tokio::test]
async fn a_day_admits_with_what_is_unusual_about_a_pass() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let mut number = 0;
    let mut notices = async |list: &str| {
        number += 1;
        // The catalogue is kept for ten seconds.
        app.test_env.clock.advance(Duration::seconds(11));
        let at_ten = at(
            list,
            scan(&code(&order), &format!("Gate {number}"), app.test_env.clock.now()),
        );
        app.verdict(&at_ten).await["notices"].clone()
    };
    assert_eq!(notices(DAY).await, json!([]));
    hold(&app, "backwater-bca", "2025-06-01", "10:00", "12:00").await;
    assert_eq!(notices(DAY).await, json!(["exam_other_day"]));
    hold(&app, "backwater-bca", "2025-05-31", "08:00", "10:00").await;
    assert_eq!(notices(DAY).await, json!(["exam_over"]));
    assert_eq!(notices(EXAM).await, json!(["exam_over"]));
    hold(&app, "backwater-bca", "2025-05-31", "10:00", "12:00").await;
    prefer(&app, &order, "Online").await;
    assert_eq!(notices(DAY).await, json!(["online_candidate"]));
}

#[tokio::test]
async fn a_typed_number_admits_with_the_request_to_look_at_a_card() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let typed = PassNo::of(&order.customer_id).to_string().to_lowercase();
    let verdict = app.verdict(&scan(&typed, "Gate 1", TEN)).await;
    assert_eq!(
        (&verdict["result"], &verdict["notices"]),
        (&json!("admitted"), &json!(["number_only"]))
    );
    let scanned = app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    assert_eq!(
        (&scanned["result"], &scanned["notices"]),
        (&json!("already"), &json!([]))
    );
}

#[tokio::test]
async fn a_field_that_does_not_fit_is_named_and_nothing_is_written() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let good = scan(&code(&order), "Gate 1", TEN);
    for (field, wrong) in [
        ("code", json!("  ")),
        ("code", json!("x".repeat(501))),
        ("list", json!("day:2025-05-30")),
        ("list", json!("exam:nothing")),
        ("list", json!("")),
        ("nonce", json!("short")),
        ("nonce", json!("a b c d e")),
        ("nonce", json!("x".repeat(65))),
        ("scanned_at", json!("yesterday")),
        ("scanned_at", json!("2025-05-31T10:00:00")),
        ("sent_at", json!("now")),
        ("device", json!(" ")),
        ("device", json!("x".repeat(61))),
    ] {
        let mut scan = good.clone();
        scan[field] = wrong;
        let request = Request::post("/api/check-in/redeem", &scan);
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
    for field in ["code", "list", "nonce", "scanned_at", "device"] {
        let mut scan = good.clone();
        scan.as_object_mut().unwrap().remove(field);
        let request = Request::post("/api/check-in/redeem", &scan);
        app.assert_changes_nothing(request, (422, "invalid_field", field))
            .await;
    }
}

#[tokio::test]
async fn a_verdict_is_six_requests_to_the_database_and_five_while_the_catalogue_is_kept() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let token = app.test_env.admin_token().await;
    // The token's version, catalogue, candidate, what seats are published, admission with nonce, transaction; later without the catalogue.
    for requests in [6, 5] {
        app.test_env.database.set(test_support::Fault::None);
        let request = Request::post("/api/check-in/redeem", &scan(&code(&order), "Gate 1", TEN));
        assert_eq!(app.call(request.bearer(&token)).await.status, 200);
        assert_eq!(app.test_env.database.requests(), requests);
    }
}
