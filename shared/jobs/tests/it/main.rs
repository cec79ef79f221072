//! Jobs, with a kind of the tests' own: letters, each of which is to go out once, whatever happens to the workers.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod crashes;
mod letters;
mod people;

use config::Env;
use domain::{
    Entropy,
    job::{Job, JobId, JobState},
};
use jobs::{
    DispatchError, Dispatcher, JobOrder, JobOutcome, JobTicket, Obeyed, Runner, Woken, WorkEvent, Worked,
};
use letters::{Letters, PostOffice, Posting, PostingError};
use serde_json::{Value, json};
use std::sync::Arc;
use store::{AuditEntry, Jobs, StoreError, Write, tables::Table};
use test_support::{Fault, TestEnv};
use time::Duration;

const ITSELF: &str = "AWS_LAMBDA_FUNCTION_NAME";

/// What calls workers, and a worker.
struct App {
    test_env: TestEnv,
    dispatcher: Dispatcher<Letters>,
    runner: Runner<Letters>,
    env: Env,
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let env = test_env.env_and(&[(ITSELF, "letters")]);
        let clock = test_env.clock.handle();
        Self {
            dispatcher: Dispatcher::from_env(&env, ITSELF, clock.clone(), Entropy::system()).unwrap(),
            runner: Runner::from_env(&env, clock, Entropy::system()).unwrap(),
            test_env,
            env,
        }
    }

    fn entry(&self, action: &str) -> AuditEntry {
        let now = self.test_env.clock.now();
        AuditEntry::new(
            now,
            &Entropy::system(),
            "asha",
            action,
            "letters",
            Value::Null,
            Value::Null,
        )
    }

    /// Begins a job, and returns it with the ticket that nobody has shown.
    async fn begin(&self, office: &PostOffice) -> (JobId, JobTicket) {
        let job = self.dispatcher.plan(Letters::default(), "asha");
        let begun = self
            .dispatcher
            .begin(None, &job, &self.entry("letters.begun"))
            .await;
        assert_eq!(begun.unwrap(), Write::Done);
        assert_eq!(office.sent(), 0);
        (job.id, self.tickets().remove(0))
    }

    fn tickets(&self) -> Vec<JobTicket> {
        let events = self.test_env.invocations().into_iter();
        let ticket = |event| serde_json::from_value::<WorkEvent>(event).unwrap().work;
        events.map(|invocation| ticket(invocation.event)).collect()
    }

    async fn work(
        &self,
        ticket: &JobTicket,
        office: &Arc<PostOffice>,
    ) -> Result<Worked<Letters>, PostingError> {
        let mut posting = Posting::new(office, &self.test_env.clock);
        self.runner.work(ticket, &mut posting).await
    }

    /// A worker takes the job, dies in its first step, and is found dead when the next look comes.
    async fn dies(&self, ticket: &JobTicket, office: &Arc<PostOffice>) {
        office.kill_at(0, false);
        assert!(matches!(self.work(ticket, office).await, Err(PostingError::Dead)));
        self.test_env.clock.advance(Duration::minutes(3));
    }

    async fn wake(&self) -> Woken {
        self.dispatcher.wake_due().await.unwrap()
    }

    async fn order(&self, id: &JobId, order: JobOrder) -> Result<Obeyed, StoreError> {
        self.dispatcher
            .order(id, order, |_| self.entry("letters.ordered"))
            .await
    }

    async fn job(&self, id: &JobId) -> Job<Letters> {
        self.dispatcher.jobs().job(id).await.unwrap().unwrap()
    }

    /// Lets the reconciler and its workers finish what there is.
    async fn finish(&self, id: &JobId, office: &Arc<PostOffice>) {
        self.finish_after(id, office, Duration::minutes(3)).await;
    }

    async fn finish_after(&self, id: &JobId, office: &Arc<PostOffice>, pause: Duration) {
        for _ in 0..50 {
            self.test_env.clock.advance(pause);
            let _ = self.wake().await;
            for ticket in self.tickets() {
                let _ = self.work(&ticket, office).await.unwrap();
            }
            if self.job(id).await.state == JobState::Done {
                return;
            }
        }
        panic!("it does not end: {:?}", self.job(id).await);
    }
}

#[tokio::test]
async fn a_job_goes_on_by_steps_and_says_how_far_it_is() {
    let (app, office) = (App::start().await, PostOffice::with(20));
    let (id, ticket) = app.begin(&office).await;
    let worked = app.work(&ticket, &office).await.unwrap();
    assert_eq!(worked.outcome, JobOutcome::Finished);
    let job = app.job(&id).await;
    assert_eq!(
        (job.state.known(), job.done, job.total),
        (Some(JobState::Done), 20, 20)
    );
    assert_eq!(worked.job, Some(job));
    office.assert_each_once();
    // The event comes once more.
    let again = app.work(&ticket, &office).await.unwrap();
    assert_eq!((again.outcome, again.job), (JobOutcome::Superseded, None));
}

#[tokio::test]
async fn the_rate_is_kept_and_what_takes_longer_than_a_worker_may_is_left_to_the_next() {
    let (app, office) = (App::start().await, PostOffice::with(400));
    office.at_rate(Duration::seconds(20));
    let (id, ticket) = app.begin(&office).await;
    let began = app.test_env.clock.now();
    let worked = app.work(&ticket, &office).await.unwrap();
    assert_eq!(worked.outcome, JobOutcome::Left);
    let took = app.test_env.clock.now() - began;
    assert!(
        took >= Duration::minutes(11) && took <= Duration::minutes(12),
        "{took}"
    );
    // It has not died: another one is called when its time has come, and no death is counted.
    assert_eq!(app.wake().await, Woken::default());
    app.test_env.clock.advance(Duration::seconds(20));
    assert_eq!(
        app.wake().await,
        Woken {
            called: 1,
            given_up: 0
        }
    );
    let worked = app.work(&app.tickets()[0], &office).await.unwrap();
    assert_eq!(worked.outcome, JobOutcome::Left);
    app.finish(&id, &office).await;
    assert_eq!(app.job(&id).await.deaths, 0);
    // Eighty pieces of five, 20 seconds apart.
    assert!(app.test_env.clock.now() - began >= Duration::minutes(26));
    office.assert_each_once();
}

#[tokio::test]
async fn a_job_that_waits_for_days_goes_on_when_its_moment_has_come() {
    let (app, office) = (App::start().await, PostOffice::with(10));
    office.at_rate(Duration::days(2));
    let (id, ticket) = app.begin(&office).await;
    let worked = app.work(&ticket, &office).await.unwrap();
    assert_eq!(worked.outcome, JobOutcome::Left);
    app.test_env.clock.advance(Duration::hours(47));
    assert_eq!(app.wake().await, Woken::default());
    app.finish_after(&id, &office, Duration::hours(1)).await;
    assert_eq!(app.job(&id).await.deaths, 0);
    office.assert_each_once();
}

#[tokio::test]
async fn a_job_that_keeps_dying_is_given_up_and_its_late_event_changes_nothing() {
    let (app, office) = (App::start().await, PostOffice::with(20));
    let mut job = app.dispatcher.plan(Letters::default(), "asha");
    job.deaths = 97;
    let begun = app
        .dispatcher
        .begin(None, &job, &app.entry("letters.begun"))
        .await;
    assert_eq!(begun.unwrap(), Write::Done);
    let (id, ticket) = (job.id, app.tickets().remove(0));
    let mut late = ticket.clone();
    for _ in 0..3 {
        app.dies(&late, &office).await;
        assert_eq!(
            app.wake().await,
            Woken {
                called: 1,
                given_up: 0
            }
        );
        late = app.tickets().remove(0);
    }
    app.dies(&late, &office).await;
    assert_eq!(
        app.wake().await,
        Woken {
            called: 0,
            given_up: 1
        }
    );
    let job = app.job(&id).await;
    assert_eq!(
        (job.state.known(), job.error.as_deref()),
        (Some(JobState::Failed), Some("It kept dying."))
    );
    for ticket in [ticket, late] {
        assert_eq!(
            app.work(&ticket, &office).await.unwrap().outcome,
            JobOutcome::Superseded
        );
    }
    assert_eq!(office.sent(), 0);
}

/// As in a rush, in which Lambda hands events over minutes later.
#[tokio::test]
async fn a_job_whose_events_are_late_is_not_given_up() {
    let (app, office) = (App::start().await, PostOffice::with(20));
    let mut job = app.dispatcher.plan(Letters::default(), "asha");
    // As many as it survives.
    job.deaths = 100;
    let begun = app
        .dispatcher
        .begin(None, &job, &app.entry("letters.begun"))
        .await;
    assert_eq!(begun.unwrap(), Write::Done);
    for _ in 0..5 {
        app.test_env.clock.advance(Duration::minutes(3));
        let called = Woken {
            called: 1,
            given_up: 0,
        };
        assert_eq!(app.wake().await, called);
    }
    let waits = app.job(&job.id).await;
    assert!(waits.is_running());
    assert_eq!((waits.deaths, waits.taken), (100, false));
    // The first that comes does the work, however late it is.
    let mut outcomes = Vec::new();
    for ticket in app.tickets() {
        outcomes.push(app.work(&ticket, &office).await.unwrap().outcome);
    }
    assert_eq!((outcomes.len(), outcomes.remove(0)), (6, JobOutcome::Finished));
    assert!(outcomes.iter().all(|one| *one == JobOutcome::Superseded));
    office.assert_each_once();
}

#[tokio::test]
async fn a_job_whose_worker_cannot_be_called_holds_up_no_other() {
    let app = App::start().await;
    let office = PostOffice::with(20);
    let [(one, _), (other, _)] = [app.begin(&office).await, app.begin(&office).await];
    let before = [app.job(&one).await, app.job(&other).await];
    app.test_env.clock.advance(Duration::minutes(3));
    app.test_env.refuse_invocations(true);
    assert_eq!(app.wake().await, Woken::default());
    app.test_env.refuse_invocations(false);
    // A worker of each was to be called, and none of them counts as dead.
    for before in before {
        let after = app.job(&before.id).await;
        assert_eq!((after.writes, after.deaths), (before.writes + 1, 0));
    }
    app.test_env.clock.advance(Duration::minutes(3));
    let both = Woken {
        called: 2,
        given_up: 0,
    };
    assert_eq!(app.wake().await, both);
}

#[tokio::test]
async fn a_job_whose_event_nobody_takes_says_that_it_failed() {
    let app = App::start().await;
    app.test_env.refuse_invocations(true);
    let job = app.dispatcher.plan(Letters::default(), "asha");
    let begun = app
        .dispatcher
        .begin(None, &job, &app.entry("letters.begun"))
        .await;
    assert!(matches!(begun, Err(DispatchError::Invocation(_))), "{begun:?}");
    let job = app.job(&job.id).await;
    assert_eq!(
        (job.state.known(), job.error.as_deref()),
        (Some(JobState::Failed), Some("It did not begin."))
    );
}
