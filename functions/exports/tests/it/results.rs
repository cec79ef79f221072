//! Seats and results of exams, as a file.

use super::*;
use domain::{
    CourseId, CustomerId, ExamOutcome, ExamResult, ExamScore, exam_result::Hundredths, payment::Order,
};
use std::collections::BTreeMap;
use store::{
    AdminTable, AuditEntry, Write,
    registrations::results::{RecordedResult, ResultsHead, ResultsUpload},
};
use test_support::{ALL, COURSE, OTHER_COURSE, SINGLE};

impl App {
    async fn holder(&self, package: &str, email: &str) -> Order {
        let order = self.test_env.paid_order(package, email).await;
        self.project().await;
        order
    }

    async fn take(&self, results: BTreeMap<CustomerId, RecordedResult>) {
        let now = self.test_env.clock.now();
        let head = ResultsHead {
            exam: CourseId::parse(COURSE).unwrap(),
            upload: "0123456789ABCDEF".to_owned(),
            uploaded_at: now,
            uploaded_by: "admin".to_owned(),
            rows: u32::try_from(results.len()).unwrap(),
            corrections: 0,
            publish_at: Some(now),
            published_by: Some("admin".to_owned()),
            message: None,
            version: 1,
        };
        let upload = ResultsUpload {
            head: &head,
            results,
            known: None,
        };
        let (entropy, none) = (Entropy::system(), Value::Null);
        let entry = AuditEntry::new(
            now,
            &entropy,
            "admin",
            "results.uploaded",
            COURSE,
            none.clone(),
            none,
        );
        let admin = AdminTable::from_env(&self.env).unwrap();
        let registrations = self.test_env.registrations();
        let taken = registrations.take_results(upload, admin.audit(&entry)).await;
        assert_eq!(taken.unwrap(), Write::Done);
    }

    /// Seats as `seating` publishes them.
    async fn seat(&self, course: &str, seats: Value) {
        let plan = json!({
            "generation": "0123456789", "exam_name": "An exam", "order": "paid", "spacing": "none", "siblings_apart": false,
            "halls": ["hall-a"], "with_all": true, "at": "2025-05-20T10:00:00Z", "by": "admin",
        });
        let state = json!({
            "pk": format!("SEATING#{course}"), "sk": "STATE", "course": course, "version": 1, "published": plan,
        });
        self.test_env.put(Table::Registrations, &state).await;
        let hall = json!({
            "pk": "HALL#hall-a", "sk": format!("{course}#0123456789"), "hall": "hall-a", "course": course,
            "generation": "0123456789", "name": "=Hall A", "rows": 3, "columns": 4, "blocked": [],
            "date": "2025-05-31", "time_start": "10:00", "time_end": "11:30", "seats": seats,
        });
        self.test_env.put(Table::Registrations, &hall).await;
    }
}

fn sat(marks: u32, remark: &str) -> RecordedResult {
    let score = ExamScore {
        marks: Hundredths::new(marks),
        out_of: Hundredths::new(10_000),
        rank: Some(3),
        scholarship_percent: Some(Hundredths::new(2_550)),
    };
    RecordedResult {
        result: ExamResult {
            outcome: ExamOutcome::Sat(score),
            remark: remark.to_owned(),
        },
        version: 2,
    }
}

const COLUMNS: [&str; 11] = [
    "Email",
    "Pass",
    "Hall",
    "Seat",
    "Marks",
    "Out of",
    "Rank",
    "Scholarship (%)",
    "Absent",
    "Remark",
    "Results",
];

fn shown(lines: &[Value]) -> Vec<String> {
    let line = |line: &Value| COLUMNS.map(|name| line[name].as_str().unwrap()).join("|");
    lines.iter().map(line).collect()
}

#[tokio::test]
async fn who_has_a_seat_or_a_result_is_a_line_of_each_exam() {
    let app = App::start().await;
    assert_eq!(app.lines("results", json!({})).await, Vec::<Value>::new());
    let asha = app.holder(SINGLE, "asha@example.com").await;
    let binu = app.holder(SINGLE, "binu@example.com").await;
    let all = app.holder(ALL, "chandra@example.com").await;
    // Of somebody who has neither, nothing is said.
    app.holder(SINGLE, "devi@example.com").await;
    let absent = RecordedResult {
        result: ExamResult {
            outcome: ExamOutcome::Absent,
            remark: String::new(),
        },
        version: 0,
    };
    app.take(BTreeMap::from([
        (asha.customer_id.clone(), sat(8_725, "=1+1")),
        (binu.customer_id.clone(), absent),
    ]))
    .await;
    app.seat(COURSE, json!({ "A1": asha.customer_id, "B2": all.customer_id }))
        .await;
    app.seat(OTHER_COURSE, json!({ "C4": all.customer_id })).await;
    let lines = app.lines("results", json!({ "course_category": COURSE })).await;
    let mut got = shown(&lines);
    got.sort();
    assert_eq!(
        got,
        [
            "asha@example.com|valid|'=Hall A|A1|87.25|100|3|25.5||'=1+1|published",
            "binu@example.com|valid|||||||yes||published",
            "chandra@example.com|valid|'=Hall A|B2|||||||",
        ]
    );
    assert_eq!(
        column(&lines, "Corrected")
            .iter()
            .filter(|cell| *cell == "2")
            .count(),
        1
    );
    let both = app.lines("results", json!({})).await;
    assert_eq!(both.len(), 4);
    let other: Vec<&Value> = both.iter().filter(|line| line["Seat"] == "C4").collect();
    assert_eq!(other.len(), 1);
    assert_ne!(other[0]["Exam"], lines[0]["Exam"]);
    let workbook = app.file("results", "xlsx", json!({})).await;
    assert!(workbook.starts_with(b"PK"), "no workbook");
}
