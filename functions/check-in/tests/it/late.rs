//! Scans that arrive late, of devices that had no network and whose clocks are wrong.

use crate::{App, DAY, TEN, code, minutes, offline, scan};
use serde_json::{Value, json};
use test_support::{ALL, SINGLE, withdrawn_by_organiser};
use time::{Duration, format_description::well_known::Rfc3339};

#[tokio::test]
async fn a_late_scan_counts_when_it_was_scanned_and_a_wrong_clock_is_corrected() {
    let app = App::start().await;
    app.test_env.clock.set_to(minutes(180));
    for (number, (wrong_by, says_when_it_sends)) in [(0, false), (0, true), (-4000, true), (4000, true)]
        .into_iter()
        .enumerate()
    {
        let email = format!("asha{number}@example.com");
        let order = app.test_env.paid_order(SINGLE, &email).await;
        let wrong = Duration::minutes(wrong_by);
        let mut scan = offline(scan(&code(&order), "Gate 1", TEN + wrong));
        if says_when_it_sends {
            scan["sent_at"] = json!((minutes(180) + wrong).format(&Rfc3339).unwrap());
        }
        let verdict = app.verdict(&scan).await;
        assert_eq!(
            (&verdict["result"], &verdict["at"]),
            (&json!("admitted"), &json!("2025-05-31T04:30:00Z"))
        );
    }
    let hours = &app.attendance(DAY).await["by_hour"];
    assert_eq!(
        hours,
        &json!([{ "hour": "2025-05-31T10:00:00+05:30", "admitted": 4 }])
    );
}

#[tokio::test]
async fn nothing_was_scanned_later_than_now() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let verdict = app.verdict(&scan(&code(&order), "Gate 1", minutes(90))).await;
    assert_eq!(verdict["at"], "2025-05-31T04:30:00Z");
}

#[tokio::test]
async fn a_scan_that_cannot_have_waited_so_long_was_made_now() {
    let app = App::start().await;
    // The clock was in 1970 at the scan and is right when it is sent, or ahead at the scan and right when it is sent.
    for (number, scanned) in [-TEN.unix_timestamp() / 60, 3 * 60].into_iter().enumerate() {
        let email = format!("asha{number}@example.com");
        let order = app.test_env.paid_order(SINGLE, &email).await;
        let mut scan = offline(scan(&code(&order), "Gate 1", minutes(scanned)));
        scan["sent_at"] = json!(TEN.format(&Rfc3339).unwrap());
        let verdict = app.verdict(&scan).await;
        assert_eq!(
            (&verdict["result"], &verdict["at"]),
            (&json!("admitted"), &json!("2025-05-31T04:30:00Z"))
        );
    }
}

#[tokio::test]
async fn a_pass_that_was_withdrawn_after_the_scan_was_let_in_rightly() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let withdrawn = withdrawn_by_organiser(minutes(10));
    app.test_env.change_paid(&order, withdrawn).await;
    app.test_env.clock.set_to(minutes(30));
    let after = app
        .verdict(&offline(scan(&code(&order), "Gate 1", minutes(11))))
        .await;
    assert_eq!(after["reason"], "withdrawn");
    let before = app
        .verdict(&offline(scan(&code(&order), "Gate 1", minutes(9))))
        .await;
    assert_eq!(before["result"], "admitted");
}

#[tokio::test]
async fn of_two_devices_that_let_somebody_in_the_earlier_counts_and_the_double_is_reported() {
    for (first, second) in [(0, 5), (5, 0)] {
        let app = App::start().await;
        let order = app.test_env.paid_order(ALL, "asha@example.com").await;
        app.test_env.clock.set_to(minutes(20));
        app.verdict(&offline(scan(&code(&order), "Gate 1", minutes(first))))
            .await;
        let verdict = app
            .verdict(&offline(scan(&code(&order), "Gate 2", minutes(second))))
            .await;
        let place = |device: &str, minute: i64| {
            let at = minutes(minute).format(&Rfc3339).unwrap();
            json!({ "at": at, "by": "admin", "device": device })
        };
        let (earlier, later, result) = if first < second {
            (place("Gate 1", first), place("Gate 2", second), "already")
        } else {
            (place("Gate 2", second), place("Gate 1", first), "admitted")
        };
        assert_eq!(verdict["result"], result);
        let counts = ["at", "by", "device"].map(|part| (&verdict[part], &earlier[part]));
        assert!(counts.iter().all(|(is, should)| is == should), "{verdict}");
        assert_eq!(verdict["double"], later);

        let attendance = app.attendance(DAY).await;
        assert_eq!(attendance["admitted"], 1);
        assert_eq!(attendance["by_device"][0]["device"], earlier["device"]);
        let doubles = attendance["doubles"].as_array().unwrap();
        assert_eq!(doubles.len(), 1);
        for (part, place) in [("first", &earlier), ("second", &later)] {
            let mut shown = doubles[0][part].clone();
            assert!(shown["nonce"].is_string(), "{shown}");
            shown.as_object_mut().unwrap().remove("nonce");
            assert_eq!(shown, *place);
        }
        assert_eq!(doubles[0]["candidate"]["name"], "Asha Rao");
    }
}

#[tokio::test]
async fn a_scan_that_is_older_than_a_minute_was_made_offline_unless_it_says_otherwise() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
    app.test_env.clock.set_to(minutes(10));
    let just_now = app.verdict(&scan(&code(&order), "Gate 2", minutes(9))).await;
    assert_eq!(
        (&just_now["result"], &just_now["double"]),
        (&json!("already"), &Value::Null)
    );
    let mut slow = scan(&code(&order), "Gate 3", minutes(2));
    slow["offline"] = json!(false);
    assert_eq!(app.verdict(&slow).await["double"], Value::Null);
    let late = app.verdict(&scan(&code(&order), "Gate 4", minutes(2))).await;
    assert_eq!(late["double"]["device"], "Gate 4");
}

#[tokio::test]
async fn practice_of_the_evening_before_stands_in_nobodys_way_and_is_not_counted() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let other = app.test_env.paid_order(SINGLE, "binu@example.com").await;
    let evening = minutes(-15 * 60);
    app.test_env.clock.set_to(evening);
    for order in [&order, &other] {
        let verdict = app.verdict(&scan(&code(order), "Gate 1", evening)).await;
        assert_eq!(verdict["result"], "admitted");
    }
    assert_eq!(app.attendance(DAY).await["admitted"], 2);
    app.test_env.clock.set_to(TEN);
    assert_eq!(app.attendance(DAY).await["admitted"], 0);
    let verdict = app.verdict(&scan(&code(&order), "Gate 2", TEN)).await;
    assert_eq!(
        (&verdict["result"], &verdict["double"]),
        (&json!("admitted"), &Value::Null)
    );
    let attendance = app.attendance(DAY).await;
    assert_eq!(
        (&attendance["admitted"], &attendance["doubles"]),
        (&json!(1), &json!([]))
    );
}
