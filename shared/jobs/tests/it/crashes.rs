//! Workers that die, that are throttled, and that are not alone: each letter goes out once.

use super::*;

/// Before and after each write of the job, whether its worker makes it or another function.
#[tokio::test]
async fn a_crash_at_any_write_of_the_job_loses_no_letter_and_sends_none_twice() {
    let app = App::start().await;
    let (mut crashes, mut is_through) = (0, false);
    while !is_through {
        for fault in [Fault::CrashBefore(crashes), Fault::CrashAfter(crashes)] {
            let office = PostOffice::with(30);
            let (id, ticket) = app.begin(&office).await;
            app.test_env.database.set(fault);
            is_through = app.work(&ticket, &office).await.is_ok();
            app.test_env.database.set(Fault::None);
            app.finish(&id, &office).await;
            office.assert_each_once();
        }
        crashes += 1;
    }
    // Taken, kept after each step but the last, ended.
    assert_eq!(crashes, 7 + 1);
}

#[tokio::test]
async fn a_crash_of_what_calls_workers_is_made_up_for_by_its_next_run() {
    for fault in [Fault::CrashBefore(0), Fault::CrashAfter(0)] {
        let (app, office) = (App::start().await, PostOffice::with(10));
        let (id, _lost) = app.begin(&office).await;
        app.test_env.clock.advance(Duration::minutes(3));
        app.test_env.database.set(fault);
        assert!(app.dispatcher.wake_due().await.is_err());
        app.test_env.database.set(Fault::None);
        assert!(app.tickets().is_empty());
        app.finish(&id, &office).await;
        office.assert_each_once();

        // The same of the one that begins it: then it was begun, or it was not.
        let office = PostOffice::with(10);
        let job = app.dispatcher.plan(Letters::default(), "asha");
        app.test_env.database.set(fault);
        assert!(
            app.dispatcher
                .begin(None, &job, &app.entry("letters.begun"))
                .await
                .is_err()
        );
        app.test_env.database.set(Fault::None);
        if fault == Fault::CrashAfter(0) {
            app.finish(&job.id, &office).await;
            office.assert_each_once();
        } else {
            assert_eq!(app.dispatcher.jobs().job(&job.id).await.unwrap(), None);
        }
    }
}

/// As after a release that knew more was taken back.
#[tokio::test]
async fn a_job_that_cannot_be_read_holds_up_no_other() {
    let (app, office) = (App::start().await, PostOffice::with(10));
    let (id, _lost) = app.begin(&office).await;
    let (later, _lost) = app.begin(&office).await;
    let items = app.test_env.dump(Table::Admin).await;
    let mut item = items
        .into_iter()
        .find(|item| item["pk"] == "LETTERS" && item["sk"] == later.as_str())
        .unwrap();
    item["heartbeat"] = json!({ "at": item["heartbeat"] });
    app.test_env.put(Table::Admin, &item).await;
    app.finish(&id, &office).await;
    office.assert_each_once();
    assert!(app.dispatcher.jobs().job(&later).await.is_err());
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % limit
    }
}

/// Workers of a job of 20,000 letters to which everything happens that can, until all letters are out. Returns how often
/// each of it happened.
async fn through_everything(app: &App, office: &Arc<PostOffice>) -> [usize; 8] {
    let (id, ticket) = app.begin(office).await;
    let (mut dice, mut tickets, mut accidents) = (Dice(7), vec![ticket], [0; 8]);
    loop {
        for ticket in std::mem::take(&mut tickets) {
            // Each in turn, of a size that looks random.
            let accident = accidents.iter().sum::<usize>() % accidents.len();
            accidents[accident] += 1;
            match accident {
                0 => app.test_env.database.set(Fault::CrashBefore(dice.below(6))),
                1 => app.test_env.database.set(Fault::CrashAfter(dice.below(6))),
                2 => office.kill_at(dice.below(1_000), true),
                3 => office.kill_at(dice.below(1_000), false),
                4 => {
                    office.be_silent(3);
                    office.kill_at(dice.below(1_000), true);
                }
                5 => {
                    let stopped = app.order(&id, JobOrder::Stop).await.unwrap();
                    let _ = app.work(&ticket, office).await.unwrap();
                    let resumed = app.order(&id, JobOrder::Resume).await.unwrap();
                    assert_eq!((stopped, resumed), (Obeyed::Done, Obeyed::Done));
                    office.kill_at(dice.below(1_000), false);
                    let _ = app.work(&app.tickets()[0], office).await;
                }
                // The event comes twice.
                6 => {
                    office.kill_at(dice.below(1_000), true);
                    let both = futures::join!(app.work(&ticket, office), app.work(&ticket, office));
                    let is_other = |one: Result<Worked<Letters>, _>| one.is_ok_and(|one| one.job.is_none());
                    assert_eq!(u32::from(is_other(both.0)) + u32::from(is_other(both.1)), 1);
                }
                // It lives to the end of its time.
                _ => office.at_rate(Duration::seconds(30)),
            }
            let _ = app.work(&ticket, office).await;
            app.test_env.database.set(Fault::None);
            office.at_rate(Duration::ZERO);
        }
        if app.job(&id).await.state == JobState::Done {
            return accidents;
        }
        app.test_env.clock.advance(Duration::minutes(3));
        assert_eq!(app.wake().await.given_up, 0);
        tickets.extend(app.tickets());
    }
}

#[tokio::test]
async fn of_twenty_thousand_letters_each_goes_out_once_through_crashes_throttling_and_stops() {
    let (app, office) = (App::start().await, PostOffice::with(20_000));
    let accidents = through_everything(&app, &office).await;
    office.assert_each_once();
    assert!(accidents.iter().all(|times| *times > 0), "{accidents:?}");
}

#[tokio::test]
async fn without_the_condition_of_a_step_letters_would_go_out_twice() {
    let (app, office) = (App::start().await, PostOffice::with(20_000));
    office.forget();
    through_everything(&app, &office).await;
    assert!(office.doubles() > 0);
}

/// Lets a worker be thought dead in the middle of a step, another one finish, and the first one wake up.
async fn overtaken(app: &App, office: &Arc<PostOffice>) -> JobOutcome {
    let (id, ticket) = app.begin(office).await;
    let go_on = office.hold_at(7);
    let first = app.work(&ticket, office);
    tokio::pin!(first);
    while office.calls() < 8 {
        tokio::select! {
            worked = &mut first => panic!("{worked:?}"),
            () = tokio::task::yield_now() => {}
        }
    }
    app.finish(&id, office).await;
    go_on.send_replace(true);
    first.await.unwrap().outcome
}

#[tokio::test]
async fn a_worker_that_was_overtaken_ends_with_its_step() {
    let (app, office) = (App::start().await, PostOffice::with(30));
    assert_eq!(overtaken(&app, &office).await, JobOutcome::Superseded);
    office.assert_each_once();
    // Two steps of the first worker, and all but the first step of the second.
    assert_eq!(office.calls(), 10 + 25);
}

#[tokio::test]
async fn without_the_lease_a_worker_that_was_overtaken_would_go_on_to_the_end() {
    let (app, office) = (App::start().await, PostOffice::with(30));
    app.test_env.database.set(Fault::NoConditions);
    assert_eq!(overtaken(&app, &office).await, JobOutcome::Finished);
    assert_eq!(office.calls(), 30 + 25);
}
