//! Hall and seat, in verdicts and in what the phones keep.

use crate::*;
use test_support::{ALL, COURSE, SINGLE};

const ROSTER: &str = "/api/check-in/roster?list=day:2025-05-31";

impl App {
    async fn put(&self, key: (&str, &str), kind: &str, mut item: Value) {
        item["pk"] = json!(key.0);
        item["sk"] = json!(key.1);
        item["kind"] = json!(kind);
        self.test_env.put(Table::Registrations, &item).await;
    }

    /// Publishes who sits where in the one hall of the exam; its clock is at this time since.
    async fn seat(&self, generation: &str, clock: u64, seats: &[(&str, &Order)]) {
        let plan = json!({
            "generation": generation, "exam_name": "BCA Entrance", "order": "paid", "spacing": "none", "siblings_apart": false,
            "halls": ["hall-a"], "with_all": true, "at": "2025-05-30T04:30:00Z", "by": "meera",
        });
        let state = json!({ "course": COURSE, "version": clock, "published": plan });
        self.put((&format!("SEATING#{COURSE}"), "STATE"), "SEATING_STATE", state)
            .await;
        let mut taken = json!({});
        for (seat, order) in seats {
            taken[seat] = json!(order.customer_id.as_str());
            let own = json!({ "course": COURSE, "generation": generation, "hall": "hall-a", "name": "Hall A", "seat": seat });
            let key = (
                format!("REG#{}", order.customer_id),
                format!("SEAT#{COURSE}#{generation}"),
            );
            self.put((&key.0, &key.1), "SEAT", own).await;
        }
        let hall = json!({
            "hall": "hall-a", "course": COURSE, "generation": generation, "name": "Hall A", "rows": 3, "columns": 3, "blocked": [],
            "date": "2025-05-31", "time_start": "10:00", "time_end": "12:00", "seats": taken,
        });
        self.put(
            ("HALL#hall-a", &format!("{COURSE}#{generation}")),
            "HALL_SEATS",
            hall,
        )
        .await;
        self.put(("HALL#hall-a", "CLOCK"), "HALL_CLOCK", json!({ "clock": clock }))
            .await;
        let mut published = json!({});
        published[format!("exam#{COURSE}")] =
            json!({ "generation": generation, "first": "2025-05-01T00:00:00Z", "since": 0, "whole": false });
        self.put(("SEATING#PUBLISHED", "PUBLISHED"), "SEATING", published)
            .await;
    }

    /// What the roster says of seats to a phone that has read so far, and how far it is then.
    async fn seats(&self, since: &str) -> (Value, String) {
        let page = self.get(&format!("{ROSTER}&since={since}")).await;
        (page["seats"].clone(), page["next"].as_str().unwrap().to_owned())
    }
}

fn of_course(verdict: &Value) -> Value {
    let exams = verdict["exams"].as_array().unwrap().iter();
    let found = exams.filter(|exam| exam["name"] == "BCA Entrance");
    found
        .map(|exam| json!([exam.get("hall"), exam.get("seat")]))
        .collect()
}

#[tokio::test]
async fn a_verdict_names_the_seat_that_is_published() {
    let app = App::start().await;
    hold(&app, COURSE, "2025-05-31", "10:00", "12:00").await;
    let one = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let all = app.test_env.paid_order(ALL, "binu@example.com").await;
    let verdict = async |order: &Order| app.verdict(&scan(&qr_text(&order.order_id), "Gate 1", TEN)).await;
    assert_eq!(of_course(&verdict(&one).await), json!([[null, null]]));
    app.seat("G1", 1, &[("A1", &one), ("B3", &all)]).await;
    assert_eq!(of_course(&verdict(&one).await), json!([["Hall A", "A1"]]));
    assert_eq!(of_course(&verdict(&all).await), json!([["Hall A", "B3"]]));
    let at_exam = async |order: &Order| {
        let verdict = app.verdict(&at(EXAM, scan(&code(order), "Gate 1", TEN))).await;
        (verdict["result"].clone(), verdict["notices"].clone())
    };
    let late = app.test_env.paid_order(SINGLE, "chandra@example.com").await;
    assert_eq!(at_exam(&one).await, (json!("admitted"), json!([])));
    assert_eq!(at_exam(&late).await, (json!("admitted"), json!(["no_seat"])));
    // Of another plan than the one that counts.
    app.seat("G2", 2, &[("C1", &all)]).await;
    assert_eq!(of_course(&verdict(&one).await), json!([[null, null]]));
}

#[tokio::test]
async fn a_phone_reads_each_plan_once_until_it_changes() {
    let app = App::start().await;
    let one = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let (nothing, next) = app.seats("").await;
    assert_eq!(nothing, Value::Null);
    app.seat("G1", 1, &[("A1", &one)]).await;
    let (told, next) = app.seats(&next).await;
    let plan = &told["plans"][0];
    assert_eq!((&plan["exam"], &plan["hall"]), (&json!(COURSE), &json!("Hall A")));
    let seat = plan["seats"][0].as_str().unwrap();
    assert_eq!((seat.len(), &seat[8..]), (10, "A1"));
    assert!(!told.to_string().contains(one.customer_id.as_str()));
    assert_eq!(told["current"], json!([plan["id"]]));
    let (again, next) = app.seats(&next).await;
    assert_eq!(again, Value::Null);
    // A move within the plan, and another plan.
    app.seat("G1", 2, &[("A2", &one)]).await;
    let (moved, next) = app.seats(&next).await;
    assert_eq!(
        (&moved["plans"][0]["id"], &moved["current"]),
        (&plan["id"], &told["current"])
    );
    assert!(moved["plans"][0]["seats"][0].as_str().unwrap().ends_with("A2"));
    app.seat("G2", 3, &[("A2", &one)]).await;
    let (replaced, _) = app.seats(&next).await;
    assert_ne!(replaced["plans"][0]["id"], plan["id"]);
    assert_eq!(replaced["current"], json!([replaced["plans"][0]["id"]]));
}
