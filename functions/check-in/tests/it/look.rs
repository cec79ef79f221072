//! Looking without admitting, and where a verdict sends somebody.

use crate::{App, DAY, EXAM, TEN, at, code, scan};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, Request, SINGLE};

pub(crate) fn bca() -> Value {
    exam("BCA Entrance", "Backwater College")
}

fn exam(name: &str, college: &str) -> Value {
    json!({
        "name": name, "college": college, "date": "2025-05-31", "time_start": "10:00", "time_end": "12:00",
        "venue": "Hall A",
    })
}

fn look(mut scan: Value) -> Value {
    scan["look"] = json!(true);
    scan
}

#[tokio::test]
async fn a_look_says_what_would_be_decided_and_changes_nothing() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let unpaid = app.test_env.open_order(SINGLE, "binu@example.com").await;
    let first = scan(&code(&order), "Gate 1", TEN);
    let token = app.test_env.admin_token().await;
    let looks = async |scan: &Value| {
        let before = app.test_env.dump(Table::CheckIn).await;
        let request = Request::post("/api/check-in/redeem", &look(scan.clone()));
        let answer = app.call(request.bearer(&token)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(app.test_env.dump(Table::CheckIn).await, before);
        answer.json
    };
    let before = looks(&first).await;
    assert_eq!(
        (&before["result"], &before["candidate"]["name"]),
        (&json!("admitted"), &json!("Asha Rao"))
    );
    // Its nonce is not used up by it.
    assert_eq!(app.verdict(&first).await["result"], "admitted");
    let after = looks(&scan(&code(&order), "Gate 2", TEN)).await;
    assert_eq!(
        (&after["result"], &after["device"]),
        (&json!("already"), &json!("Gate 1"))
    );
    let refused = looks(&scan(&code(&unpaid), "Gate 2", TEN)).await;
    assert_eq!(refused["reason"], "unpaid");
}

#[tokio::test]
async fn a_verdict_names_the_hours_and_hall_also_those_to_go_to_instead() {
    let app = App::start().await;
    let single = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let all = app.test_env.paid_order(ALL, "binu@example.com").await;
    let bba = exam("BBA Entrance", "Spice Coast College");
    let elsewhere = "exam:spice-coast-bba";
    for (order, list, exams) in [
        (&single, DAY, json!([bca()])),
        (&single, EXAM, json!([bca()])),
        // Where to go instead.
        (&single, elsewhere, json!([bca()])),
        (&single, "day:2025-06-01", json!([bca()])),
        (&all, elsewhere, json!([bba])),
    ] {
        let verdict = app.verdict(&at(list, scan(&code(order), "Gate 1", TEN))).await;
        assert_eq!(verdict["exams"], exams, "{list}");
    }
    // The exams of that day: another one is on the next.
    let verdict = app.verdict(&scan(&code(&all), "Gate 1", TEN)).await;
    assert_eq!(verdict["exams"], json!([bca(), bba]));
    assert_eq!(verdict["candidate"]["exam"], "All exams");
    let nobody = app.verdict(&scan("123", "Gate 1", TEN)).await;
    assert_eq!(nobody["exams"], json!([]));
}
