//! Staff choose for a candidate who has bought all exams, or for all who have not chosen.

use crate::{project_everybody, start};
use domain::{Role, payment::Order};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use store::tables::Table;
use test_support::{ALL, App, COURSE, Fault, OTHER_COURSE, Request, SINGLE};

/// Gives an exam its day and hours.
async fn held(app: &App, exam: &str, date: &str, start: &str, end: &str) {
    let rows = app.test_env.dump(Table::Catalogue).await;
    let mut row = rows.into_iter().find(|row| row["id"] == exam).unwrap();
    row["date"] = json!(date);
    row["time_start"] = json!(start);
    row["time_end"] = json!(end);
    app.test_env.put(Table::Catalogue, &row).await;
}

/// Two exams of one morning, one after the other.
async fn with_exams() -> App {
    let app = start().await;
    held(&app, COURSE, "2025-05-31", "10:00", "11:00").await;
    held(&app, OTHER_COURSE, "2025-05-31", "11:00", "12:00").await;
    // Whose hours are not known is not filled in.
    held(&app, "backwater-bsc", "", "", "").await;
    app
}

async fn fill_in(app: &App, form: Value) -> Value {
    let request = Request::post("/api/customers/fill-in", &form);
    let answer = app.call_as_admin(request).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json
}

async fn exams_of(app: &App, order: &Order) -> Value {
    let path = format!("/api/customers/{}/exams", order.customer_id);
    app.call_as_admin(Request::get(path)).await.json
}

fn chosen(answer: &Value) -> BTreeSet<&str> {
    answer["chosen"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect()
}

#[tokio::test]
async fn staff_choose_for_a_candidate_and_the_log_and_the_timeline_name_them() {
    let app = with_exams().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    let path = format!("/api/customers/{}/exams", order.customer_id);
    let form = json!({ "exams": [COURSE], "version": 0 });
    let answer = app.call_as_admin(Request::put(path.clone(), &form)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(chosen(&answer.json), BTreeSet::from([COURSE]));
    let again = app.call_as_admin(Request::put(path, &form)).await;
    assert_eq!(again.status, 200);
    assert_eq!(again.json["version"], 1);

    let logged: Vec<Value> = app.test_env.dump(Table::Admin).await;
    let entries: Vec<&Value> = logged
        .iter()
        .filter(|item| item["action"] == "exams.chosen")
        .collect();
    assert_eq!(entries.len(), 1, "once, however often it is sent");
    assert_eq!(entries[0]["after"], json!({ "exams": ["BCA Entrance"] }));
    let file = app
        .call_as_admin(Request::get(format!("/api/customers/{}", order.customer_id)))
        .await;
    let timeline = file.json["timeline"].as_array().unwrap();
    let told = timeline
        .iter()
        .find(|happened| happened["event"] == "exams_chosen")
        .unwrap();
    assert_eq!(
        (&told["text"], told["by"].is_string()),
        (&json!("BCA Entrance"), true)
    );
}

/// Who has bought all and not chosen when the seats are published has no seat, no flag and no result until staff help. Whose
/// seat they give up has a hall ticket that counts no more, and is mailed the pass as it is now.
#[tokio::test]
async fn staff_choose_and_drop_exams_whose_seats_are_published() {
    let app = with_exams().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    let mut published = json!({ "pk": "SEATING#PUBLISHED", "sk": "PUBLISHED", "kind": "SEATING" });
    for exam in [COURSE, OTHER_COURSE, "backwater-bsc"] {
        published[format!("exam#{exam}")] =
            json!({ "generation": "G1", "first": "2025-05-26T00:00:00Z", "since": 0, "whole": false });
    }
    app.test_env.put(Table::Registrations, &published).await;
    let path = format!("/api/customers/{}/exams", order.customer_id);
    let token = app.test_env.token_of(Role::Counter).await;
    for (version, exams) in [(0_usize, vec![COURSE, OTHER_COURSE]), (1, vec![OTHER_COURSE])] {
        let form = json!({ "exams": exams, "version": version });
        let request = Request::put(path.clone(), &form).bearer(&token);
        let answer = app.call(request).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(chosen(&answer.json), exams.into_iter().collect());
        assert_eq!(answer.json["open"], false, "for the candidate");
        let items = app.test_env.dump(Table::Registrations).await;
        let mails: Vec<&Value> = items.iter().filter(|item| item["kind"] == "NEWS").collect();
        assert_eq!(mails.len(), version, "{mails:?}");
        for mail in mails {
            assert_eq!(
                (&mail["order_id"], &mail["news"]),
                (&json!(order.order_id), &json!("corrected"))
            );
        }
    }
}

#[tokio::test]
async fn of_the_candidate_s_own_choices_the_last_is_told_beside_those_of_staff_and_names_nobody() {
    let app = with_exams().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    app.test_env.choose(&order, &[OTHER_COURSE]).await;
    let path = format!("/api/customers/{}/exams", order.customer_id);
    for (version, exams) in [(1, vec![]), (2, vec![OTHER_COURSE])] {
        let form = json!({ "exams": exams, "version": version });
        let answer = app.call_as_admin(Request::put(path.clone(), &form)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
    }
    app.test_env.clock.advance(time::Duration::minutes(1));
    app.test_env.choose(&order, &[]).await;
    app.test_env.choose(&order, &[COURSE]).await;
    let items = app.test_env.dump(Table::Registrations).await;
    let acts = items.iter().filter(|item| item["kind"] == "ACT");
    assert_eq!(acts.count(), 3, "two of staff, one of the candidate");
    let file = app
        .call_as_admin(Request::get(format!("/api/customers/{}", order.customer_id)))
        .await;
    let timeline = file.json["timeline"].as_array().unwrap();
    let own: Vec<&Value> = timeline
        .iter()
        .filter(|happened| happened["event"] == "exams_chosen" && happened.get("by").is_none())
        .collect();
    let [told] = own[..] else {
        panic!("{timeline:?}");
    };
    assert_eq!(told["text"], COURSE);
}

#[tokio::test]
async fn nobody_is_chosen_for_who_has_not_bought_all_or_has_no_pass() {
    let app = with_exams().await;
    let single = app.test_env.paid_order(SINGLE, "one@example.com").await;
    let unpaid = app.test_env.written_order(ALL, "unpaid@example.com").await;
    let gone = app.test_env.paid_order(ALL, "gone@example.com").await;
    app.test_env.pay_back(&gone).await;
    for (customer, expected) in [
        (single.customer_id.as_str(), (409, "not_for_all_exams")),
        (unpaid.customer_id.as_str(), (404, "not_found")),
        (gone.customer_id.as_str(), (409, "pass_withdrawn")),
        ("C00000000000", (404, "not_found")),
    ] {
        let path = format!("/api/customers/{customer}/exams");
        let form = json!({ "exams": [COURSE], "version": 0 });
        let answer = app.call_as_admin(Request::put(path, &form)).await;
        assert_eq!((answer.status.as_u16(), answer.code()), expected, "{customer}");
    }
}

#[tokio::test]
async fn the_audit_log_names_the_run_that_has_filled_in() {
    let app = with_exams().await;
    app.test_env.paid_order(ALL, "asha@example.com").await;
    project_everybody(&app).await;
    let run = "5f0b6b0e-26c3-4b6e-9d52-0d1a2b3c4d5e";
    let done = fill_in(&app, json!({ "commit": true, "run": run })).await;
    assert_eq!(done["filled"], 1);
    let logged: Vec<Value> = app.test_env.dump(Table::Admin).await;
    let chosen = logged.iter().find(|item| item["action"] == "exams.chosen");
    assert_eq!(chosen.unwrap()["after"]["filled_in"], run);
}

#[tokio::test]
async fn who_has_chosen_only_what_no_college_has_any_more_is_filled_in() {
    let app = with_exams().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    let decided = app.test_env.paid_order(ALL, "binu@example.com").await;
    app.test_env.choose(&order, &[COURSE]).await;
    app.test_env.choose(&decided, &[COURSE, "backwater-bsc"]).await;
    project_everybody(&app).await;
    app.test_env.list_exam(COURSE, &[]).await;
    assert_eq!(fill_in(&app, json!({})).await["filled"], 1);
    let done = fill_in(&app, json!({ "commit": true })).await;
    assert_eq!(done["customer_ids"], json!([order.customer_id]));
    assert_eq!(
        chosen(&exams_of(&app, &order).await),
        BTreeSet::from([OTHER_COURSE])
    );
    assert_eq!(
        chosen(&exams_of(&app, &decided).await),
        BTreeSet::from(["backwater-bsc"])
    );
}

/// Of thousands whose seats are given up so, no other mail waits for theirs.
#[tokio::test]
async fn whose_published_seat_a_run_gives_up_is_mailed_after_everybody_else() {
    let app = with_exams().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    app.test_env.choose(&order, &[COURSE]).await;
    let mut published = json!({ "pk": "SEATING#PUBLISHED", "sk": "PUBLISHED", "kind": "SEATING" });
    published[format!("exam#{COURSE}")] =
        json!({ "generation": "G1", "first": "2025-05-26T00:00:00Z", "since": 0, "whole": false });
    app.test_env.put(Table::Registrations, &published).await;
    project_everybody(&app).await;
    app.test_env.list_exam(COURSE, &[]).await;
    assert_eq!(fill_in(&app, json!({ "commit": true })).await["filled"], 1);
    let items = app.test_env.dump(Table::Registrations).await;
    let mails: Vec<&Value> = items.iter().filter(|item| item["kind"] == "NEWS").collect();
    let [mail] = mails[..] else {
        panic!("{mails:?}");
    };
    assert_eq!(
        (&mail["news"], &mail["due_shard"]),
        (&json!("corrected"), &json!("DUE#NEWS#CROWD"))
    );
}

/// Staff are not shown it either.
#[tokio::test]
async fn what_no_college_has_any_more_stays_chosen_until_staff_choose_none() {
    let app = with_exams().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    app.test_env.choose(&order, &[COURSE, OTHER_COURSE]).await;
    app.test_env.list_exam(COURSE, &[]).await;
    let path = format!("/api/customers/{}/exams", order.customer_id);
    let place = app.test_env.places_of(COURSE).await;
    assert_eq!(place.len(), 1);
    for exams in [vec![OTHER_COURSE, "backwater-bsc"], vec!["backwater-bsc"], vec![]] {
        let form = json!({ "exams": exams, "version": exams_of(&app, &order).await["version"] });
        for _ in 0..2 {
            let answer = app.call_as_admin(Request::put(path.clone(), &form)).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            assert_eq!(chosen(&answer.json), exams.iter().copied().collect());
        }
        let kept = match exams.is_empty() {
            true => BTreeMap::new(),
            false => place.clone(),
        };
        assert_eq!(app.test_env.places_of(COURSE).await, kept);
    }
}

#[tokio::test]
async fn those_who_have_not_chosen_get_the_earliest_with_places_in_the_order_of_payment() {
    let app = with_exams().await;
    held(&app, OTHER_COURSE, "2025-05-31", "10:30", "12:00").await;
    app.test_env.limit_places(COURSE, 2).await;
    let mut orders = Vec::new();
    for number in 0..4 {
        app.test_env.clock.advance(time::Duration::minutes(1));
        orders.push(
            app.test_env
                .paid_order(ALL, &format!("student{number}@example.com"))
                .await,
        );
    }
    app.test_env.choose(&orders[0], &[OTHER_COURSE]).await;
    project_everybody(&app).await;

    let preview = fill_in(&app, json!({})).await;
    assert_eq!((&preview["filled"], &preview["without"]), (&json!(3), &json!(0)));
    assert!(
        app.test_env.places_of(COURSE).await.is_empty(),
        "nothing is written"
    );

    let done = fill_in(&app, json!({ "commit": true })).await;
    assert_eq!(
        (&done["filled"], &done["left"], &done["next"]),
        (&json!(3), &json!(0), &json!(null))
    );
    let first: BTreeSet<String> = app.test_env.places_of(COURSE).await.into_values().collect();
    assert_eq!(
        first,
        [&orders[1], &orders[2]]
            .map(|order| order.customer_id.to_string())
            .into()
    );
    // It is at the time of the other, which the last one sits.
    assert_eq!(
        chosen(&exams_of(&app, &orders[3]).await),
        BTreeSet::from([OTHER_COURSE])
    );
    assert_eq!(
        chosen(&exams_of(&app, &orders[0]).await),
        BTreeSet::from([OTHER_COURSE])
    );

    // The list is behind: who has chosen meanwhile is passed over.
    let again = fill_in(&app, json!({ "commit": true })).await;
    assert_eq!((&again["filled"], &again["without"]), (&json!(0), &json!(0)));
    assert_eq!(app.test_env.places_of(COURSE).await.len(), 2);
}

#[tokio::test]
async fn a_run_that_dies_is_done_again_and_the_next_goes_on_behind_it() {
    let app = with_exams().await;
    let mut orders = Vec::new();
    for number in 0..52 {
        app.test_env.clock.advance(time::Duration::minutes(1));
        orders.push(
            app.test_env
                .paid_order(ALL, &format!("student{number}@example.com"))
                .await,
        );
    }
    project_everybody(&app).await;
    app.test_env.database.set(Fault::CrashAfter(20));
    let dead = app
        .call_as_admin(Request::post(
            "/api/customers/fill-in",
            &json!({ "commit": true }),
        ))
        .await;
    assert_eq!(dead.status, 500);
    app.test_env.database.set(Fault::None);
    let first = fill_in(&app, json!({ "commit": true, "run": "the-first-run" })).await;
    assert_eq!(first["left"], 2);
    let rest = json!({ "commit": true, "behind": first["next"], "run": "the-first-run" });
    let last = fill_in(&app, rest).await;
    assert_eq!((&last["filled"], &last["next"]), (&json!(2), &json!(null)));
    let held: BTreeSet<String> = app.test_env.places_of(COURSE).await.into_values().collect();
    assert_eq!(held.len(), orders.len(), "each once");
    let candidates = app.test_env.dump(Table::Registrations).await;
    let of_run = candidates
        .iter()
        .filter(|item| item["filled_in"] == "the-first-run");
    let filled = |answer: &Value| answer["filled"].as_u64().unwrap();
    assert_eq!(of_run.count() as u64, filled(&first) + filled(&last));
    let refused = app
        .call_as_admin(Request::post(
            "/api/customers/fill-in",
            &json!({ "commit": true, "behind": "first" }),
        ))
        .await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json["field"]),
        (422, &json!("behind"))
    );
}

#[tokio::test]
async fn a_run_has_a_name_until_the_exams_are_given_up() {
    let app = with_exams().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    project_everybody(&app).await;
    let refused = json!({ "commit": true, "run": "a run" });
    let refused = app
        .call_as_admin(Request::post("/api/customers/fill-in", &refused))
        .await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json["field"]),
        (422, &json!("run"))
    );
    fill_in(&app, json!({ "commit": true, "run": "run-of-friday" })).await;
    let run = async || {
        let registrations = app.test_env.registrations();
        let candidate = registrations.registered(&order.customer_id).await.unwrap();
        candidate.unwrap().filled_in.map(String::from)
    };
    assert_eq!(run().await.as_deref(), Some("run-of-friday"));
    // It stays who was filled in, whatever they choose instead.
    app.test_env.choose(&order, &[OTHER_COURSE]).await;
    assert_eq!(run().await.as_deref(), Some("run-of-friday"));
    app.test_env.choose(&order, &[]).await;
    assert_eq!(run().await, None);
}
