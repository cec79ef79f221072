//! Each guard of the items by itself: what a worker may write that was given up for dead and is alive.

use super::*;
use domain::{BulkAction, BulkOutcome, CustomerId, job::Job, job::JobId, message::Audience};
use store::{AuditEntry, BulkItems, BulkMark, Jobs, Write};
use test_support::Fault;

struct Guarded {
    test_env: TestEnv,
    items: BulkItems,
    job: Job<BulkJob>,
    overtaken: Job<BulkJob>,
    customer: CustomerId,
}

impl Guarded {
    /// A job of which one is left, and the same as a worker has it that another one has come after.
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let env = test_env.env();
        let (items, jobs) = (BulkItems::from_env(&env).unwrap(), Jobs::from_env(&env).unwrap());
        let now = test_env.clock.now();
        let id = JobId::generate(now, &Entropy::system());
        let work = BulkJob::new(BulkAction::Resend, String::new(), Audience::default());
        let job = Job::new(id.clone(), "lease".to_owned(), "admin", now, work);
        let entry = AuditEntry::new(
            now,
            &Entropy::system(),
            "admin",
            "bulk.started",
            id.as_str(),
            Value::Null,
            Value::Null,
        );
        assert_eq!(jobs.begin(None, &job, &entry).await.unwrap(), Write::Done);
        let customer = CustomerId::generate(&Entropy::system());
        let written = items.write_down(&job, std::slice::from_ref(&customer), now).await;
        assert_eq!(written.unwrap(), Write::Done);
        let overtaken = Job {
            lease: "earlier".to_owned(),
            ..job.clone()
        };
        Self {
            test_env,
            items,
            job,
            overtaken,
            customer,
        }
    }

    const fn mark(&self, outcome: BulkOutcome) -> BulkMark<'_> {
        BulkMark {
            job: &self.job.id,
            customer: &self.customer,
            outcome,
            reason: None,
            at: self.job.created_at,
        }
    }

    /// What comes of each second try: to be taken, to have a result, and to be written down by who was overtaken.
    async fn second_tries(&self, fault: Fault) -> [Write; 3] {
        let now = self.test_env.clock.now();
        let take = || self.items.take(&self.job.id, &self.customer, now);
        assert_eq!(take().await.unwrap(), Write::Done);
        self.test_env.database.set(fault);
        let taken = take().await.unwrap();
        self.test_env.database.set(Fault::None);
        let first = self.items.settle(&self.mark(BulkOutcome::Done)).await;
        assert_eq!(first.unwrap(), Write::Done);
        self.test_env.database.set(fault);
        let settled = self.items.settle(&self.mark(BulkOutcome::Failed)).await.unwrap();
        let customers = std::slice::from_ref(&self.customer);
        let written = self
            .items
            .write_down(&self.overtaken, customers, now)
            .await
            .unwrap();
        self.test_env.database.set(Fault::None);
        [taken, settled, written]
    }
}

#[tokio::test]
async fn nobody_is_taken_settled_or_written_down_a_second_time() {
    let guarded = Guarded::start().await;
    assert_eq!(guarded.second_tries(Fault::None).await, [Write::Stale; 3]);
    assert!(
        !guarded
            .items
            .is_left(&guarded.job.id, &guarded.customer)
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn without_conditions_all_of_it_would_happen() {
    let guarded = Guarded::start().await;
    assert_eq!(guarded.second_tries(Fault::NoConditions).await, [Write::Done; 3]);
}
