//! Passes that are mailed once more.

use super::*;
use aws_emulation::Fault as MailFault;
use domain::message::{Audience, MessageText};
use std::sync::Arc;
use store::{AuditEntry, CandidateMessage};

impl App {
    /// Lets workers and the reconciler go on for so long.
    async fn work_for(&self, length: Duration) {
        let until = self.test_env.clock.now() + length;
        while self.test_env.clock.now() < until {
            for event in self.events() {
                let _ = self.worker.handle(event).await;
            }
            self.test_env.clock.advance(Duration::MINUTE);
            self.wake().await;
        }
    }
}

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

impl App {
    /// A message whose worker was called, and is about to begin.
    async fn message_begun(&self) {
        let clock = self.test_env.clock.handle();
        let (entropy, now) = (Entropy::system(), clock.now());
        let dispatcher =
            Dispatcher::<CandidateMessage>::from_env(&self.env, "MESSAGES_FUNCTION", clock, entropy.clone());
        let dispatcher = dispatcher.unwrap();
        let text = MessageText::parse(Some("News".to_owned()), Some("Text".to_owned())).unwrap();
        let job = dispatcher.plan(CandidateMessage::new(text, Audience::default()), "meera");
        let id = job.id.as_str();
        let entry = AuditEntry::new(
            now,
            &entropy,
            "meera",
            "message.sent",
            id,
            Value::Null,
            Value::Null,
        );
        let begun = dispatcher.jobs().begin(None, &job, &entry).await;
        assert_eq!(begun.unwrap(), store::Write::Done);
    }
}

#[tokio::test]
async fn passes_that_are_mailed_beside_a_message_share_its_rate() {
    let app = App::start().await;
    app.paid(30).await;
    let id = app.begin(&to_all("resend")).await;
    app.message_begun().await;
    let clock = app.test_env.clock.clone();
    app.test_env.mailbox.limit(5, Arc::new(move || clock.now()));
    let begun = app.test_env.clock.now();
    let event = app.events().remove(0);
    assert_eq!(app.worker.handle(event).await.unwrap(), "finished");
    assert_eq!(counts(&app.state(&id).await), [30, 30, 0, 0, 0]);
    // Half of ten a second, and none was throttled, which is waited for.
    let taken = app.test_env.clock.now() - begun;
    assert!(
        taken >= Duration::seconds(5) && taken < Duration::seconds(7),
        "{taken}"
    );
}

#[tokio::test]
async fn an_hour_without_the_mail_service_delays_it_and_fails_nobody() {
    let app = App::start().await;
    app.paid(3).await;
    let id = app.begin(&to_all("resend")).await;
    app.test_env.mailbox.fail(MailFault::Down);
    app.work_for(Duration::HOUR).await;
    let waiting = app.state(&id).await;
    assert_eq!(counts(&waiting), [3, 0, 0, 0, 3]);
    assert!(waiting["waiting"].is_string(), "{waiting}");
    let left = app.test_env.dump(Table::Registrations).await.into_iter();
    let mut left = left.filter(|item| item["kind"] == "BULK_LEFT");
    assert!(left.all(|item| item["attempts"] == 0), "it is nobody's fault");
    let tries = app.test_env.mailbox.faulty();
    assert!(
        tries < 25,
        "{tries} tries in an hour of pauses of up to five minutes: of a step one mail is enough to see that it is down"
    );
    app.test_env.mailbox.heal();
    let state = app.finish(&id).await;
    assert_eq!(counts(&state), [3, 3, 0, 0, 0], "{state}");
    assert!(app.mails().values().all(|copies| *copies == 1) && app.mails().len() == 3);
}

/// AWS calls an account that it holds back as it calls a mail that is refused.
#[tokio::test]
async fn five_hours_of_a_mail_service_that_takes_nothing_fail_nobody() {
    for fault in [MailFault::Paused, MailFault::Throttled] {
        let app = App::start().await;
        app.paid(3).await;
        let id = app.begin(&to_all("resend")).await;
        app.test_env.mailbox.fail(fault);
        app.work_for(Duration::hours(5)).await;
        assert_eq!(counts(&app.state(&id).await), [3, 0, 0, 0, 3], "{fault:?}");
        app.test_env.mailbox.heal();
        assert_eq!(counts(&app.finish(&id).await), [3, 3, 0, 0, 0], "{fault:?}");
        assert_eq!(app.mails().len(), 3);
    }
}

#[tokio::test]
async fn a_mail_that_is_refused_each_time_fails_and_keeps_nothing_open() {
    let app = App::start().await;
    app.paid(2).await;
    app.test_env.mailbox.fail(MailFault::Rejected);
    let state = app.run(&to_all("resend")).await;
    assert_eq!(counts(&state), [2, 0, 0, 2, 0], "{state}");
    let failed = app.results(state["bulk_id"].as_str().unwrap(), "failed").await;
    assert_eq!(
        failed.values().flatten().collect::<Vec<_>>(),
        ["mail_failed", "mail_failed"]
    );
    assert_eq!(app.test_env.mailbox.faulty(), 6);
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
