//! A change of an exam's day, hours or hall says whom it disturbs before it is saved: those whose passes show them, and
//! other exams in the hall.

use crate::{DETAILS, created, form, id, listed, place, start, update, updated, with};
use futures::join;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, App, COLLEGE, COURSE, OTHER_COURSE, Request, SINGLE, rebuild};

async fn count(app: &App) {
    let registrations = app.test_env.registrations();
    rebuild(&registrations, app.test_env.clock.now()).await.unwrap();
}

/// Two who have paid for the exam, one of them no longer; one who has paid for every exam; and one who has not paid.
async fn with_candidates() -> App {
    let app = start().await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.paid_order(ALL, "binu@example.com").await;
    app.test_env.open_order(SINGLE, "chandra@example.com").await;
    count(&app).await;
    app
}

/// The exam of the catalogue as the form sends it when nothing is changed.
async fn as_it_is(app: &App, course: &str) -> Value {
    let mut exam = listed(app, course).await;
    exam.as_object_mut().unwrap().remove("_id");
    exam
}

fn told(answer: &Value) -> Value {
    json!([
        answer["paid"],
        answer["paidForAll"],
        answer["clashes"],
        answer["confirm"]
    ])
}

#[tokio::test]
async fn a_new_day_other_hours_or_another_hall_of_an_exam_that_is_held_are_saved_once_that_is_confirmed() {
    let app = with_candidates().await;
    for (field, value) in [
        ("date", "2025-06-01"),
        ("timeStart", "09:00"),
        ("timeEnd", "13:00"),
        ("venue", "Hall B"),
        ("venue", ""),
    ] {
        // Free of the others of the fixture, which are all in one hall.
        let mut alone = as_it_is(&app, COURSE).await;
        alone["venue"] = json!("Hall C");
        alone["confirm"] = json!(["candidates"]);
        alone["version"] = Value::Null;
        updated(&app, COURSE, &alone).await;

        let moved = with(with(alone, "confirm", json!([])), field, value);
        let request = Request::put(place(COURSE), &moved);
        let refused = app
            .assert_changes_nothing(request, (409, "exam_is_held", ""))
            .await;
        assert_eq!(told(&refused.json), json!([1, 1, [], ["candidates"]]), "{field}");
        assert_eq!(
            refused.message(),
            "2 candidates have passes that show it as it is now."
        );
        let agreed = with(moved, "confirm", refused.json["confirm"].clone());
        assert_eq!(updated(&app, COURSE, &agreed).await[field], value);
    }
}

#[tokio::test]
async fn who_has_chosen_other_exams_of_all_is_not_among_those_who_hold_it() {
    let app = start().await;
    for (email, exams) in [
        ("asha@example.com", &[COURSE][..]),
        ("binu@example.com", &[OTHER_COURSE]),
        ("chandra@example.com", &[]),
    ] {
        let order = app.test_env.paid_order(ALL, email).await;
        if !exams.is_empty() {
            app.test_env.choose(&order, exams).await;
        }
    }
    count(&app).await;
    // Who has chosen nothing but what no college has any more may sit any.
    for (exam, colleges, holders) in [
        (COURSE, &[COLLEGE][..], 2),
        (OTHER_COURSE, &[], 3),
        (COURSE, &[], 1),
    ] {
        app.test_env.list_exam(exam, colleges).await;
        let moved = with(as_it_is(&app, COURSE).await, "timeStart", json!("09:05"));
        let moved = with(moved, "venue", json!("Hall C"));
        let refused = app.call_as_admin(Request::put(place(COURSE), &moved)).await;
        assert_eq!(refused.status, 409, "{}", refused.json);
        assert_eq!(told(&refused.json), json!([0, holders, [], ["candidates"]]));
    }
}

#[tokio::test]
async fn what_moves_nobody_is_saved_without_a_word() {
    let app = with_candidates().await;
    let exam = as_it_is(&app, COURSE).await;
    for (field, value) in [
        ("examFee", json!(500)),
        ("details", json!("Bring a pen.")),
        ("examName", json!("B.C.A. Entrance")),
        // The same hall, spelt in another way.
        ("venue", json!(" hall-A")),
    ] {
        let edit = with(with(exam.clone(), field, value), "version", Value::Null);
        updated(&app, COURSE, &edit).await;
    }
}

#[tokio::test]
async fn an_exam_that_nobody_holds_moves_without_a_word() {
    let app = start().await;
    app.test_env.open_order(SINGLE, "chandra@example.com").await;
    let gone = app.test_env.paid_order(SINGLE, "devi@example.com").await;
    app.test_env.withdraw(&gone).await;
    count(&app).await;
    updated(&app, COURSE, &form()).await;
}

#[tokio::test]
async fn an_occupied_hall_is_named_with_the_exams_that_are_in_it() {
    let app = with_candidates().await;
    let here = with(with(form(), "date", "2025-05-31"), "venue", "hall a");
    for (start, end, clashes) in [
        ("08:00", "10:01", true),
        ("11:59", "13:00", true),
        ("10:30", "11:00", true),
        ("09:00", "13:00", true),
        ("08:00", "10:00", false),
        ("12:00", "13:00", false),
    ] {
        let form = with(with(here.clone(), "timeStart", start), "timeEnd", end);
        let answer = app.call_as_admin(Request::post(DETAILS, &form)).await;
        if !clashes {
            assert_eq!(answer.status, 200, "{start}: {}", answer.json);
            continue;
        }
        let got = (answer.status.as_u16(), answer.code(), answer.message());
        assert_eq!(
            got,
            (409, "hall_is_occupied", "Hall A has 3 other exams at that time.")
        );
        let clash = |id: &str, name: &str, college: &str| {
            json!({
                "_id": id, "examName": name, "collegeName": college, "date": "2025-05-31", "timeStart": "10:00",
                "timeEnd": "12:00", "venue": "Hall A", "halls": [],
            })
        };
        let all = json!([
            clash("backwater-bsc", "B.Sc Entrance", "Backwater College"),
            clash(OTHER_COURSE, "BBA Entrance", "Spice Coast College"),
            clash(COURSE, "BCA Entrance", "Backwater College"),
        ]);
        let ids = json!(["backwater-bsc", OTHER_COURSE, COURSE]);
        assert_eq!(told(&answer.json), json!([0, 0, all, ids]));
        // Some of them confirmed is not all of them.
        let some = with(form.clone(), "confirm", json!(["backwater-bsc", COURSE]));
        app.assert_changes_nothing(Request::post(DETAILS, &some), (409, "hall_is_occupied", ""))
            .await;
    }
    for form in [
        with(here.clone(), "date", "2025-06-02"),
        with(here.clone(), "venue", "Hall A1"),
        with(here, "venue", ""),
    ] {
        created(&app, &form).await;
    }
}

#[tokio::test]
async fn both_numbers_are_told_at_once_and_what_came_since_is_told_again() {
    let app = with_candidates().await;
    let busy = with(form(), "examName", "M.Com Entrance");
    let other = created(&app, &busy).await;
    let answer = update(&app, COURSE, &form()).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "hall_is_occupied"));
    assert_eq!(answer.json["confirm"], json!(["candidates", other["_id"]]));
    assert_eq!(
        answer.message(),
        "2 candidates have passes that show it as it is now. Hall B has another exam at that time."
    );
    // Before it is confirmed, another exam comes into the hall.
    let third = created(&app, &with(busy, "confirm", json!([other["_id"]]))).await;
    let confirmed = with(form(), "confirm", answer.json["confirm"].clone());
    let again = update(&app, COURSE, &confirmed).await;
    assert_eq!((again.status.as_u16(), again.code()), (409, "hall_is_occupied"));
    assert!(again.json["confirm"].as_array().unwrap().contains(&third["_id"]));
    let all = with(form(), "confirm", again.json["confirm"].clone());
    let answer = update(&app, COURSE, &all).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["clashes"], json!([]));
}

#[tokio::test]
async fn of_two_exams_that_are_moved_into_one_hall_at_the_same_moment_one_is_told() {
    let app = start().await;
    for number in 0..20 {
        let here = with(form(), "venue", format!("Hall {number}"));
        let (one, other) = join!(update(&app, COURSE, &here), update(&app, OTHER_COURSE, &here));
        let is_told = |answer: &Value| {
            let clashes = answer["clashes"].as_array().unwrap();
            !clashes.is_empty()
        };
        assert!(
            is_told(&one.json) || is_told(&other.json),
            "{} {}",
            one.json,
            other.json
        );
    }
}

#[tokio::test]
async fn what_can_name_nothing_confirms_nothing() {
    let app = start().await;
    for wrong in [json!(["#"]), json!([""]), json!("candidates"), json!([7])] {
        let request = Request::put(place(COURSE), &with(form(), "confirm", wrong.clone()));
        let answer = app.call_as_admin(request).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code()),
            (422, "invalid_field"),
            "{wrong}"
        );
        assert!(answer.field().starts_with("confirm"), "{wrong}");
    }
    let exam = created(&app, &form()).await;
    let needless = with(with(form(), "confirm", json!(["candidates"])), "venue", "Hall Z");
    updated(&app, id(&exam), &needless).await;
}

#[tokio::test]
async fn asking_costs_the_same_for_many_candidates() {
    let app = start().await;
    let mut requests = Vec::new();
    for (candidates, hall) in [(5, "Hall D"), (300, "Hall E")] {
        app.test_env.seed_candidates(candidates, candidates).await;
        count(&app).await;
        app.test_env.database.start_meter();
        let answer = update(&app, COURSE, &with(form(), "venue", hall)).await;
        requests.push(app.test_env.database.cost().requests);
        assert_eq!(answer.code(), "exam_is_held", "{}", answer.json);
    }
    assert_eq!(requests[0], requests[1]);
}

/// The moves that are to be told.
async fn moves(app: &App) -> Vec<Value> {
    let items = app.test_env.dump(Table::Registrations).await.into_iter();
    items.filter(|item| item["kind"] == "MOVED").collect()
}

#[tokio::test]
async fn who_holds_an_exam_is_told_of_its_move_only_where_that_is_asked_for() {
    let app = with_candidates().await;
    let confirmed = with(form(), "confirm", json!(["candidates"]));
    updated(&app, COURSE, &confirmed).await;
    assert!(moves(&app).await.is_empty(), "nobody asked for it");
    let told = with(
        with(confirmed.clone(), "tell", json!(true)),
        "version",
        Value::Null,
    );
    updated(&app, COURSE, &told).await;
    assert!(moves(&app).await.is_empty(), "it is where it was");
    app.test_env.clock.advance(time::Duration::minutes(1));
    let moved = with(told.clone(), "venue", json!("Hall Z"));
    // What is refused tells nobody.
    let refused = update(&app, COURSE, &with(moved.clone(), "confirm", json!([]))).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "exam_is_held"));
    assert!(moves(&app).await.is_empty());
    let exam = updated(&app, COURSE, &moved).await;
    let kept = moves(&app).await;
    assert_eq!(kept.len(), 1);
    assert_eq!(
        (&kept[0]["exam"], &kept[0]["version"]),
        (&json!(COURSE), &exam["version"])
    );
    let audited = app.audit_log().await;
    assert_eq!(audited.last().unwrap()["after"]["holders_told"], true);
    assert_eq!(audited.first().unwrap()["after"].get("holders_told"), None);
    let wrong = update(&app, COURSE, &with(told, "tell", json!("yes"))).await;
    assert_eq!(wrong.status, 422, "{}", wrong.json);
}

#[tokio::test]
async fn what_those_with_every_exam_can_no_longer_take_is_named() {
    let app = with_candidates().await;
    let mut away = as_it_is(&app, COURSE).await;
    away["date"] = json!("2025-06-05");
    away["venue"] = json!("Hall C");
    let refused = update(&app, COURSE, &away).await;
    assert_eq!(refused.json["overlaps"], json!([]));
    away["confirm"] = json!(["candidates"]);
    updated(&app, COURSE, &away).await;
    let mut back = as_it_is(&app, COURSE).await;
    back["date"] = json!("2025-05-31");
    let refused = update(&app, COURSE, &back).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "exam_is_held"));
    let overlaps = refused.json["overlaps"].as_array().unwrap();
    let names: Vec<_> = overlaps.iter().map(|exam| &exam["examName"]).collect();
    assert_eq!(names, ["B.Sc Entrance", "BBA Entrance"]);
    // Where nobody has every exam, nobody has to choose.
    let alone = start().await;
    alone.test_env.paid_order(SINGLE, "asha@example.com").await;
    count(&alone).await;
    let moved = with(form(), "date", json!("2025-06-05"));
    let refused = update(&alone, COURSE, &moved).await;
    assert_eq!(refused.json["overlaps"], json!([]), "{}", refused.json);
}

/// What is noted of the seats of an exam, which are published, and all of whose candidates were told.
async fn publish(app: &App) {
    let exam = json!({ "generation": "G1", "first": "2025-05-01T00:00:00Z", "since": 0, "whole": false });
    let published = json!({
        "pk": "SEATING#PUBLISHED", "sk": "PUBLISHED", "kind": "SEATING", format!("exam#{COURSE}"): exam,
    });
    app.test_env.put(Table::Registrations, &published).await;
}

async fn noted(app: &App, member: &str) -> Value {
    let items = app.test_env.dump(Table::Registrations).await;
    let found = items.iter().find(|item| item["pk"] == "SEATING#PUBLISHED");
    found.unwrap()[format!("exam#{COURSE}")][member].clone()
}

async fn untold(app: &App) -> Value {
    noted(app, "untold").await
}

#[tokio::test]
async fn another_reporting_time_disturbs_those_who_have_hall_tickets() {
    let app = with_candidates().await;
    let exam = with(as_it_is(&app, COURSE).await, "version", Value::Null);
    // Nobody's pass says it before the seats are published.
    updated(&app, COURSE, &with(exam.clone(), "reportingTime", json!("09:15"))).await;
    publish(&app).await;
    let later = with(exam.clone(), "reportingTime", json!("09:45"));
    let request = Request::put(place(COURSE), &later);
    let refused = app
        .assert_changes_nothing(request, (409, "exam_is_held", ""))
        .await;
    assert_eq!(told(&refused.json), json!([1, 1, [], ["candidates"]]));
    let confirmed = with(later, "confirm", json!(["candidates"]));
    updated(&app, COURSE, &confirmed).await;
    assert_eq!(untold(&app).await, Value::Null, "nobody asked for it");
    let told = with(
        with(confirmed, "reportingTime", json!("09:30")),
        "tell",
        json!(true),
    );
    updated(&app, COURSE, &told).await;
    assert_eq!(untold(&app).await, "");
    assert!(moves(&app).await.is_empty(), "it has not moved");
    let log = app.audit_log().await;
    assert!(
        log.iter().any(|entry| entry["after"]["holders_told"] == true),
        "{log:?}"
    );
}

/// Nobody is one more than it has places any longer, and those who were have no seats.
#[tokio::test]
async fn any_number_of_places_is_noted_with_the_seats_that_are_published() {
    let app = with_candidates().await;
    app.test_env.limit_places(COURSE, 2).await;
    publish(&app).await;
    let exam = with(as_it_is(&app, COURSE).await, "version", Value::Null);
    updated(&app, COURSE, &with(exam.clone(), "capacity", json!(3))).await;
    assert_eq!(noted(&app, "whole").await, false);
    let unlimited = with(exam, "capacity", Value::Null);
    updated(&app, COURSE, &unlimited).await;
    assert_eq!(
        (noted(&app, "whole").await, untold(&app).await),
        (json!(true), Value::Null)
    );
    // With another time to be there, in one edit.
    app.test_env.limit_places(COURSE, 2).await;
    publish(&app).await;
    let later = with(
        with(unlimited, "reportingTime", json!("09:45")),
        "tell",
        json!(true),
    );
    updated(&app, COURSE, &with(later, "confirm", json!(["candidates"]))).await;
    assert_eq!(
        (noted(&app, "whole").await, untold(&app).await),
        (json!(true), json!(""))
    );
}

/// The seats would stay in the halls before, and nobody would know.
#[tokio::test]
async fn another_hall_disturbs_those_who_have_seats_and_leaves_these_where_they_are() {
    let app = with_candidates().await;
    let exam = with(as_it_is(&app, COURSE).await, "version", Value::Null);
    crate::halls::put_halls(&app).await;
    let alone = with(exam, "venue", json!("Hall C"));
    let alone = with(alone, "confirm", json!(["candidates"]));
    // Nobody has a seat before they are published.
    updated(&app, COURSE, &with(alone.clone(), "halls", json!(["hall-a"]))).await;
    publish(&app).await;
    for (field, value) in [("halls", json!(["hall-b"])), ("venue", json!("Hall D"))] {
        let mut other = with(alone.clone(), "halls", json!(["hall-a"]));
        other["confirm"] = json!([]);
        other[field] = value;
        let request = Request::put(place(COURSE), &other);
        let refused = app
            .assert_changes_nothing(request, (409, "exam_is_held", ""))
            .await;
        assert_eq!(told(&refused.json), json!([1, 1, [], ["candidates"]]), "{field}");
        assert_eq!(refused.json["seatsStay"], true);
        // A pass shows the hall of its seat alone: of others there is nothing to mail.
        assert_eq!(refused.json["passesChange"], false, "{field}");
        let stay =
            "The seats that are published stay where they are until they are assigned and published again.";
        assert_eq!(
            refused.message(),
            format!("2 candidates have passes for it. {stay}")
        );
    }
    let mut later = with(alone.clone(), "timeEnd", json!("13:30"));
    later["confirm"] = json!([]);
    let request = Request::put(place(COURSE), &with(later, "venue", json!("Hall D")));
    let refused = app
        .assert_changes_nothing(request, (409, "exam_is_held", ""))
        .await;
    assert_eq!(refused.json["passesChange"], true);
    let agreed = with(alone, "halls", json!(["hall-b"]));
    assert_eq!(updated(&app, COURSE, &agreed).await["halls"], json!(["hall-b"]));
}
