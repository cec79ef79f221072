//! What the mail service does not take: a mail, for a while, or anything at all.

use super::*;
use aws_emulation::Fault as MailFault;

impl App {
    /// Lets workers and the reconciler go on for so long.
    async fn work_for(&self, length: Duration) {
        let begun = self.test_env.clock.now();
        while self.test_env.clock.now() - begun < length {
            for event in self.events() {
                self.worker.handle(event).await.unwrap();
            }
            self.test_env.clock.advance(Duration::MINUTE);
            self.wake().await;
        }
    }

    /// A worker of the message that was begun, before a mail service that fails once it has taken ten mails.
    async fn work_until_mail_fails(&self, fault: MailFault) {
        let event = self.events().remove(0);
        let failing = async {
            while self.test_env.mailbox.accepted() < 10 {
                tokio::task::yield_now().await;
            }
            self.test_env.mailbox.fail(fault);
        };
        let (worked, ()) = futures::join!(self.worker.handle(event), failing);
        assert_eq!(worked.unwrap(), "left to the next");
    }
}

#[tokio::test]
async fn an_address_that_the_mail_service_refuses_is_listed_and_the_others_have_theirs() {
    let app = App::with_candidates(12).await;
    let id = app.send(&to(json!({}))).await;
    // Each of the second batch, at each of its three tries.
    app.work_until_mail_fails(MailFault::Rejected).await;
    app.finish(&id).await;
    let state = app.state(&id).await;
    assert_eq!(
        (&state["sent"], &state["failed"], &state["left"]),
        (&json!(10), &json!(2), &json!(0))
    );
    let failed = app.listed(&id, "failed").await;
    assert_eq!(failed.len(), 2);
    assert_eq!(
        failed[0]["reason"],
        "The mail service does not take mail to this address."
    );
    let messaged = app.test_env.of_kind(Table::Registrations, "MESSAGED").await;
    let refused = messaged.iter().filter(|item| item["outcome"] == "failed");
    assert_eq!((messaged.len(), refused.count()), (12, 2));
}

/// As of a result that was corrected.
#[tokio::test]
async fn a_message_to_one_address_that_the_mail_service_refuses_ends() {
    let app = App::with_candidates(1).await;
    let id = app.send(&to(json!({}))).await;
    app.test_env.mailbox.fail(MailFault::Rejected);
    app.work_for(Duration::HOUR).await;
    let state = app.state(&id).await;
    assert_eq!(
        (&state["state"], &state["failed"], &state["left"]),
        (&json!("done"), &json!(1), &json!(0))
    );
    assert_eq!(app.test_env.mailbox.faulty(), 3, "each of its tries");
}

/// AWS holds the account back in the middle of a message, and calls it as it calls a mail that is refused.
#[tokio::test]
async fn an_account_that_is_held_back_in_the_middle_fails_nobody() {
    let app = App::with_candidates(30).await;
    let id = app.send(&to(json!({}))).await;
    app.work_until_mail_fails(MailFault::Paused).await;
    app.work_for(Duration::hours(3)).await;
    let state = app.state(&id).await;
    assert_eq!(
        (&state["state"], &state["failed"]),
        (&json!("sending"), &json!(0))
    );
    assert!(state["waiting"].is_string(), "{state}");
    app.test_env.mailbox.heal();
    app.finish(&id).await;
    let mails = app.mails();
    assert_eq!((mails.len(), mails.values().sum::<usize>()), (30, 30));
}

/// Whatever it calls it: all of a batch are not refused for their own sake.
#[tokio::test]
async fn a_mail_service_that_refuses_all_of_a_batch_is_waited_for() {
    let app = App::with_candidates(30).await;
    let id = app.send(&to(json!({}))).await;
    app.work_until_mail_fails(MailFault::Rejected).await;
    app.work_for(Duration::minutes(30)).await;
    let state = app.state(&id).await;
    assert_eq!(
        (&state["state"], &state["failed"]),
        (&json!("sending"), &json!(0))
    );
    app.test_env.mailbox.heal();
    app.finish(&id).await;
    assert_eq!(app.mails().len(), 30);
}

#[tokio::test]
async fn a_mail_service_that_is_down_for_an_hour_is_waited_for() {
    let app = App::with_candidates(40).await;
    app.test_env.mailbox.fail(MailFault::Down);
    let id = app.send(&to(json!({}))).await;
    app.work_for(Duration::HOUR).await;
    let state = app.state(&id).await;
    assert_eq!((&state["state"], &state["left"]), (&json!("sending"), &json!(40)));
    assert!(
        state["waiting"].as_str().unwrap().contains("takes nothing"),
        "{state}"
    );
    assert!(
        app.test_env.mailbox.faulty() < 80,
        "{}",
        app.test_env.mailbox.faulty()
    );
    app.test_env.mailbox.heal();
    app.finish(&id).await;
    let mails = app.mails();
    assert_eq!(mails.len(), 40);
    assert!(mails.values().all(|count| *count == 1));
    assert_eq!(app.state(&id).await.get("waiting"), None);
}

#[tokio::test]
async fn a_quota_of_the_day_that_is_used_up_is_asked_for_again_in_minutes_and_not_in_seconds() {
    let app = App::with_candidates(20).await;
    app.test_env.mailbox.fail(MailFault::QuotaSpent);
    let id = app.send(&to(json!({}))).await;
    app.work_for(Duration::HOUR).await;
    let asked = app.test_env.mailbox.faulty();
    assert!((10..=30).contains(&asked), "{asked}");
    let waiting = &app.state(&id).await["waiting"];
    assert!(
        waiting.as_str().unwrap().contains("nothing more today"),
        "{waiting}"
    );
    app.test_env.mailbox.heal();
    app.finish(&id).await;
    assert_eq!(app.mails().len(), 20);
}
