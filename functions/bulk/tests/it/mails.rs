//! Passes that are mailed once more.

use super::*;
use aws_emulation::Fault as MailFault;

#[tokio::test]
async fn each_pass_is_mailed_once_more_no_faster_than_the_rate() {
    let app = App::start().await;
    app.paid(40).await;
    let begun = app.test_env.clock.now();
    let state = app.run(&to_all("resend")).await;
    assert_eq!(counts(&state), [40, 40, 0, 0, 0], "{state}");
    assert!(app.mails().values().all(|copies| *copies == 1) && app.mails().len() == 40);
    // Ten a second.
    assert!(app.test_env.clock.now() - begun >= Duration::seconds(4));
    assert_eq!(app.audited("pass_mail.resent").await.len(), 40);
}

#[tokio::test]
async fn an_hour_without_the_mail_service_delays_it_and_fails_nobody() {
    let app = App::start().await;
    app.paid(3).await;
    let id = app.begin(&to_all("resend")).await;
    app.test_env.mailbox.fail(MailFault::Down);
    let until = app.test_env.clock.now() + Duration::HOUR;
    while app.test_env.clock.now() < until {
        for event in app.events() {
            let _ = app.worker.handle(event).await;
        }
        app.test_env.clock.advance(Duration::MINUTE);
        app.wake().await;
    }
    let waiting = app.state(&id).await;
    assert_eq!(counts(&waiting), [3, 0, 0, 0, 3]);
    assert!(waiting["waiting"].is_string(), "{waiting}");
    app.test_env.mailbox.heal();
    let state = app.finish(&id).await;
    assert_eq!(counts(&state), [3, 3, 0, 0, 0], "{state}");
    assert!(app.mails().values().all(|copies| *copies == 1) && app.mails().len() == 3);
}

/// Before and after each write of a worker: where it is not known whether the mail went out, that is said, and no second one goes.
#[tokio::test]
async fn a_crash_at_any_write_mails_nobody_twice_and_says_what_is_not_known() {
    use test_support::Fault;
    let (mut crashes, mut interrupted) = (0, 0);
    loop {
        let mut died = false;
        for fault in [Fault::CrashBefore(crashes), Fault::CrashAfter(crashes)] {
            let app = App::start().await;
            app.paid(2).await;
            let id = app.begin(&to_all("resend")).await;
            let event = app.events().remove(0);
            app.test_env.database.set(fault);
            died |= app.worker.handle(event).await.is_err();
            app.test_env.database.set(Fault::None);
            app.test_env.clock.advance(Duration::minutes(3));
            app.wake().await;
            let state = app.finish(&id).await;
            let [total, done, skipped, failed, left] = counts(&state);
            assert_eq!(
                (total, skipped, left, done + failed),
                (2, 0, 0, 2),
                "{fault:?}: {state}"
            );
            let mails = app.mails();
            assert!(mails.values().all(|copies| *copies == 1), "{fault:?}: {mails:?}");
            assert!(
                mails.len() as u64 >= done,
                "{fault:?}: somebody is done and has no mail"
            );
            let failures = app.results(&id, "failed").await;
            assert!(failures.values().flatten().all(|reason| reason == "interrupted"));
            interrupted += failures.len();
        }
        if !died {
            break;
        }
        crashes += 1;
    }
    assert!(crashes >= 8 && interrupted > 0, "{crashes} {interrupted}");
}
