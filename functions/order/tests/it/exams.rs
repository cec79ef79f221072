//! Who has bought all exams chooses which to sit, by the link of the pass.

use crate::pass::App;
use domain::{
    Entropy, OrderId,
    payment::{Ask, Lane, Order},
};
use futures::future::join_all;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use store::{
    registrations::{
        create::Created,
        idempotency::Idempotency,
        paid::{ClaimPolicy, Payment, Recorded},
        places::PlaceAction,
    },
    tables::Table,
};
use test_support::{
    ALL, Answer, COLLEGE, COURSE, Fault, OTHER_COLLEGE, OTHER_COURSE, Request, SINGLE, rebuild,
};
use time::{Duration, format_description::well_known::Rfc3339, macros::datetime};

impl App {
    /// Two exams of one morning, one after the other.
    async fn with_exams() -> Self {
        let app = Self::start().await;
        app.hold(COURSE, "2025-05-31", "10:00", "11:00", "Hall 1").await;
        app.hold(OTHER_COURSE, "2025-05-31", "11:00", "12:00", "Hall 2")
            .await;
        app
    }

    async fn buyer(&self, email: &str) -> Order {
        self.test_env.paid_order(ALL, email).await
    }

    /// Two orders of one candidate, of which none is paid.
    async fn ordered_twice(&self, email: &str) -> [Order; 2] {
        let registrations = self.test_env.registrations();
        let (candidate, first) = self.test_env.registration_of(ALL, email);
        let key = Idempotency {
            key: "a form".to_owned(),
            fingerprint: String::new(),
            order_id: first.order_id.clone(),
            expires: i64::MAX,
        };
        let due = Ask {
            at: first.created_at,
            lane: Lane::First,
        };
        let created = registrations
            .create(&candidate, &first, due, Some(&key), None)
            .await;
        assert_eq!(created.unwrap(), Created::Done);
        let second = Order {
            order_id: OrderId::generate(&first.customer_id, &Entropy::system()),
            ..first.clone()
        };
        let created = registrations.create_further(&second, due, &key, &first).await;
        assert_eq!(created.unwrap(), Created::Done);
        [first, second]
    }

    async fn offered(&self, order: &Order) -> Answer {
        self.call(Request::get(format!("/api/order/{}/exams", order.order_id)))
            .await
    }

    async fn choose(&self, order: &Order, exams: &[&str], version: u64) -> Answer {
        let form = json!({ "exams": exams, "version": version });
        let path = format!("/api/order/{}/exams", order.order_id);
        self.call(Request::put(path, &form)).await
    }

    /// Chooses again on what others have left, as a person does who is shown it.
    async fn choose_in_the_end(&self, order: &Order, exams: &[&str]) -> Answer {
        loop {
            let offered = self.offered(order).await;
            let answer = self
                .choose(order, exams, offered.json["version"].as_u64().unwrap_or_default())
                .await;
            if answer.status != 503 && answer.status != 500 {
                return answer;
            }
        }
    }

    async fn publish_seats(&self, exam: &str) {
        let now = self.test_env.clock.now().format(&Rfc3339).unwrap();
        let mut item = json!({ "pk": "SEATING#PUBLISHED", "sk": "PUBLISHED", "kind": "SEATING" });
        item[format!("exam#{exam}")] =
            json!({ "generation": "G1", "first": now, "since": 0, "whole": false });
        self.test_env.put(Table::Registrations, &item).await;
    }

    async fn holders(&self, exam: &str) -> Vec<String> {
        self.test_env.places_of(exam).await.into_values().collect()
    }
}

fn refusal(answer: &Answer) -> (u16, &str, &str) {
    let text = |name: &str| answer.json[name].as_str().unwrap_or_default();
    (answer.status.as_u16(), text("code"), text("field"))
}

fn chosen(answer: &Answer) -> BTreeSet<&str> {
    let chosen = answer.json["chosen"].as_array().unwrap();
    chosen.iter().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn all_exams_are_offered_and_what_is_chosen_is_what_the_pass_shows() {
    let app = App::with_exams().await;
    app.test_env.limit_places(COURSE, 10).await;
    let order = app.buyer("asha@example.com").await;
    let offered = app.offered(&order).await;
    assert_eq!(offered.status, 200, "{}", offered.json);
    assert_eq!((&offered.json["open"], chosen(&offered).len()), (&json!(true), 0));
    let first = &offered.json["exams"][0];
    assert_eq!(
        (
            &first["course"],
            &first["seats_left"],
            &first["sold_out"],
            &first["closed"]
        ),
        (&json!(COURSE), &json!(10), &json!(false), &json!(false))
    );

    let answer = app.choose(&order, &[COURSE], 0).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(chosen(&answer), BTreeSet::from([COURSE]));
    assert_eq!(answer.json["version"], 1);
    assert_eq!(app.holders(COURSE).await, [order.customer_id.to_string()]);
    let pass = app
        .call(Request::get(format!("/api/order/{}", order.order_id)))
        .await;
    assert_eq!(
        pass.json["choice"],
        json!({ "open": true, "version": 1, "chosen": [COURSE] })
    );
    assert_eq!(pass.json["exams"].as_array().unwrap().len(), 1);
    assert_eq!(pass.json["exams"][0]["date"], "2025-05-31");

    // What can no more be chosen is not counted.
    app.publish_seats(COURSE).await;
    let closed = app.offered(&order).await;
    let first = &closed.json["exams"][0];
    assert_eq!((&first["closed"], first.get("seats_left")), (&json!(true), None));
}

#[tokio::test]
async fn looking_at_what_can_be_chosen_costs_the_same_however_many_hold_places() {
    let app = App::with_exams().await;
    app.test_env.limit_places(COURSE, 5_000).await;
    let order = app.buyer("asha@example.com").await;
    let registrations = app.test_env.registrations();
    rebuild(&registrations, app.test_env.clock.now()).await.unwrap();
    let cost = async || {
        app.test_env.database.start_meter();
        assert_eq!(app.offered(&order).await.status, 200);
        let cost = app.test_env.database.cost();
        (cost.requests, cost.units)
    };
    let few = cost().await;
    let held = (1..=2_000).map(|number| {
        json!({
            "pk": format!("PLACE#{COURSE}"), "sk": format!("HELD#{number:010}"), "kind": "PLACE",
            "candidate": order.customer_id,
        })
    });
    app.test_env.put_all(Table::Registrations, held).await;
    assert_eq!(cost().await, few);
}

#[tokio::test]
async fn places_are_shown_as_the_totals_count_them() {
    let app = App::with_exams().await;
    app.test_env.limit_places(COURSE, 3).await;
    let (one, other) = (
        app.buyer("asha@example.com").await,
        app.buyer("binu@example.com").await,
    );
    let single = app.test_env.paid_place("chandra@example.com").await;
    app.choose(&one, &[COURSE], 0).await;
    let ids = [&one, &other, &single].map(|order| order.customer_id.clone());
    let left = async || {
        let now = app.test_env.clock.now();
        assert!(app.test_env.registrations().project(&ids, now).await.is_empty());
        app.offered(&other).await.json["exams"][0]["seats_left"].clone()
    };
    assert_eq!(left().await, 1);
    app.choose(&one, &[], 1).await;
    assert_eq!(left().await, 2);
}

#[tokio::test]
async fn the_same_again_is_done_already_and_another_on_what_was_before_is_stale() {
    let app = App::with_exams().await;
    let order = app.buyer("asha@example.com").await;
    let both = [COURSE, OTHER_COURSE];
    assert_eq!(app.choose(&order, &both, 0).await.status, 200);
    let again = app.choose(&order, &[OTHER_COURSE, COURSE, COURSE], 0).await;
    assert_eq!(again.status, 200);
    assert_eq!(again.json["version"], 1);
    assert_eq!(
        refusal(&app.choose(&order, &[COURSE], 0).await),
        (409, "stale_version", "")
    );
    let dropped = app.choose(&order, &[COURSE], 1).await;
    assert_eq!(chosen(&dropped), BTreeSet::from([COURSE]));
    assert!(app.holders(OTHER_COURSE).await.is_empty());
    let none = app.choose(&order, &[], 2).await;
    assert!(chosen(&none).is_empty());
    assert!(app.holders(COURSE).await.is_empty());
}

#[tokio::test]
async fn what_cannot_be_chosen_is_refused_by_name_and_changes_nothing() {
    let app = App::with_exams().await;
    app.hold(OTHER_COURSE, "2025-05-31", "10:30", "12:00", "Hall 2")
        .await;
    app.test_env.limit_places(COURSE, 1).await;
    let order = app.buyer("asha@example.com").await;
    let both = app.choose(&order, &[COURSE, OTHER_COURSE], 0).await;
    assert_eq!(refusal(&both), (409, "exams_overlap", "exams"));
    let unknown = app.choose(&order, &["0123456789abcdef01234567"], 0).await;
    assert_eq!(refusal(&unknown).0, 422, "{}", unknown.json);
    let path = format!("/api/order/{}/exams", order.order_id);
    for (form, field) in [
        (json!({ "version": 0 }), "exams"),
        (json!({ "exams": [COURSE] }), "version"),
    ] {
        let answer = app.call(Request::put(path.clone(), &form)).await;
        assert_eq!(answer.status, 422);
        assert_eq!(answer.json["field"], field);
    }
    app.test_env.paid_place("binu@example.com").await;
    let sold_out = app.choose(&order, &[COURSE], 0).await;
    assert_eq!(refusal(&sold_out), (409, "sold_out", "exams"));
    assert!(
        sold_out.json["message"]
            .as_str()
            .unwrap()
            .contains("BCA Entrance")
    );
    app.publish_seats(OTHER_COURSE).await;
    let closed = app.choose(&order, &[OTHER_COURSE], 0).await;
    assert_eq!(refusal(&closed), (409, "choice_closed", "exams"));
    assert!(chosen(&app.offered(&order).await).is_empty());
}

#[tokio::test]
async fn what_is_closed_stays_chosen_while_others_are_changed() {
    let app = App::with_exams().await;
    let order = app.buyer("asha@example.com").await;
    app.choose(&order, &[COURSE], 0).await;
    app.publish_seats(COURSE).await;
    let dropped = app.choose(&order, &[OTHER_COURSE], 1).await;
    assert_eq!(refusal(&dropped), (409, "choice_closed", "exams"));
    let more = app.choose(&order, &[COURSE, OTHER_COURSE], 1).await;
    assert_eq!(chosen(&more).len(), 2);
    assert_eq!(more.json["exams"][0]["closed"], json!(true));
}

/// A single exam is still sold then, and who buys one is seated: so is who has bought all.
#[tokio::test]
async fn who_pays_once_seats_are_published_may_choose_what_has_a_place_and_keeps_it() {
    let app = App::with_exams().await;
    app.test_env.limit_places(COURSE, 1).await;
    let before = app.buyer("asha@example.com").await;
    app.publish_seats(COURSE).await;
    app.test_env.clock.advance(Duration::minutes(1));
    let late = app.buyer("binu@example.com").await;
    let shown = async |order: &Order| {
        let offered = app.offered(order).await.json;
        let first = offered["exams"][0].clone();
        assert_eq!(first["course"], COURSE);
        (
            offered["open"].clone(),
            first["closed"].clone(),
            first["seats_left"].clone(),
        )
    };
    let published = app.choose(&before, &[COURSE], 0).await;
    assert_eq!(refusal(&published), (409, "choice_closed", "exams"));
    assert_eq!(shown(&before).await, (json!(true), json!(true), Value::Null));
    assert_eq!(shown(&late).await, (json!(true), json!(false), json!(1)));

    let answer = app.choose(&late, &[COURSE], 0).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(app.holders(COURSE).await, [late.customer_id.to_string()]);
    let dropped = app.choose(&late, &[], 1).await;
    assert_eq!(refusal(&dropped), (409, "choice_closed", "exams"));
    let next = app.buyer("chandra@example.com").await;
    let full = app.choose(&next, &[COURSE], 0).await;
    assert_eq!(refusal(&full), (409, "sold_out", "exams"));
    assert_eq!(app.choose(&late, &[COURSE, OTHER_COURSE], 1).await.status, 200);
}

/// Their first payment decides, whichever pass is looked at and whichever order is read first.
#[tokio::test]
async fn who_has_paid_before_and_since_seats_were_published_could_choose_in_time() {
    for pays_first in [0, 1] {
        let app = App::with_exams().await;
        let mut orders = app.ordered_twice("asha@example.com").await;
        orders.sort_by_key(|order| order.order_id.to_string());
        let (early, late) = (&orders[pays_first], &orders[1 - pays_first]);
        app.test_env.record_paid(early).await;
        let mut published = json!({ "pk": "SEATING#PUBLISHED", "sk": "PUBLISHED", "kind": "SEATING" });
        let first = app.test_env.clock.now().format(&Rfc3339).unwrap();
        for exam in [COURSE, OTHER_COURSE, "backwater-bsc"] {
            published[format!("exam#{exam}")] =
                json!({ "generation": "G1", "first": first, "since": 0, "whole": false });
        }
        app.test_env.put(Table::Registrations, &published).await;
        app.test_env.clock.advance(Duration::minutes(1));
        let payment = Payment {
            order: late,
            method: None,
            at: app.test_env.clock.now(),
            claim: &ClaimPolicy::Leave {
                holder: early.order_id.clone(),
            },
            place: PlaceAction::Keep,
            counter: None,
        };
        let recorded = app.test_env.registrations().record_paid(&payment).await;
        assert_eq!(recorded.unwrap(), Recorded::Done);
        for order in [early, late] {
            let pass = app.call(Request::get(format!("/api/order/{}", order.order_id)));
            assert_eq!(pass.await.json["choice"]["open"], json!(false));
            let offered = app.offered(order).await.json;
            assert_eq!(
                (&offered["open"], &offered["exams"][0]["closed"]),
                (&json!(false), &json!(true))
            );
            let refused = app.choose(order, &[COURSE], 0).await;
            assert_eq!(refusal(&refused), (409, "choice_closed", "exams"));
        }
    }
}

#[tokio::test]
async fn an_exam_that_has_ended_can_be_chosen_and_dropped() {
    let app = App::with_exams().await;
    let order = app.buyer("asha@example.com").await;
    app.test_env.clock.set_to(datetime!(2025-06-30 12:00 +5:30));
    for (version, exams) in [(0, vec![COURSE, OTHER_COURSE]), (1, vec![])] {
        let answer = app.choose(&order, &exams, version).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(chosen(&answer), exams.into_iter().collect());
    }
}

#[tokio::test]
async fn who_has_chosen_only_what_no_college_has_any_more_chooses_again() {
    let app = App::with_exams().await;
    let order = app.buyer("asha@example.com").await;
    app.choose(&order, &[COURSE], 0).await;
    app.publish_seats(COURSE).await;
    app.test_env.list_exam(COURSE, &[]).await;
    let pass = async || {
        let pass = app.call(Request::get(format!("/api/order/{}", order.order_id)));
        let pass = pass.await.json;
        let exams = pass["exams"].as_array().unwrap().iter();
        let names = exams.map(|exam| exam["examName"].as_str().unwrap().to_owned());
        (pass["choice"]["chosen"].clone(), names.collect::<BTreeSet<_>>())
    };
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(
        pass().await,
        (json!([]), names(&["BBA Entrance", "B.Sc Entrance"])),
        "as before a choice"
    );
    assert!(chosen(&app.offered(&order).await).is_empty());
    let answer = app.choose(&order, &[OTHER_COURSE], 1).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(pass().await, (json!([OTHER_COURSE]), names(&["BBA Entrance"])));
    assert!(app.holders(COURSE).await.is_empty(), "the place is given back");
}

/// Candidates are not shown it, so that what they choose says nothing about it.
#[tokio::test]
async fn what_no_college_has_any_more_stays_chosen_while_others_are_added_and_dropped() {
    let app = App::with_exams().await;
    let order = app.buyer("asha@example.com").await;
    app.choose(&order, &[COURSE, OTHER_COURSE], 0).await;
    app.test_env.list_exam(COURSE, &[]).await;
    app.hold("backwater-bsc", "2025-06-01", "10:00", "11:00", "Hall 3")
        .await;
    let place = app.test_env.places_of(COURSE).await;
    assert_eq!(place.len(), 1);
    let same = app.choose(&order, &[OTHER_COURSE], 1).await;
    assert_eq!((same.status.as_u16(), &same.json["version"]), (200, &json!(1)));
    for (version, exams) in [
        (1, vec![OTHER_COURSE, "backwater-bsc"]),
        (2, vec!["backwater-bsc"]),
    ] {
        let answer = app.choose(&order, &exams, version).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(chosen(&answer), exams.into_iter().collect());
        assert_eq!(app.test_env.places_of(COURSE).await, place);
    }
    // Who gives up all gives it up, too. The answer may be lost.
    for _ in 0..2 {
        let answer = app.choose(&order, &[], 3).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!((chosen(&answer).len(), &answer.json["version"]), (0, &json!(4)));
        assert!(app.test_env.places_of(COURSE).await.is_empty());
    }
}

#[tokio::test]
async fn a_seat_in_what_no_college_has_any_more_is_not_given_up_with_the_others() {
    let app = App::with_exams().await;
    let order = app.buyer("asha@example.com").await;
    app.choose(&order, &[COURSE, OTHER_COURSE], 0).await;
    app.publish_seats(COURSE).await;
    app.test_env.list_exam(COURSE, &[]).await;
    let place = app.test_env.places_of(COURSE).await;
    for _ in 0..2 {
        let answer = app.choose(&order, &[], 1).await;
        assert_eq!(
            refusal(&answer),
            (409, "choice_closed", "exams"),
            "{}",
            answer.json
        );
    }
    assert_eq!(app.test_env.places_of(COURSE).await, place);
    assert_eq!(chosen(&app.offered(&order).await), BTreeSet::from([OTHER_COURSE]));
}

#[tokio::test]
async fn an_exam_of_two_colleges_is_one() {
    let app = App::with_exams().await;
    app.test_env.list_exam(COURSE, &[OTHER_COLLEGE, COLLEGE]).await;
    let order = app.buyer("asha@example.com").await;
    app.choose(&order, &[COURSE], 0).await;
    let pass = app.call(Request::get(format!("/api/order/{}", order.order_id)));
    let pass = pass.await.json;
    let exams = pass["exams"].as_array().unwrap();
    assert_eq!(exams.len(), 1, "{pass}");
    assert_eq!(exams[0]["collegeName"], "Backwater College, Spice Coast College");
    assert_eq!(
        app.offered(&order).await.json["exams"].as_array().unwrap().len(),
        3
    );
}

#[tokio::test]
async fn nobody_chooses_without_a_valid_pass_of_all_exams() {
    let app = App::with_exams().await;
    let single = app.test_env.paid_order(SINGLE, "one@example.com").await;
    for answer in [
        app.offered(&single).await,
        app.choose(&single, &[COURSE], 0).await,
    ] {
        assert_eq!(refusal(&answer), (409, "not_for_all_exams", ""));
    }
    let pass = app
        .call(Request::get(format!("/api/order/{}", single.order_id)))
        .await;
    assert!(pass.json.get("choice").is_none());
    let unpaid = app.test_env.written_order(ALL, "unpaid@example.com").await;
    for answer in [
        app.offered(&unpaid).await,
        app.choose(&unpaid, &[COURSE], 0).await,
    ] {
        assert_eq!(answer.status, 404);
    }
    let gone = app.buyer("gone@example.com").await;
    app.test_env.pay_back(&gone).await;
    for answer in [app.offered(&gone).await, app.choose(&gone, &[COURSE], 0).await] {
        assert_eq!(refusal(&answer), (410, "pass_withdrawn", ""));
    }
    assert!(app.holders(COURSE).await.is_empty());
}

#[tokio::test]
async fn places_are_given_back_with_the_money() {
    let app = App::with_exams().await;
    app.test_env.limit_places(COURSE, 1).await;
    let order = app.buyer("asha@example.com").await;
    app.choose(&order, &[COURSE, OTHER_COURSE], 0).await;
    app.test_env.pay_back(&order).await;
    assert!(app.holders(COURSE).await.is_empty());
    assert!(app.holders(OTHER_COURSE).await.is_empty());
    let next = app.buyer("binu@example.com").await;
    assert_eq!(app.choose(&next, &[COURSE], 0).await.status, 200);
}

#[tokio::test]
async fn sixty_at_once_have_the_ten_places_and_no_more() {
    let app = App::with_exams().await;
    app.test_env.limit_places(COURSE, 10).await;
    let orders =
        join_all((0..60).map(async |number| app.buyer(&format!("student{number}@example.com")).await)).await;
    let both = [COURSE, OTHER_COURSE];
    // Some have a choice and do not know of it.
    app.test_env.database.set(Fault::CrashAfter(4));
    join_all(orders.iter().map(|order| app.choose(order, &both, 0))).await;
    app.test_env.database.set(Fault::None);
    let answers = join_all(orders.iter().map(|order| app.choose_in_the_end(order, &both))).await;
    let taken: Vec<&Order> = orders
        .iter()
        .zip(&answers)
        .filter(|(_, answer)| answer.status == 200)
        .map(|(order, _)| order)
        .collect();
    assert_eq!(taken.len(), 10, "{answers:?}");
    assert!(
        answers
            .iter()
            .filter(|answer| answer.status != 200)
            .all(|answer| refusal(answer).1 == "sold_out")
    );
    assert_eq!(app.holders(COURSE).await.len(), 10);
    assert_eq!(app.holders(OTHER_COURSE).await.len(), 10);
}

#[tokio::test]
async fn whatever_write_fails_the_choice_is_whole_or_not_there_and_is_made_again() {
    for fault in [Fault::CrashBefore(0), Fault::CrashAfter(0)] {
        let app = App::with_exams().await;
        app.test_env.limit_places(COURSE, 1).await;
        let order = app.buyer("asha@example.com").await;
        app.test_env.database.set(fault);
        let answer = app.choose(&order, &[COURSE, OTHER_COURSE], 0).await;
        app.test_env.database.set(Fault::None);
        let held = (
            app.holders(COURSE).await.len(),
            app.holders(OTHER_COURSE).await.len(),
        );
        assert!(
            held == (0, 0) || held == (1, 1),
            "{fault:?}: {held:?} {}",
            answer.json
        );
        let again = app.choose(&order, &[COURSE, OTHER_COURSE], 0).await;
        assert_eq!(again.status, 200, "{fault:?}: {}", again.json);
        assert_eq!(app.holders(COURSE).await, [order.customer_id.to_string()]);
    }
}

#[tokio::test]
async fn without_conditions_one_place_is_chosen_by_several() {
    let app = App::with_exams().await;
    app.test_env.limit_places(COURSE, 3).await;
    let orders =
        join_all((0..12).map(async |number| app.buyer(&format!("student{number}@example.com")).await)).await;
    app.test_env.database.set(Fault::NoConditions);
    let answers = join_all(orders.iter().map(|order| app.choose(order, &[COURSE], 0))).await;
    assert!(answers.iter().filter(|answer| answer.status == 200).count() > 3);
}
