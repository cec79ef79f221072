//! What people do to a job while it is at work.

use super::*;
use domain::job::JobEvent;

impl App {
    async fn entries(&self, action: &str) -> usize {
        let items = self.test_env.dump(store::tables::Table::Admin).await;
        items.iter().filter(|item| item["action"] == action).count()
    }
}

/// A worker that is in the middle of its second step when something is done to the job.
async fn meanwhile(app: &App, office: &Arc<PostOffice>, order: JobOrder) -> JobId {
    let (id, ticket) = app.begin(office).await;
    let go_on = office.hold_at(7);
    let working = app.work(&ticket, office);
    tokio::pin!(working);
    while office.calls() < 8 {
        tokio::select! {
            worked = &mut working => panic!("{worked:?}"),
            () = tokio::task::yield_now() => {}
        }
    }
    assert_eq!(app.order(&id, order).await.unwrap(), Obeyed::Done);
    assert_eq!(app.order(&id, order).await.unwrap(), Obeyed::Done, "once more");
    go_on.send_replace(true);
    assert_eq!(working.await.unwrap().outcome, JobOutcome::Superseded);
    assert_eq!(office.calls(), 10, "it ended with its step");
    assert_eq!(app.entries("letters.ordered").await, 1);
    id
}

#[tokio::test]
async fn a_job_that_is_stopped_stays_so_until_it_is_resumed_and_then_goes_on_where_it_was() {
    let (app, office) = (App::start().await, PostOffice::with(30));
    let id = meanwhile(&app, &office, JobOrder::Stop).await;
    app.test_env.clock.advance(Duration::hours(3));
    assert_eq!(app.wake().await, Woken::default());
    assert_eq!(app.job(&id).await.done, 5);
    assert_eq!(app.order(&id, JobOrder::Resume).await.unwrap(), Obeyed::Done);
    let worked = app.work(&app.tickets()[0], &office).await.unwrap();
    assert_eq!(worked.outcome, JobOutcome::Finished);
    office.assert_each_once();
    assert_eq!(office.calls(), 10 + 25);
}

#[tokio::test]
async fn a_job_that_is_cancelled_never_goes_on() {
    let (app, office) = (App::start().await, PostOffice::with(30));
    let id = meanwhile(&app, &office, JobOrder::Cancel).await;
    for order in [JobOrder::Stop, JobOrder::Resume] {
        assert_eq!(app.order(&id, order).await.unwrap(), Obeyed::Over);
    }
    app.test_env.clock.advance(Duration::hours(3));
    assert_eq!(app.wake().await, Woken::default());
    assert!(app.tickets().is_empty());
    let unknown = JobId::parse("01747735200000-0123456789ABCDEF").unwrap();
    assert_eq!(
        app.order(&unknown, JobOrder::Cancel).await.unwrap(),
        Obeyed::Unknown
    );
}

#[tokio::test]
async fn an_order_whose_answer_is_lost_is_given_once_when_it_is_given_again() {
    let (app, office) = (App::start().await, PostOffice::with(30));
    let (id, _) = app.begin(&office).await;
    app.test_env.database.set(Fault::CrashAfter(0));
    assert!(app.order(&id, JobOrder::Cancel).await.is_err());
    app.test_env.database.set(Fault::None);
    assert_eq!(app.order(&id, JobOrder::Cancel).await.unwrap(), Obeyed::Done);
    assert_eq!(app.entries("letters.ordered").await, 1);
    let jobs = Jobs::<Letters>::from_env(&app.env).unwrap();
    assert_eq!(jobs.newest(20).await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_order_that_was_decided_before_the_worker_got_on_takes_nothing_back() {
    let (app, office) = (App::start().await, PostOffice::with(20));
    let (id, _) = app.begin(&office).await;
    let (now, jobs) = (app.test_env.clock.now(), app.dispatcher.jobs());
    let seen = app.job(&id).await;
    let on = Job {
        done: 5,
        ..seen.after(JobEvent::Lived, now).unwrap()
    };
    assert_eq!(jobs.keep(&seen, &on).await.unwrap(), Write::Done);

    let stopped = seen.after(JobEvent::Stopped, now).unwrap();
    let entry = app.entry("letters.ordered");
    assert_eq!(
        jobs.replace_audited(&seen, &stopped, &entry).await.unwrap(),
        Write::Stale
    );
    assert_eq!(jobs.replace(&seen, &stopped).await.unwrap(), Write::Stale);
    assert_eq!(app.job(&id).await, on);
    assert_eq!(app.order(&id, JobOrder::Stop).await.unwrap(), Obeyed::Done);
    assert_eq!(app.job(&id).await.done, 5);
}
