//! Results of an exam, one of which was corrected.

use super::entry;
use domain::{CourseId, ExamOutcome, ExamResult, ExamScore, exam_result::Hundredths, job::JobId};
use std::collections::BTreeMap;
use store::{
    AuditLog, Write,
    registrations::results::{RecordedResult, ResultChange, ResultCorrection, ResultsHead, ResultsUpload},
};
use test_support::{COURSE, SINGLE, TestEnv};

fn recorded(version: u64) -> RecordedResult {
    let score = ExamScore {
        marks: Hundredths::new(8_725),
        out_of: Hundredths::new(10_000),
        rank: Some(4),
        scholarship_percent: Some(Hundredths::new(2_550)),
    };
    RecordedResult {
        result: ExamResult {
            outcome: ExamOutcome::Sat(score),
            remark: "Asha Rao was ill".to_owned(),
        },
        version,
    }
}

pub(super) async fn exam_results(test_env: &TestEnv) {
    let order = test_env.paid_order(SINGLE, "results@example.com").await;
    let registrations = test_env.registrations();
    let log = AuditLog::from_env(&test_env.env()).unwrap();
    let now = test_env.clock.now();
    let head = ResultsHead {
        exam: CourseId::parse(COURSE).unwrap(),
        upload: "0123456789ABCDEF".to_owned(),
        uploaded_at: now,
        uploaded_by: "admin".to_owned(),
        rows: 1,
        corrections: 0,
        publish_at: Some(now),
        published_by: Some("admin".to_owned()),
        message: JobId::parse("01747717200000-0123456789ABCDEF"),
        version: 1,
    };
    let absent = RecordedResult {
        result: ExamResult {
            outcome: ExamOutcome::Absent,
            remark: String::new(),
        },
        version: 0,
    };
    let upload = ResultsUpload {
        head: &head,
        results: BTreeMap::from([(order.customer_id.clone(), absent.clone())]),
        known: None,
    };
    let uploaded = entry(test_env, "results.uploaded");
    let taken = registrations
        .take_results(upload, log.table().audit(&uploaded))
        .await;
    assert_eq!(taken.unwrap(), Write::Done);
    let correction = ResultCorrection {
        id: "01234567".to_owned(),
        customer_id: order.customer_id,
        upload: head.upload.clone(),
        at: now,
        by: "admin".to_owned(),
        reason: "Asha Rao was there".to_owned(),
        before: Some(absent.result),
        after: recorded(1).result,
    };
    let change = ResultChange {
        known: &head,
        is_new: false,
        recorded: &recorded(1),
        correction: &correction,
        message: None,
    };
    let corrected = entry(test_env, "result.corrected");
    let made = registrations
        .correct_result(change, log.table().audit(&corrected))
        .await;
    assert_eq!(made.unwrap(), Write::Done);
}
