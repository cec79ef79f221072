//! Mails to staff about sign-ins from new devices.

use crate::App;
use aws_emulation::Fault as MailFault;
use domain::Email;
use reconciler::Summary;
use serde_json::{Value, json};
use store::{AccountMail, AccountMails, AccountNews, Write, tables::Table};
use test_support::{Fault, Log};
use time::Duration;

const MEERA: &str = "meera@organiser.example";
const SESSION: &str = "0123456789ABCDEFGHJKMNPQRS";

impl App {
    fn account_mails(&self) -> AccountMails {
        AccountMails::from_env(&self.test_env.env()).unwrap()
    }

    async fn signed_in(&self, session: &str) -> Write {
        let email = Email::parse(MEERA).unwrap();
        let mail = AccountMail::new(
            AccountNews::SignIn,
            email,
            "meera",
            "Chrome on Android",
            self.test_env.clock.now(),
        );
        self.account_mails().keep(session, &mail).await.unwrap()
    }

    async fn waiting_mails(&self) -> Vec<Value> {
        self.test_env.of_kind(Table::Registrations, "SIGN_IN").await
    }

    /// One run, and how many mails it sent and could not send.
    async fn mailed(&self) -> (usize, usize) {
        let Summary { mailed, unmailed, .. } = self.run().await;
        (mailed, unmailed)
    }
}

async fn start() -> App {
    let app = App::start().await;
    assert_eq!(app.signed_in(SESSION).await, Write::Done);
    app
}

#[tokio::test]
async fn a_sign_in_is_told_by_the_next_run_once_and_forgotten() {
    let app = start().await;
    assert_eq!(
        app.signed_in(SESSION).await,
        Write::Stale,
        "one mail for a session"
    );
    let log = Log::start();
    assert_eq!(log.event(app.mailed()).await, (1, 0));
    assert!(app.waiting_mails().await.is_empty());
    assert_eq!(app.mailed().await, (0, 0));
    let mails = app.test_env.mailbox.mails();
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].to.as_str(), mails[0].subject.as_str()),
        (MEERA, "New sign-in to your account")
    );
    let origin = app.test_env.env().url("PORTAL_ORIGIN").unwrap();
    for part in [&mails[0].text, &mails[0].html] {
        for fact in [
            "Chrome on Android",
            "Sign out everywhere",
            &format!("{origin}/dashboard/account"),
        ] {
            assert!(part.contains(fact), "{fact} is missing in {part}");
        }
        assert!(!part.contains(SESSION), "{part}");
    }
    assert!(!log.text().contains("meera"), "{}", log.text());
}

#[tokio::test]
async fn a_mail_that_fails_is_retried_at_growing_pauses_and_given_up_after_two_days() {
    let app = start().await;
    app.test_env.mailbox.fail(MailFault::Throttled);
    assert_eq!(app.mailed().await, (0, 1));
    for minutes in [1, 2, 4] {
        app.test_env
            .clock
            .advance(Duration::minutes(minutes) - Duration::SECOND);
        assert_eq!(app.mailed().await, (0, 0), "{minutes}");
        app.test_env.clock.advance(Duration::SECOND);
        assert_eq!(app.mailed().await, (0, 1), "{minutes}");
    }
    app.test_env.mailbox.heal();
    app.test_env.clock.advance(Duration::minutes(8));
    assert_eq!(app.mailed().await, (1, 0));

    assert_eq!(app.signed_in("another").await, Write::Done);
    app.test_env.mailbox.fail(MailFault::Down);
    app.test_env.clock.advance(Duration::hours(48));
    let log = Log::start();
    assert_eq!(log.event(app.mailed()).await, (0, 1));
    assert!(log.text().contains("a mail about an account was given up"));
    assert!(!log.text().contains("meera"), "{}", log.text());
    assert!(app.waiting_mails().await.is_empty());
}

async fn runs_at_once(fault: Fault) -> usize {
    let app = start().await;
    app.test_env.database.set(fault);
    futures::future::join_all((0..4).map(|_| app.reconciler.run())).await;
    app.test_env.mailbox.mails().len()
}

#[tokio::test]
async fn runs_side_by_side_send_a_mail_once() {
    assert_eq!(runs_at_once(Fault::None).await, 1);
}

#[tokio::test]
async fn without_the_lease_they_would_send_it_several_times() {
    assert!(runs_at_once(Fault::NoConditions).await > 1);
}

/// How many mails go out in all when the removal of one that was sent meets so many transactions.
async fn sent_where_the_end_meets(transactions: u64) -> usize {
    let app = start().await;
    let removal = "attribute_not_exists(wanted_again)";
    app.test_env
        .database
        .set(Fault::MeetsTransaction(removal, transactions));
    app.run().await;
    app.test_env.database.set(Fault::None);
    app.test_env.clock.advance(Duration::minutes(2));
    app.run().await;
    app.test_env.mailbox.mails().len()
}

#[tokio::test]
async fn a_mail_whose_removal_meets_a_transaction_is_not_sent_again() {
    assert_eq!(sent_where_the_end_meets(0).await, 1);
    assert_eq!(sent_where_the_end_meets(1).await, 1);
}

#[tokio::test]
async fn the_mail_of_a_sender_that_died_is_sent_when_its_lease_is_over() {
    let app = start().await;
    let now = app.test_env.clock.now();
    let mails = app.account_mails();
    let leased = mails.lease(SESSION, "dead", now, Duration::seconds(60));
    assert!(leased.await.unwrap().is_some());
    app.test_env.clock.advance(Duration::seconds(60));
    assert_eq!(app.mailed().await, (0, 0));
    app.test_env.clock.advance(Duration::SECOND);
    assert_eq!(app.mailed().await, (1, 0));
}

#[tokio::test]
async fn a_mail_that_cannot_be_read_keeps_no_other_back_and_is_sent_when_it_can_be() {
    let app = start().await;
    let mut item = app.waiting_mails().await.remove(0);
    item["device"] = json!(7);
    app.test_env.put(Table::Registrations, &item).await;
    assert_eq!(app.signed_in("another").await, Write::Done);
    let log = Log::start();
    assert_eq!(log.event(app.mailed()).await, (1, 1));
    assert!(log.text().contains("an item cannot be read"), "{}", log.text());
    let mut item = app.waiting_mails().await.remove(0);
    item["device"] = json!("Firefox on Linux");
    app.test_env.put(Table::Registrations, &item).await;
    app.test_env.clock.advance(Duration::seconds(61));
    assert_eq!(app.mailed().await, (1, 0));
}
