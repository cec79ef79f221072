//! What a device learns when it asks again.

use super::{Device, keys, project, withdraw};
use crate::{App, DAY, EXAM, TEN, code, minutes, offline, scan};
use domain::{pass::qr_text, payment::Change};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, Request, SINGLE};
use time::Duration;

#[tokio::test]
async fn a_withdrawn_pass_disappears_and_comes_back_and_a_corrected_name_is_replaced() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let other = app.test_env.paid_order(SINGLE, "binu@example.com").await;
    project(&app, &[&order, &other]).await;
    let mut device = Device::default();
    device.load(&app, DAY).await;
    // What was written a moment ago comes twice.
    app.test_env.clock.advance(Duration::minutes(5));
    device.load(&app, DAY).await;
    withdraw(&app, &order, app.test_env.clock.now()).await;
    let answer = device.load(&app, DAY).await;
    assert_eq!(
        (answer["removed"].as_array().unwrap().len(), &answer["entries"]),
        (1, &json!([]))
    );
    assert_eq!(device.open(&code(&order)), None);
    assert!(device.open(&code(&other)).is_some());
    assert_eq!(answer["exams"], Value::Null);

    app.test_env.change_paid(&order, Change::Restored).await;
    app.test_env.clock.advance(Duration::milliseconds(1));
    project(&app, &[&order]).await;
    device.load(&app, DAY).await;
    assert!(device.open(&code(&order)).is_some());
    // One that loads everything now finds the same.
    let mut fresh = Device::default();
    fresh.load(&app, EXAM).await;
    assert_eq!(fresh.entries, device.entries);

    let rows = app.test_env.dump(Table::Registrations).await;
    let is_theirs =
        |row: &&Value| row["kind"] == "CANDIDATE" && row["customer_id"] == order.customer_id.as_str();
    let mut row = rows.iter().find(is_theirs).unwrap().clone();
    row["person"]["name"] = json!("Asha Menon");
    app.test_env.put(Table::Registrations, &row).await;
    app.test_env.clock.advance(Duration::minutes(1));
    project(&app, &[&order]).await;
    let before = device.entries[&keys(&code(&order)).0].clone();
    device.load(&app, DAY).await;
    assert_eq!(device.open(&code(&order)).unwrap()["n"], "Asha Menon");
    let after = &device.entries[&keys(&code(&order)).0];
    assert_ne!(before[..16], after[..16], "the nonce");
}

#[tokio::test]
async fn a_device_learns_who_came_in_elsewhere_and_of_doubles() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    project(&app, &[&order]).await;
    let mut device = Device::default();
    device.load(&app, DAY).await;
    let first = scan(&code(&order), "Gate 1", minutes(-1));
    app.verdict(&first).await;
    let second = offline(scan(&code(&order), "Gate 2", TEN));
    app.verdict(&second).await;
    let (lookup, _) = keys(&code(&order));
    let answer = device.load(&app, DAY).await;
    assert_eq!(
        answer["events"],
        json!([[
            "in",
            lookup,
            minutes(-1).unix_timestamp(),
            "Gate 1",
            first["nonce"]
        ]])
    );
    assert_eq!(answer["doubles"][0]["lookup"], lookup);
    assert_eq!(
        ["first", "second"].map(|one| answer["doubles"][0][one]["device"].clone()),
        [json!("Gate 1"), json!("Gate 2")]
    );
    app.test_env.clock.advance(Duration::minutes(2));
    for scan in [&second, &first] {
        let undo = json!({
            "code": code(&order), "list": DAY, "reason": "Wrong person", "undoes": scan["nonce"],
        });
        let undone = app
            .call_as_admin(Request::post("/api/check-in/undo", &undo))
            .await;
        assert_eq!(undone.status, 200);
    }
    let answer = device.load(&app, DAY).await;
    let moment = app.test_env.clock.now().unix_timestamp();
    let last = answer["events"].as_array().unwrap().last().unwrap();
    assert_eq!(last, &json!(["out", lookup, moment, "portal", first["nonce"]]));

    // Another list has its own events, and neither list nor the entries are read again for it.
    let answer = device.load(&app, EXAM).await;
    assert_eq!((&answer["events"], &answer["doubles"]), (&json!([]), &json!([])));
    assert_eq!(answer["entries"], json!([]));
    app.test_env.clock.advance(Duration::minutes(2));
    device.load(&app, DAY).await;
    let again = device.load(&app, DAY).await;
    assert_eq!((&again["entries"], &again["events"]), (&json!([]), &json!([])));
    // The place of another list is none of this one.
    device.lists.insert(DAY.to_owned(), device.lists[EXAM].clone());
    let again = device.load(&app, DAY).await;
    assert_eq!(again["events"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_pass_with_another_code_is_in_by_what_came_before_it_and_by_what_comes_after() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@gmial.com").await;
    project(&app, &[&order]).await;
    let mut device = Device::default();
    device.load(&app, DAY).await;
    assert_eq!(device.open(&code(&order)).unwrap()["l"], Value::Null);
    let first = scan(&code(&order), "Gate 1", TEN);
    assert_eq!(app.verdict(&first).await["result"], "admitted");
    let corrected = qr_text(&app.test_env.reissued(&order).await);
    app.test_env.clock.advance(Duration::minutes(2));
    project(&app, &[&order]).await;
    let answer = device.load(&app, DAY).await;
    assert_eq!(device.open(&code(&order)), None);
    let named = device.open(&corrected).unwrap()["l"].clone();
    assert_eq!(
        answer["events"],
        json!([["in", named, TEN.unix_timestamp(), "Gate 1", first["nonce"]]])
    );

    let second = offline(scan(&corrected, "Gate 2", minutes(1)));
    assert_eq!(app.verdict(&second).await["result"], "already");
    let answer = device.load(&app, DAY).await;
    let doubles = answer["doubles"].as_array().unwrap();
    assert_eq!((doubles.len(), &doubles[0]["lookup"]), (1, &named));

    for scan in [&second, &first] {
        let undo = json!({
            "code": corrected, "list": DAY, "reason": "Wrong person", "undoes": scan["nonce"],
        });
        let undone = app
            .call_as_admin(Request::post("/api/check-in/undo", &undo))
            .await;
        assert_eq!(undone.json["result"], "undone", "{}", undone.json);
    }
    let answer = device.load(&app, DAY).await;
    let moment = app.test_env.clock.now().unix_timestamp();
    let last = answer["events"].as_array().unwrap().last().unwrap();
    assert_eq!(last, &json!(["out", named, moment, "portal", first["nonce"]]));

    app.test_env.clock.advance(Duration::minutes(1));
    let third = scan(&corrected, "Gate 3", minutes(3));
    assert_eq!(app.verdict(&third).await["result"], "admitted");
    let answer = device.load(&app, DAY).await;
    let last = answer["events"].as_array().unwrap().last().unwrap();
    let moment = minutes(3).unix_timestamp();
    assert_eq!(last, &json!(["in", named, moment, "Gate 3", third["nonce"]]));
}

#[tokio::test]
async fn the_short_form_says_the_same() {
    let app = App::start().await;
    app.test_env.clock.set_to(minutes(30));
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    project(&app, &[&order]).await;
    let options = json!({ "list": DAY, "check_out": true });
    let set = app
        .call_as_admin(Request::put("/api/check-in/lists", &options))
        .await;
    assert_eq!(set.status, 200);
    let first = offline(scan(&code(&order), "Gate 1", TEN));
    let exit = crate::orders::out(offline(scan(&code(&order), "Gate 2", minutes(20))));
    for scan in [&first, &exit] {
        app.verdict(scan).await;
        app.test_env.clock.advance(Duration::SECOND);
    }
    let undone = app.post("undo", &crate::orders::undo(&exit)).await;
    assert_eq!(undone.status, 200, "{}", undone.json);
    let mut device = Device::short();
    let answer = device.load(&app, DAY).await;
    let (lookup, _) = keys(&code(&order));
    let lookup = &lookup[..8];
    assert_eq!(device.entries.keys().collect::<Vec<_>>(), [lookup]);
    assert_eq!((&answer["entries"], &answer["events"]), (&json!([]), &json!([])));
    let short = &answer["short"];
    assert_eq!(short["devices"], json!(["Gate 1"]));
    assert_eq!(short["moves_from"], TEN.unix_timestamp());
    let nonce = |scan: &Value| scan["nonce"].as_str().unwrap()[..8].to_owned();
    // Twenty minutes are 1,200 seconds.
    let moves = format!(
        "i{lookup}00000{}01l{lookup}000xcB{lookup}00000{}01",
        nonce(&first),
        nonce(&exit)
    );
    assert_eq!(short["moves"], moves);
    let request = Request::get(format!("/api/check-in/roster?list={DAY}&short=perhaps"));
    app.assert_changes_nothing(request, (422, "invalid_field", "short"))
        .await;
}

#[tokio::test]
async fn a_clearing_is_told_to_the_devices() {
    let app = App::start().await;
    app.test_env.clock.set_to(TEN - Duration::days(1));
    let mut device = Device::default();
    assert_eq!(device.load(&app, DAY).await["cleared_at"], Value::Null);
    let clear = Request::post("/api/check-in/clear", &json!({ "list": DAY }));
    assert_eq!(app.call_as_admin(clear).await.status, 200);
    assert_eq!(device.load(&app, DAY).await["cleared_at"], "2025-05-30T04:30:00Z");
}

#[tokio::test]
async fn practice_by_which_two_devices_let_somebody_in_is_told_to_no_device_once_the_day_has_begun() {
    let app = App::start().await;
    let evening = minutes(-15 * 60);
    app.test_env.clock.set_to(evening);
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    project(&app, &[&order]).await;
    let doubles = async || {
        let answer = Device::default().load(&app, DAY).await;
        answer["doubles"].as_array().unwrap().len()
    };
    for gate in ["Gate 1", "Gate 2"] {
        app.verdict(&offline(scan(&code(&order), gate, evening))).await;
    }
    assert_eq!(doubles().await, 1);
    app.test_env.clock.set_to(minutes(2));
    assert_eq!(doubles().await, 0);
    for (gate, at) in [("Gate 1", TEN), ("Gate 2", minutes(1))] {
        app.verdict(&offline(scan(&code(&order), gate, at))).await;
    }
    assert_eq!(doubles().await, 1);
}

#[tokio::test]
async fn a_since_that_is_none_is_refused() {
    let app = App::start().await;
    for field in ["since", "list_since"] {
        for since in ["x", "bm90IGpzb24"] {
            let request = Request::get(format!("/api/check-in/roster?list={DAY}&{field}={since}"));
            app.assert_changes_nothing(request, (422, "invalid_field", field))
                .await;
        }
    }
}
