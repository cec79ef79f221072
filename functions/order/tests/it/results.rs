//! What who holds a pass sees of results, and from when on.

use super::pass::App;
use domain::{
    CourseId, CustomerId, Entropy, ExamOutcome, ExamResult, ExamScore, OrderId, exam_result::Hundredths,
    payment::Order,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::{
    AdminTable, AuditEntry,
    registrations::{
        Write,
        results::{RecordedResult, ResultsHead, ResultsUpload},
    },
};
use test_support::{
    ALL, Answer, COURSE, OTHER_COURSE, Request, SINGLE, WITHDRAWAL_REASON, withdrawn_by_organiser,
};
use time::{Duration, OffsetDateTime};

fn sat(marks: u32) -> ExamResult {
    ExamResult {
        outcome: ExamOutcome::Sat(ExamScore {
            marks: Hundredths::new(marks),
            out_of: Hundredths::new(10_000),
            rank: Some(2),
            scholarship_percent: Some(Hundredths::new(2_550)),
        }),
        remark: "Well done".to_owned(),
    }
}

impl App {
    /// The results of an exam, as staff have left them.
    async fn results(&self, exam: &str, of: &[(&Order, ExamResult)], publish_at: Option<OffsetDateTime>) {
        let registrations = self.test_env.registrations();
        let exam = CourseId::parse(exam).unwrap();
        let known = registrations
            .results_heads(std::slice::from_ref(&exam))
            .await
            .unwrap();
        let known = known.get(&exam);
        let now = self.test_env.clock.now();
        let head = ResultsHead {
            upload: Entropy::system().symbols(16),
            uploaded_at: now,
            uploaded_by: "admin".to_owned(),
            rows: u32::try_from(of.len()).unwrap(),
            corrections: 0,
            publish_at,
            published_by: publish_at.map(|_| "admin".to_owned()),
            message: None,
            version: known.map_or(0, |known| known.version) + 1,
            exam,
        };
        let results = of.iter().map(|(order, result)| {
            let recorded = RecordedResult {
                result: result.clone(),
                version: 0,
            };
            (order.customer_id.clone(), recorded)
        });
        let upload = ResultsUpload {
            head: &head,
            results: BTreeMap::from_iter(results),
            known,
        };
        let entry = AuditEntry::new(
            now,
            &Entropy::system(),
            "admin",
            "a",
            "b",
            Value::Null,
            Value::Null,
        );
        let admin = AdminTable::from_env(&self.test_env.env()).unwrap();
        let taken = registrations.take_results(upload, admin.audit(&entry)).await;
        assert_eq!(taken.unwrap(), Write::Done);
    }

    async fn own_results(&self, order: &str) -> Answer {
        self.call(Request::get(format!("/api/order/{order}/results")))
            .await
    }

    async fn paid_for(&self, package: &str) -> Order {
        self.test_env
            .paid_order(package, &format!("{package}@example.com"))
            .await
    }
}

fn assert_nothing(answer: &Answer) {
    assert_eq!((answer.status.as_u16(), answer.code()), (404, "not_found"));
    assert_eq!(answer.message(), "There are no results for this pass yet.");
}

#[tokio::test]
async fn a_result_is_seen_from_its_moment_on_and_not_a_second_before() {
    let app = App::start().await;
    let order = app.paid_for(SINGLE).await;
    let id = order.order_id.as_str();
    assert_nothing(&app.own_results(id).await);
    app.results(COURSE, &[(&order, sat(8_725))], None).await;
    assert_nothing(&app.own_results(id).await);
    let at = app.test_env.clock.now() + Duration::hours(2);
    app.results(COURSE, &[(&order, sat(8_725))], Some(at)).await;
    app.test_env.clock.set_to(at - Duration::seconds(1));
    assert_nothing(&app.own_results(id).await);
    app.test_env.clock.set_to(at - Duration::milliseconds(1));
    assert_nothing(&app.own_results(id).await);
    app.test_env.clock.set_to(at);
    let answer = app.own_results(id).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(
        answer.json,
        json!([{
            "examName": "BCA Entrance", "collegeName": "Backwater College", "marks": 87.25, "out_of": 100, "rank": 2,
            "scholarship_percent": 25.5, "absent": false, "remark": "Well done",
        }])
    );
    // Withdrawn, nobody sees it.
    app.results(COURSE, &[(&order, sat(8_725))], None).await;
    assert_nothing(&app.own_results(id).await);
}

#[tokio::test]
async fn who_has_every_exam_sees_each_that_is_published_by_its_hours() {
    let app = App::start().await;
    let order = app.paid_for(ALL).await;
    let now = app.test_env.clock.now();
    app.hold(OTHER_COURSE, "2025-05-30", "09:00", "10:00", "Hall B")
        .await;
    app.results(
        "backwater-bsc",
        &[(&order, sat(100))],
        Some(now + Duration::days(1)),
    )
    .await;
    let absent = ExamResult {
        outcome: ExamOutcome::Absent,
        remark: String::new(),
    };
    app.results(COURSE, &[(&order, absent)], Some(now)).await;
    app.results(OTHER_COURSE, &[(&order, sat(5_000))], Some(now))
        .await;
    let answer = app.own_results(order.order_id.as_str()).await;
    let seen: Vec<_> = answer
        .json
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["examName"], &one["marks"], &one["absent"]))
        .collect();
    assert_eq!(
        seen,
        [
            (&json!("BBA Entrance"), &json!(50), &json!(false)),
            (&json!("BCA Entrance"), &Value::Null, &json!(true)),
        ]
    );
}

/// By no identifier that can be read on a pass, guessed or made of another's.
#[tokio::test]
async fn nobody_sees_another_persons_result() {
    let app = App::start().await;
    let (asha, binu) = (app.paid_for(SINGLE).await, app.paid_for(ALL).await);
    let now = app.test_env.clock.now();
    app.results(COURSE, &[(&asha, sat(9_000))], Some(now)).await;
    assert_eq!(app.own_results(asha.order_id.as_str()).await.status, 200);
    let secret = binu.order_id.as_str().split_once('-').unwrap().1;
    for id in [
        binu.order_id.to_string(),
        format!("{}-{secret}", asha.customer_id),
        asha.customer_id.to_string(),
        format!("{}-AAAAAAAAAAAAAAAAAAAA", asha.customer_id),
        OrderId::generate(&CustomerId::generate(&Entropy::system()), &Entropy::system()).to_string(),
    ] {
        assert_nothing(&app.own_results(&id).await);
    }
    // Another candidate's in the same sheet is not brought from the table either: each answer has one candidate.
    let answer = app.own_results(asha.order_id.as_str()).await;
    assert!(!answer.json.to_string().contains(binu.customer_id.as_str()));
}

#[tokio::test]
async fn a_pass_that_is_not_valid_shows_no_result() {
    let app = App::start().await;
    let now = app.test_env.clock.now();
    let unpaid = app.test_env.open_order(SINGLE, "unpaid@example.com").await;
    let order = app.paid_for(SINGLE).await;
    app.results(COURSE, &[(&unpaid, sat(1)), (&order, sat(2))], Some(now))
        .await;
    assert_nothing(&app.own_results(unpaid.order_id.as_str()).await);
    let withdrawal = withdrawn_by_organiser(now);
    app.test_env.change_paid(&order, withdrawal).await;
    let answer = app.own_results(order.order_id.as_str()).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (410, "pass_withdrawn"));
    assert!(!answer.message().contains(WITHDRAWAL_REASON));
    assert_nothing(&app.own_results("no-such-order").await);
    let malformed = app.own_results("a%20b").await;
    assert_eq!((malformed.status.as_u16(), malformed.field()), (422, "order_id"));
}

/// A result of an exam that a candidate had before a correction is not shown.
#[tokio::test]
async fn a_result_of_another_exam_than_the_pass_is_for_is_not_shown() {
    let app = App::start().await;
    let order = app.paid_for(SINGLE).await;
    app.results(OTHER_COURSE, &[(&order, sat(1))], Some(app.test_env.clock.now()))
        .await;
    assert_nothing(&app.own_results(order.order_id.as_str()).await);
}

/// Else the time that an answer takes would say what it does not.
#[tokio::test]
async fn each_answer_is_made_of_the_same_reads() {
    let app = App::start().await;
    let now = app.test_env.clock.now();
    let (published, draft) = (app.paid_for(SINGLE).await, app.paid_for(ALL).await);
    let unpaid = app.test_env.open_order(SINGLE, "unpaid@example.com").await;
    let absent = app.test_env.paid_order(SINGLE, "without@example.com").await;
    app.results(COURSE, &[(&published, sat(1))], Some(now)).await;
    app.results(OTHER_COURSE, &[(&draft, sat(1))], None).await;
    let nobody = OrderId::generate(&CustomerId::generate(&Entropy::system()), &Entropy::system());
    let mut costs = Vec::new();
    for id in [
        &published.order_id,
        &draft.order_id,
        &unpaid.order_id,
        &absent.order_id,
        &nobody,
    ] {
        app.test_env.database.start_meter();
        app.own_results(id.as_str()).await;
        costs.push(app.test_env.database.cost().requests);
    }
    // The order, the catalogue, and everything of the candidate in one read.
    assert_eq!(costs, [3; 5]);
}
