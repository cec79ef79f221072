//! What happened to a candidate at the doors.

use crate::{file::get, start};
use domain::{
    CustomerId,
    check_in::{Direction, List, Passage, Refusal, ScanPlace},
};
use serde_json::{Value, json};
use store::{
    AuditEntry, AuditLog, CheckIns, Write,
    check_in::{Leaving, ListOptions, PassageTurn, Passing, Seen, Sought, Taken, Used, WithoutRight},
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

fn passage(direction: Direction, device: &str, minute: i64, nonce: &str) -> Passage {
    Passage {
        direction,
        place: place(device, TEN + Duration::minutes(minute)),
        nonce: nonce.to_owned(),
        is_through: true,
    }
}

async fn seen(check_ins: &CheckIns, list: &List, id: &CustomerId) -> Seen {
    let sought = Sought {
        list,
        candidate: Some(id),
        nonces: &[],
        taken_back: None,
    };
    check_ins.seen(sought, TEN).await.unwrap()
}

#[tokio::test]
async fn a_candidate_has_each_scan_that_let_them_in_or_out_and_what_was_taken_back_in_the_timeline() {
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
    let options = ListOptions {
        list: list.clone(),
        check_out: true,
    };
    let set = entry();
    let set = check_ins.set_options(None, &options, log.table().audit(&set));
    assert_eq!(set.await.unwrap(), Write::Done);
    let scans = [
        passage(Direction::In, "Gate 1", 0, "nonce-one"),
        passage(Direction::In, "Gate 2", 1, "nonce-two"),
        passage(Direction::Out, "Gate 4", 90, "nonce-out"),
        passage(Direction::In, "Gate 4", 95, "nonce-back"),
    ];
    for scan in &scans {
        let seen = seen(&check_ins, &list, id).await;
        let before = seen.passages(id.clone(), None);
        let passing = Passing {
            turn: PassageTurn {
                list: &list,
                seen: &seen,
                before: &before,
                after: &before.with(scan.clone()).unwrap(),
                place: &scan.place,
                lookups: &[],
                now: TEN,
            },
            used: &used(&scan.nonce),
            again: false,
        };
        assert_eq!(check_ins.pass(&passing).await.unwrap(), Write::Done);
    }
    let record = WithoutRight {
        customer_id: id.clone(),
        list: "exam:backwater-bca".to_owned(),
        reason: Refusal::Withdrawn.into(),
        place: place("Hall A", TEN + Duration::HOUR),
        nonce: "nonce-three".to_owned(),
        dealt_with: None,
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
            ["Sat 31 May", "Gate 4", "nonce-out", "went_out", null],
            ["Sat 31 May", "Gate 4", "nonce-back", "back", null],
        ])
    );

    let portal = |minute| ScanPlace {
        by: "ravi".to_owned(),
        ..place("portal", TEN + Duration::minutes(minute))
    };
    let exam_list = List::parse(&record.list).unwrap();
    let [one, two, out, back] = &scans;
    for (minute, list, taken) in [
        (120, &list, Taken::Passage(one)),
        (121, &list, Taken::Passage(two)),
        (122, &list, Taken::Passage(out)),
        (123, &list, Taken::Passage(back)),
        (124, &exam_list, Taken::WithoutRight(&record)),
    ] {
        let seen = seen(&check_ins, list, id).await;
        let before = seen.passages(id.clone(), None);
        let after = match &taken {
            Taken::Passage(passage) => before.without(&passage.nonce).unwrap(),
            Taken::WithoutRight(_) | Taken::Outside { .. } => before.clone(),
        };
        let entry = entry();
        let leaving = Leaving {
            turn: PassageTurn {
                list,
                seen: &seen,
                before: &before,
                after: &after,
                place: &portal(minute),
                lookups: &[],
                now: TEN,
            },
            taken,
            used: None,
            audit: log.table().audit(&entry),
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
            ["went_out", "meera", "Sat 31 May · Gate 4"],
            ["admitted", "meera", "Sat 31 May · Gate 4"],
            ["admission_undone", "ravi", "Sat 31 May · portal"],
            ["admission_undone", "ravi", "Sat 31 May · portal"],
            ["exit_undone", "ravi", "Sat 31 May · portal"],
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
