//! What happened to a candidate at the doors.

use crate::{file::get, start};
use domain::check_in::{Admission, Entrance, List, Refusal, ScanPlace};
use serde_json::{Value, json};
use store::{
    AuditEntry, AuditLog, CheckIns, Write,
    check_in::{CrossingsTurn, Entering, Leaving, Taken, Used, WithoutRight},
};
use test_support::{Fault, Request, SINGLE};
use time::{Duration, OffsetDateTime, macros::datetime};

/// Ten o'clock of the first day in Kochi.
const TEN: OffsetDateTime = datetime!(2025-05-31 04:30 UTC);

fn place(device: &str, at: OffsetDateTime) -> ScanPlace {
    ScanPlace {
        at,
        by: "meera".to_owned(),
        device: device.to_owned(),
    }
}

fn used(nonce: &str) -> Used {
    Used {
        fingerprint: "0f".repeat(32),
        let_in: true,
        undone: false,
        ..Used::undone(nonce)
    }
}

#[tokio::test]
async fn a_candidate_has_each_scan_that_let_them_in_and_what_was_taken_back_in_the_timeline() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let id = &order.customer_id;
    let none = get(&app, id.as_str()).await;
    assert_eq!(none["admissions"], json!([]));
    let check_ins = CheckIns::from_env(&app.test_env.env()).unwrap();
    let log = AuditLog::from_env(&app.test_env.env()).unwrap();
    let entry = || {
        let entropy = domain::Entropy::system();
        AuditEntry::new(
            TEN,
            &entropy,
            "meera",
            "check_in.undone",
            "C1",
            Value::Null,
            Value::Null,
        )
    };
    let list = List::parse("day:2025-05-31").unwrap();
    let mut admission = Admission::new(id.clone(), place("Gate 1", TEN), "nonce-one".to_owned());
    admission.others.push(Entrance {
        place: place("Gate 2", TEN + Duration::MINUTE),
        nonce: "nonce-two".to_owned(),
        double: None,
    });
    let entering = Entering {
        list: &list,
        admission: &admission,
        known: None,
        double: None,
        turn: CrossingsTurn::default(),
        lookups: &[],
        used: &used("nonce-one"),
        again: false,
        now: TEN,
    };
    assert_eq!(check_ins.enter(&entering).await.unwrap(), Write::Done);
    let record = WithoutRight {
        customer_id: id.clone(),
        list: "exam:backwater-bca".to_owned(),
        reason: Refusal::Withdrawn.into(),
        place: place("Hall A", TEN + Duration::HOUR),
        nonce: "nonce-three".to_owned(),
    };
    let (first, third) = (entry(), used("nonce-three"));
    let noted = check_ins.note_without_right(&record, &third, false, log.table().audit(&first), TEN);
    assert_eq!(noted.await.unwrap(), Write::Done);

    let file = get(&app, id.as_str()).await;
    let shown = |admission: &Value| {
        ["label", "device", "nonce", "standing", "reason"].map(|name| admission[name].clone())
    };
    let admissions: Vec<_> = file["admissions"].as_array().unwrap().iter().map(shown).collect();
    let exam = "BCA Entrance, Backwater College";
    assert_eq!(
        json!(admissions),
        json!([
            ["Sat 31 May", "Gate 1", "nonce-one", "counts", null],
            ["Sat 31 May", "Gate 2", "nonce-two", "also", null],
            [
                exam,
                "Hall A",
                "nonce-three",
                "without_right",
                "the pass was withdrawn"
            ],
        ])
    );

    let second = entry();
    let portal = ScanPlace {
        by: "ravi".to_owned(),
        ..place("portal", TEN + Duration::hours(2))
    };
    let exam_list = List::parse(&record.list).unwrap();
    for (list, taken) in [
        (
            &list,
            Taken::Admitted {
                known: &admission,
                left: None,
            },
        ),
        (&exam_list, Taken::WithoutRight(&record)),
    ] {
        let leaving = Leaving {
            list,
            customer_id: id,
            taken,
            turn: CrossingsTurn::default(),
            place: &portal,
            lookups: &[],
            used: None,
            audit: log.table().audit(&second),
            now: TEN,
        };
        assert_eq!(check_ins.leave(&leaving).await.unwrap(), Write::Done);
    }
    let file = get(&app, id.as_str()).await;
    assert_eq!(file["admissions"], json!([]));
    let timeline = file["timeline"].as_array().unwrap().iter();
    let happened = timeline.filter(|happened| happened["at"].as_str() >= Some("2025-05-31"));
    let happened: Vec<_> = happened
        .map(|one| ["event", "by", "text"].map(|name| one[name].clone()))
        .collect();
    assert_eq!(
        json!(happened),
        json!([
            ["admitted", "meera", "Sat 31 May · Gate 1"],
            ["admitted", "meera", "Sat 31 May · Gate 2"],
            [
                "let_in_without_right",
                "meera",
                format!("{exam} · Hall A · the pass was withdrawn")
            ],
            ["admission_undone", "ravi", "Sat 31 May · portal"],
            ["admission_undone", "ravi", "Sat 31 May · portal"],
            ["admission_undone", "ravi", format!("{exam} · portal")],
        ])
    );
}

#[tokio::test]
async fn a_candidate_whose_admissions_cannot_be_read_is_not_shown_as_if_there_were_none() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env
        .database
        .set(Fault::TableDown(store::tables::Table::CheckIn));
    let answer = app
        .call_as_admin(Request::get(format!("/api/customers/{}", order.customer_id)))
        .await;
    assert_eq!(answer.status, 500);
}
