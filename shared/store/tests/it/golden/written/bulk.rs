//! A bulk action of which one is left, and one has a result.

use super::{LEASE, entry};
use domain::{
    BulkAction, BulkOutcome, CustomerId,
    job::{Job, JobId},
    message::Audience,
};
use store::{BulkItems, BulkJob, BulkMark, Jobs, Write, bulk::BulkPhase};
use test_support::TestEnv;

pub(super) async fn bulk_action(test_env: &TestEnv) {
    let (env, now) = (test_env.env(), test_env.clock.now());
    let id = JobId::parse("01747735200004-0123456789ABCDEF").unwrap();
    let audience = Audience {
        status: Some("PAID".to_owned()),
        payment_mode: Some("cash".to_owned()),
        ..Audience::default()
    };
    let work = BulkJob {
        phase: BulkPhase::Working.into(),
        skipped: 1,
        waiting: Some("The mail service takes nothing".to_owned()),
        ..BulkJob::new(BulkAction::Withdraw, "The hall is closed".to_owned(), audience)
    };
    let mut job = Job::new(id, LEASE.to_owned(), "admin", now, work);
    (job.done, job.total) = (1, 2);
    let jobs = Jobs::from_env(&env).unwrap();
    let begun = jobs.begin(None, &job, &entry(test_env, "bulk.started")).await;
    assert_eq!(begun.unwrap(), Write::Done);
    let items = BulkItems::from_env(&env).unwrap();
    let [left, over] = ["CZ6S4932KF26", "CZ6S4932KF27"].map(|id| CustomerId::parse(id).unwrap());
    let meant = [left.clone(), over.clone()];
    assert_eq!(items.write_down(&job, &meant, now).await.unwrap(), Write::Done);
    assert_eq!(items.take(&job.id, &left, now).await.unwrap(), Write::Done);
    let mark = BulkMark {
        job: &job.id,
        customer: &over,
        outcome: BulkOutcome::Skipped,
        reason: Some("not_paid"),
        at: now,
    };
    assert_eq!(items.settle(&mark).await.unwrap(), Write::Done);
}
