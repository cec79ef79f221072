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
    // One mail is enough to see that it is down, so a step tries no other.
    let left = app.test_env.dump(Table::Registrations).await.into_iter();
    let attempts = left.filter_map(|item| {
        item.get("attempts")?
            .as_u64()
            .filter(|_| item["kind"] == "BULK_LEFT")
    });
    let tries = app.test_env.mailbox.faulty();
    assert_eq!(attempts.sum::<u64>(), tries as u64);
    assert!(
        tries < 25,
        "{tries} tries in an hour of pauses of up to five minutes"
    );
    app.test_env.mailbox.heal();
    let state = app.finish(&id).await;
    assert_eq!(counts(&state), [3, 3, 0, 0, 0], "{state}");
    assert!(app.mails().values().all(|copies| *copies == 1) && app.mails().len() == 3);
}

/// Those behind it do not wait until it is taken.
#[tokio::test]
async fn a_mail_that_is_refused_is_tried_again_after_the_others() {
    let app = App::start().await;
    let orders = app.paid(3).await;
    let first = orders
        .iter()
        .min_by_key(|order| order.customer_id.to_string())
        .unwrap();
    app.test_env.mailbox.fail_next(MailFault::Rejected, 1);
    let state = app.run(&to_all("resend")).await;
    assert_eq!(counts(&state), [3, 3, 0, 0, 0], "{state}");
    let mails = app.test_env.mailbox.mails();
    assert_eq!((mails.len(), app.mails().len()), (3, 3));
    assert_eq!(mails[2].to, first.person.email.as_str());
}

#[tokio::test]
async fn a_mail_that_may_have_been_taken_goes_out_no_second_time() {
    let app = App::start().await;
    app.paid(3).await;
    app.test_env
        .mailbox
        .fail_next(MailFault::DroppedAfterAcceptance, 1);
    let state = app.run(&to_all("resend")).await;
    assert_eq!(counts(&state), [3, 2, 0, 1, 0], "{state}");
    let id = state["bulk_id"].as_str().unwrap();
    let failed = app.results(id, "failed").await;
    assert_eq!(failed.values().flatten().collect::<Vec<_>>(), ["interrupted"]);
    let mails = app.mails();
    assert!(
        mails.len() == 3 && mails.values().all(|copies| *copies == 1),
        "{mails:?}"
    );
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
