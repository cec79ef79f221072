//! Who is in.

use crate::{App, DAY, EXAM, TEN, at, code, hold, minutes, scan};
use domain::{CustomerId, Role, event, pass::PassNo};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use store::tables::Table;
use test_support::{ALL, COURSE, OTHER_COURSE, Request, SINGLE};

#[tokio::test]
async fn the_lists_are_the_days_and_the_exams_with_who_may_come_and_who_is_in() {
    let app = App::start().await;
    let single = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let all = app.test_env.paid_order(ALL, "binu@example.com").await;
    let unpaid = app.test_env.open_order(ALL, "chandra@example.com").await;
    let orders = [&single, &all, &unpaid].map(|order| order.customer_id.clone());
    assert!(
        app.test_env
            .registrations()
            .project(&orders, TEN)
            .await
            .is_empty()
    );
    app.verdict(&at(EXAM, scan(&code(&single), "Gate 1", TEN))).await;
    let token = app.test_env.token_of(Role::Door).await;
    let lists = app
        .call(Request::get("/api/check-in/lists").bearer(&token))
        .await
        .json;
    let shown =
        |list: &Value| ["list", "label", "expected", "admitted", "begins_at"].map(|part| list[part].clone());
    let lists: Vec<_> = lists.as_array().unwrap().iter().map(shown).collect();
    let begins = ["2025-05-30T18:30:00Z", "2025-05-31T18:30:00Z"];
    assert_eq!(
        lists[0],
        [
            json!(DAY),
            json!("Sat 31 May"),
            json!(2),
            json!(0),
            json!(begins[0])
        ]
    );
    assert_eq!(
        lists[1],
        [
            json!("day:2025-06-01"),
            json!("Sun 1 Jun"),
            json!(2),
            json!(0),
            json!(begins[1])
        ]
    );
    let exam = lists.iter().find(|list| list[0] == EXAM).unwrap();
    let label = json!("BCA Entrance, Backwater College");
    assert_eq!(*exam, [json!(EXAM), label, json!(2), json!(1), json!(begins[0])]);
    let other = lists
        .iter()
        .find(|list| list[0] == "exam:spice-coast-bba")
        .unwrap();
    assert_eq!((&other[2], &other[3]), (&json!(1), &json!(0)));
    // The three exams, and the days of the event and of the exams.
    let days = event::DAYS.map(|day| day.to_string());
    let of_exams = ["2025-05-31", "2025-06-01"].map(str::to_owned);
    let days: BTreeSet<String> = days.into_iter().chain(of_exams).collect();
    assert_eq!(lists.len(), 3 + days.len());
}

#[tokio::test]
async fn attendance_is_by_hour_and_by_device_and_clerk_at_once() {
    let app = App::start().await;
    for (number, (device, minute)) in [("Gate 1", 0), ("Gate 1", 59), ("Gate 1", 60), ("Gate 2", 61)]
        .into_iter()
        .enumerate()
    {
        let order = app
            .test_env
            .paid_order(SINGLE, &format!("asha{number}@example.com"))
            .await;
        app.test_env.clock.set_to(minutes(minute));
        app.verdict(&scan(&code(&order), device, minutes(minute))).await;
    }
    let attendance = app.attendance(DAY).await;
    assert_eq!(attendance["admitted"], 4);
    assert_eq!(
        attendance["by_hour"],
        json!([
            { "hour": "2025-05-31T10:00:00+05:30", "admitted": 2 },
            { "hour": "2025-05-31T11:00:00+05:30", "admitted": 2 },
        ])
    );
    assert_eq!(
        attendance["by_device"],
        json!([
            { "device": "Gate 1", "by": "admin", "admitted": 3 },
            { "device": "Gate 2", "by": "admin", "admitted": 1 },
        ])
    );
    assert_eq!(
        (&attendance["list"], &attendance["label"]),
        (&json!(DAY), &json!("Sat 31 May"))
    );
}

#[tokio::test]
async fn a_list_of_an_exam_has_everybody_who_takes_it_at_the_venue_with_who_is_in() {
    let app = App::start().await;
    let mut ids = Vec::new();
    for number in 0..120 {
        let package = if number % 3 == 0 { ALL } else { SINGLE };
        let order = app
            .test_env
            .paid_order(package, &format!("asha{number}@example.com"))
            .await;
        if number == 7 {
            app.verdict(&at(EXAM, scan(&code(&order), "Gate 1", TEN))).await;
        }
        ids.push(order.customer_id);
    }
    let open = app.test_env.open_order(SINGLE, "late@example.com").await;
    let rows = app.test_env.dump(Table::Registrations).await;
    let is_online = |row: &&Value| row["kind"] == "CANDIDATE" && row["customer_id"] == ids[0].as_str();
    let mut online = rows.iter().find(is_online).unwrap().clone();
    online["exam_preference"] = json!("Online");
    app.test_env.put(Table::Registrations, &online).await;
    let everybody: Vec<_> = ids.iter().cloned().chain([open.customer_id]).collect();
    assert!(
        app.test_env
            .registrations()
            .project(&everybody, TEN)
            .await
            .is_empty()
    );

    let mut found = Vec::new();
    let mut page = String::new();
    loop {
        let path = format!("/api/check-in/attendance/candidates?list={EXAM}&page={page}");
        let answer = app.get(&path).await;
        assert_eq!(answer["exam"]["venue"], "Hall A");
        found.extend(answer["candidates"].as_array().unwrap().clone());
        match answer["next"].as_str() {
            Some(next) => page = next.replace('#', "%23"),
            None => break,
        }
    }
    let names = |candidates: &[Value]| {
        let mut names: Vec<_> = candidates
            .iter()
            .map(|one| one["customer_id"].to_string())
            .collect();
        names.sort();
        names
    };
    let mut expected: Vec<_> = ids[1..].iter().map(|id| json!(id.as_str()).to_string()).collect();
    expected.sort();
    assert_eq!(names(&found), expected);
    let is_in = found
        .iter()
        .filter(|one| !one["admitted"].is_null())
        .collect::<Vec<_>>();
    assert_eq!(is_in.len(), 1);
    assert_eq!(is_in[0]["pass_no"], PassNo::of(&ids[7]).to_string());
    assert_eq!(is_in[0]["admitted"]["device"], "Gate 1");

    for page in ["2~", "0", "x~", "0~123"] {
        let path = format!("/api/check-in/attendance/candidates?list={EXAM}&page={page}");
        app.assert_changes_nothing(Request::get(path), (422, "invalid_field", "page"))
            .await;
    }
}

#[tokio::test]
async fn a_candidate_of_a_day_has_the_day_and_the_hours_of_their_exam_if_it_is_one() {
    let app = App::start().await;
    let one = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let all = app.test_env.paid_order(ALL, "binu@example.com").await;
    let ids = [one.customer_id.clone(), all.customer_id.clone()];
    app.test_env.registrations().project(&ids, TEN).await;
    // A pass of Saturday's exam admits on Sunday, too, and the list says that it is Saturday's.
    for day in ["day:2025-05-31", "day:2025-06-01"] {
        let answer = app
            .get(&format!("/api/check-in/attendance/candidates?list={day}"))
            .await;
        let of = |id: &str| {
            let candidates = answer["candidates"].as_array().unwrap();
            let found = candidates.iter().find(|one| one["customer_id"] == id).unwrap();
            json!(["date", "time_start", "time_end", "venue"].map(|name| found[name].clone()))
        };
        assert_eq!(
            of(ids[0].as_str()),
            json!(["2025-05-31", "10:00", "12:00", "Hall A"]),
            "{day}"
        );
        assert_eq!(of(ids[1].as_str()), json!(["", "", "", ""]), "{day}");
    }
}

#[tokio::test]
async fn a_line_of_a_day_says_which_of_all_exams_are_chosen_for_it_and_when_each_of_several_is() {
    let app = App::start().await;
    hold(&app, "backwater-bsc", "2025-05-31", "13:00", "14:00").await;
    hold(&app, OTHER_COURSE, "2025-06-01", "10:00", "12:00").await;
    let mut ids = Vec::new();
    for (email, exams) in [
        ("one@example.com", &[COURSE, OTHER_COURSE][..]),
        ("two@example.com", &[COURSE, "backwater-bsc"]),
        ("elsewhere@example.com", &[OTHER_COURSE]),
    ] {
        let order = app.test_env.paid_order(ALL, email).await;
        app.test_env.choose(&order, exams).await;
        ids.push(order.customer_id);
    }
    app.test_env.registrations().project(&ids, TEN).await;
    let lines_of = async |day: &str| {
        let answer = app
            .get(&format!("/api/check-in/attendance/candidates?list=day:{day}"))
            .await;
        let candidates = answer["candidates"].as_array().unwrap();
        let line = |id: &CustomerId| {
            let found = candidates.iter().find(|one| one["customer_id"] == id.as_str());
            ["exam", "date", "time_start"].map(|name| found.unwrap()[name].as_str().unwrap().to_owned())
        };
        ids.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(
        lines_of("2025-05-31").await,
        [
            ["BCA Entrance, Backwater College", "2025-05-31", "10:00"],
            [
                "BCA Entrance, Backwater College, 10 AM–12 PM, Hall A; B.Sc Entrance, Backwater College, 1–2 PM, Hall A",
                "2025-05-31",
                ""
            ],
            ["BBA Entrance, Spice Coast College", "2025-06-01", "10:00"],
        ]
    );
    // Both are of another day.
    let both = "BCA Entrance, Backwater College, Sat 31 May, 10 AM–12 PM, Hall A; \
                B.Sc Entrance, Backwater College, Sat 31 May, 1–2 PM, Hall A";
    assert_eq!(lines_of("2025-06-01").await[1], [both, "2025-05-31", ""]);
}

#[tokio::test]
async fn the_day_of_an_exam_is_a_list_although_the_event_was_to_be_over() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env
        .registrations()
        .project(std::slice::from_ref(&order.customer_id), TEN)
        .await;
    let catalogue = app.test_env.dump(Table::Catalogue).await;
    let mut exam = catalogue
        .into_iter()
        .find(|row| row["id"] == "backwater-bca")
        .unwrap();
    exam["date"] = json!("2025-06-07");
    app.test_env.put(Table::Catalogue, &exam).await;
    let lists = app.get("/api/check-in/lists").await;
    let names: Vec<_> = lists.as_array().unwrap().iter().take(4).collect();
    let days = ["day:2025-05-31", "day:2025-06-01", "day:2025-06-07"];
    assert_eq!(
        days.map(|day| json!(day)),
        [0, 1, 2].map(|index| names[index]["list"].clone())
    );
    let saturday = at("day:2025-06-07", scan(&code(&order), "Gate 1", TEN));
    assert_eq!(app.verdict(&saturday).await["result"], "admitted");
    assert_eq!(names[2]["label"], "Sat 7 Jun");
    let none = at("day:2025-06-08", scan(&code(&order), "Gate 1", TEN));
    let request = Request::post("/api/check-in/redeem", &none);
    app.assert_changes_nothing(request, (422, "invalid_field", "list"))
        .await;
}

#[tokio::test]
async fn those_who_are_in_and_those_who_are_not_are_listed_by_themselves() {
    let app = App::start().await;
    let mut ids = Vec::new();
    for number in 0..3 {
        let email = format!("asha{number}@example.com");
        let order = app.test_env.paid_order(SINGLE, &email).await;
        if number == 1 {
            app.verdict(&scan(&code(&order), "Gate 1", TEN)).await;
        }
        if number == 2 {
            // Practice of the evening before is no admission of the day.
            let evening = minutes(-15 * 60);
            app.verdict(&crate::offline(scan(&code(&order), "Gate 1", evening)))
                .await;
        }
        ids.push(order.customer_id);
    }
    app.test_env.registrations().project(&ids, TEN).await;
    for (admitted, expected) in [("yes", vec![1]), ("no", vec![0, 2]), ("", vec![0, 1, 2])] {
        let path = format!("/api/check-in/attendance/candidates?list={DAY}&admitted={admitted}");
        let answer = app.get(&path).await;
        let found = answer["candidates"].as_array().unwrap().iter();
        let mut found: Vec<_> = found.map(|one| one["customer_id"].clone()).collect();
        found.sort_by_key(Value::to_string);
        let mut expected: Vec<_> = expected
            .iter()
            .map(|number: &usize| json!(ids[*number].as_str()))
            .collect();
        expected.sort_by_key(Value::to_string);
        assert_eq!(found, expected, "{admitted}");
    }
    let wrong = Request::get(format!(
        "/api/check-in/attendance/candidates?list={DAY}&admitted=maybe"
    ));
    app.assert_changes_nothing(wrong, (422, "invalid_field", "admitted"))
        .await;
}

#[tokio::test]
async fn a_door_device_sees_no_attendance() {
    let app = App::start().await;
    let token = app.test_env.token_of(Role::Door).await;
    for path in ["attendance", "attendance/candidates"] {
        let request = Request::get(format!("/api/check-in/{path}?list={DAY}"));
        assert_eq!(app.call(request.bearer(&token)).await.status, 403);
    }
}
